import { trainingFraudsLeast, type DayRange } from '../../../../shared/schema/models.ts'
import { dayNumberAt, dayText } from './days.ts'

/** Known frauds of a workspace, by the days on which they happened. */
export interface KnownFrauds {
  /** Times of the first and the last of them. */
  readonly firstMs: number
  readonly lastMs: number
  /** How many happened from one day to another, both among them. */
  readonly between: (range: DayRange) => number
}

/** Days to learn from and to measure on. */
export interface ProposedDays {
  readonly train: DayRange
  /** null: too few days, or too few frauds on them, to measure on others than those that are learned from. */
  readonly test: DayRange | null
}

/** The most days that are proposed to learn from, and to measure on: what lies further back tells little of now. */
const [trainMost, testMost] = [60, 7] as const

const rangeOf = (from: number, to: number): DayRange => ({ from: dayText(from), to: dayText(to) })

/**
 * Proposes days for a training by where the known frauds lie: the last of them to measure on, a week at most; those
 * before the label delay to learn from. Where they are too few for both, all are learned from and nothing is measured.
 *
 * @param delayDays how long after an activity it becomes known whether it was fraud
 * @returns null where there are too few frauds to learn from
 */
export const proposeTraining = ({ firstMs, lastMs, between }: KnownFrauds, delayDays: number): ProposedDays | null => {
  const [first, last] = [dayNumberAt(firstMs), dayNumberAt(lastMs)]
  const gap = Math.ceil(delayDays)
  const testDays = Math.min(testMost, Math.floor((last - first + 1 - gap) / 2))
  if (testDays >= 1) {
    const testFrom = last - testDays + 1
    const trainTo = testFrom - gap - 1
    const train = rangeOf(Math.max(first, trainTo - trainMost + 1), trainTo)
    const test = rangeOf(testFrom, last)
    if (between(train) >= trainingFraudsLeast && between(test) > 0) return { train, test }
  }
  const train = rangeOf(Math.max(first, last - trainMost + 1), last)
  return between(train) >= trainingFraudsLeast ? { train, test: null } : null
}
