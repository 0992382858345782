import { caseStatuses, isFinished, type CaseStatus } from '../../../../shared/schema/case.ts'
import { permitsMove, type Policy } from '../../../../shared/schema/policy.ts'
import type { Role } from '../../../../shared/schema/user.ts'

/**
 * Why a move is not offered, or what is particular about it: a finished case stays in its state and gets another
 * outcome (`correction`).
 */
export type MoveBar = 'current' | 'correction' | 'workflow' | 'four_eyes_role' | 'four_eyes_owner'

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
  if (to === from && !isFinished(from)) return 'current'
  if (to !== from && !permitsMove(policy, from, to)) return 'workflow'
  const own = to === from ? 'correction' : null
  if (!(policy.four_eyes as readonly CaseStatus[]).includes(to)) return own
  if (role !== 'supervisor' && role !== 'admin') return 'four_eyes_role'
  return ownerId === userId ? 'four_eyes_owner' : own
}

/** All six states with whether this user may move the case there, and why not. */
export const movesFrom = (situation: Situation): Move[] =>
  caseStatuses.map((to) => {
    const bar = barOf(to, situation)
    return {
      to,
      permitted: bar === null || bar === 'correction',
      bar,
      needsSecondPerson: (situation.policy.four_eyes as readonly CaseStatus[]).includes(to),
    }
  })

/** The moves that are offered, as far as the window can know. */
export const permittedMoves = (situation: Situation): CaseStatus[] =>
  movesFrom(situation)
    .filter((move) => move.permitted)
    .map((move) => move.to)
