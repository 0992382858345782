import { sentenceOf, wordingOf } from '../../shared/text/feature-words.ts'
import type { Contribution } from './ports.ts'

/** A signal that raises a model's score. */
export interface RisingSignal {
  readonly signal: string
  readonly text: string
  /** Of all that raises the margin, 0 to 1; the shares of a score sum to 1. */
  readonly share: number
}

/**
 * What raises a score, in words, largest first: features of one signal are told once, by the one that raises most, with the share of all of
 * them. What lowers the score is no reason for it.
 */
export const risingSignals = (contributions: readonly Contribution[]): readonly RisingSignal[] => {
  const rising = contributions.filter(({ share }) => share > 0).sort((a, b) => b.share - a.share || (a.feature < b.feature ? -1 : 1))
  const total = rising.reduce((sum, { share }) => sum + share, 0)
  const bySignal = new Map<string, { readonly text: string; share: number }>()
  for (const { feature, value, share } of rising) {
    const { signal } = wordingOf(feature)
    const known = bySignal.get(signal)
    if (known === undefined) bySignal.set(signal, { text: sentenceOf(feature, value), share: share / total })
    else known.share += share / total
  }
  return [...bySignal].map(([signal, told]) => ({ signal, ...told })).sort((a, b) => b.share - a.share || (a.signal < b.signal ? -1 : 1))
}
