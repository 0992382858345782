import type { QueryKey } from '@tanstack/react-query'

/** Rows that one page of a list holds; the most that the service gives. */
export const pageSize = 100

/**
 * One page of a list, and how many rows match in all; `more`: at least so many, where the service does not count them.
 */
export type Page<T> = { readonly items: readonly T[]; readonly total: number; readonly more?: boolean }

export type RowId = number | string

/**
 * A list that is read a page at a time, and what the cache keeps it under. Memoise it: another object is another list.
 */
export type PagedList<T, I extends RowId> = {
  /** What the keys of all lists of this kind begin with. */
  readonly lists: QueryKey
  readonly pageKey: (page: number) => QueryKey
  /** For a look that must not replace what is shown. */
  readonly probeKey: (page: number) => QueryKey
  /**
   * Fetches one page of `pageSize` rows; `page` counts from 1. Where the service takes several looks to find them,
   * `onSome` is told what is found so far.
   */
  readonly fetch: (page: number, signal?: AbortSignal, onSome?: (soFar: Page<T>) => void) => Promise<Page<T>>
  /** Counts the rows, where no page says how many there are: a page without items. */
  readonly count?: (signal?: AbortSignal) => Promise<Page<T>>
  readonly idOf: (item: T) => I
  /** What changes when a row's values do. */
  readonly stampOf: (item: T) => string
}

/**
 * How many rows a list is known to have, by its pages at hand, the nearest to its end last, and what was known before;
 * an exact number wins over `at least`.
 */
export const totalOf = (pages: readonly Page<unknown>[], before: number | null): number | null => {
  const exact = pages.findLast((page) => page.more !== true)
  if (exact !== undefined) return exact.total
  const known = [...pages.map((page) => page.total), ...(before === null ? [] : [before])]
  return known.length === 0 ? null : Math.max(...known)
}

/** The page (from 1) that holds the row at a 0-based index. */
export const pageOf = (index: number): number => Math.floor(index / pageSize) + 1

/** The pages that rows `first` to `last` need, with one row's margin so that the next page is asked for in time. */
export const pagesFor = (first: number, last: number, total: number | null): readonly number[] => {
  const end = total === null ? last : Math.min(last, Math.max(0, total - 1))
  const from = pageOf(Math.max(0, first))
  const to = pageOf(Math.max(0, end))
  return Array.from({ length: Math.max(1, to - from + 1) }, (_, step) => from + step)
}

/** What a fresh look at the pages on the screen says about them. */
export type PageChange = 'none' | 'values' | 'order'

/** Compares what is shown with what the service says now: nothing new, only values, or other rows in other places. */
export const compare = <T, I extends RowId>(
  { idOf, stampOf }: Pick<PagedList<T, I>, 'idOf' | 'stampOf'>,
  shown: readonly Page<T>[],
  fresh: readonly Page<T>[],
): PageChange => {
  const sameOrder =
    shown.length === fresh.length &&
    shown.every((page, index) => {
      const other = fresh[index]
      return (
        other !== undefined &&
        page.total === other.total &&
        page.items.length === other.items.length &&
        page.items.every((item, row) => other.items[row] !== undefined && idOf(item) === idOf(other.items[row]))
      )
    })
  if (!sameOrder) return 'order'
  const stamp = (pages: readonly Page<T>[]): string => pages.flatMap((page) => page.items.map(stampOf)).join()
  return stamp(shown) === stamp(fresh) ? 'none' : 'values'
}

/** Where a row stands among the pages that are at hand; null when none of them holds it. */
export const indexOfRow = <T, I extends RowId>(
  { idOf }: Pick<PagedList<T, I>, 'idOf'>,
  pages: ReadonlyMap<number, Page<T>>,
  id: I,
): number | null => {
  for (const [page, { items }] of pages) {
    const row = items.findIndex((item) => idOf(item) === id)
    if (row >= 0) return (page - 1) * pageSize + row
  }
  return null
}

/** The row at an index, when its page is at hand. */
export const rowAt = <T>(pages: ReadonlyMap<number, Page<T>>, index: number): T | undefined =>
  pages.get(pageOf(index))?.items[index % pageSize]
