import type { DecisionQueueItem } from '../../../shared/schema/decisions.ts'
import type { Role } from '../../../shared/schema/user.ts'
import { maySupervise, mayWrite } from '../../state/session.ts'

/** What somebody can do with an item, and if nothing, why. */
export type DecisionStanding = 'decide' | 'settle' | 'own_proposal' | 'needs_supervisor' | 'read_only' | 'not_yours'

/**
 * Where a person stands towards an item: nobody approves what he proposed himself, and the second person is a
 * supervisor or administrator.
 */
export const standingOf = (
  item: Pick<DecisionQueueItem, 'needs' | 'proposal' | 'may_decide'>,
  userId: number,
  role: Role,
): DecisionStanding => {
  if (!mayWrite(role)) return 'read_only'
  if (item.needs === 'decision') return item.may_decide ? 'decide' : 'not_yours'
  if (item.proposal?.decided_by.kind === 'user' && item.proposal.decided_by.id === userId) return 'own_proposal'
  if (!maySupervise(role)) return 'needs_supervisor'
  return item.may_decide ? 'settle' : 'not_yours'
}
