import type { RiskReason } from '../../shared/schema/assessments.ts'

/** Below this nobody weighs one reason against another. */
const slightShare = 0.01

/**
 * Reasons, largest share first, and apart from them those that hardly count, where there are several. One without any
 * share is no ground but explains the score, and stays.
 */
export const slightApart = (
  reasons: readonly RiskReason[],
): { readonly main: readonly RiskReason[]; readonly slight: readonly RiskReason[] } => {
  const ordered = reasons.toSorted((one, other) => other.share - one.share)
  const slight = ordered.filter(({ share }) => share > 0 && share < slightShare)
  return slight.length < 2
    ? { main: ordered, slight: [] }
    : { main: ordered.filter((one) => !slight.includes(one)), slight }
}
