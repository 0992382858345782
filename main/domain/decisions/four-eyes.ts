import { riskLevels } from '../../../shared/schema/activity.ts'
import type { RiskLevel } from '../../../shared/schema/activity.ts'
import type { DecisionOutcome } from '../../../shared/schema/decisions.ts'
import type { DetectionPolicy } from '../../../shared/schema/detection-policy.ts'

/** Whether whoever acts is an API key: a machine's word is nobody's eyes. */
export const isApiKey = (actor: string): boolean => actor.startsWith('key:')

/** Whether somebody can be the second person for what another proposed. */
export const isSecondPerson = (proposer: string, second: string): boolean => second !== proposer && !isApiKey(second)

/**
 * Whether a decision of this outcome at this level needs a second person. Of what has no score the level counts as the
 * lowest.
 */
export const needsFourEyes = (
  { outcomes, from_level: from }: DetectionPolicy['decisions']['four_eyes'],
  outcome: DecisionOutcome,
  level: RiskLevel | null,
): boolean => outcomes.includes(outcome) && riskLevels.indexOf(level ?? 'low') >= riskLevels.indexOf(from)
