import type { RiskReason } from '../schema/assessments.ts'
import { saysNothingKnown } from './feature-words.ts'

/** Below this nobody weighs one reason against another. */
export const slightShare = 0.05

type Shared = Pick<RiskReason, 'share' | 'text'>

/** Whether a reason hardly counts, or says no more than that nothing is known. */
const isSlight = ({ share, text }: Shared): boolean => (share > 0 && share < slightShare) || saysNothingKnown(text)

/**
 * Reasons, largest share first, and apart from them those that hardly count and those that say that nothing is known.
 * One without any share is no ground but explains the score, and stays. Where no other is left, all stay.
 */
export const slightApart = <R extends Shared>(
  reasons: readonly R[],
): { readonly main: readonly R[]; readonly slight: readonly R[] } => {
  const ordered = reasons.toSorted((one, other) => other.share - one.share)
  const slight = ordered.filter(isSlight)
  const isSmall = slight.length < 2 && !slight.some(({ text }) => saysNothingKnown(text))
  return slight.length === ordered.length || isSmall
    ? { main: ordered, slight: [] }
    : { main: ordered.filter((one) => !slight.includes(one)), slight }
}

/** What a text that is sealed tells of the reasons: the ones that matter, three at most. */
export const matteringReasons = <R extends Shared>(reasons: readonly R[]): readonly R[] => {
  const ordered = reasons.toSorted((one, other) => other.share - one.share)
  const mattering = ordered.filter((reason) => !isSlight(reason))
  return (mattering.length === 0 ? ordered : mattering).slice(0, 3)
}
