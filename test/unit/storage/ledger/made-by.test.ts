import { expect, test } from 'vitest'
import { catalogue } from '../../../../shared/entries/catalogue.ts'
import { originKinds } from '../../../../shared/schema/origin.ts'
import type { Origin, OriginKind } from '../../../../shared/schema/origin.ts'
import { madeBy } from '../../../../main/storage/ledger/made-by.ts'

const sha256 = 'a'.repeat(64)
const examples: Readonly<Record<OriginKind, Origin>> = {
  person: { by: 'person' },
  program: { by: 'program' },
  policy: { by: 'policy', policy: 'detection', version: 1, entry: null, cause: { by: 'person' } },
  import: { by: 'import', kind: 'cases', sha256 },
  sync: { by: 'sync' },
  hub: { by: 'hub' },
  schedule: { by: 'schedule', what: 'lists' },
  setup: { by: 'setup' },
  sample: { by: 'sample' },
}
const draft = (type: string, actor = 'u1') => ({ case: 'workspace', type, subject: 's', pub: { a: 1 }, actor }) as const

test('L-29: each type takes the origins that its rule names, and no other', () => {
  for (const [type, { origins }] of Object.entries(catalogue))
    for (const kind of originKinds) {
      const make = () => madeBy(draft(type), { origin: examples[kind] })
      if (origins.includes(kind)) expect(make().pub, `${type} ${kind}`).toEqual({ a: 1, origin: examples[kind] })
      else expect(make, `${type} ${kind}`).toThrow(TypeError)
    }
})

test('S-27: who acts by his own hand is a person, or a program by its key; the service is nobody', () => {
  expect(madeBy(draft('kpi.reported'), undefined).pub).toEqual({ a: 1, origin: { by: 'person' } })
  expect(madeBy(draft('kpi.reported', 'key:7'), undefined).pub).toEqual({ a: 1, origin: { by: 'program' } })
  expect(() => madeBy(draft('policy.changed', 'key:7'), undefined)).toThrow('cannot have the origin program')
  expect(() => madeBy(draft('kpi.reported', 'system'), undefined)).toThrow('of the service itself')
})

test('L-29: an origin that a draft brings is not believed', () => {
  const brought = { ...draft('evidence.acquired'), pub: { origin: { by: 'hub' } } }
  expect(madeBy(brought, undefined).pub).toEqual({ origin: { by: 'person' } })
})

test('S-27: the name of an imported file is withheld, with the types that say so', () => {
  const acting = { origin: examples.import, file: 'Ruiz, Ana.csv' }
  expect(madeBy({ ...draft('case.opened'), withheld: { title: 't' } }, acting).withheld).toEqual({
    title: 't',
    import_file: 'Ruiz, Ana.csv',
  })
  expect(madeBy({ ...draft('note.added'), withheld: { text: 't' } }, acting).withheld).toEqual({ text: 't' })
})
