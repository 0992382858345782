import { describe, expect, it } from 'vitest'
import { movesFrom, permittedMoves } from '../../../../renderer/features/case-workspace/model/moves.ts'
import { defaultPolicy } from '../../../../shared/schema/policy.ts'

const situation = { from: 'investigating', ownerId: 5, userId: 5, role: 'investigator', policy: defaultPolicy } as const

const barsOf = (given: Parameters<typeof movesFrom>[0]) =>
  Object.fromEntries(movesFrom(given).map((move) => [move.to, move.bar]))

describe('moves that the status dialog offers', () => {
  it('offers every other state where the policy names no workflow', () => {
    expect(permittedMoves(situation)).toEqual(['open', 'pending_review', 'escalated', 'resolved', 'closed'])
  })

  it('names the workflow as the reason for a move that it forbids', () => {
    const bars = barsOf({ ...situation, policy: { ...defaultPolicy, workflow: { investigating: ['pending_review'] } } })
    expect(bars).toMatchObject({ pending_review: null, closed: 'workflow', investigating: 'current' })
  })

  it('offers a finished case its own state again, for another outcome, whatever the workflow says', () => {
    const closed = { ...situation, from: 'closed', policy: { ...defaultPolicy, workflow: {} } } as const
    expect(barsOf(closed)).toMatchObject({ closed: 'correction', resolved: 'workflow' })
    expect(permittedMoves(closed)).toEqual(['closed'])
    expect(barsOf({ ...closed, policy: { ...defaultPolicy, four_eyes: ['closed'] } })).toMatchObject({
      closed: 'four_eyes_role',
    })
  })

  it('explains four eyes: an investigator cannot close, nor can the owner', () => {
    const policy = { ...defaultPolicy, four_eyes: ['closed' as const] }
    expect(barsOf({ ...situation, policy })).toMatchObject({ closed: 'four_eyes_role', resolved: null })
    expect(barsOf({ ...situation, policy, role: 'supervisor' })).toMatchObject({ closed: 'four_eyes_owner' })
    expect(barsOf({ ...situation, policy, role: 'supervisor', userId: 6 })).toMatchObject({ closed: null })
  })
})
