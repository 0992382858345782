import { expect, test } from 'vitest'
import { formedTypes, sealingFault } from '../../../../main/domain/entries/sealing-forms.ts'
import { appliers } from '../../../../main/storage/areas.ts'

/**
 * Types whose public values no reader reads: the entry says all by its type, its subject, its references or what it
 * withholds.
 */
const unread = [
  'api_key.revoked',
  'note.added',
  'hold.placed',
  'hold.released',
  'decision.approved',
  'decision.refused',
  'kpi.reported',
  'import.completed',
  'device.removed',
  'grant.given',
  'grant.ended',
]
/** Types of which a release only reads what the hub, or an earlier one, sealed. */
const notSealed = ['model.received', 'transition.superseded', 'assignment.superseded']

test('Y-46: every type that changes a table has the form by which it is read before it is sealed', () => {
  expect(
    [...appliers.keys()].filter(
      (type) => !formedTypes.has(type) && !unread.includes(type) && !notSealed.includes(type),
    ),
  ).toEqual([])
})

test.each([
  ['status.changed', { from: 'open', to: 'nowhere' }, 'to'],
  ['policy.changed', {}, 'sla_hours'],
  ['alert.moved', { alert_id: 1, from: 'new', to: 'gone' }, 'to'],
  ['decision.recorded', { about: 'alert', outcome: 'perhaps' }, 'outcome'],
  ['report.approved', { version: 1 }, 'four_eyes'],
  ['rule.changed', { rule: { key: 'a_rule' } }, 'rule'],
  ['list.values_added', { values: [{ id: '', expires_at: null }] }, 'values.0.id'],
  ['user.added', { id: 1, role: 'king' }, 'role'],
  ['network.merge_settled', { verdict: 'maybe' }, 'verdict'],
])('values of %s that would have no effect are named by their place, and not told', (type, pub, where) => {
  expect(sealingFault(type, pub)).toBe(
    `the public values of an entry of type ${type} are not of the form by which they are read, at ${where}: nothing was sealed`,
  )
})

test('values of a form, and of a type that this release does not know, may be sealed', () => {
  expect(sealingFault('alert.moved', { alert_id: 1, from: 'new', to: 'in_review' })).toBeNull()
  expect(sealingFault('case.coloured', { colour: 'blue' })).toBeNull()
})
