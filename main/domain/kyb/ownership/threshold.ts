import type { MetBy } from '../../../../shared/schema/kyb.ts'
import { shareTolerance } from './holdings.ts'

/** A bound, in percent: more than it, or at least it. */
export interface Threshold {
  readonly percent: number
  readonly comparator: 'over' | 'at_least'
}

/** Bounds of a share, as parts of one, and whether it is more than the lower or less than the upper one. */
export interface Bounds {
  readonly min: number
  readonly max: number
  readonly aboveMin: boolean
  readonly belowMax: boolean
}

const same = (one: number, other: number): boolean => Math.abs(one - other) <= shareTolerance

/** Whether a share surely meets a threshold, perhaps does (its range lies on both sides), or surely does not. */
export const meets = ({ min, max, aboveMin, belowMax }: Bounds, { percent, comparator }: Threshold): MetBy => {
  const bound = percent / 100
  const reaches =
    comparator === 'over'
      ? (min > bound && !same(min, bound)) || (same(min, bound) && aboveMin)
      : min > bound || same(min, bound)
  if (reaches) return 'yes'
  const stays =
    comparator === 'over'
      ? max < bound || same(max, bound)
      : (max < bound && !same(max, bound)) || (same(max, bound) && belowMax)
  return stays ? 'no' : 'possible'
}

/** The surest of several words. */
export const surest = (words: readonly MetBy[]): MetBy =>
  words.includes('yes') ? 'yes' : words.includes('possible') ? 'possible' : 'no'
