import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signMessage } from '../../../main/seal/signature.ts'
import { tellReturned } from '../../../main/sync/device/copies.ts'
import { createExchange } from '../../../main/sync/device/exchange.ts'
import { createHttpLink } from '../../../main/sync/link/http.ts'
import { systemActor } from '../../../main/storage/ledger/ledger.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { RunningService } from '../../../main/server/running-service.ts'
import { ask, createServedWorld, did, rowsOf } from './served-world.ts'

const world = createServedWorld()
let hub: RunningService
let laptop: RunningService
let desk: RunningService

beforeAll(async () => {
  hub = await world.hub()
  laptop = await world.enrol(hub, 'laptop')
  desk = await world.enrol(hub, 'desk')
}, 120_000)

afterAll(() => world.end())

const sync = (service: RunningService) => did(service, 'POST', '/v1/sync/now', {})
const offline = (service: RunningService, uid: string, on: boolean) =>
  ask(service, 'PUT', `/v1/sync/cases/${uid}/offline`, { offline: on })
const takeable = async (service: RunningService) =>
  (await did(service, 'GET', '/v1/sync/takeable')) as unknown as readonly {
    readonly case_uid: string
    readonly case_number: string
    readonly title: string
    readonly entries: number
  }[]

const openCase = async (
  device: RunningService,
  title: string,
): Promise<{ readonly id: number; readonly uid: string; readonly number: string }> => {
  await did(device, 'POST', '/v1/cases', { title, description: 'To be given back.', priority: 'high' })
  return await device.workspace.db
    .selectFrom('cases')
    .select(['id', 'uid', 'number'])
    .where('title', '=', title)
    .executeTakeFirstOrThrow()
}

/** Everything of a case in the tables of a folder. */
const traces = async (
  { workspace: { db } }: RunningService,
  { id, uid }: { readonly id: number; readonly uid: string },
) => ({
  cases: (await db.selectFrom('cases').select('id').where('uid', '=', uid).execute()).length,
  entries: (await db.selectFrom('entries').select('n').where('chain', '=', id).execute()).length,
  keys: (await db.selectFrom('case_keys').select('case_id').where('case_id', '=', id).execute()).length,
  standing: (await db.selectFrom('standings').select('uid').where('uid', '=', uid).execute()).length,
})

const typesOf = async (
  { workspace: { db } }: RunningService,
  id: number,
): Promise<{ readonly type: string; readonly pub: Record<string, unknown> }[]> => {
  const rows = await db.selectFrom('entries').select('payload').where('chain', '=', id).orderBy('n').execute()
  return rows.map(
    ({ payload }) => JSON.parse(payload.toString('utf8')) as { type: string; pub: Record<string, unknown> },
  )
}

describe('Y-73: cases are given back and taken again', () => {
  test('what waits is sent first; then rows, entries and keys go, the hub says so in the case, and other devices keep it', async () => {
    const opened = await openCase(laptop, 'Given back after work')
    await did(laptop, 'POST', `/v1/cases/${opened.id}/notes`, { text: 'Sent on the way out.' })
    const before = await rowsOf(laptop, opened.uid)
    expect((await offline(laptop, opened.uid, false)).status).toBe(200)
    expect(await traces(laptop, opened)).toEqual({ cases: 0, entries: 0, keys: 0, standing: 0 })
    expect(await did(laptop, 'GET', '/v1/sync/set-aside')).toEqual([])
    await sync(desk)
    await sync(hub)
    expect(await rowsOf(desk, opened.uid)).toEqual(before)
    expect((await typesOf(hub, opened.id)).at(-1)).toMatchObject({
      type: 'grant.ended',
      pub: { to: 'device', id: laptop.workspace.facts.deviceId, copy: 'given_back' },
    })

    // It stays away, whatever others write.
    await did(desk, 'POST', `/v1/cases/${opened.id}/notes`, { text: 'Written when the laptop had it no more.' })
    await sync(desk)
    await sync(laptop)
    expect(await traces(laptop, opened)).toEqual({ cases: 0, entries: 0, keys: 0, standing: 0 })
    expect((await offline(laptop, opened.uid, false)).error?.code, 'there is nothing to give back').toBe('not_found')

    // It can be taken again, and comes whole.
    await sync(hub)
    expect(await takeable(laptop)).toEqual([
      {
        case_uid: opened.uid,
        case_number: opened.number,
        title: 'Given back after work',
        entries: (await typesOf(hub, opened.id)).length,
      },
    ])
    expect(await takeable(desk)).toEqual([])
    expect((await offline(laptop, opened.uid, true)).status).toBe(200)
    await sync(desk)
    expect(await rowsOf(laptop, opened.uid)).toEqual(await rowsOf(desk, opened.uid))
    expect((await typesOf(laptop, opened.id)).at(-1)).toMatchObject({
      type: 'grant.given',
      pub: { to: 'device', copy: 'taken' },
    })
    expect(await takeable(laptop)).toEqual([])
    expect((await offline(laptop, opened.uid, true)).status, 'it is here already').toBe(200)

    // And it is an ordinary case again.
    await did(laptop, 'POST', `/v1/cases/${opened.id}/notes`, { text: 'Back at work.' })
    expect(await sync(laptop)).toMatchObject({ refused: 0 })
    expect(await laptop.workspace.sync.replica.standing(opened.uid)).toMatchObject({ pending: 0, refused: null })
  }, 60_000)

  test('Y-74: an administrator who ends the share ends it for a copy that was taken again, too', async () => {
    const opened = await openCase(laptop, 'Taken, then ended')
    await sync(laptop)
    await sync(hub)
    await offline(laptop, opened.uid, false)
    await offline(laptop, opened.uid, true)
    const { id: user } = await hub.workspace.db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .executeTakeFirstOrThrow()
    await did(hub, 'POST', `/v1/cases/${opened.id}/grants/end`, { user_id: user })
    await sync(laptop)
    expect(await traces(laptop, opened)).toMatchObject({ cases: 0, entries: 0 })
    expect((await offline(laptop, opened.uid, true)).error?.code, 'what is not granted cannot be taken').toBe(
      'not_found',
    )
    expect((await takeable(laptop)).map((one) => one.case_uid)).not.toContain(opened.uid)
  }, 60_000)

  test('nothing goes while anything of it exists only here: evidence whose bytes no hub has', async () => {
    const opened = await openCase(laptop, 'With evidence of its own')
    await sync(laptop)
    const entry = { chain: opened.id, sha256: 'ab'.repeat(32) }
    await laptop.workspace.ledger.write(systemActor, async (tx) => {
      await tx.sql.run(
        `insert into evidence (id, case_id, uid, n, name, kind, media_type, size, sha256, acquired_at, acquired_by) values (?, ?, 'e', 1, 'ledger.csv', 'other', 'text/csv', 9, ?, 1, 'u')`,
        laptop.workspace.facts.deviceNumber * 2 ** 32 + 999,
        opened.id,
        entry.sha256,
      )
      await tx.sql.run(
        'insert into blob_keys (sha256, case_id, wrapped_key) values (?, ?, ?)',
        entry.sha256,
        opened.id,
        Buffer.alloc(8),
      )
      return ok(undefined)
    })
    const refused = await offline(laptop, opened.uid, false)
    expect(refused.error).toMatchObject({ code: 'entries_waiting' })
    expect(refused.error?.message).toContain('one piece of evidence')
    expect(await traces(laptop, opened)).toMatchObject({ cases: 1 })
    expect(
      (await takeable(laptop)).map((one) => one.case_uid),
      'the hub was told nothing',
    ).not.toContain(opened.uid)
  }, 60_000)

  test('killed between the hub’s answer and its own tables, the device gives the case up at its next pull, by the sealed end of its copy', async () => {
    const opened = await openCase(laptop, 'Ended while the power failed')
    await sync(laptop)
    const {
      facts,
      keys,
      sync: { replica },
    } = laptop.workspace
    const link = createHttpLink({ url: hub.url })
    const { signal } = new AbortController()
    const exchange = createExchange({
      replica,
      link,
      device: { deviceId: facts.deviceId, sign: (message) => signMessage(message, keys.device.privateKey) },
      nowMs: () => Date.now(),
    })
    const seq = (await replica.heads(opened.uid)).get(facts.deviceId)?.seq ?? 0
    expect(
      await tellReturned({ exchange, signal }, opened.uid, seq + 1),
      'the hub lacks an entry that the device names',
    ).toMatchObject({ ok: false, error: { code: 'entries_waiting' } })
    expect(await tellReturned({ exchange, signal }, opened.uid, seq)).toEqual(ok(undefined))
    expect(await tellReturned({ exchange, signal }, opened.uid, seq), 'the same again').toEqual(ok(undefined))
    link.close()
    await sync(laptop)
    expect(await traces(laptop, opened)).toEqual({ cases: 0, entries: 0, keys: 0, standing: 0 })
    // A hint of the hub may have begun another round; what waits then is the evidence of the case before alone (Y-85).
    await expect
      .poll(() => did(laptop, 'GET', '/v1/sync/state'), { timeout: 20_000 })
      .toMatchObject({ state: 'evidence_waits', entries_waiting: 0, evidence_waiting: { send: 1 }, alarms: [] })
    expect((await takeable(laptop)).map((one) => one.case_uid)).toContain(opened.uid)
  }, 60_000)

  test('without the hub nothing is given back, and the hub’s own folder gives nothing back', async () => {
    const opened = await openCase(laptop, 'Away from the hub')
    await sync(laptop)
    await sync(hub)
    expect(await offline(hub, opened.uid, false)).toMatchObject({ status: 409, error: { code: 'not_a_device' } })
    await did(laptop, 'POST', `/v1/cases/${opened.id}/notes`, { text: 'Only here.' })
    await world.stop(hub)
    const refused = await offline(laptop, opened.uid, false)
    expect(refused).toMatchObject({ status: 409, error: { code: 'hub_unreachable' } })
    expect(await traces(laptop, opened)).toMatchObject({ cases: 1 })
    expect(await laptop.workspace.sync.replica.standing(opened.uid)).toMatchObject({ pending: 1 })
    expect((await ask(laptop, 'GET', '/v1/sync/takeable')).error?.code).toBe('hub_unreachable')
  }, 60_000)
})
