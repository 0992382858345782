import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, readlinkSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { smallModel } from '../../unit/detection/models/small-model.ts'
import { openBlobs } from '../../../main/blobs/file-store.ts'
import type { BlobStore } from '../../../main/blobs/file-store.ts'
import { systemRandom } from '../../../main/platform/random.ts'
import { timerScheduler } from '../../../main/platform/scheduler.ts'
import { signMessage } from '../../../main/seal/signature.ts'
import type { RunningService } from '../../../main/server/running-service.ts'
import { openSession } from '../../../main/sync/device/session.ts'
import { createHubBytes } from '../../../main/sync/hub/bytes.ts'
import type { HubBlobs } from '../../../main/sync/hub/blobs.ts'
import { createHttpLink } from '../../../main/sync/link/http.ts'
import { ok } from '../../../shared/schema/result.ts'
import { acquire, must, openCase, startEvidenceWorld, sync, uidOf, until } from '../../support/sync/evidence-world.ts'
import type { EvidenceWorld } from '../../support/sync/evidence-world.ts'

interface Told {
  readonly status: number
  readonly code: string | null
  readonly headers: Headers
  readonly bytes: Buffer
}

let world: EvidenceWorld
let first: RunningService
let caseId: number
let caseUid: string

/** The session of a device, as its own sync opens one. */
const tokenOf = async ({ workspace: { facts, keys } }: RunningService): Promise<string> => {
  const link = createHttpLink({ url: world.hub().url })
  try {
    const opened = await openSession(
      link,
      { deviceId: facts.deviceId, sign: (message) => signMessage(message, keys.device.privateKey) },
      [],
      new AbortController().signal,
    )
    if (!opened.ok) throw new Error('no session')
    return opened.value.token
  } finally {
    link.close()
  }
}

const call = async (
  method: string,
  address: string,
  token: string | null,
  headers: Readonly<Record<string, string>> = {},
  body?: Uint8Array,
): Promise<Told> => {
  const answer = await fetch(`${world.hub().url}${address}`, {
    method,
    headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
    ...(body === undefined ? {} : { body: Buffer.from(body) }),
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const told =
    answer.headers.get('content-type')?.includes('json') === true && bytes.length > 0
      ? (JSON.parse(bytes.toString('utf8')) as { error?: { code: string } })
      : {}
  return { status: answer.status, code: told.error?.code ?? null, headers: answer.headers, bytes }
}

const addressOf = (sha256: string, entry: string, uid = caseUid): string =>
  `/v1/sync/blobs/${uid}/${sha256}?entry=${entry}`

const patch = (address: string, token: string, offset: string, body: Uint8Array): Promise<Told> =>
  call(
    'PATCH',
    address,
    token,
    { 'tus-resumable': '1.0.0', 'upload-offset': offset, 'content-type': 'application/offset+octet-stream' },
    body,
  )

const offer = async (token: string, sha256: string, entry: string, uid = caseUid): Promise<Told> =>
  call(
    'POST',
    '/v1/sync/blobs',
    token,
    { 'content-type': 'application/json' },
    Buffer.from(JSON.stringify({ protocol: 1, case: uid, sha256, entry })),
  )

/** A piece whose entry the hub has, and whose bytes nobody has sent. */
const announce = async (bytes: Uint8Array): Promise<{ readonly sha256: string; readonly entry: string }> => {
  const sha256 = await acquire(first, world.root, caseId, randomUUID(), bytes)
  const piece = (): { readonly entryId: string } | null => first.workspace.sync.transfers.piece(caseUid, sha256)
  await sync(first)
  return { sha256, entry: piece()?.entryId ?? '' }
}

const partials = (): string[] => {
  try {
    return readdirSync(path.join(world.root, 'hub', 'blobs', 'hub', 'partial'))
  } catch {
    return []
  }
}

/** Files of stored evidence that this process, in which the hub runs, has open. */
const openPieces = (): string[] =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const file = readlinkSync(path.join('/proc/self/fd', fd))
      return file.includes(`${path.sep}blobs${path.sep}`) && !file.endsWith('.part') ? [file] : []
    } catch {
      return []
    }
  })

beforeAll(async () => {
  world = await startEvidenceWorld()
  first = await world.enrol('first')
  await must(first, 'PUT', '/v1/sync/settings', { metered: true })
  caseId = await openCase(first, 'Hostile bytes')
  caseUid = await uidOf(first, caseId)
  await sync(first)
}, 120_000)

afterAll(async () => {
  await world.stop()
}, 60_000)

describe('bytes of evidence and those who mean harm', () => {
  test('Y-29: a metered network holds back bytes, never entries; the state says so', async () => {
    const { sha256 } = await announce(randomBytes(10_000))
    expect((await must(first, 'GET', '/v1/sync/state'))['entries_waiting']).toBe(0)
    await until(
      'the state tells that bytes wait',
      async () => (await must(first, 'GET', '/v1/sync/state'))['state'] === 'metered',
    )
    expect((await must(first, 'GET', '/v1/sync/state'))['evidence_waiting']).toMatchObject({
      send: 1,
      send_bytes: 10_000,
    })
    expect(first.workspace.sync.transfers.piece(caseUid, sha256)).toMatchObject({ here: true, received: false })
  })

  test('Y-64: the file of a model is taken only where an entry put it in force, of its size and hash, and given to nobody who is not let in', async () => {
    const token = await tokenOf(first)
    const evidence = await announce(randomBytes(100))
    const file = Buffer.from(smallModel(), 'utf8')
    const sha256 = createHash('sha256').update(file).digest('hex')
    const added = await must(first, 'POST', '/v1/models', { name: 'Cards', version: '1', file: file.toString('utf8') })
    expect(await offer(token, sha256, evidence.entry, 'workspace'), 'nothing put it in force').toMatchObject({
      status: 404,
      code: 'not_found',
    })
    await must(first, 'PUT', '/v1/models/in-force', { model_id: added['id'], accept_unknown: true })
    await sync(first)
    const entry = first.workspace.modelFiles.piece(sha256)?.entryId ?? ''
    const address = addressOf(sha256, entry, 'workspace')
    expect(await offer(token, evidence.sha256, evidence.entry, 'workspace'), 'evidence is no model').toMatchObject({
      status: 404,
      code: 'not_found',
    })
    expect(await offer(token, sha256, entry), 'nor a model evidence').toMatchObject({ status: 404, code: 'not_found' })
    expect(await call('GET', address, token), 'nobody has brought it').toMatchObject({ status: 404, code: 'not_found' })
    expect(await offer(token, sha256, entry, 'workspace')).toMatchObject({ status: 200 })
    expect(await patch(address, token, '0', randomBytes(file.length + 1))).toMatchObject({ status: 413 })
    await call('DELETE', address, token, { 'tus-resumable': '1.0.0' })
    await offer(token, sha256, entry, 'workspace')
    expect(await patch(address, token, '0', randomBytes(file.length))).toMatchObject({
      status: 422,
      code: 'hash_mismatch',
    })
    await offer(token, sha256, entry, 'workspace')
    expect((await patch(address, token, '0', file)).status).toBe(204)
    await until('it is sealed as received', async () => {
      await sync(first)
      return first.workspace.modelFiles.piece(sha256)?.received === true
    })
    expect(await call('GET', address, null)).toMatchObject({ status: 401 })
    expect((await call('GET', address, token)).bytes.equals(file)).toBe(true)
  })

  test('names that are none are refused, and never become a path', async () => {
    const token = await tokenOf(first)
    const { sha256, entry } = await announce(randomBytes(100))
    const names = [
      `/v1/sync/blobs/..%2f..%2fkeys/${sha256}?entry=${entry}`,
      addressOf('..%2f..%2f..%2fetc%2fpasswd', entry),
      addressOf(sha256.toUpperCase(), entry),
      addressOf(sha256, '../x'),
      addressOf(`${sha256}%00`, entry),
    ]
    for (const name of names) {
      expect(await patch(name, token, '0', randomBytes(10)), name).toMatchObject({
        status: 400,
        code: 'invalid_request',
      })
      expect((await call('GET', name, token)).status, name).toBeGreaterThanOrEqual(400)
    }
    for (const body of [
      '',
      '{',
      '[]',
      JSON.stringify({ protocol: 1, case: '../x', sha256, entry }),
      JSON.stringify({ protocol: 1, case: caseUid, sha256, entry, more: 1 }),
    ]) {
      expect(
        await call('POST', '/v1/sync/blobs', token, { 'content-type': 'application/json' }, Buffer.from(body)),
        body,
      ).toMatchObject({ status: 400, code: 'invalid_request' })
    }
    expect(
      await call('POST', '/v1/sync/blobs', token, { 'content-type': 'application/json' }, Buffer.alloc(10_000, 32)),
    ).toMatchObject({ status: 413 })
    expect(
      await call(
        'POST',
        '/v1/sync/blobs',
        token,
        {},
        Buffer.from(JSON.stringify({ protocol: 99, case: caseUid, sha256, entry })),
      ),
    ).toMatchObject({ status: 426, code: 'version' })
    expect(partials()).toEqual([])
  })

  test('Y-12, Y-61: without a session or a grant nothing goes in or out', async () => {
    const other = Number(
      (
        await must(world.hub(), 'POST', '/v1/users', {
          login_name: 'stranger',
          name: 'Somebody Else',
          role: 'investigator',
        })
      )['id'],
    )
    await sync(world.hub())
    const stranger = await world.enrol('stranger', [], other)
    const { sha256, entry } = await announce(randomBytes(100))
    const token = await tokenOf(stranger)
    for (const given of [null, 'x', `${token}x`])
      expect(await call('GET', addressOf(sha256, entry), given)).toMatchObject({ status: 401, code: 'session_expired' })
    expect(await offer(token, sha256, entry)).toMatchObject({ status: 403, code: 'not_granted' })
    expect(await patch(addressOf(sha256, entry), token, '0', randomBytes(100))).toMatchObject({
      status: 403,
      code: 'not_granted',
    })
    expect(await call('GET', addressOf(sha256, entry), token)).toMatchObject({ status: 403, code: 'not_granted' })
    for (const given of [null, 'x', `${token}x`])
      expect(await call('GET', '/v1/sync/blobs', given)).toMatchObject({ status: 401, code: 'session_expired' })
    const lacking = await call('GET', '/v1/sync/blobs', token)
    expect(JSON.parse(lacking.bytes.toString()), 'nothing of cases that are not granted').toMatchObject({ blobs: [] })
    expect(partials()).toEqual([])
  })

  test('bytes that no sealed entry speaks of are not taken, and an entry of other bytes is no excuse', async () => {
    const token = await tokenOf(first)
    const one = await announce(randomBytes(100))
    const two = await announce(randomBytes(100))
    expect(await offer(token, one.sha256, two.entry)).toMatchObject({ status: 404, code: 'not_found' })
    expect(await offer(token, one.sha256, 'ab'.repeat(32))).toMatchObject({ status: 404, code: 'not_found' })
    expect(await offer(token, 'cd'.repeat(32), one.entry)).toMatchObject({ status: 404, code: 'not_found' })
    expect(await call('GET', addressOf(one.sha256, one.entry), token)).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('offsets that lie, and more bytes than were sealed, are refused; what came before stands', async () => {
    const token = await tokenOf(first)
    const bytes = randomBytes(3_000)
    const { sha256, entry } = await announce(bytes)
    const address = addressOf(sha256, entry)
    for (const offset of ['1', '2999', '3000'])
      expect(await patch(address, token, offset, bytes.subarray(0, 1)), offset).toMatchObject({
        status: 409,
        code: 'offset_mismatch',
      })
    for (const offset of ['-1', 'x', '', '99999999999999999999'])
      expect((await patch(address, token, offset, bytes)).status, offset).toBeGreaterThanOrEqual(400)
    expect(await patch(address, token, '0', bytes.subarray(0, 1_000))).toMatchObject({ status: 204 })
    expect((await patch(address, token, '1000', randomBytes(5_000))).status).toBe(413)
    expect(JSON.parse((await offer(token, sha256, entry)).bytes.toString())).toEqual({
      size: 3_000,
      offset: 1_000,
      received: false,
    })
    expect(await call('HEAD', address, token, { 'tus-resumable': '1.0.0' })).toMatchObject({ status: 200 })
    expect(await patch(address, token, '1000', bytes.subarray(1_000))).toMatchObject({ status: 204 })
    await until(
      'they are sealed as received',
      async () => (JSON.parse((await offer(token, sha256, entry)).bytes.toString()) as { received: boolean }).received,
    )
    const range = await call('GET', address, token, { range: 'bytes=10-19' })
    expect(range).toMatchObject({ status: 206 })
    expect(range.bytes.equals(bytes.subarray(10, 20))).toBe(true)
    expect(range.headers.get('content-range')).toBe('bytes 10-19/3000')
    for (let times = 0; times < 20; times += 1)
      expect(await call('GET', address, token, { range: 'bytes=3000-' })).toMatchObject({ status: 416 })
    // The service may have the piece open for a moment, to read its text.
    await expect
      .poll(openPieces, { message: 'a range that is not there, asked for again and again, holds no file open' })
      .toEqual([])
    // Whole already: nothing can be put in their place.
    expect(await patch(address, token, '0', randomBytes(3_000))).toMatchObject({ status: 409 })
  })

  test('Y-61: bytes of another hash are refused, named, and leave nothing behind; nothing is sealed', async () => {
    const token = await tokenOf(first)
    const bytes = randomBytes(5_000)
    const { sha256, entry } = await announce(bytes)
    const lying = partials()
    expect(await patch(addressOf(sha256, entry), token, '0', randomBytes(5_000))).toMatchObject({
      status: 422,
      code: 'hash_mismatch',
    })
    expect(partials()).toEqual(lying)
    await sync(world.hub())
    expect(
      await world.hub().workspace.db.selectFrom('evidence').select('received').where('sha256', '=', sha256).execute(),
    ).toEqual([{ received: 0 }])
    expect(await patch(addressOf(sha256, entry), token, '0', bytes)).toMatchObject({ status: 204 })
  })

  test('an upload is forgotten when its device says so', async () => {
    const token = await tokenOf(first)
    const { sha256, entry } = await announce(randomBytes(5_000))
    await patch(addressOf(sha256, entry), token, '0', randomBytes(100))
    expect(await call('DELETE', addressOf(sha256, entry), token, { 'tus-resumable': '1.0.0' })).toMatchObject({
      status: 204,
    })
    expect(JSON.parse((await offer(token, sha256, entry)).bytes.toString())).toMatchObject({ offset: 0 })
  })

  test('Y-13: a device that is revoked in the middle brings and reads nothing more', async () => {
    const second = await world.enrol('second')
    await must(second, 'PUT', '/v1/sync/settings', { metered: true })
    await sync(second)
    const token = await tokenOf(second)
    const bytes = randomBytes(2_000)
    const { sha256, entry } = await announce(bytes)
    expect(await patch(addressOf(sha256, entry), token, '0', bytes.subarray(0, 1_500))).toMatchObject({ status: 204 })
    await must(world.hub(), 'POST', `/v1/sync/hub/devices/${second.workspace.facts.deviceId}/revoke`, {
      reason: 'Stolen from a car.',
    })
    expect(await patch(addressOf(sha256, entry), token, '1500', bytes.subarray(1_500))).toMatchObject({
      status: 403,
      code: 'revoked',
    })
    expect(await call('GET', addressOf(sha256, entry), token)).toMatchObject({ status: 403, code: 'revoked' })
    expect(await call('GET', '/v1/sync/blobs', token)).toMatchObject({ status: 403, code: 'revoked' })
    // Another device that has them brings them from the beginning: nobody goes on with what somebody else began.
    expect(JSON.parse((await offer(await tokenOf(first), sha256, entry)).bytes.toString())).toMatchObject({
      offset: 0,
      received: false,
    })
  })
})

describe('a hub whose disk is full', () => {
  const bytes = randomBytes(3 * 1_048_576)
  const name = { case: randomUUID(), sha256: createHash('sha256').update(bytes).digest('hex'), entry: 'ab'.repeat(32) }
  const key = randomBytes(32)
  let received = 0
  const blobs: HubBlobs = {
    offered: () => Promise.resolve(ok({ size: bytes.length, received: received > 0, key, name: name.sha256 })),
    readable: () => Promise.resolve(ok({ size: bytes.length, key, name: name.sha256 })),
    receive: () => {
      received += 1
      return Promise.resolve(ok(undefined))
    },
    arrival: () => Promise.resolve(null),
    filed: () => Promise.resolve([]),
    takeBroughtBack: () => [],
    erasedDue: () => Promise.resolve({ blobs: [], deviceIds: [] }),
    forgetErased: () => Promise.resolve(),
    onErased: () => undefined,
    casesOf: () => Promise.resolve(ok(new Set([name.case]))),
  }
  const full = (): Promise<never> =>
    Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
  const log = { error: () => undefined, info: () => undefined, warn: () => undefined }
  const clock = { nowMs: () => Date.now(), monoMs: () => performance.now() }
  const make = (store: BlobStore) => createHubBytes({ blobs, store, clock, scheduler: timerScheduler, log })

  test('refuses what finds no room, keeps what came, and goes on once there is room', async () => {
    const real = openBlobs(path.join(world.root, 'full'), systemRandom())
    await real.partialPath('0'.repeat(8))
    const tight = make({ ...real, freeBytes: () => Promise.resolve(1_000) })
    expect(await tight.offer('d', name)).toMatchObject({ ok: false, error: { code: 'storage_full' } })
    await tight.close()

    let chunks = 0
    const failing = make({
      ...real,
      begin: async (id, given) => {
        const partial = await real.begin(id, given)
        return { ...partial, append: (chunk, more) => ((chunks += 1) > 20 ? full() : partial.append(chunk, more)) }
      },
    })
    const cut = (from: number): Readable =>
      Readable.from(
        (function* () {
          for (let at = from; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
        })(),
        { objectMode: false },
      )
    expect(await failing.write('d', name, 0, cut(0))).toMatchObject({ ok: false, error: { code: 'storage_full' } })
    await failing.close()

    const healed = make(real)
    const again = await healed.offer('d', name)
    if (!again.ok) throw new Error(again.error.message)
    expect(again.value.offset).toBeGreaterThan(0)
    expect(again.value.received).toBe(false)
    expect(await healed.write('d', name, again.value.offset, cut(again.value.offset))).toMatchObject({
      ok: true,
      value: { offset: bytes.length },
    })
    await until('it is sealed', () => Promise.resolve(received === 1))
    expect(await real.hashOf(name.sha256, key)).toBe(name.sha256)
    await healed.close()
  })

  test('takes in nothing more once the disk has filled while bytes came, and keeps what it has', async () => {
    received = 0
    const real = openBlobs(path.join(world.root, 'filling'), systemRandom())
    await real.partialPath('0'.repeat(8))
    let free = 1e12
    const large = Buffer.alloc(1_048_576)
    const hub = createHubBytes({
      blobs: { ...blobs, offered: () => Promise.resolve(ok({ size: 1e9, received: false, key, name: name.sha256 })) },
      store: { ...real, freeBytes: () => Promise.resolve(free) },
      clock,
      scheduler: timerScheduler,
      log,
    })
    let given = 0
    const filling = Readable.from(
      (function* () {
        for (; given < 100; given += 1) {
          if (given === 20) free = 1_000
          yield large
        }
      })(),
      { objectMode: false, highWaterMark: 1 },
    )
    expect(await hub.write('d', name, 0, filling)).toMatchObject({ ok: false, error: { code: 'storage_full' } })
    expect(given).toBeLessThan(32)
    expect(await hub.offer('d', name)).toMatchObject({ ok: true, value: { received: false } })
    expect(await hub.write('d', { ...name, sha256: 'a'.repeat(64) }, 0, Readable.from([large]))).toMatchObject({
      ok: false,
      error: { code: 'storage_full' },
    })
    free = 1e12
    const state = await hub.offer('d', name)
    if (!state.ok) throw new Error(state.error.message)
    expect(await hub.write('d', name, state.value.offset, Readable.from([large]))).toMatchObject({
      ok: true,
      value: { offset: state.value.offset + large.length },
    })
    await hub.close()
  })

  test('one device that begins uploads and ends none keeps no other out, however many it begins at once', async () => {
    const real = openBlobs(path.join(world.root, 'crowd'), systemRandom())
    let begun = 0
    let going = (): void => undefined
    const held = new Promise<void>((resolve) => (going = resolve))
    const hub = make({
      ...real,
      begin: (id, given) => ((begun += 1) === 1 ? held : Promise.resolve()).then(() => real.begin(id, given)),
    })
    const told: string[] = []
    const stalled = Array.from({ length: 40 }, (_, n) =>
      hub
        .write(
          'd',
          { ...name, sha256: createHash('sha256').update(String(n)).digest('hex') },
          0,
          new Readable({ read: () => undefined }),
        )
        .then((ended) => {
          if (!ended.ok) told.push(ended.error.code)
        }),
    )
    // Who is let in looks at the disk first, and begins after the others were refused.
    await until('its share is begun, and those beyond it are refused', () =>
      Promise.resolve(told.length === 32 && begun === 8),
    )
    expect([new Set(told), begun]).toEqual([new Set(['busy']), 8])
    expect(await hub.write('other', name, 0, Readable.from([bytes.subarray(0, 1_000)]))).toMatchObject({
      ok: true,
      value: { offset: 1_000 },
    })
    // One that takes long to open, as a long file does that is read again, kept nobody waiting.
    going()
    let over = false
    const ended = Promise.all(stalled).then(() => (over = true))
    await until('all have ended', () => {
      hub.interrupt()
      return Promise.resolve(over)
    })
    await ended
    expect(
      await hub.write('d', name, 0, Readable.from([bytes.subarray(0, 1_000)])),
      'it goes on once they have ended',
    ).toMatchObject({ ok: true, value: { offset: 1_000 } })
    await hub.close()
  })

  test('a crash between place and seal costs no byte: what lies there whole is sealed at the next offer', async () => {
    received = 0
    const hub = make(openBlobs(path.join(world.root, 'full'), systemRandom()))
    expect(await hub.offer('d', name)).toMatchObject({ ok: true, value: { offset: bytes.length, received: true } })
    expect(received).toBe(1)
    await hub.close()
  })
})
