import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { segmentBytes } from '../../../main/blobs/partial-blob.ts'
import { dataFolder } from '../../../main/platform/data-folder.ts'
import { signMessage } from '../../../main/seal/signature.ts'
import type { RunningService } from '../../../main/server/running-service.ts'
import { provesArrival } from '../../../main/sync/device/bytes/arrival-seal.ts'
import { openSession } from '../../../main/sync/device/session.ts'
import { createHttpLink } from '../../../main/sync/link/http.ts'
import type { SealedWord } from '../../../shared/protocol/sync.ts'
import type { HubDeviceView } from '../../../shared/schema/hub.ts'
import {
  acquire,
  ask,
  must,
  openCase,
  startEvidenceWorld,
  stateAtRest,
  sync,
  uidOf,
  until,
} from '../../support/sync/evidence-world.ts'
import type { EvidenceWorld } from '../../support/sync/evidence-world.ts'
import { localSessionOf } from '../../support/local-session-of.ts'

let world: EvidenceWorld
let laptop: RunningService
let desk: RunningService
let admin: number

const dirOf = ({ workspace }: RunningService): string => workspace.folder.dir

const blobOf = (service: RunningService, sha256: string): boolean =>
  existsSync(path.join(dataFolder(dirOf(service)).blobs, 'sha256', sha256.slice(0, 2), sha256))

const sessionOf = async ({ workspace: { facts, keys } }: RunningService, only?: 'evidence') => {
  const link = createHttpLink({ url: world.hub().url })
  try {
    return await openSession(
      link,
      { deviceId: facts.deviceId, sign: (message) => signMessage(message, keys.device.privateKey) },
      [],
      new AbortController().signal,
      only,
    )
  } finally {
    link.close()
  }
}

const tokenOf = async (service: RunningService, only?: 'evidence'): Promise<string> => {
  const opened = await sessionOf(service, only)
  if (!opened.ok) throw new Error('no session')
  return opened.value.token
}

const call = async (
  method: string,
  address: string,
  token: string,
  body?: object,
): Promise<{
  readonly status: number
  readonly body: Record<string, unknown> & { readonly error?: { readonly code: string } }
}> => {
  const answer = await fetch(`${world.hub().url}${address}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) }
}

const stateOf = (service: RunningService) =>
  must(service, 'GET', '/v1/sync/state') as Promise<
    Record<string, unknown> & { readonly alarms: readonly { readonly code: string; readonly message: string }[] }
  >

const metered = (service: RunningService, on: boolean) => must(service, 'PUT', '/v1/sync/settings', { metered: on })

const endShare = (caseId: number) =>
  must(world.hub(), 'POST', `/v1/cases/${caseId}/grants/end`, { user_id: admin, force: true })

const kept = ({ workspace: { db } }: RunningService) =>
  db.selectFrom('kept_evidence').select(['entry_id', 'uid', 'case_id', 'sha256', 'at_hub']).execute()

interface Seized {
  readonly caseId: number
  readonly uid: string
  readonly sha256: string
  readonly bytes: Buffer
  readonly entry: string
}

/** A case on a device with a piece of which the hub has the entry, and not the bytes. */
const seize = async (device: RunningService, title: string): Promise<Seized> => {
  await metered(device, true)
  const caseId = await openCase(device, title)
  const bytes = randomBytes(300_000)
  const sha256 = await acquire(device, world.root, caseId, `${title}.bin`, bytes)
  await sync(device)
  await sync(world.hub())
  const uid = await uidOf(device, caseId)
  return { caseId, uid, sha256, bytes, entry: device.workspace.sync.transfers.piece(uid, sha256)?.entryId ?? '' }
}

const isGone = async (device: RunningService, { uid }: Seized): Promise<boolean> => {
  await sync(device)
  return (
    (await device.workspace.db.selectFrom('cases').select('id').where('uid', '=', uid).executeTakeFirst()) === undefined
  )
}

const atHub = async ({ caseId, sha256 }: Seized): Promise<boolean> => {
  await sync(world.hub())
  const row = await world
    .hub()
    .workspace.db.selectFrom('evidence')
    .select('received')
    .where('case_id', '=', caseId)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return row?.received === 1
}

beforeAll(async () => {
  world = await startEvidenceWorld()
  laptop = await world.enrol('laptop', [])
  desk = await world.enrol('desk', 'all')
  admin = (
    await world
      .hub()
      .workspace.db.selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .executeTakeFirstOrThrow()
  ).id
}, 120_000)

afterAll(() => world.stop(), 60_000)

test('Y-85: a device is up to date once the hub has sealed that it has the bytes of its evidence, and not while they are on their way', async () => {
  await must(laptop, 'PUT', '/v1/sync/settings', { rate_cap: 20_000 })
  const caseId = await openCase(laptop, 'On its way')
  const sha256 = await acquire(laptop, world.root, caseId, 'on its way.bin', randomBytes(400_000))
  await until('all entries are there', async () => {
    await sync(laptop)
    return (await stateOf(laptop))['entries_waiting'] === 0
  })
  const waits = expect.stringContaining('One piece of evidence (400000 bytes) has not arrived') as string
  const told = await stateAtRest(laptop)
  expect(told).toMatchObject({
    state: 'evidence_waits',
    message: waits,
    evidence_waiting: { send: 1, send_bytes: 400_000 },
    evidence_kept: { pieces: 0 },
  })
  await must(laptop, 'PUT', '/v1/sync/settings', { metered: true })
  expect(await stateAtRest(laptop)).toMatchObject({ state: 'metered', message: waits })
  await must(laptop, 'PUT', '/v1/sync/settings', { metered: false, rate_cap: null })
  await until('the state says so', async () => {
    const { state, evidence_waiting: waits } = await stateOf(laptop)
    expect(state === 'up_to_date' && (waits as { send: number }).send > 0).toBe(false)
    return state === 'up_to_date'
  })
  expect(
    await laptop.workspace.db.selectFrom('evidence').select('received').where('sha256', '=', sha256).execute(),
  ).toEqual([{ received: 1 }])
})

describe('Y-76, Y-77: a grant ends before the hub has the bytes', () => {
  test('they stay, encrypted and out of people’s reach, over a restart too; they go to the hub, and only its seal over them ends their keeping', async () => {
    const seized = await seize(laptop, 'Handed on')
    const asked = await ask(world.hub(), 'POST', `/v1/cases/${seized.caseId}/grants/end`, { user_id: admin })
    expect(asked).toMatchObject({
      status: 409,
      body: {
        error: {
          code: 'evidence_waits',
          message: expect.stringContaining(`one piece of evidence (${seized.bytes.length} bytes)`) as string,
        },
      },
    })
    await sync(laptop)
    expect(await uidOf(laptop, seized.caseId), 'nothing was ended').toBe(seized.uid)
    await endShare(seized.caseId)
    await until('the case leaves the laptop', () => isGone(laptop, seized))
    await until('the state says so', async () => (await stateOf(laptop))['state'] === 'evidence_waits')
    expect(await stateOf(laptop)).toMatchObject({
      evidence_kept: { pieces: 1, bytes: seized.bytes.length },
      evidence_waiting: { send: 1 },
      alarms: [{ code: 'evidence_waits' }],
    })
    expect((await stateOf(laptop)).alarms[0]?.message).toContain('one piece of evidence')
    expect(blobOf(laptop, seized.sha256)).toBe(true)
    expect((await ask(laptop, 'GET', `/v1/cases/${seized.caseId}/evidence`)).status).toBe(404)
    expect(await must(laptop, 'GET', '/v1/sync/set-aside')).toEqual([])

    laptop = await world.restart(laptop)
    expect(await kept(laptop)).toMatchObject([{ entry_id: seized.entry, sha256: seized.sha256, at_hub: 1 }])
    expect(blobOf(laptop, seized.sha256), 'no start sweeps it away').toBe(true)

    await metered(laptop, false)
    await until('the hub has the bytes', () => atHub(seized))
    await until('the laptop lets them go', () => Promise.resolve(!blobOf(laptop, seized.sha256)))
    expect(await kept(laptop)).toEqual([])
    expect(
      await laptop.workspace.db.selectFrom('blob_keys').select('sha256').where('sha256', '=', seized.sha256).execute(),
    ).toEqual([])
    expect(
      await laptop.workspace.db
        .selectFrom('case_keys')
        .select('case_id')
        .where('case_id', '=', seized.caseId)
        .execute(),
    ).toEqual([])
    await until('the state says so', async () => (await stateOf(laptop))['state'] === 'up_to_date')
    expect((await stateOf(laptop)).alarms).toEqual([])

    const piece = await world
      .hub()
      .workspace.db.selectFrom('evidence')
      .select('id')
      .where('sha256', '=', seized.sha256)
      .executeTakeFirstOrThrow()
    await until('whoever has the case now gets them', async () => {
      await sync(desk)
      return (await ask(desk, 'POST', `/v1/cases/${seized.caseId}/sync/evidence/${piece.id}/fetch`)).status === 200
    })
    expect(blobOf(desk, seized.sha256)).toBe(true)
  })

  test('the device may write what it sealed itself, and read nothing; nobody else may write it for the lack of a grant', async () => {
    const seized = await seize(laptop, 'Write only')
    const stranger = await world.enrol(
      'stranger',
      [],
      Number(
        (
          await must(world.hub(), 'POST', '/v1/users', {
            login_name: 'stranger',
            name: 'Somebody Else',
            role: 'investigator',
          })
        )['id'],
      ),
    )
    await endShare(seized.caseId)
    await until('the case leaves the laptop', () => isGone(laptop, seized))
    const name = { protocol: 1, case: seized.uid, sha256: seized.sha256, entry: seized.entry }
    expect(await call('POST', '/v1/sync/blobs', await tokenOf(stranger), name)).toMatchObject({
      status: 403,
      body: { error: { code: 'not_granted' } },
    })
    const token = await tokenOf(laptop)
    expect(await call('POST', '/v1/sync/blobs', token, name)).toMatchObject({
      status: 200,
      body: { received: false, offset: 0 },
    })
    expect(
      (await call('POST', '/v1/sync/blobs', token, { ...name, entry: 'ab'.repeat(32) })).body.error?.code,
      'no word of what it did not seal',
    ).toBe('not_granted')
    expect(await call('GET', `/v1/sync/blobs/${seized.uid}/${seized.sha256}`, token)).toMatchObject({
      body: { error: { code: 'not_granted' } },
    })
    await metered(laptop, false)
    await until('the hub has the bytes', () => atHub(seized))
    expect((await call('GET', `/v1/sync/blobs/${seized.uid}/${seized.sha256}`, token)).body.error?.code).toBe(
      'not_granted',
    )
    const { body } = await call('POST', '/v1/sync/blobs', token, { ...name, prove: true })
    const seal = body['seal'] as SealedWord
    const relation = laptop.workspace.sync.replica.relation()
    const piece = {
      id: 1,
      caseId: 1,
      caseUid: seized.uid,
      sha256: seized.sha256,
      size: seized.bytes.length,
      entryId: seized.entry,
    }
    if (relation === null) throw new Error('no hub')
    expect(provesArrival(seal, piece, relation)).toBe(true)
    expect(provesArrival(undefined, piece, relation), 'a mere word').toBe(false)
    expect(
      provesArrival(
        { ...seal, p: seal.p.replace(seized.sha256, 'cd'.repeat(32)) },
        { ...piece, sha256: 'cd'.repeat(32) },
        relation,
      ),
      'an altered seal',
    ).toBe(false)
    expect(provesArrival(seal, { ...piece, sha256: 'cd'.repeat(32) }, relation), 'of other bytes').toBe(false)
    expect(provesArrival(seal, piece, { ...relation, spki: laptop.workspace.keys.device.spki }), 'by another key').toBe(
      false,
    )
  })

  test('a case that comes back before that has its bytes again, and they go the ordinary way', async () => {
    const seized = await seize(laptop, 'There and back')
    await endShare(seized.caseId)
    await until('the case leaves the laptop', () => isGone(laptop, seized))
    await must(world.hub(), 'POST', `/v1/cases/${seized.caseId}/grants`, { device_id: laptop.workspace.facts.deviceId })
    await until('it comes back', async () => !(await isGone(laptop, seized)))
    await until('what was kept is its own again', async () => (await kept(laptop)).length === 0)
    expect(await stateOf(laptop)).toMatchObject({ evidence_kept: { pieces: 0 }, alarms: [] })
    const [piece] = (await must(laptop, 'GET', `/v1/cases/${seized.caseId}/evidence`)) as unknown as readonly {
      readonly bytes: string
    }[]
    expect(piece?.bytes).toBe('here')
    await metered(laptop, false)
    await until('the hub has the bytes', () => atHub(seized))
    await sync(laptop)
    expect(blobOf(laptop, seized.sha256), 'it is the case’s own').toBe(true)
  })

  test('what is being taken in stays as far as it came, and goes on when the case comes back', async () => {
    const caseId = await openCase(laptop, 'Half an upload')
    await sync(laptop)
    await sync(world.hub())
    const bytes = randomBytes(2_200_000)
    const session = await localSessionOf(laptop)
    const send = async (address: string, method: string, headers: Record<string, string>, body?: Uint8Array) =>
      await fetch(`${laptop.url}${address}`, {
        method,
        headers: { authorization: `Bearer ${session.access_token}`, 'x-api-key': session.institution_key, ...headers },
        ...(body === undefined ? {} : { body: Buffer.from(body) }),
      })
    const begun = await must(laptop, 'POST', `/v1/cases/${caseId}/uploads`, {
      name: 'phone.bin',
      size: bytes.length,
      facts: { source: 'A phone on site' },
    })
    const { id } = begun['acquisition'] as { readonly id: string }
    const tus = (offset: number) => ({
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    })
    expect((await send(`/v1/uploads/${id}`, 'PATCH', tus(0), bytes.subarray(0, segmentBytes))).status).toBe(204)
    await endShare(caseId)
    const seized = {
      caseId,
      uid: await uidOf(laptop, caseId),
      sha256: createHash('sha256').update(bytes).digest('hex'),
      bytes,
      entry: '',
    }
    await until('the case leaves the laptop', () => isGone(laptop, seized))
    expect(await must(laptop, 'GET', `/v1/acquisitions/${id}`)).toMatchObject({ bytes_done: segmentBytes })
    // Whoever sends on is told, and nothing of it is lost.
    expect((await send(`/v1/uploads/${id}`, 'PATCH', tus(segmentBytes), bytes.subarray(segmentBytes))).status).toBe(404)
    expect(await must(laptop, 'GET', `/v1/acquisitions/${id}`)).toMatchObject({
      state: 'paused',
      error: expect.stringContaining('not on this device any more') as string,
    })
    laptop = await world.restart(laptop)
    await must(world.hub(), 'POST', `/v1/cases/${caseId}/grants`, { device_id: laptop.workspace.facts.deviceId })
    await until('it comes back', async () => !(await isGone(laptop, seized)))
    const again = await localSessionOf(laptop)
    const headers = { authorization: `Bearer ${again.access_token}`, 'x-api-key': again.institution_key }
    const stands = await fetch(`${laptop.url}/v1/uploads/${id}`, {
      method: 'HEAD',
      headers: { ...headers, 'tus-resumable': '1.0.0' },
    })
    const offset = Number(stands.headers.get('upload-offset'))
    expect(offset, 'whole segments are there still').toBe(2 * segmentBytes)
    const done = await fetch(`${laptop.url}/v1/uploads/${id}`, {
      method: 'PATCH',
      headers: { ...headers, ...tus(offset) },
      body: bytes.subarray(offset),
    })
    expect(done.status).toBe(204)
    expect(await must(laptop, 'GET', `/v1/acquisitions/${id}`)).toMatchObject({ state: 'done' })
    expect(blobOf(laptop, seized.sha256)).toBe(true)
  })
})

describe('Y-77: a device is removed before the hub has the bytes', () => {
  test('what was granted is wiped, the bytes stay and go to the hub by a session that does nothing else', async () => {
    const lost = await world.enrol('lost', [])
    const seized = await seize(lost, 'On a removed laptop')
    const remove = (body: object) =>
      ask(world.hub(), 'POST', `/v1/sync/hub/devices/${lost.workspace.facts.deviceId}/remove`, {
        reason: 'It was handed in.',
        ...body,
      })
    expect(await remove({})).toMatchObject({ status: 409, body: { error: { code: 'evidence_waits' } } })
    await sync(lost)
    expect((await remove({ force: true })).status).toBe(200)
    await ask(lost, 'POST', '/v1/sync/now', {})
    await until('it is told', async () => (await stateOf(lost))['state'] === 'removed')
    await until(
      'it is wiped',
      async () => (await lost.workspace.db.selectFrom('cases').select('id').execute()).length === 0,
    )
    await until(
      'what stays is counted',
      async () => ((await stateOf(lost))['evidence_kept'] as { pieces: number }).pieces === 1,
    )
    expect(await stateOf(lost)).toMatchObject({
      state: 'removed',
      message: expect.stringContaining('One piece of evidence') as string,
    })
    const { deviceId } = lost.workspace.facts
    const wipedAs = async () => {
      const devices = (await must(world.hub(), 'GET', '/v1/sync/hub/devices')) as unknown as readonly HubDeviceView[]
      return devices.find(({ id }) => id === deviceId)?.told?.wiped
    }
    await until('Y-99: the hub is told', async () => (await wipedAs()) !== undefined)
    expect(await wipedAs()).toEqual({ set_aside: 0, evidence_kept: 1, unsent: [] })
    expect(blobOf(lost, seized.sha256)).toBe(true)
    expect((await sessionOf(lost)).ok, 'it gets no session of the ordinary kind').toBe(false)
    const token = await tokenOf(lost, 'evidence')
    expect((await call('POST', '/v1/sync/pull', token, { protocol: 2, since: 0 })).body.error?.code).toBe(
      'session_expired',
    )
    expect((await call('GET', `/v1/sync/blobs/${seized.uid}/${seized.sha256}`, token)).body.error?.code).toBe('removed')
    await metered(lost, false)
    await until('the hub has the bytes', () => atHub(seized))
    await until('the device lets them go', () => Promise.resolve(!blobOf(lost, seized.sha256)))
    expect(await stateOf(lost)).toMatchObject({
      state: 'removed',
      evidence_kept: { pieces: 0 },
      message: expect.not.stringContaining('piece of evidence') as string,
    })
    await until('Y-99: the hub is told that nothing is left', async () => (await wipedAs())?.evidence_kept === 0)
    expect(await wipedAs()).toEqual({ set_aside: 0, evidence_kept: 0, unsent: [] })
  })
})
