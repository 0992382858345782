import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ok } from '../../../../shared/schema/result.ts'
import type { Intake } from '../../../../main/sync/device/replica.ts'
import { appliers } from '../../../../main/storage/areas.ts'
import { workspaceTables } from '../../../../main/storage/projections.ts'
import type { Ledger, LedgerTx, ProjectionTx } from '../../../../main/storage/ledger/ledger.ts'
import { createVault } from '../../../../main/storage/ledger/vault.ts'
import { openReader, openWriter } from '../../../../main/storage/sqlite/connection.ts'
import { statementsOf } from '../../../../main/storage/sqlite/statements.ts'
import { projectAfterUpgrade } from '../../../../main/storage/sync/after-upgrade.ts'
import { granted, listQuery, refused } from '../support.ts'
import { dumpOf, faultsOf, freshField } from './replicas.ts'
import type { Field, Replica } from './replicas.ts'

const nothing: Intake = { cases: [], granted: [], dropped: [], lease: null, since: null }

describe('what a device keeps of its hub', () => {
  let field: Field
  let device: Replica
  let id: number
  let uid: string

  beforeEach(async () => {
    field = await freshField()
    id = granted(
      await field.root.workspace.cases.create(
        { title: 'Zyxwv', description: 'Qwertz text', priority: 'high' },
        { actor: field.admin },
      ),
    ).id
    uid = granted(await field.root.workspace.cases.read(id)).uid
    await field.order.push(field.root)
    device = await field.enrol()
  })
  afterEach(() => field.remove())

  const note = async (on: Replica, text: string): Promise<void> =>
    void granted(await on.workspace.cases.addNote(id, { text }, { actor: field.admin }))
  const replicaOf = (on: Replica) => on.workspace.sync.replica
  const counted = (on: Replica, text: string): number => {
    const reader = openReader(on.workspace.folder.database, on.workspace.keys.database)
    try {
      return (reader.prepare(text).get() as { n: number }).n
    } finally {
      reader.close()
    }
  }

  test('Y-21: what is pending is cut into runs, in the order in which it was sealed', async () => {
    await note(device, 'one')
    const second = granted(
      await device.workspace.cases.create(
        { title: 'Second', description: '', priority: 'low' },
        { actor: field.admin },
      ),
    ).id
    await note(device, 'two')
    const runs = await replicaOf(device).pending({ entries: 100, bytes: 1_000_000 })
    const secondUid = granted(await device.workspace.cases.read(second)).uid
    expect(runs.map((run) => [run.case, run.entries.length])).toEqual([
      [uid, 1],
      [secondUid, 1],
      [uid, 1],
    ])
    expect(
      (await replicaOf(device).pending({ entries: 2, bytes: 1_000_000 })).flatMap((run) => run.entries),
    ).toHaveLength(2)
    expect(
      (await replicaOf(device).pending({ entries: 100, bytes: 1 })).flatMap((run) => run.entries),
      'one at least',
    ).toHaveLength(1)
    expect(runs[0]?.entries[0]?.disclosures, 'withheld values come along').toHaveLength(1)
    expect(await replicaOf(device).standing(uid)).toMatchObject({ received: 1, pending: 2 })
  })

  test('Y-21: what follows a refused entry of a case waits, and other cases go on', async () => {
    await note(device, 'refused')
    granted(
      await device.workspace.cases.create(
        { title: 'Second', description: '', priority: 'low' },
        { actor: field.admin },
      ),
    )
    const refusedEntry = (await replicaOf(device).waiting(uid))[0]?.id ?? ''
    await replicaOf(device).keepRefusal(uid, {
      entryId: refusedEntry,
      code: 'not_granted',
      message: 'not yours',
      quarantined: false,
    })
    expect((await replicaOf(device).pending({ entries: 100, bytes: 1_000_000 })).map((run) => run.case)).not.toContain(
      uid,
    )
    expect((await replicaOf(device).standing(uid))?.refused).toEqual({
      entryId: refusedEntry,
      code: 'not_granted',
      message: 'not yours',
      quarantined: false,
    })
    expect((await device.workspace.sync.overview.cases({ sort: 'waiting', page: 1, size: 10 })).items[0]).toMatchObject(
      { case_uid: uid, stuck: { code: 'not_granted' }, waiting: 1 },
    )
    await replicaOf(device).keepRefusal(uid, null)
    expect((await replicaOf(device).pending({ entries: 100, bytes: 1_000_000 })).map((run) => run.case)).toContain(uid)
  })

  test('Y-52, S-23, S-24, S-25: what is sealed names the verified checkpoint and the heads of others, by a clock that is past theirs', async () => {
    field.root.clock.advance(86_400_000)
    await note(field.root, 'from tomorrow')
    await field.order.push(field.root)
    await field.order.pull(device)
    await note(device, 'answer')
    const run = (await replicaOf(device).pending({ entries: 10, bytes: 1_000_000 }))[0]
    const [root, mine] = [field.order.chain(uid).at(-1), run?.entries[0]].map(
      (entry) =>
        JSON.parse(Buffer.from(entry?.payload ?? '').toString()) as { hlc: string; seen: string[]; anchor: unknown },
    )
    expect(mine?.seen).toEqual([field.order.chain(uid).at(-1)?.id])
    expect(mine?.anchor).toEqual({
      origin: `${field.order.origin}/case/${uid}`,
      size: 2,
      root: Buffer.from(field.order.checkpoint(uid, 2).root).toString('hex'),
    })
    expect((mine?.hlc ?? '') > (root?.hlc ?? '')).toBe(true)
  })

  test('Y-25: a case that is given up leaves nothing behind; own entries that no hub has are set aside', async () => {
    await note(device, 'Never sent secret')
    await replicaOf(device).take({ ...nothing, dropped: [uid] })
    expect(refused(await device.workspace.cases.read(id))).toBe('not_found')
    expect(await replicaOf(device).standing(uid)).toBeNull()
    for (const table of [
      'entries where chain <> 0',
      `chains where uid = '${uid}'`,
      `disclosures where entry not in (select n from entries)`,
      'notes',
      'search',
      `standings where uid = '${uid}'`,
      'pending',
      `hub_checkpoints where uid = '${uid}'`,
    ]) {
      expect(counted(device, `select count(*) as n from ${table}`), table).toBe(0)
    }
    expect(await device.workspace.sync.overview.setAside()).toMatchObject([{ case_uid: uid, reason: 'dropped' }])
    expect((await device.workspace.cases.list(listQuery({ q: 'qwertz' }))).data).toEqual([])
    expect(await faultsOf(device)).toEqual([])
    await field.order.pull(device)
    expect(dumpOf(device), 'granted again, it comes whole again').toEqual(dumpOf(field.root))
  })

  test('L-22: an id that this device gave out is not given out again after its case went', async () => {
    const own = granted(
      await device.workspace.cases.create({ title: 'Own', description: '', priority: 'low' }, { actor: field.admin }),
    )
    await field.order.push(device)
    await replicaOf(device).take({ ...nothing, dropped: [granted(await device.workspace.cases.read(own.id)).uid] })
    const next = granted(
      await device.workspace.cases.create({ title: 'Next', description: '', priority: 'low' }, { actor: field.admin }),
    )
    expect(next.id).toBe(own.id + 1)
    expect(next.case_number).not.toBe(own.case_number)
  })

  test('what cannot follow is not taken over: a gap, and an own entry that is not here', async () => {
    await note(field.root, 'one')
    await note(field.root, 'two')
    await field.order.push(field.root)
    const lacking = await field.order.lacking(device, uid)
    const before = dumpOf(device)
    await expect(
      replicaOf(device).take({
        ...nothing,
        since: 9,
        cases: [{ ...lacking, from: 2, entries: lacking.entries.slice(1) }],
      }),
    ).rejects.toThrow('gap')
    await expect(
      replicaOf(device).take({ ...nothing, since: 9, cases: [{ ...lacking, entries: [{ own: 'a'.repeat(64) }] }] }),
    ).rejects.toThrow('not here')
    expect(dumpOf(device)).toEqual(before)
    expect(replicaOf(device).relation()?.since).toBe(0)
    await replicaOf(device).take({ ...nothing, cases: [lacking] })
    await replicaOf(device).take({ ...nothing, cases: [lacking] })
    expect((await replicaOf(device).standing(uid))?.received, 'the same again is no gap, and nothing twice').toBe(3)
  })

  test('Y-55: what a restored hub has lost is pushed again, entries of others too, and all come to the same tables', async () => {
    await note(field.root, 'of the root')
    await field.order.push(field.root)
    await field.order.pull(device)
    await note(device, 'of the device')
    await field.order.push(device)
    await field.order.pull(field.root)
    field.order.chain(uid).length = 1
    for (const on of [device, field.root]) await replicaOf(on).rewind(uid, 1)
    expect(await replicaOf(device).standing(uid)).toMatchObject({ received: 1, pending: 2, anchor: { size: 1 } })
    const runs = (await replicaOf(device).pending({ entries: 10, bytes: 1_000_000 })).filter((run) => run.case === uid)
    expect(runs.map((run) => run.deviceId)).toEqual([
      field.root.workspace.facts.deviceId,
      device.workspace.facts.deviceId,
    ])
    expect(await faultsOf(device)).toEqual([])
    await field.order.push(device)
    await field.order.pull(field.root)
    expect(await replicaOf(field.root).standing(uid)).toMatchObject({ received: 3, pending: 0 })
    expect(dumpOf(device)).toEqual(dumpOf(field.root))
    expect(await faultsOf(field.root)).toEqual([])
  })

  test('Y-16: new cases take the numbers that the hub lent, and are refused without, with what to do', async () => {
    const create = () =>
      device.workspace.cases.create({ title: 'New', description: '', priority: 'low' }, { actor: field.admin })
    expect(granted(await create()).case_number).toMatch(/-00101$/u)
    await replicaOf(device).take({ ...nothing, lease: { slots: [], untilMs: Date.parse('2036-01-01') } })
    const none = await create()
    expect(none).toMatchObject({ ok: false, error: { code: 'case_numbers_exhausted' } })
    await replicaOf(device).take({ ...nothing, lease: { slots: [1, 0], untilMs: Date.parse('2036-01-01') } })
    expect(granted(await create()).case_number, 'the slot that is begun first').toMatch(/-00102$/u)
    await replicaOf(device).take({ ...nothing, lease: { slots: [1], untilMs: Date.parse('2026-01-01') } })
    expect(refused(await create())).toBe('case_numbers_exhausted')
    await note(device, 'everything else goes on')
  })

  test('Y-27: entries of a type that this release does not know are kept, and projected by a release that does', async () => {
    const { ledger } = field.root.workspace
    granted(
      await ledger.write(field.admin, async (tx) =>
        ok(
          await tx.append({
            case: { id, uid },
            type: 'case.coloured',
            subject: uid,
            pub: { colour: 'blue' },
            withheld: { why: 'because' },
          }),
        ),
      ),
    )
    await field.order.push(field.root)
    await field.order.pull(device)
    expect(counted(device, `select opaque as n from standings where uid = '${uid}'`)).toBe(1)
    expect(await faultsOf(device)).toEqual([])
    await note(device, 'work goes on')
    const sql = statementsOf(openWriter(device.workspace.folder.database, device.workspace.keys.database))
    const learnt = new Map([
      ...appliers,
      [
        'case.coloured',
        (tx: ProjectionTx) => void tx.sql.run("update cases set title = 'Blue' where id = ?", id),
      ] as const,
    ])
    const parts = {
      sql,
      vault: createVault(device.workspace.keys.workspace, device.env.random),
      appliers: learnt,
      workspaceTables,
    }
    const upgraded: Ledger = {
      ...ledger,
      write: async (_actor, job) =>
        await job({ db: device.workspace.db, sql, nowMs: 0 } as Partial<LedgerTx> as LedgerTx),
    }
    await projectAfterUpgrade(upgraded, parts)
    expect(granted(await device.workspace.cases.read(id)).title).toBe('Blue')
    expect(counted(device, `select opaque as n from standings where uid = '${uid}'`)).toBe(0)
  })

  test('what sync keeps survives a restart', async () => {
    await replicaOf(device).halt({ state: 'hub_not_trusted', message: 'why' })
    await replicaOf(device).contacted(12_345)
    granted(await device.workspace.sync.settings.choose({ metered: true, evidencePolicy: 'all', rateCap: null }))
    granted(await device.workspace.sync.settings.countBytes(10, 20))
    granted(await device.workspace.sync.settings.raise('hub_rolled_back', 'the hub lost entries', 99))
    expect(replicaOf(device).relation()).toMatchObject({
      halted: { state: 'hub_not_trusted', message: 'why' },
      lastContactMs: 12_345,
      deviceNumber: 1,
    })
    expect(device.workspace.sync.settings.choices()).toEqual({
      paused: false,
      metered: true,
      evidencePolicy: 'all',
      rateCap: null,
    })
    expect(device.workspace.sync.settings.bytes()).toEqual({ sent: 10, received: 20 })
    expect(device.workspace.sync.settings.alarms()).toEqual([
      { code: 'hub_rolled_back', message: 'the hub lost entries', atMs: 99 },
    ])
    expect([...(await replicaOf(device).keys()).keys.keys()].sort()).toEqual(
      [field.root.workspace.keys.device.kid, device.workspace.keys.device.kid, field.order.key.kid].sort(),
    )
    expect((await replicaOf(device).heads(uid)).get(field.root.workspace.facts.deviceId)).toMatchObject({ seq: 1 })
  })
})
