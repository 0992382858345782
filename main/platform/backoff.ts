/** A wait that doubles with each failure, in milliseconds: that after the first, and the longest. */
export interface DoublingWait {
  readonly first: number
  readonly longest: number
}

/**
 * A wait with full jitter: any part of one that doubles, so that what failed together does not come back together.
 *
 * @param failures how many there were one after another, the last included
 * @param roll a random number from 0 to below 1
 */
export const jitteredMs = ({ first, longest }: DoublingWait, failures: number, roll: number): number =>
  roll * Math.min(longest, first * 2 ** Math.min(failures - 1, 20))
