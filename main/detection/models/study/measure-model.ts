import type { DayRange, ModelEvaluation } from '../../../../shared/schema/models.ts'
import { fail, ok, type Result } from '../../../../shared/schema/result.ts'
import { readReferences } from '../measure/drift.ts'
import { scoreOfMargin } from '../model.ts'
import type { XgboostModel } from '../xgboost-json.ts'
import { knownByThen, type Collected, type Sample } from './collect.ts'
import { dayNumber } from './days.ts'
import { evaluate } from './evaluate.ts'
import { reportedThresholds } from './recipe.ts'

export interface MeasurePlan {
  readonly range: DayRange
  readonly delayDays: number
  /** Customers whose fraud since this day was known are left out; undefined: nobody is. */
  readonly knownFrom: string | undefined
  readonly cards: readonly number[]
}

/**
 * Why nothing can be measured on the days of a test, as a sentence; null where something can. Where nobody said what
 * was fraud, every figure would only look like one.
 */
export const testFault = (test: Sample, range: DayRange): string | null => {
  if (test.labels.length === 0) return `there is no activity from ${range.from} to ${range.to} to measure on`
  return test.told.includes(1)
    ? null
    : `no activity from ${range.from} to ${range.to} says whether it was fraud, so there is nothing to measure by; name labelled days, or bring the labels (is_fraud)`
}

/** Measures a model on the test of what was collected; a sentence where it cannot be. */
export const measureModel = (
  model: XgboostModel,
  { test, frauds }: Collected,
  { range, delayDays, knownFrom, cards }: MeasurePlan,
): Result<ModelEvaluation, string> => {
  const scoreOf = scoreOfMargin(model)
  if (!scoreOf.ok) return fail(scoreOf.error.message)
  const fault = testFault(test, range)
  if (fault !== null) return fail(fault)
  const leftOut =
    knownFrom === undefined
      ? new Uint8Array(test.labels.length)
      : knownByThen(test, frauds, dayNumber(knownFrom), delayDays)
  const references = readReferences(model.attributes['fieldseal_reference'])
  return ok(
    evaluate({
      model,
      scoreOf: scoreOf.value,
      test,
      range,
      leftOut,
      references,
      cardsPerDay: cards,
      thresholds: reportedThresholds,
    }),
  )
}

/**
 * A test must begin after the label delay, or the training would know labels that nobody had by then; a sentence where
 * it does not.
 */
export const gapFault = (train: DayRange, test: DayRange | null, delayDays: number): string | null => {
  if (test === null) return null
  const gap = dayNumber(test.from) - dayNumber(train.to) - 1
  return gap >= Math.ceil(delayDays)
    ? null
    : `the test begins ${Math.max(0, gap)} days after the training ends: its last labels are known only after the delay of ${delayDays} days`
}
