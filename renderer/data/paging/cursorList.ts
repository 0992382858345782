import { pageSize, type Page, type PagedList, type RowId } from './rows.ts'

/**
 * What the service gives for a list that is walked by cursor: `next` leads on, null ends it; `skipped` rows were passed
 * over before those of `data`.
 */
export type CursorPage<T> = {
  readonly data: readonly T[]
  readonly next: string | null
  readonly skipped?: number | undefined
}

/**
 * What is asked of such a list: rows after a cursor, of which some are passed over; without a cursor, from the
 * beginning.
 */
export type CursorQuery = { readonly after?: string; readonly skip?: number; readonly size: number }

type Source<T, I extends RowId> = Omit<PagedList<T, I>, 'fetch' | 'count'> & {
  /** Fetches rows; fewer than asked for are no end while `next` leads on. */
  readonly walk: (query: CursorQuery, signal?: AbortSignal) => Promise<CursorPage<T>>
}

/** Where a page begins: after a cursor, or, `rows` being all that there are, behind the end. */
type Start = { readonly cursor: string | null } | { readonly rows: number }

/** The most rows that one request passes over. */
const skipMost = 20_000

/** Rows that are counted and shown at most: what is higher, no window can scroll. */
const rowsMost = 1_000_000

const from = (cursor: string | null): { readonly after?: string } => (cursor === null ? {} : { after: cursor })

/**
 * A list that the service walks by cursor, read by page numbers. A page is fetched after the end of the one before it,
 * and waits for that one when both are read again, so that no row stands on two pages; a page far from all that was
 * read is come to by passing over the rows between.
 */
export const cursorList = <T, I extends RowId>({ walk, ...list }: Source<T, I>): PagedList<T, I> => {
  /** Where pages begin, as far as is known. */
  const starts = new Map<number, Start>([[1, { cursor: null }]])
  const running = new Map<number, Promise<Page<T>>>()

  /** Goes on for so many rows from the beginning of a page; the list may end before. */
  const pass = async (page: number, cursor: string | null, rows: number, signal?: AbortSignal): Promise<Start> => {
    let at = cursor
    for (let passed = 0; passed < rows;) {
      const {
        data,
        next,
        skipped = 0,
      } = await walk({ ...from(at), skip: Math.min(rows - passed - 1, skipMost), size: 1 }, signal)
      passed += skipped + data.length
      if (next === null) return { rows: (page - 1) * pageSize + passed }
      at = next
    }
    return { cursor: at }
  }

  /** The nearest page up to one of which it is known where it begins. */
  const nearest = (page: number): readonly [number, Start] => {
    const known = Math.max(...[...starts.keys()].filter((other) => other <= page))
    return [known, starts.get(known) ?? { cursor: null }]
  }

  const startOf = async (page: number, signal?: AbortSignal): Promise<Start> => {
    await running.get(page - 1)?.catch(() => undefined)
    const [known, start] = nearest(page)
    if (known === page || !('cursor' in start)) return start
    const found = await pass(known, start.cursor, (page - known) * pageSize, signal)
    starts.set(page, found)
    return found
  }

  /**
   * Keeps where the next page begins. Where it began elsewhere before, the list has changed, and what was known of the
   * pages behind it with it.
   */
  const keep = (page: number, start: Start): void => {
    const before = starts.get(page)
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(start))
      for (const other of [...starts.keys()]) if (other > page) starts.delete(other)
    starts.set(page, start)
  }

  const read = async (page: number, signal?: AbortSignal, onSome?: (soFar: Page<T>) => void): Promise<Page<T>> => {
    const start = await startOf(page, signal)
    if (!('cursor' in start)) return { items: [], total: start.rows }
    const items: T[] = []
    // What a narrow filter leaves short or empty still leads on: it is walked over here, so that a page is whole or the
    // last.
    for (let cursor = start.cursor; ;) {
      const { data, next } = await walk({ ...from(cursor), size: pageSize - items.length }, signal)
      items.push(...data)
      cursor = next
      const end = (page - 1) * pageSize + items.length
      if (next === null) {
        keep(page + 1, { rows: end })
        return { items, total: end }
      }
      if (items.length < pageSize) {
        if (data.length > 0) onSome?.({ items: [...items], total: end + 1, more: true })
        continue
      }
      keep(page + 1, { cursor })
      return { items, total: Math.min(end + pageSize, rowsMost), more: true }
    }
  }

  const fetch: PagedList<T, I>['fetch'] = (page, signal, onSome) => {
    const run = read(page, signal, onSome).finally(() => {
      if (running.get(page) === run) running.delete(page)
    })
    running.set(page, run)
    return run
  }

  const count = async (signal?: AbortSignal): Promise<Page<T>> => {
    const end = await pass(1, null, rowsMost, signal)
    return 'cursor' in end ? { items: [], total: rowsMost, more: true } : { items: [], total: end.rows }
  }

  return { ...list, fetch, count }
}
