import { describe, expect, test } from 'vitest'
import { contestedIn } from '../../../../main/domain/cases/contest.ts'
import type { ContestFact } from '../../../../main/domain/cases/contest.ts'

const fact = (
  id: string,
  type: string,
  pub: Record<string, unknown> = {},
  refs: readonly string[] = [],
): ContestFact => ({ id, type, pub, refs })

const opening = fact('o', 'case.opened', { status: 'open', owner: 'ada' })
const moved = (id: string, to: string, on: string, settles?: string): ContestFact =>
  fact(id, 'status.changed', { from: 'open', to, ...(settles === undefined ? {} : { settles }) }, [on])

describe('contestedIn', () => {
  test('Y-42: of two moves on one state the second in order was overtaken, by the first', () => {
    expect(contestedIn([opening, moved('a', 'investigating', 'o'), moved('b', 'closed', 'o')])).toEqual([
      { kind: 'transition', loser: 'b', winner: 'a', settled: null },
    ])
    expect(contestedIn([opening, moved('b', 'closed', 'o'), moved('a', 'investigating', 'o')])).toEqual([
      { kind: 'transition', loser: 'a', winner: 'b', settled: null },
    ])
  })

  test('Y-42: state and owner are contested apart; one after the other nothing is', () => {
    const assigned = (id: string, on: string): ContestFact =>
      fact(id, 'owner.assigned', { from_uid: 'ada', to_uid: id }, [on])
    expect(
      contestedIn([opening, moved('a', 'investigating', 'o'), assigned('b', 'o'), moved('c', 'closed', 'a')]),
    ).toEqual([])
    expect(contestedIn([opening, assigned('a', 'o'), assigned('b', 'o')])).toEqual([
      { kind: 'assignment', loser: 'b', winner: 'a', settled: null },
    ])
  })

  test('Y-44: the first that settles it settles it, and what was overtaken itself settles nothing', () => {
    const contested = [opening, moved('a', 'investigating', 'o'), moved('b', 'closed', 'o')]
    const kept = fact('k', 'conflict.settled', { settles: 'b' })
    expect(contestedIn([...contested, kept, moved('d', 'closed', 'a', 'b')])).toMatchObject([
      { settled: { entry: 'k', how: 'kept' } },
    ])
    expect(contestedIn([...contested, moved('d', 'closed', 'a', 'b'), kept])).toMatchObject([
      { settled: { entry: 'd', how: 'redecided' } },
    ])
    expect(contestedIn([...contested, moved('d', 'escalated', 'o', 'b')])).toMatchObject([
      { loser: 'b', settled: null },
      { loser: 'd', settled: null },
    ])
    expect(contestedIn([opening, kept])).toEqual([])
  })
})
