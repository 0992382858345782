import { expect, test } from 'vitest'
import { catalogue } from '../../../../shared/entries/catalogue.ts'
import type { EntryType } from '../../../../shared/entries/entry-types.ts'
import { originForm, originKinds, originOf, withoutOrigin } from '../../../../shared/schema/origin.ts'

const typesOf = (kind: string): string[] =>
  Object.entries(catalogue)
    .filter(([, { origins }]) => origins.some((one) => one === kind))
    .map(([type]) => type)
    .sort()

// S-27: the walk. A type that is new, or that something else than a person comes to seal, is put down here by hand.
test('S-27: each type says what can have made it, and what does more than a person is known by name', () => {
  for (const [type, { origins }] of Object.entries(catalogue)) {
    expect(origins.length, type).toBeGreaterThan(0)
    expect(new Set(origins).size, type).toBe(origins.length)
    expect(
      origins.filter((kind) => !originKinds.includes(kind)),
      type,
    ).toEqual([])
  }
  expect(typesOf('policy')).toEqual([
    'alert.attached',
    'case.opened',
    'links.added',
    'links.removed',
    'user.added',
    'user.changed',
  ])
  expect(typesOf('import')).toEqual([
    'alert.attached',
    'case.opened',
    'import.completed',
    'note.added',
    'screening_list.configured',
    'screening_list.in_force',
  ])
  expect(typesOf('sync')).toEqual(['case.renumbered', 'grant.ended', 'grant.given'])
  expect(typesOf('setup')).toEqual([
    'api_key.created',
    'key.enrolled',
    'rules.imported',
    'user.added',
    'workspace.created',
  ])
  expect(typesOf('program')).toEqual([
    'alert.assigned',
    'alert.moved',
    'case.exported',
    'decision.proposed',
    'decision.recorded',
    'evidence.acquired',
    'evidence.downloaded',
    'evidence.viewed',
    'kpi.reported',
    'report.drafted',
    'report.exported',
  ])
  expect(typesOf('schedule')).toEqual(['access_log.checkpointed', 'access_log.shortened'])
})

test('S-27: what a hub alone seals can come of it, and a person alone never seals such a type by his own hand there', () => {
  for (const [type, { by, origins }] of Object.entries(catalogue))
    expect(origins.includes('hub'), type).toBe(by === 'hub')
})

test('S-27: every type that an API key may seal can be a program’s', () => {
  for (const [type, { byApiKey, origins }] of Object.entries(catalogue))
    if (byApiKey === true) expect(origins, type satisfies string as EntryType).toContain('program')
})

const sha256 = 'a'.repeat(64)

test('S-27: an origin is read as it was sealed, one that is not there is not recorded, and another is not known', () => {
  const origin = {
    by: 'policy',
    policy: 'detection',
    version: 4,
    entry: sha256,
    cause: { by: 'import', kind: 'transactions', sha256 },
  } as const
  expect(originOf({ origin })).toEqual(origin)
  expect(originOf({})).toBe('not_recorded')
  for (const other of [null, 'person', {}, { by: 'oracle' }, { ...origin, version: -1 }, { by: 'import', sha256: 'x' }])
    expect(originOf({ origin: other }), JSON.stringify(other)).toBe('unknown')
  expect(originForm.safeParse({ by: 'person', more: 1 }).success).toBe(true)
  expect(withoutOrigin({ a: 1, origin })).toEqual({ a: 1 })
})
