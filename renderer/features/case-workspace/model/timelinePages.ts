/** Entries that one request reads: the most that the interface permits. */
export const timelinePageSize = 100

export type TimelineOrder = 'oldest' | 'newest'

/** The place in the timeline (0-based) that a row of the list shows. */
export const placeOfRow = (row: number, total: number, order: TimelineOrder): number =>
  order === 'oldest' ? row : total - 1 - row

/** The 1-based page of the oldest-first timeline that holds a place: what comes newly shifts no place before it. */
export const pageOfPlace = (place: number): number => Math.floor(place / timelinePageSize) + 1

/** How many pages a timeline has. */
export const pageCount = (total: number): number => Math.ceil(total / timelinePageSize)

/** The pages, ascending, that the rows `first` to `last` (inclusive) need. */
export const pagesOfRows = (first: number, last: number, total: number, order: TimelineOrder): number[] => {
  if (total === 0 || last < first) return []
  const clamp = (row: number): number => Math.min(Math.max(row, 0), total - 1)
  const ends = [clamp(first), clamp(last)].map((row) => pageOfPlace(placeOfRow(row, total, order)))
  const [low, high] = [Math.min(...ends), Math.max(...ends)]
  return Array.from({ length: high - low + 1 }, (_, index) => low + index)
}
