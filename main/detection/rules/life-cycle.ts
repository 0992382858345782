import type { RuleState } from '../../../shared/schema/rules.ts'

/**
 * Where a version may go from where it stands. A retired version can be put back: that is how a change is taken back.
 */
const moves: Readonly<Record<RuleState, readonly RuleState[]>> = {
  draft: ['shadow', 'live', 'retired'],
  shadow: ['live', 'retired'],
  live: ['shadow', 'retired'],
  retired: ['shadow', 'live'],
}

/** Whether a version may be moved so. */
export const mayMove = (from: RuleState, to: RuleState): boolean => moves[from].includes(to)

/**
 * Whether a version goes live by this person only with a second one: where policy asks for it, whoever wrote a version
 * does not put it in force.
 */
export const needsSecondPerson = (
  to: RuleState,
  writtenBy: string,
  actor: string,
  fourEyes: readonly string[],
): boolean => to === 'live' && fourEyes.includes('rule_live') && writtenBy === actor
