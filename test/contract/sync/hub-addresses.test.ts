import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import { startService } from '../../../main/server/compose.ts'
import type { RunningService } from '../../../main/server/running-service.ts'
import { enrolDevice } from '../../../main/server/sync/enrol-device.ts'
import { syncLimits } from '../../../shared/protocol/sync.ts'
import { did } from './served-world.ts'
import { preparedWorkspace } from '../../support/prepared-workspace.ts'

const root = mkdtempSync(path.join(tmpdir(), 'fieldseal-hub-'))
const env = systemEnv(createLog('silent'))
let hub: RunningService

beforeAll(async () => {
  await preparedWorkspace(path.join(root, 'hub'), { institution: 'ACME', name: 'Acme', admin: 'Admin' })
  const started = await startService(
    {
      dataDir: path.join(root, 'hub'),
      port: 0,
      host: '127.0.0.1',
      role: 'hub',
      limits: { perAddress: 0, perCredential: 0 },
    },
    env,
  )
  if (!started.ok) throw new Error(started.error.message)
  hub = started.value
}, 120_000)

afterAll(async () => {
  await hub.close()
  await rm(root, { recursive: true, force: true })
})

const post = (call: string, body: Uint8Array, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${hub.url}/v1/sync/${call}`, {
    method: 'POST',
    body: Buffer.from(body),
    headers: { 'content-type': 'application/json', ...headers },
  })

const codeOf = async (response: Response): Promise<unknown> =>
  ((await response.json()) as { error: { code: unknown } }).error.code

describe('Y-28: what a stranger sends costs no more than a message', () => {
  test.each([
    ['zstd', zstdCompressSync],
    ['gzip', gzipSync],
  ] as const)('a bomb in %s is refused at its limit', async (encoding, compress) => {
    const bomb = compress(Buffer.alloc(syncLimits.bytes * 8))
    expect(bomb.length).toBeLessThan(syncLimits.bytes / 10)
    const answer = await post('challenge', bomb, { 'content-encoding': encoding })
    expect([answer.status, await codeOf(answer)]).toEqual([413, 'too_large'])
  })

  test('bytes that are not what they say are refused', async () => {
    const answer = await post('challenge', Buffer.from('no zstd'), { 'content-encoding': 'zstd' })
    expect([answer.status, await codeOf(answer)]).toEqual([400, 'invalid_request'])
  })

  test('a compression that is not spoken is 415', async () => {
    expect((await post('challenge', Buffer.from('{}'), { 'content-encoding': 'br' })).status).toBe(415)
  })

  test('JSON of another form is refused by name', async () => {
    const answer = await post('challenge', Buffer.from('{"device":1}'))
    expect([answer.status, await codeOf(answer)]).toEqual([400, 'invalid_request'])
  })
})

describe('Y-12: nothing without a session', () => {
  test.each(['push', 'pull'])('%s', async (call) => {
    const answer = await post(call, Buffer.from('{"protocol":1,"since":0}'))
    expect([answer.status, await codeOf(answer)]).toEqual([401, 'session_expired'])
  })

  test('hints', async () => {
    const answer = await fetch(`${hub.url}/v1/sync/hints`, { headers: { authorization: 'Bearer nobody' } })
    expect([answer.status, await codeOf(answer)]).toEqual([401, 'session_expired'])
  })

  test('another web origin is refused', async () => {
    expect((await post('challenge', Buffer.from('{}'), { origin: 'https://elsewhere.example' })).status).toBe(403)
  })
})

describe('Y-10, Y-11: enrolment', () => {
  const enrol = (name: string, code: string): ReturnType<typeof enrolDevice> =>
    enrolDevice(path.join(root, name), { url: hub.url, code, deviceName: name }, env, new AbortController().signal)

  test('what is no code is refused before anything is sent', async () => {
    expect(await enrol('a', 'hello')).toMatchObject({ ok: false, error: { code: 'enrolment_refused' } })
  })

  test('a code of another hub is refused, and the folder can be enrolled afterwards', async () => {
    expect(await enrol('b', 'FS1-0000-0000-0000-0000-0000-0000-0000-0000-0000-0000')).toMatchObject({
      ok: false,
      error: { code: 'enrolment_refused' },
    })
  })

  test('a hub that cannot be reached is told apart', async () => {
    const refused = await enrolDevice(
      path.join(root, 'c'),
      { url: 'http://127.0.0.1:9', code: 'FS1-0000-0000-0000-0000-0000-0000-0000-0000-0000-0000', deviceName: 'c' },
      env,
      new AbortController().signal,
    )
    expect(refused).toMatchObject({ ok: false, error: { code: 'hub_unreachable' } })
  })

  test('who was added just now works on the device at once, on the case that was opened just now', async () => {
    const { id: user } = await did(hub, 'POST', '/v1/users', {
      login_name: 'new',
      name: 'New Here',
      role: 'investigator',
      password: 'a long enough password',
    })
    const { id: opened } = await did(hub, 'POST', '/v1/cases', {
      title: 'Opened just now',
      description: 'For whoever joins.',
      priority: 'high',
    })
    const { code } = await did(hub, 'POST', '/v1/sync/hub/codes', {
      user_id: user,
      device_name: 'New',
      cases: [opened],
    })
    expect(await did(hub, 'GET', '/v1/sync/state')).toMatchObject({ entries_waiting: 0 })
    expect((await enrol('new', code as string)).ok).toBe(true)
    const started = await startService(
      {
        dataDir: path.join(root, 'new'),
        port: 0,
        host: '127.0.0.1',
        role: 'local',
        limits: { perAddress: 0, perCredential: 0 },
      },
      env,
    )
    if (!started.ok) throw new Error(started.error.message)
    try {
      expect(await started.value.localSession()).toMatchObject({ ok: true })
      expect((await did(started.value, 'GET', '/v1/cases')) as unknown).toMatchObject([{ title: 'Opened just now' }])
    } finally {
      await started.value.close()
    }
  })

  test('a folder that has a hub already is refused before any hub is asked, and the code is good for another folder', async () => {
    const newCode = async (): Promise<string> =>
      (await did(hub, 'POST', '/v1/sync/hub/codes', { user_id: 1, device_name: 'Laptop', cases: 'all' }))[
        'code'
      ] as string
    expect((await enrol('d', await newCode())).ok).toBe(true)
    const code = await newCode()
    expect(await enrol('d', code)).toMatchObject({
      ok: false,
      error: { code: 'already_done', message: expect.stringContaining('the code was not used') as string },
    })
    expect((await enrol('e', code)).ok).toBe(true)
  })
})

describe('Y-18: sharing', () => {
  test('a case that was opened a moment ago is shared with a team that was made a moment ago', async () => {
    const { id: team } = await did(hub, 'POST', '/v1/teams', { name: 'Of a moment ago', members: [] })
    const { id } = await did(hub, 'POST', '/v1/cases', {
      title: 'Of a moment ago',
      description: 'For the team.',
      priority: 'high',
    })
    expect(await did(hub, 'POST', `/v1/cases/${String(id)}/grants`, { team_id: team })).toContainEqual(
      expect.objectContaining({ kind: 'team', name: 'Of a moment ago' }),
    )
  })
})

describe('Y-50: the log', () => {
  test('is served as a checkpoint and tiles', async () => {
    await expect.poll(async () => (await fetch(`${hub.url}/v1/log/checkpoint`)).status, { timeout: 20_000 }).toBe(200)
    const note = await (await fetch(`${hub.url}/v1/log/checkpoint`)).text()
    const [origin, size] = note.split('\n')
    expect(origin).toMatch(/^hub\/[0-9a-f-]{36}\/log$/)
    const tile = await fetch(`${hub.url}/v1/log/tile/0/000.p/${size}`)
    expect(tile.headers.get('cache-control')).toContain('immutable')
    expect((await tile.arrayBuffer()).byteLength).toBe(32 * Number(size))
    expect((await fetch(`${hub.url}/v1/log/tile/0/999`)).status).toBe(404)
  })
})
