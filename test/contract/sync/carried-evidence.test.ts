import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../../../main/platform/log.ts'
import { systemRandom } from '../../../main/platform/random.ts'
import type { Signer } from '../../../main/seal/entry.ts'
import { hubSecretOf } from '../../../main/server/sync/open-hub.ts'
import { openHubStore } from '../../../main/storage/hub/open-hub-store.ts'
import { openHubKey } from '../../../main/sync/hub/hub-key.ts'
import { encodeRun, runMost } from '../../../main/sync/carried/evidence-run.ts'
import { writeExchangeFile } from '../../../main/sync/carried/write-exchange.ts'
import type { ExchangeMessage } from '../../../main/sync/carried/write-exchange.ts'
import type { RunningService } from '../../../main/server/running-service.ts'
import { smallModel } from '../../unit/detection/models/small-model.ts'
import { acquire, until } from '../../support/sync/evidence-world.ts'
import { ask, createServedWorld, did } from './served-world.ts'
import type { Told } from './served-world.ts'

const world = createServedWorld()
let hub: RunningService
let field: RunningService
let other: RunningService
let caseId: number
let caseUid: string
/** The key with which the hub signs its files. */
let hubSigner: Signer

const fileAt = (name: string): string => path.join(world.root, name)
const idOf = (device: RunningService): string => device.workspace.facts.deviceId

type Which = 'none' | 'small' | 'all'

const write = (service: RunningService, name: string, evidence: Which, device?: RunningService): Promise<Told> =>
  ask(service, 'POST', '/v1/sync/files/write', {
    path: fileAt(name),
    evidence,
    ...(device === undefined ? {} : { device_id: idOf(device) }),
  })
const read = (service: RunningService, name: string): Promise<Told> =>
  ask(service, 'POST', '/v1/sync/files/read', { path: fileAt(name) })

/** Carries what a device has to the hub, and what the hub has back. */
const carry = async (device: RunningService, name: string, evidence: Which) => {
  const written = await write(device, `${name}.there`, evidence)
  expect(written.status).toBe(200)
  const there = await read(hub, `${name}.there`)
  const answered = await write(hub, `${name}.back`, evidence, device)
  expect(answered.status).toBe(200)
  return {
    written: written.data,
    there: there.data,
    answered: answered.data,
    back: (await read(device, `${name}.back`)).data,
  }
}

/** The hash of the bytes of a piece as the store of a folder has them. */
const bytesHere = async ({ workspace: { evidence } }: RunningService, sha256: string): Promise<string | null> => {
  const key = await evidence.store.blobKey(sha256)
  return key === null ? null : await evidence.blobs.hashOf(sha256, key)
}

const isReceived = async ({ workspace: { db } }: RunningService, sha256: string): Promise<boolean> =>
  (await db.selectFrom('evidence').select('received').where('sha256', '=', sha256).execute()).some(
    ({ received }) => received === 1,
  )

/** A file of the hub's own hand to a device, with messages that it would not write. */
const forgedTo = async (device: RunningService, name: string, messages: readonly ExchangeMessage[]): Promise<void> => {
  const relation = device.workspace.sync.replica.relation()
  if (relation === null) throw new Error('the device has no hub')
  const stream = async function* (): AsyncGenerator<ExchangeMessage> {
    for (const message of messages) yield await Promise.resolve(message)
  }
  const header = {
    way: 'to_device',
    hub: relation.origin,
    device: idOf(device),
    id: '018f3a7c-0000-7000-8000-000000000001',
    at: '2031-03-04T09:12:00.000Z',
  } as const
  const { kid, spki } = device.workspace.keys.device
  const written = await writeExchangeFile(fileAt(name), {
    header,
    signer: hubSigner,
    receiver: { kid, spki },
    messages: stream(),
    until: () => relation.since,
  })
  expect(written.ok).toBe(true)
}

beforeAll(async () => {
  hub = await world.hub()
  field = await world.enrol(hub, 'field')
  other = await world.enrol(hub, 'other', { cases: 'all' })
  // From now on the hub answers at another address: no device reaches it but by files.
  await world.stop(hub)
  hub = await world.start('hub', 'hub')
  const store = await openHubStore({
    folder: hub.workspace.folder,
    key: hub.workspace.keys.workspace,
    random: systemRandom(),
    log: createLog('silent'),
  })
  if (!store.ok) throw new Error(store.error.message)
  const identity = await store.value.reading((tx) => tx.identity())
  const signer = identity === null ? null : openHubKey(identity, hubSecretOf(hub.workspace.keys))
  await store.value.close()
  if (signer === null) throw new Error('the hub has no key')
  hubSigner = signer
  await did(field, 'POST', '/v1/cases', {
    title: 'Seized beyond any network',
    description: 'Two disks and a note.',
    priority: 'high',
  })
  const row = await field.workspace.db.selectFrom('cases').select(['id', 'uid']).executeTakeFirstOrThrow()
  caseId = row.id
  caseUid = row.uid
}, 120_000)

afterAll(() => world.end())

describe('Y-75: evidence in files that are carried', () => {
  test('goes with its entries to the hub, is sealed there as received, and from there to who learns of it by a file', async () => {
    const long = randomBytes(2 * runMost + 12_345)
    const [disk, empty] = [
      await acquire(field, world.root, caseId, 'disk.img', long),
      await acquire(field, world.root, caseId, 'empty.txt', Buffer.alloc(0)),
    ]
    const first = await carry(field, 'first', 'all')
    expect(first.written).toMatchObject({ pieces: 2 })
    expect(first.written['bytes'], 'the bytes are in the file').toBeGreaterThan(long.length)
    expect(first.there).toMatchObject({ outcome: 'taken', refused: 0, pieces: 1 })
    expect(first.answered, 'who brought them is not sent them').toMatchObject({ pieces: 0 })
    expect(await isReceived(field, disk), 'the hub’s seal came back').toBe(true)
    expect(await did(field, 'GET', '/v1/sync/state')).toMatchObject({ evidence_waiting: { send: 0, fetch: 0 } })

    const second = await carry(other, 'second', 'all')
    expect(second.answered).toMatchObject({ pieces: 2 })
    expect(second.back).toMatchObject({ outcome: 'taken', pieces: 2 })
    expect(await bytesHere(other, disk)).toBe(disk)
    expect(await bytesHere(other, empty)).toBe(empty)
    expect((await read(other, 'second.back')).data, 'the same file again').toMatchObject({
      outcome: 'nothing_new',
      pieces: 0,
    })
    expect((await read(hub, 'first.there')).data).toMatchObject({ outcome: 'nothing_new', pieces: 0 })
  }, 120_000)

  test('stays out unless a person says so, and is asked for by the next file that may bring it', async () => {
    const sha256 = await acquire(field, world.root, caseId, 'later.bin', randomBytes(100_000))
    const without = await carry(field, 'without', 'none')
    expect(without.written).toMatchObject({ pieces: 0 })
    expect((await stat(fileAt('without.there'))).size).toBeLessThan(50_000)
    expect(without.there).toMatchObject({ pieces: 0 })
    expect((await carry(field, 'with', 'small')).there, 'its entry was here before').toMatchObject({
      received: 0,
      pieces: 1,
    })
    expect((await carry(other, 'entries', 'none')).back).toMatchObject({ pieces: 0 })
    expect(await bytesHere(other, sha256)).toBeNull()
    expect((await carry(other, 'bytes', 'small')).back, 'the device said what it lacks').toMatchObject({
      received: 0,
      pieces: 1,
    })
    expect(await bytesHere(other, sha256)).toBe(sha256)
  }, 120_000)

  test('that is longer than was chosen stays out', async () => {
    const sha256 = await acquire(field, world.root, caseId, 'long.bin', randomBytes(8 * 1_048_576 + 1))
    expect((await carry(field, 'small-alone', 'small')).written).toMatchObject({ pieces: 0 })
    expect((await carry(field, 'long-too', 'all')).there).toMatchObject({ pieces: 1 })
    expect((await carry(other, 'small-back', 'small')).answered).toMatchObject({ pieces: 0 })
    expect((await carry(other, 'long-back', 'all')).back).toMatchObject({ pieces: 1 })
    expect(await bytesHere(other, sha256)).toBe(sha256)
  }, 120_000)

  test('whose bytes were altered on the way counts nowhere: nothing of them is kept, and a person hears of it', async () => {
    const bytes = randomBytes(5_000)
    const sha256 = await acquire(field, world.root, caseId, 'swapped.bin', bytes)
    await carry(field, 'swapped', 'all')
    await carry(other, 'swapped-known', 'none')
    const run = { case: caseUid, sha256, size: bytes.length, at: 0, bytes: randomBytes(5_000) }
    await forgedTo(other, 'other-bytes', [{ name: 'bytes', body: encodeRun(run) }])
    expect((await read(other, 'other-bytes')).data).toMatchObject({ outcome: 'nothing_new', pieces: 0 })
    await forgedTo(other, 'other-size', [
      { name: 'bytes', body: encodeRun({ ...run, size: 6_000, bytes: randomBytes(6_000) }) },
    ])
    expect((await read(other, 'other-size')).data).toMatchObject({ pieces: 0 })
    expect(await bytesHere(other, sha256)).toBeNull()
    const { alarms } = (await did(other, 'GET', '/v1/sync/state')) as { alarms: readonly { code: string }[] }
    expect(alarms.map(({ code }) => code)).toContain('hash_mismatch')

    // A piece of which the beginning is missing waits; one that nobody knows is passed over; a message that is no run
    // is refused.
    await forgedTo(other, 'the-end', [
      { name: 'bytes', body: encodeRun({ ...run, at: 4_000, bytes: bytes.subarray(4_000) }) },
    ])
    expect((await read(other, 'the-end')).data).toMatchObject({ outcome: 'nothing_new', pieces: 0 })
    await forgedTo(other, 'unknown', [{ name: 'bytes', body: encodeRun({ ...run, sha256: 'ab'.repeat(32), bytes }) }])
    expect((await read(other, 'unknown')).data).toMatchObject({ outcome: 'nothing_new', pieces: 0 })
    for (const body of [
      'no run',
      '{"case":"x"}\nabc',
      `${JSON.stringify({ case: caseUid, sha256, size: 2, at: 0 })}\nabc`,
    ]) {
      const name = `no-run-${body.length}`
      await forgedTo(other, name, [{ name: 'bytes', body: Buffer.from(body) }])
      expect((await read(other, name)).error).toMatchObject({ code: 'file_refused' })
    }
    // In two parts that overlap, by two files, it comes after all.
    await forgedTo(other, 'half', [{ name: 'bytes', body: encodeRun({ ...run, bytes: bytes.subarray(0, 2_000) }) }])
    expect((await read(other, 'half')).data).toMatchObject({ pieces: 0 })
    await forgedTo(other, 'rest', [
      { name: 'bytes', body: encodeRun({ ...run, at: 1_000, bytes: bytes.subarray(1_000) }) },
    ])
    expect((await read(other, 'rest')).data).toMatchObject({ outcome: 'taken', pieces: 1 })
    expect(await bytesHere(other, sha256)).toBe(sha256)
  }, 120_000)

  test('of a case that is not the device’s is neither taken from it nor given to it', async () => {
    const stranger = Number(
      (await did(hub, 'POST', '/v1/users', { login_name: 'stranger', name: 'Somebody Else', role: 'investigator' }))[
        'id'
      ],
    )
    await did(hub, 'POST', '/v1/sync/now', {})
    const third = await world.enrol(hub, 'third', { cases: [], user: stranger })
    const relation = third.workspace.sync.replica.relation()
    if (relation === null) throw new Error('the device has no hub')
    const row = await field.workspace.db
      .selectFrom('evidence')
      .select('sha256')
      .where('size', '=', 5_000)
      .executeTakeFirstOrThrow()
    const asked: ExchangeMessage[] = [
      { name: 'pull', body: Buffer.from(JSON.stringify({ protocol: 1, since: 0, from: {}, heads: {} })) },
      { name: 'lacks', body: Buffer.from(JSON.stringify({ pieces: [{ case: caseUid, sha256: row.sha256 }] })) },
      {
        name: 'bytes',
        body: encodeRun({
          case: caseUid,
          sha256: row.sha256,
          entry: 'cd'.repeat(32),
          size: 3,
          at: 0,
          bytes: Buffer.from('abc'),
        }),
      },
    ]
    const stream = async function* (): AsyncGenerator<ExchangeMessage> {
      for (const message of asked) yield await Promise.resolve(message)
    }
    const header = {
      way: 'to_hub',
      hub: relation.origin,
      device: idOf(third),
      id: '018f3a7c-0000-7000-8000-000000000002',
      at: '2031-03-04T09:12:00.000Z',
    } as const
    await writeExchangeFile(fileAt('greedy'), {
      header,
      signer: third.workspace.keys.device,
      receiver: relation,
      messages: stream(),
      until: () => null,
    })
    expect((await read(hub, 'greedy')).data).toMatchObject({ pieces: 0 })
    expect((await write(hub, 'greedy.back', 'all', third)).data).toMatchObject({ pieces: 0 })
  }, 120_000)

  test('Y-64: the file of the model in force goes with it, where a person says so', async () => {
    const file = smallModel()
    const added = await did(field, 'POST', '/v1/models', { name: 'Cards', version: '1', file })
    await did(field, 'PUT', '/v1/models/in-force', { model_id: added['id'], accept_unknown: true })
    const inForce = async (service: RunningService): Promise<unknown> =>
      (await did(service, 'GET', '/v1/models'))['in_force']
    expect((await carry(field, 'model-entry', 'none')).there).toMatchObject({ pieces: 0 })
    await did(hub, 'POST', '/v1/sync/now', {})
    expect(await inForce(hub)).toBeNull()
    expect((await carry(field, 'model-file', 'small')).there).toMatchObject({ pieces: 1 })
    await until('the hub’s own folder has it', async () => {
      await did(hub, 'POST', '/v1/sync/now', {})
      return (await inForce(hub)) === added['id']
    })
    expect((await carry(other, 'model-known', 'none')).back).toMatchObject({ pieces: 0 })
    expect(await inForce(other)).toBeNull()
    expect((await carry(other, 'model-back', 'small')).back).toMatchObject({ outcome: 'taken', pieces: 1 })
    expect(await inForce(other)).toBe(added['id'])
    expect((await did(other, 'GET', `/v1/models/${String(added['id'])}/file`))['file']).toBe(file)
  }, 120_000)
})
