/** Ids that follow one another without a gap: those of one stream. Empty where `last` is before `first`. */
export interface IdRun {
  readonly first: number
  readonly last: number
}

/** How many ids come after a cursor. */
export const idsAfter = (runs: readonly IdRun[], cursor: number): number =>
  runs.reduce((sum, { first, last }) => sum + Math.max(0, last - Math.max(first - 1, cursor)), 0)

/**
 * The first of the newest ids, so many of them; 1 where there are fewer.
 *
 * @param runs the oldest first
 */
export const firstOfNewest = (runs: readonly IdRun[], count: number): number => {
  let left = count
  for (const { first, last } of [...runs].reverse()) {
    const inRun = last - first + 1
    if (inRun >= left) return last - left + 1
    left -= inRun
  }
  return 1
}
