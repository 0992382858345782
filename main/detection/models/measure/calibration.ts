import type { ModelEvaluation } from '../../../../shared/schema/models.ts'

/** Mean squared distance of the scores from what came true (0 or 1); null without any. */
export const brierScore = (scores: Float64Array, labels: Uint8Array): number | null =>
  scores.length === 0
    ? null
    : scores.reduce((sum, score, row) => sum + (score - (labels[row] as number)) ** 2, 0) / scores.length

const edges = [0, 0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1] as const

/** What scores of each range meant: how many activities were fraud where the model said so much. */
export const calibrationTable = (scores: Float64Array, labels: Uint8Array): ModelEvaluation['calibration'] =>
  edges.slice(0, -1).map((from, part) => {
    const to = edges[part + 1] as number
    let activities = 0
    let frauds = 0
    let sum = 0
    scores.forEach((score, row) => {
      if (score < from || (to === 1 ? score > 1 : score >= to)) return
      activities += 1
      sum += score
      frauds += labels[row] as number
    })
    return {
      from,
      to,
      activities,
      frauds,
      mean_score: activities === 0 ? null : sum / activities,
      fraud_share: activities === 0 ? null : frauds / activities,
    }
  })

const ratio = (
  numerator: number,
  denominator: number,
): { value: number | null; numerator: number; denominator: number } => ({
  value: denominator === 0 ? null : numerator / denominator,
  numerator,
  denominator,
})

/** What a threshold finds, misses and alarms without cause; a score at the threshold counts as found. */
export const confusionAt = (
  scores: Float64Array,
  labels: Uint8Array,
  threshold: number,
): ModelEvaluation['confusion'][number] => {
  let caught = 0
  let alarms = 0
  let missed = 0
  let passed = 0
  scores.forEach((score, row) => {
    if (labels[row] === 1) {
      if (score >= threshold) caught += 1
      else missed += 1
    } else if (score >= threshold) alarms += 1
    else passed += 1
  })
  return {
    threshold,
    true_positives: caught,
    false_positives: alarms,
    false_negatives: missed,
    true_negatives: passed,
    precision: ratio(caught, caught + alarms),
    recall: ratio(caught, caught + missed),
    false_positive_rate: ratio(alarms, alarms + passed),
  }
}
