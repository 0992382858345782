import { recommendedActions, riskLevels } from '../../shared/schema/activity.ts'
import type { RecommendedAction, RiskLevel } from '../../shared/schema/activity.ts'
import type { DetectionPolicy } from '../../shared/schema/detection-policy.ts'

/** Nothing is certain: a probability or weight of 1 counts as this, so that every part keeps a finite share. */
const almostOne = 1 - 1e-9

const bounded = (part: number): number => (part > 0 ? Math.min(part, almostOne) : 0)

/** How much a probability weighs in the sum that a noisy-or is: -ln(1 - p), 0 for nothing. */
export const noisyOrWeight = (part: number): number => -Math.log1p(-bounded(part))

/**
 * The score of independent grounds for suspicion, each 0 to 1: `1 - (1 - p1)(1 - p2)...` (noisy-or; J. Pearl,
 * Probabilistic Reasoning in Intelligent Systems, 1988, section 4.3.2).
 * It is bounded by 0 and 1, grows with each ground, does not depend on their order, and is the one ground where there
 * is but one. Negative and NaN count as nothing.
 */
export const combined = (parts: readonly number[]): number =>
  -Math.expm1(-parts.reduce((sum, part) => sum + noisyOrWeight(part), 0))

/** The level of a score. */
export const levelOfScore = (score: number, { medium, high, critical }: DetectionPolicy['levels']): RiskLevel => {
  if (score >= critical) return 'critical'
  if (score >= high) return 'high'
  return score >= medium ? 'medium' : 'low'
}

/** Place of a level, 0 low to 3 critical. */
export const rankOfLevel = (level: RiskLevel): number => riskLevels.indexOf(level)

/** Place of an action, 0 allow to 3 block. */
export const rankOfAction = (action: RecommendedAction): number => recommendedActions.indexOf(action)

/** The stricter of two actions. */
export const stricter = (a: RecommendedAction, b: RecommendedAction): RecommendedAction =>
  rankOfAction(a) >= rankOfAction(b) ? a : b
