import { noisyOrWeight } from './combine.ts'
import type { Contribution, Reason, RuleHit } from './ports.ts'
import { risingSignals } from './rising-signals.ts'

/** Signals of the model that are told one by one; what the others add is one reason. */
const signalsTold = 8

/** Name of the signal of all others, and of a model that points at none. */
const restSignal = 'other_features'
const modelSignal = 'model_score'

const percent = (score: number): string => `${(score * 100).toFixed(score < 0.01 ? 2 : 0)} %`

const modelReasons = (score: number, contributions: readonly Contribution[], part: number): Reason[] => {
  const { told: rising, more } = risingSignals(contributions, signalsTold)
  if (rising.length === 0)
    return [
      {
        signal: modelSignal,
        text: `The model gives it ${percent(score)}; no feature raises that above the usual.`,
        share: part,
        source: 'model',
      },
    ]
  const told = rising.map(({ signal, text, share }): Reason => ({ signal, text, share: part * share, source: 'model' }))
  if (more.signals === 0) return told
  return [
    ...told,
    {
      signal: restSignal,
      text: `${more.signals} further signals of the model, each with less.`,
      share: part * more.share,
      source: 'model',
    },
  ]
}

/**
 * The reasons of a score, the heaviest first. In a noisy-or the logarithms add up, so each live rule and the model has
 * the share `ln(1 - p) / Σ ln(1 - p)` of the whole; the model's part is divided among the features that raise its
 * margin, by their exact TreeSHAP contributions. The shares sum to 1; without any ground there is no reason.
 */
export const reasonsOf = (
  hits: readonly RuleHit[],
  model: { readonly score: number; readonly contributions: readonly Contribution[] } | null,
): readonly Reason[] => {
  const live = hits.filter(({ shadow, weight }) => !shadow && noisyOrWeight(weight) > 0)
  const total = live.reduce((sum, { weight }) => sum + noisyOrWeight(weight), 0) + noisyOrWeight(model?.score ?? 0)
  if (total === 0) return []
  const ruled = live.map((hit): Reason => ({
    signal: hit.signal,
    text: hit.reason,
    share: noisyOrWeight(hit.weight) / total,
    source: 'rule',
  }))
  const part = noisyOrWeight(model?.score ?? 0) / total
  const modelled = model === null || part === 0 ? [] : modelReasons(model.score, model.contributions, part)
  return [...ruled, ...modelled].sort((a, b) => b.share - a.share)
}
