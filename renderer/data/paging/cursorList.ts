import { pageSize, type Page, type PagedList, type RowId } from './rows.ts'

/** What the service gives for a list that is walked by cursor: `next` leads on, null ends it. */
export type CursorPage<T> = { readonly data: readonly T[]; readonly next: string | null }

type Source<T, I extends RowId> = Omit<PagedList<T, I>, 'fetch'> & {
  /** Fetches `pageSize` rows after a cursor; null is the beginning. */
  readonly after: (cursor: string | null, signal?: AbortSignal) => Promise<CursorPage<T>>
}

/**
 * A list that the service walks by cursor, read by page numbers: a page is fetched after the end of the one before it, and
 * waits for that one when both are read again, so that no row stands on two pages. What is not walked yet counts as one page more.
 */
export const cursorList = <T, I extends RowId>({ after, ...list }: Source<T, I>): PagedList<T, I> => {
  /** Where each page begins, as far as it was walked; null: there is no such page. */
  const starts = new Map<number, string | null>()
  const running = new Map<number, Promise<Page<T>>>()
  let walked = 0

  const startOf = async (page: number, signal?: AbortSignal): Promise<string | null> => {
    if (page === 1) return null
    await running.get(page - 1)?.catch(() => undefined)
    const known = starts.get(page)
    if (known !== undefined) return known
    await fetch(page - 1, signal)
    return starts.get(page) ?? null
  }

  const read = async (page: number, signal?: AbortSignal): Promise<Page<T>> => {
    const start = await startOf(page, signal)
    if (page > 1 && start === null) return { items: [], total: walked }
    const answer = await after(start, signal)
    starts.set(page + 1, answer.next)
    const end = (page - 1) * pageSize + answer.data.length
    if (answer.next !== null) return { items: answer.data, total: end + pageSize, more: true }
    walked = end
    return { items: answer.data, total: end }
  }

  const fetch = (page: number, signal?: AbortSignal): Promise<Page<T>> => {
    const run = read(page, signal).finally(() => {
      if (running.get(page) === run) running.delete(page)
    })
    running.set(page, run)
    return run
  }

  return { ...list, fetch }
}
