import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Actor } from '../../../../main/domain/access/actor.ts'
import { caseOutcomes, caseStatuses, isFinished } from '../../../../shared/schema/case.ts'
import { ok } from '../../../../shared/schema/result.ts'
import { inverseRelation, isUpward } from '../../../../main/domain/cases/relations.ts'
import { fitsForm } from '../../../../main/domain/cases/forms.ts'
import { publicForms } from '../../../../main/domain/entries/public-forms.ts'
import { judged, payment, takeIn } from '../../alerts/support.ts'
import { granted, listQuery } from '../support.ts'
import { seedOfRun } from '../../../support/seed-of-run.ts'
import { tries } from '../../../support/tries.ts'
import { dumpOf, faultsOf, freshField } from './replicas.ts'
import type { Field, Replica } from './replicas.ts'

const openCase = async (device: Replica, actor: Actor, title: string): Promise<number> =>
  granted(
    await device.workspace.cases.create(
      { title, description: `About ${title}`, priority: 'high', alert_ids: [1] },
      { actor },
    ),
  ).id

const inField = async (work: (field: Field) => Promise<void>): Promise<void> => {
  const field = await freshField()
  try {
    await work(field)
  } finally {
    await field.remove()
  }
}

test('Y-25: a device that is enrolled gets the workspace and its cases, and verifies them', () =>
  inField(async (field) => {
    const id = await openCase(field.root, field.admin, 'Before the device came')
    granted(await field.root.workspace.cases.addNote(id, { text: 'A note that travels' }, { actor: field.admin }))
    await field.order.push(field.root)
    const device = await field.enrol()
    expect(dumpOf(device)).toEqual(dumpOf(field.root))
    const full = granted(await device.workspace.cases.read(id))
    expect(full).toMatchObject({ title: 'Before the device came', description: 'About Before the device came' })
    expect(full.seal.last_witnessed).toMatchObject({ origin: `${field.order.origin}/case/${full.uid}`, size: 2 })
    expect(granted(await device.workspace.cases.notes(id, { page: 1, size: 10 })).data.map(({ text }) => text)).toEqual(
      ['A note that travels'],
    )
    expect((await device.workspace.cases.list(listQuery({ q: 'travels' }))).data).toHaveLength(1)
    expect(await faultsOf(device)).toEqual([])
  }))

test('Y-25: a granted case appears when it is complete, not before', () =>
  inField(async (field) => {
    const device = await field.enrol()
    const id = await openCase(field.root, field.admin, 'Long')
    for (const text of ['one', 'two', 'three'])
      granted(await field.root.workspace.cases.addNote(id, { text }, { actor: field.admin }))
    await field.order.push(field.root)
    const uid = granted(await field.root.workspace.cases.read(id)).uid
    const { replica } = device.workspace.sync
    await replica.take({ cases: [], granted: [{ case: uid, size: 4 }], dropped: [], lease: null, since: 7 })
    for (const most of [1, 2]) {
      await replica.take({
        cases: [await field.order.lacking(device, uid, most)],
        granted: [],
        dropped: [],
        lease: null,
        since: null,
      })
      expect((await device.workspace.cases.read(id)).ok).toBe(false)
      expect(await faultsOf(device)).toEqual([])
    }
    await field.order.pull(device)
    expect(granted(await device.workspace.cases.read(id)).title).toBe('Long')
    expect(dumpOf(device)).toEqual(dumpOf(field.root))
    expect(replica.relation()).toMatchObject({ since: 7, deviceNumber: 1 })
  }))

test('L-49, Y-41, Y-42: who was overtaken is found by every replica, and the case is the same everywhere', () =>
  inField(async (field) => {
    const [a, b] = [await field.enrol(), await field.enrol()]
    const actor = field.admin
    const id = await openCase(a, actor, 'Contested')
    await field.order.push(a)
    await field.order.pull(b)
    granted(await a.workspace.cases.changeStatus(id, { status: 'investigating', notes: 'A looks into it' }, { actor }))
    granted(await b.workspace.cases.changeStatus(id, { status: 'closed', notes: 'B closes it' }, { actor }))
    granted(await b.workspace.cases.addNote(id, { text: 'B goes on' }, { actor }))
    expect(granted(await b.workspace.cases.read(id)).status).toBe('closed')
    await field.order.push(a)
    await field.order.push(b)
    await field.order.pull(a)
    for (const device of [a, b]) {
      expect(granted(await device.workspace.cases.read(id)).status).toBe('investigating')
      const [conflict] = (await device.workspace.sync.overview.conflicts({ state: 'open', page: 1, size: 10 })).items
      expect(conflict).toMatchObject({
        kind: 'transition',
        winner: { to: 'investigating', notes: 'A looks into it' },
        loser: { to: 'closed', notes: 'B closes it' },
        settled: null,
      })
      expect(
        granted(await device.workspace.cases.notes(id, { page: 1, size: 10 })).data.map(({ text }) => text),
      ).toEqual(['B goes on', 'B closes it', 'A looks into it'])
      expect(await faultsOf(device)).toEqual([])
    }
    expect(dumpOf(a)).toEqual(dumpOf(b))
    const loser = (await a.workspace.sync.overview.conflicts({ state: 'open', page: 1, size: 10 })).items[0]?.id ?? ''
    granted(
      await a.workspace.cases.changeStatus(id, { status: 'closed', notes: 'B was right' }, { actor, settles: loser }),
    )
    expect((await b.workspace.cases.settle(id, loser, 'stays as it is', { actor })).ok).toBe(true)
    expect((await b.workspace.cases.settle(id, loser, undefined, { actor })).ok, 'it is settled here').toBe(false)
    await field.order.push(a)
    await field.order.push(b)
    await field.order.pull(a)
    for (const device of [a, b]) {
      const [conflict] = (
        await device.workspace.sync.overview.conflicts({ state: 'settled', case_id: id, page: 1, size: 10 })
      ).items
      expect(conflict?.settled?.how).toBe('redecided')
      expect(device.workspace.sync.overview.openConflicts()).toBe(0)
      expect(granted(await device.workspace.cases.read(id)).status).toBe('closed')
    }
    expect(dumpOf(a)).toEqual(dumpOf(b))
  }))

test('Y-49: two devices that finish a case apart with different outcomes: the first in hub order holds, and alerts follow the clocks', () =>
  inField(async (field) => {
    const [a, b] = [await field.enrol(), await field.enrol()]
    const actor = field.admin
    const [alert] = await takeIn(a.workspace, actor, [
      { event: payment('apart', a.clock.nowMs()), assessment: judged(0.5) },
    ])
    const id = granted(
      await a.workspace.cases.create(
        { title: 'Apart', description: 'Both know better', priority: 'high', alert_ids: [alert?.id ?? 0] },
        { actor },
      ),
    ).id
    await field.order.push(a)
    await field.order.pull(b)
    granted(
      await a.workspace.cases.changeStatus(
        id,
        { status: 'closed', notes: 'A found it', outcome: 'confirmed_fraud', dispose_alerts: true },
        { actor },
      ),
    )
    b.clock.advance(60_000)
    granted(
      await b.workspace.cases.changeStatus(
        id,
        { status: 'closed', notes: 'B found nothing', outcome: 'not_fraud', dispose_alerts: true },
        { actor },
      ),
    )
    expect(granted(await b.workspace.cases.read(id)).outcome).toBe('not_fraud')
    await field.order.push(a)
    await field.order.push(b)
    await field.order.pull(a)
    for (const device of [a, b]) {
      expect(granted(await device.workspace.cases.read(id))).toMatchObject({
        status: 'closed',
        outcome: 'confirmed_fraud',
      })
      const [conflict] = (await device.workspace.sync.overview.conflicts({ state: 'open', page: 1, size: 10 })).items
      expect(conflict).toMatchObject({
        kind: 'transition',
        winner: { to: 'closed', outcome: 'confirmed_fraud' },
        loser: { to: 'closed', outcome: 'not_fraud' },
      })
      // The step of the alert that is newest by the hybrid clock counts; both stay.
      const full = granted(await device.workspace.alerts.read(alert?.id ?? 0))
      expect(full.status).toBe('false_positive')
      expect(full.history.filter(({ type }) => type === 'alert.moved').map(({ to, note }) => [to, note])).toEqual([
        ['confirmed', 'A found it'],
        ['false_positive', 'B found nothing'],
      ])
      expect(await faultsOf(device)).toEqual([])
    }
    expect(dumpOf(a)).toEqual(dumpOf(b))
    const loser = (await a.workspace.sync.overview.conflicts({ state: 'open', page: 1, size: 10 })).items[0]?.id ?? ''
    granted(
      await a.workspace.cases.changeStatus(
        id,
        { status: 'closed', outcome: 'not_fraud', notes: 'B was right' },
        { actor, settles: loser },
      ),
    )
    await field.order.push(a)
    await field.order.pull(b)
    for (const device of [a, b]) {
      expect(granted(await device.workspace.cases.read(id))).toMatchObject({ status: 'closed', outcome: 'not_fraud' })
      expect(device.workspace.sync.overview.openConflicts()).toBe(0)
    }
  }))

test('L-80: an outcome that was altered in the row, or taken out of it, is found', () =>
  inField(async (field) => {
    const { workspace } = field.root
    const id = await openCase(field.root, field.admin, 'Altered')
    granted(
      await workspace.cases.changeStatus(
        id,
        { status: 'closed', notes: 'Done', outcome: 'confirmed_fraud' },
        { actor: field.admin },
      ),
    )
    expect(await faultsOf(field.root)).toEqual([])
    for (const outcome of ['not_fraud', null]) {
      granted(
        await workspace.ledger.write(field.admin, async (tx) =>
          ok(await tx.sql.run('update cases set outcome = ? where id = ?', outcome, id)),
        ),
      )
      expect(await faultsOf(field.root)).toEqual(['row_differs: a row of cases differs from its entries in outcome'])
    }
  }))

test('Y-20, Y-46: an entry with an outcome that there is not has no effect, and one of an unfinished state gives none', () => {
  const moved = { from: 'open', to: 'closed' }
  expect(fitsForm('status.changed', { ...moved, outcome: 'not_fraud' })).toBe(true)
  for (const outcome of ['guilty', null, 1, ['not_fraud']]) {
    expect(fitsForm('status.changed', { ...moved, outcome })).toBe(false)
    expect(publicForms['status.changed']?.safeParse({ ...moved, outcome }).success).toBe(false)
  }
})

type Step =
  | {
      readonly kind:
        | 'status'
        | 'assign'
        | 'note'
        | 'edit'
        | 'link'
        | 'unlink'
        | 'hold'
        | 'redact'
        | 'relate'
        | 'unrelate'
        | 'open'
      readonly on: number
      readonly value: number
    }
  | { readonly kind: 'push' | 'pull'; readonly on: number; readonly value: number }

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    'status',
    'status',
    'assign',
    'assign',
    'note',
    'edit',
    'link',
    'unlink',
    'hold',
    'redact',
    'open',
    'push',
    'push',
    'pull',
    'pull',
  ),
  on: fc.nat({ max: 1 }),
  value: fc.nat({ max: 50 }),
})

/** Two laptops that say which of three cases is the parent of which soon contradict each other. */
const toldOften = ['parent', 'child', 'parent', 'child', 'duplicate_of', 'has_duplicate', 'related'] as const

const relatingStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('relate', 'relate', 'relate', 'relate', 'relate', 'relate', 'unrelate', 'note', 'push', 'pull'),
  on: fc.nat({ max: 1 }),
  value: fc.nat({ max: 50 }),
})

const redactSome = async (
  { workspace: { cases } }: Replica,
  actor: Actor,
  id: number,
  value: number,
): Promise<void> => {
  const timeline = await cases.timeline(id, { order: 'oldest', page: 1, size: 100 })
  const found = timeline.ok
    ? timeline.value.data.flatMap((entry) =>
        Object.values(entry.withheld).map(({ digest }) => ({ entry_id: entry.entry_id, digests: [digest] })),
      )
    : []
  const chosen = found[value % Math.max(1, found.length)]
  if (chosen !== undefined) await cases.redact(id, { ...chosen, legal_basis: 'gdpr_art_17' }, { actor })
}

/** Any state, half of the finished ones with an outcome, and the alerts of these disposed of. */
const changeStatus = async (
  { workspace: { cases } }: Replica,
  id: number,
  value: number,
  options: { readonly actor: Actor },
): Promise<void> => {
  const status = caseStatuses[value % 6] ?? 'open'
  await cases.changeStatus(
    id,
    {
      status,
      notes: `to ${value}`,
      ...(isFinished(status) && value % 4 < 2
        ? { outcome: caseOutcomes[value % 4] ?? 'not_fraud', dispose_alerts: true }
        : {}),
    },
    options,
  )
}
const relationsOf = async ({ workspace: { cases } }: Replica, id: number) =>
  granted(await cases.relations(id, { page: 1, size: 100 })).data

const perform = async (
  field: Field,
  devices: readonly Replica[],
  owners: readonly number[],
  { kind, on, value }: Step,
): Promise<void> => {
  const device = devices[on] as Replica
  const { cases } = device.workspace
  const ids = (await cases.list(listQuery({}))).data.map((row) => row.id).sort((x, y) => x - y)
  const id = ids[value % Math.max(1, ids.length)] ?? 0
  const options = { actor: field.admin }
  switch (kind) {
    case 'open':
      await openCase(device, field.admin, `Case ${value}`)
      return
    case 'status':
      await changeStatus(device, id, value, options)
      return
    case 'assign':
      await cases.assign(id, { owner_id: owners[value % owners.length] ?? 0, notes: `for ${value}` }, options)
      return
    case 'note':
      await cases.addNote(id, { text: `note ${value}` }, options)
      return
    case 'edit':
      await cases.edit(id, { title: `title ${value}` }, options)
      return
    case 'link':
      await cases.link(id, { alert_ids: [value + 1], customer_ids: [value + 1, 7] }, options)
      return
    case 'unlink':
      await cases.unlink(id, { alert_ids: [value + 1], customer_ids: [7] }, options)
      return
    case 'hold':
      await (value % 2 === 0
        ? cases.placeHold(id, { reason: 'order' }, options)
        : cases.releaseHold(id, { reason: 'lifted' }, options))
      return
    case 'redact':
      await redactSome(device, field.admin, id, value)
      return
    case 'relate':
      await cases.relate(
        id,
        {
          other_id: ids[(value + 1 + (value % 2)) % Math.max(1, ids.length)] ?? 0,
          relation: toldOften[value % toldOften.length] ?? 'related',
          notes: `of one ring ${value}`,
        },
        options,
      )
      return
    case 'unrelate': {
      const [told] = await relationsOf(device, id)
      if (told !== undefined)
        await cases.unrelate(
          id,
          { other_uid: told.other_uid, relation: told.relation, notes: `not of one ring ${value}` },
          options,
        )
      return
    }
    case 'push':
      await field.order.pull(device)
      await field.order.push(device, { entries: 1 + (value % 7), bytes: 1_000_000 })
      return
    case 'pull':
      await field.order.pull(device, undefined, 1 + (value % 4))
      return
  }
}

test(
  'Y-40, Y-41, L-20: whatever two devices write apart, and whenever each pushes and pulls, both come to the same tables, and all of it verifies',
  { timeout: 600_000 },
  async () => {
    const seed = seedOfRun()
    console.log(`order: seed ${seed} (FIELDSEAL_SEED=${seed} repeats it)`)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), (steps) =>
        inField(async (field) => {
          const ben = granted(
            await field.root.workspace.access.addUser(
              { login_name: 'ben', name: 'Ben Ito', role: 'investigator', password: 'a long enough password' },
              { actor: field.admin },
            ),
          )
          await field.order.push(field.root)
          const devices = [await field.enrol(), await field.enrol()]
          await perform(field, devices, [], { kind: 'open', on: 0, value: 0 })
          await field.order.push(devices[0] as Replica)
          await field.order.pull(devices[1] as Replica)
          for (const each of steps) await perform(field, devices, [field.admin.userId, ben.id], each)
          for (const device of devices) {
            await field.order.pull(device)
            await field.order.push(device)
          }
          for (const device of [...devices, field.root]) await field.order.pull(device)
          const [a, b, root] = [...devices, field.root].map(dumpOf)
          expect(b).toEqual(a)
          expect(root).toEqual(a)
          for (const device of devices) {
            expect(await faultsOf(device)).toEqual([])
            expect(device.workspace.sync.overview.waiting()).toBe(0)
          }
        }),
      ),
      { numRuns: tries('FIELDSEAL_RUNS', { everyday: 6, full: 12 }), seed, endOnFailure: false },
    )
  },
)

test(
  'L-62, L-63, Y-47: however two devices relate the same cases apart, all replicas come to the same rows and show the same, with no case above itself and none below two',
  { timeout: 600_000 },
  async () => {
    const seed = seedOfRun()
    console.log(`relations: seed ${seed} (FIELDSEAL_SEED=${seed} repeats it)`)
    let told = 0
    await fc.assert(
      fc.asyncProperty(fc.array(relatingStep, { minLength: 12, maxLength: 40 }), (steps) =>
        inField(async (field) => {
          const devices = [await field.enrol(), await field.enrol()]
          const [a, b] = devices as [Replica, Replica]
          for (let one = 0; one < 3; one++) await openCase(a, field.admin, `Case ${one}`)
          await field.order.push(a)
          await field.order.pull(b)
          for (const each of steps) await perform(field, devices, [], each)
          for (const device of devices) {
            await field.order.pull(device)
            await field.order.push(device)
          }
          for (const device of [a, b, field.root]) await field.order.pull(device)
          expect(dumpOf(b)).toEqual(dumpOf(a))
          expect(dumpOf(field.root)).toEqual(dumpOf(a))
          const above = new Map<string, number>()
          for (const { id } of (await a.workspace.cases.list(listQuery({}))).data) {
            const shown = await relationsOf(a, id)
            told += shown.length
            for (const other of [b, field.root]) expect(await relationsOf(other, id)).toEqual(shown)
            // What one case tells as held the other tells as held.
            for (const { other_id: other, relation, state } of shown) {
              expect(state).not.toBe('one_sided')
              expect(
                (await relationsOf(a, other ?? 0)).find(
                  (back) => back.other_id === id && back.relation === inverseRelation[relation],
                )?.state,
              ).toBe(state)
              if (state !== 'holds' || !isUpward(relation)) continue
              expect(above.has(`${relation} ${id}`), 'one parent, one original').toBe(false)
              above.set(`${relation} ${id}`, other ?? 0)
            }
          }
          for (const [from] of above) {
            const [relation] = from.split(' ')
            let at: number | undefined = Number(from.split(' ')[1])
            for (let step = 0; at !== undefined; step++) {
              expect(step, 'no case stands above itself').toBeLessThan(5)
              at = above.get(`${relation} ${at}`)
            }
          }
          expect(await faultsOf(a)).toEqual([])
        }),
      ),
      { numRuns: tries('FIELDSEAL_RUNS', { everyday: 6, full: 30 }), seed, endOnFailure: false },
    )
    expect(told).toBeGreaterThan(0)
  },
)
