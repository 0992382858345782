import { sentenceOf, signalWith, wordingOf, type Wording } from '../../shared/text/feature-words.ts'
import { featureNames } from './features/catalogue.ts'
import type { Contribution } from './ports.ts'

// Whatever is risky is explained by a dozen features: patterns are looked through once.
const ownWordings: ReadonlyMap<string, Wording> = new Map(featureNames.map((name) => [name, wordingOf(name)]))

/** A signal that raises a model's score. */
export interface RisingSignal {
  readonly signal: string
  readonly text: string
  /** Of all that raises the margin, 0 to 1; the shares of a score sum to 1. */
  readonly share: number
}

/** What raises a score: the signals that are told, and how many more there are, with their share. */
export interface RisingSignals {
  readonly told: readonly RisingSignal[]
  readonly more: { readonly signals: number; readonly share: number }
}

/**
 * What raises a score, in words, largest first: features of one signal are told once, by the one that raises most, with
 * the share of all of them. What lowers the score is no reason for it.
 *
 * @param most how many signals are told; to put a signal into words costs more than to find it
 */
export const risingSignals = (contributions: readonly Contribution[], most: number): RisingSignals => {
  const rising = contributions
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share || (a.feature < b.feature ? -1 : 1))
  const total = rising.reduce((sum, { share }) => sum + share, 0)
  const bySignal = new Map<
    string,
    { readonly signal: string; readonly wording: Wording; readonly value: number | null; share: number }
  >()
  for (const { feature, value, share } of rising) {
    const wording = ownWordings.get(feature) ?? wordingOf(feature)
    const signal = signalWith(wording, value)
    const known = bySignal.get(signal)
    if (known === undefined) bySignal.set(signal, { signal, wording, value, share: share / total })
    else known.share += share / total
  }
  const signals = [...bySignal.values()].sort((a, b) => b.share - a.share || (a.signal < b.signal ? -1 : 1))
  const rest = signals.slice(most)
  return {
    told: signals
      .slice(0, most)
      .map(({ signal, wording, value, share }) => ({ signal, text: sentenceOf(wording, value), share })),
    more: { signals: rest.length, share: rest.reduce((sum, { share }) => sum + share, 0) },
  }
}
