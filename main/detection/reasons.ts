import { weightOf } from './combine.ts'
import { wordsOf } from './feature-words.ts'
import type { Contribution, Reason, RuleHit } from './ports.ts'

/** Features that are told one by one; what the others add is one reason. */
const featuresTold = 8

/** Name of the signal of all other features, and of a model that points at none. */
const restSignal = 'other_features'
const modelSignal = 'model_score'

const percent = (score: number): string => `${(score * 100).toFixed(score < 0.01 ? 2 : 0)} %`

const modelReasons = (score: number, contributions: readonly Contribution[], part: number): Reason[] => {
  const rising = contributions.filter(({ share }) => share > 0).sort((a, b) => b.share - a.share || (a.feature < b.feature ? -1 : 1))
  const total = rising.reduce((sum, { share }) => sum + share, 0)
  if (total === 0) return [{ signal: modelSignal, text: `The model gives it ${percent(score)}; no feature raises that above the usual.`, share: part, source: 'model' }]
  const told = rising.slice(0, featuresTold).map((item): Reason => ({ signal: item.feature, text: wordsOf(item), share: part * (item.share / total), source: 'model' }))
  const rest = rising.slice(featuresTold)
  if (rest.length === 0) return told
  const share = part * (rest.reduce((sum, item) => sum + item.share, 0) / total)
  return [...told, { signal: restSignal, text: `${rest.length} further features of the model, each with less.`, share, source: 'model' }]
}

/**
 * The reasons of a score, the heaviest first. In a noisy-or the logarithms add up, so each live rule and the model has the share `ln(1 - p) / Σ ln(1 - p)` of the
 * whole; the model's part is divided among the features that raise its margin, by their exact TreeSHAP contributions. The shares sum to 1; without any ground there is no reason.
 */
export const reasonsOf = (hits: readonly RuleHit[], model: { readonly score: number; readonly contributions: readonly Contribution[] } | null): readonly Reason[] => {
  const live = hits.filter(({ shadow, weight }) => !shadow && weightOf(weight) > 0)
  const total = live.reduce((sum, { weight }) => sum + weightOf(weight), 0) + weightOf(model?.score ?? 0)
  if (total === 0) return []
  const ruled = live.map((hit): Reason => ({ signal: hit.signal, text: hit.reason, share: weightOf(hit.weight) / total, source: 'rule' }))
  const part = weightOf(model?.score ?? 0) / total
  const modelled = model === null || part === 0 ? [] : modelReasons(model.score, model.contributions, part)
  return [...ruled, ...modelled].sort((a, b) => b.share - a.share)
}
