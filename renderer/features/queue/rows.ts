import type { CaseQueueItem } from '../../../shared/schema/case.ts'
import { pageSize, type QueuePage } from '../../data/queries/cases.ts'

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
export type Change = 'none' | 'values' | 'order'

/** Compares what is shown with what the service says now: nothing new, only values, or other cases in other places. */
export const compare = (shown: readonly QueuePage[], fresh: readonly QueuePage[]): Change => {
  const sameOrder =
    shown.length === fresh.length &&
    shown.every((page, index) => {
      const other = fresh[index]
      return other !== undefined && page.total === other.total && page.items.length === other.items.length && page.items.every((item, row) => item.id === other.items[row]?.id)
    })
  if (!sameOrder) return 'order'
  const stamp = (pages: readonly QueuePage[]): string => pages.flatMap((page) => page.items.map((item) => `${item.updated_at}${item.sla_state}${item.owner_name}`)).join()
  return stamp(shown) === stamp(fresh) ? 'none' : 'values'
}

/** Where a case stands among the pages that are at hand; null when none of them holds it. */
export const indexOfCase = (pages: ReadonlyMap<number, QueuePage>, id: number): number | null => {
  for (const [page, { items }] of pages) {
    const row = items.findIndex((item) => item.id === id)
    if (row >= 0) return (page - 1) * pageSize + row
  }
  return null
}

/** The row at an index, when its page is at hand. */
export const rowAt = (pages: ReadonlyMap<number, QueuePage>, index: number): CaseQueueItem | undefined => pages.get(pageOf(index))?.items[index % pageSize]
