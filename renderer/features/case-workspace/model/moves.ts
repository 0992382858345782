import { caseStatuses, type CaseStatus } from '../../../../shared/schema/case.ts'
import { permitsMove, type Policy } from '../../../../shared/schema/policy.ts'
import type { Role } from '../../../../shared/schema/user.ts'

/** Why a move is not offered, or what may still refuse it. */
export type MoveBar = 'current' | 'workflow' | 'four_eyes_role' | 'four_eyes_owner'

export interface Move {
  readonly to: CaseStatus
  readonly permitted: boolean
  readonly bar: MoveBar | null
  /** Whether the four-eyes rule applies: the service also refuses whoever made the last status change. */
  readonly needsSecondPerson: boolean
}

interface Situation {
  readonly from: CaseStatus
  readonly ownerId: number
  readonly userId: number
  readonly role: Role
  readonly policy: Policy
}

const barOf = (to: CaseStatus, { from, ownerId, userId, role, policy }: Situation): MoveBar | null => {
  if (to === from) return 'current'
  if (!permitsMove(policy, from, to)) return 'workflow'
  if (!(policy.four_eyes as readonly CaseStatus[]).includes(to)) return null
  if (role !== 'supervisor' && role !== 'admin') return 'four_eyes_role'
  return ownerId === userId ? 'four_eyes_owner' : null
}

/** All six states with whether this user may move the case there, and why not. */
export const movesFrom = (situation: Situation): Move[] =>
  caseStatuses.map((to) => {
    const bar = barOf(to, situation)
    return { to, permitted: bar === null, bar, needsSecondPerson: (situation.policy.four_eyes as readonly CaseStatus[]).includes(to) }
  })

/** The moves that are offered, as far as the window can know. */
export const permittedMoves = (situation: Situation): CaseStatus[] => movesFrom(situation).filter((move) => move.permitted).map((move) => move.to)
