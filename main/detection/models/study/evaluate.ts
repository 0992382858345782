import type { DayRange, ModelEvaluation } from '../../../../shared/schema/models.ts'
import { gainShares } from '../forest.ts'
import { brierScore, calibrationTable, confusionAt } from '../measure/calibration.ts'
import { cardPrecision } from '../measure/card-precision.ts'
import { driftOf, type Reference } from '../measure/drift.ts'
import { areaUnderRoc, averagePrecision } from '../measure/ranking.ts'
import { createScorer } from '../scorer.ts'
import { createTreeShap } from '../tree-shap.ts'
import type { FeatureMatrix } from '../train/matrix.ts'
import type { XgboostModel } from '../xgboost-json.ts'
import type { Sample } from './collect.ts'
import { dayText } from './days.ts'

export interface EvaluationInput {
  readonly model: XgboostModel
  /** How a margin becomes a score. */
  readonly scoreOf: (margin: number) => number
  readonly test: Sample
  readonly range: DayRange
  /** 1 where an activity is left out of all measures but those of everyone. */
  readonly leftOut: Uint8Array
  readonly references: ReadonlyMap<string, Reference>
  /** Sizes of the list that is worked off in a day. */
  readonly cardsPerDay: readonly number[]
  readonly thresholds: readonly number[]
}

const shapSample = 300

const vectorOf = (matrix: FeatureMatrix, row: number, values: Float32Array): void => {
  for (let index = 0; index < values.length; index += 1) {
    const value = matrix.columns[index]?.[row] ?? Number.NaN
    values[index] = Number.isFinite(value) ? value : Number.NaN
  }
}

/** The margin of every row. */
export const marginsOf = (model: XgboostModel, matrix: FeatureMatrix): Float32Array => {
  const scorer = createScorer(model.forest, model.baseMargin)
  const values = new Float32Array(model.featureCount)
  return Float32Array.from({ length: matrix.rows }, (_, row) => {
    vectorOf(matrix, row, values)
    return scorer(values)
  })
}

/** The mean absolute TreeSHAP share of each feature over rows spread evenly through the test; null without a row. */
const meanShares = (model: XgboostModel, matrix: FeatureMatrix): Float64Array | null => {
  if (matrix.rows === 0) return null
  const shap = createTreeShap(model.forest, model.baseMargin)
  const values = new Float32Array(model.featureCount)
  const sums = new Float64Array(model.featureCount)
  const count = Math.min(shapSample, matrix.rows)
  for (let taken = 0; taken < count; taken += 1) {
    vectorOf(matrix, Math.floor((taken * matrix.rows) / count), values)
    const shares = new Float64Array(model.featureCount)
    shap.explain(values, shares)
    shares.forEach((share, index) => {
      sums[index] = (sums[index] as number) + Math.abs(share) / count
    })
  }
  return sums
}

/** What a model's features count for: the most important first. */
export const importancesOf = (model: XgboostModel, matrix: FeatureMatrix | null): ModelEvaluation['importances'] => {
  const gains = gainShares(model.forest, model.featureCount)
  const shares = matrix === null ? null : meanShares(model, matrix)
  return Array.from(gains, (gain, index) => ({
    feature: model.featureNames?.[index] ?? `f${index}`,
    gain_share: gain,
    mean_abs_shap: shares === null ? null : (shares[index] as number),
  })).sort((left, right) => (right.mean_abs_shap ?? right.gain_share) - (left.mean_abs_shap ?? left.gain_share))
}

const keepRows = <T extends Uint8Array | Int32Array | Float32Array>(values: T, leftOut: Uint8Array): T =>
  values.filter((_, row) => leftOut[row] === 0) as T

const countOf = (marks: Uint8Array): number => marks.reduce((sum, mark) => sum + mark, 0)

/** The columns that a model asks for, in its order; what the matrix does not have is absent everywhere. */
export const arranged = (model: XgboostModel, matrix: FeatureMatrix): FeatureMatrix => {
  const names = model.featureNames ?? matrix.names
  const places = new Map(matrix.names.map((name, place) => [name, place]))
  const absent = new Float32Array(matrix.rows).fill(Number.NaN)
  return { names, rows: matrix.rows, columns: names.map((name) => matrix.columns[places.get(name) ?? -1] ?? absent) }
}

/**
 * Measures a model on activities that it was not trained on. Ranks go by the margin, so that scores which round to one
 * are still told apart.
 */
export const evaluate = ({
  model,
  scoreOf,
  test,
  range,
  leftOut,
  references,
  cardsPerDay,
  thresholds,
}: EvaluationInput): ModelEvaluation => {
  const matrix = arranged(model, test.matrix)
  const everyMargin = marginsOf(model, matrix)
  const margins = keepRows(everyMargin, leftOut)
  const labels = keepRows(test.labels, leftOut)
  const scores = Float64Array.from(margins, scoreOf)
  const cards = {
    scores: Float64Array.from(margins),
    labels,
    cards: keepRows(test.cards, leftOut),
    days: keepRows(test.days, leftOut),
  }
  return {
    test: range,
    activities: labels.length,
    frauds: countOf(labels),
    left_out: test.labels.length - labels.length,
    unlabelled: labels.length - countOf(keepRows(test.told, leftOut)),
    auc: areaUnderRoc(margins, labels),
    average_precision: averagePrecision(margins, labels),
    brier: brierScore(scores, labels),
    card_precision: cardsPerDay.map((count) => {
      const { k, value, byDay } = cardPrecision(cards, count)
      return { k, value, by_day: byDay.map(({ day, ...counted }) => ({ day: dayText(day), ...counted })) }
    }),
    everyone: {
      activities: test.labels.length,
      frauds: countOf(test.labels),
      auc: areaUnderRoc(everyMargin, test.labels),
      average_precision: averagePrecision(everyMargin, test.labels),
    },
    calibration: calibrationTable(scores, labels),
    confusion: thresholds.map((threshold) => confusionAt(scores, labels, threshold)),
    importances: importancesOf(model, matrix),
    drift: driftOf(references, matrix),
  }
}
