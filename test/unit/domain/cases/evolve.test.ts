import { expect, test } from 'vitest'
import { apply } from '../../../../main/domain/cases/evolve.ts'
import type { CaseFact } from '../../../../main/domain/cases/evolve.ts'
import { fitsForm } from '../../../../main/domain/cases/forms.ts'
import { decide } from '../../../../main/domain/cases/decide.ts'
import { contextOf, openedCase, person, startMs } from './support.ts'

const fact = (id: string, type: string, pub: Record<string, unknown>, refs: readonly string[] = []): CaseFact => ({
  id,
  type,
  pub,
  refs,
  caseUid: 'case-1',
  atMs: startMs + 1,
  actor: 'user-2',
  disclosures: {},
})

test('Y-42: a change of state or owner takes effect only where what its writer saw still stands', () => {
  const opened = openedCase()
  const first = apply(opened, fact('a', 'status.changed', { from: 'open', to: 'investigating' }, [opened.statusEntry]))
  expect(first).toMatchObject({ status: 'investigating', statusEntry: 'a', statusBy: 'user-2' })
  const overtaken = apply(first, fact('b', 'status.changed', { from: 'open', to: 'closed' }, [opened.statusEntry]))
  expect(overtaken).toEqual({ ...first, revision: first.revision + 1 })
  expect(
    apply(first, fact('c', 'status.changed', { from: 'investigating', to: 'closed' })),
    'without refs, the state itself',
  ).toMatchObject({ status: 'closed', statusEntry: 'c' })
  expect(apply(first, fact('d', 'status.changed', { from: 'open', to: 'closed' }))).toMatchObject({
    status: 'investigating',
    statusEntry: 'a',
  })
  const assigned = apply(
    opened,
    fact('e', 'owner.assigned', { from_uid: opened.ownerUid, to_uid: 'user-7', to_id: 7 }, [opened.ownerEntry]),
  )
  expect(assigned).toMatchObject({ ownerUid: 'user-7', ownerId: 7, ownerEntry: 'e', statusEntry: opened.statusEntry })
  expect(
    apply(
      assigned,
      fact('f', 'owner.assigned', { from_uid: opened.ownerUid, to_uid: 'user-8', to_id: 8 }, [opened.ownerEntry]),
    ),
  ).toMatchObject({ ownerUid: 'user-7' })
})

test('Y-42, Y-44: a decision names the entry that it builds on, and the one whose conflict it settles', () => {
  const opened = openedCase()
  const moved = decide(
    opened,
    { kind: 'status', status: 'closed', notes: 'n', hands: new Set(), settles: 'f'.repeat(64) },
    contextOf(),
  )
  expect(moved).toMatchObject({ ok: true, value: [{ refs: [opened.statusEntry], pub: { settles: 'f'.repeat(64) } }] })
  const assigned = decide(opened, { kind: 'assign', owner: person(3), presentOwnerName: 'Person 1' }, contextOf())
  expect(assigned).toMatchObject({ ok: true, value: [{ refs: [opened.ownerEntry] }] })
  expect(assigned.ok && 'settles' in (assigned.value[0]?.pub ?? {})).toBe(false)
  expect(decide(opened, { kind: 'settle', loser: 'a'.repeat(64), notes: 'stays' }, contextOf())).toMatchObject({
    ok: true,
    value: [{ type: 'conflict.settled', pub: { settles: 'a'.repeat(64) }, withheld: { notes: 'stays' } }],
  })
})

test('Y-46: what is sealed here is of its form, and what is not of it is told apart', () => {
  const moved = decide(openedCase(), { kind: 'status', status: 'closed', notes: 'n', hands: new Set() }, contextOf())
  expect(moved.ok && fitsForm('status.changed', moved.value[0]?.pub)).toBe(true)
  for (const pub of [
    null,
    [],
    {},
    { from: 'open', to: 'nowhere' },
    { from: 'open', to: 'closed', sla_due_at: 'soon' },
    { from: 'open', to: 'closed', sla_paused_ms: -1 },
  ])
    expect(fitsForm('status.changed', pub)).toBe(false)
  expect(fitsForm('case.coloured', null), 'a type that this release does not know').toBe(true)
  expect(fitsForm('__proto__', {}), 'a name of objects').toBe(true)
})
