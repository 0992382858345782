import { expect, it } from 'vitest'
import { handsOn } from '../../../../main/domain/cases/hands.ts'
import type { HandFact } from '../../../../main/domain/cases/hands.ts'

/**
 * The entries of a case, each built on what stood before it: `who opens owner`, `who moves state`, `who gives owner`.
 */
const told = (...lines: readonly string[]): HandFact[] => {
  let status = ''
  let owner = ''
  return lines.map((line, at) => {
    const [actor = '', verb = '', what = ''] = line.split(' ')
    const base = { id: `${at}`, refs: [], actor }
    if (verb === 'opens') {
      ;[status, owner] = ['open', what]
      return { ...base, type: 'case.opened', pub: { status, owner } }
    }
    const [from, fromOwner] = [status, owner]
    if (verb === 'moves') {
      status = what
      return { ...base, type: 'status.changed', pub: { from, to: what } }
    }
    owner = what
    return { ...base, type: 'owner.assigned', pub: { from_uid: fromOwner, to_uid: what } }
  })
}

it.each([
  [['ann opens ben'], ['ann', 'ben']],
  [['ann opens ben', 'ben moves investigating'], ['ben']],
  [
    ['ann opens sue', 'ann moves investigating', 'sue gives ben'],
    ['ann', 'ben', 'sue'],
  ],
  [
    ['ann opens sue', 'sue gives ben', 'ben moves pending_review'],
    ['ben', 'sue'],
  ],
  [
    ['ann opens ben', 'ben moves investigating', 'sue gives cho'],
    ['ben', 'cho', 'sue'],
  ],
  [
    ['ann opens ben', 'sue gives cho', 'cho moves pending_review'],
    ['ben', 'cho'],
  ],
  [
    [
      'ann opens sue',
      'sue gives ben',
      'ben moves pending_review',
      'ann moves closed',
      'ann moves open',
      'ben moves pending_review',
    ],
    ['ben'],
  ],
  [
    ['ann opens sue', 'sue gives ben', 'ann moves closed', 'ann moves resolved'],
    ['ann', 'ben', 'sue'],
  ],
] as const)('%j leave no second person in %j', (lines, hands) => {
  expect([...handsOn(told(...lines))].sort()).toEqual([...hands].sort())
})

it('counts for nothing what was overtaken, and a second opening', () => {
  const facts = told('ann opens ben', 'ben moves investigating')
  const late: HandFact = {
    id: 'late',
    refs: ['never'],
    actor: 'sue',
    type: 'owner.assigned',
    pub: { from_uid: 'ben', to_uid: 'cho' },
  }
  const again: HandFact = {
    id: 'again',
    refs: [],
    actor: 'eve',
    type: 'case.opened',
    pub: { status: 'open', owner: 'eve' },
  }
  expect([...handsOn([...facts, late, again])]).toEqual(['ben'])
  expect(handsOn([])).toEqual(new Set())
})
