import { connect } from 'node:net'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningService } from '../../../main/server/running-service.ts'
import { syncLimits } from '../../../shared/protocol/sync.ts'
import { makeStranger } from '../../support/sync/dishonest/stranger.ts'
import type { Stranger } from '../../support/sync/dishonest/stranger.ts'
import { createServedWorld, did } from './served-world.ts'
import type { ServedWorld } from './served-world.ts'

/**
 * Whoever has a network, or a device with a valid key, and asks for more than its share: what it costs the hub stays
 * bounded, and others are served.
 */

let world: ServedWorld
let hub: RunningService

const stranger = async (): Promise<Stranger> => {
  const { code } = await did(hub, 'POST', '/v1/sync/hub/codes', { user_id: 1, device_name: 'tablet', cases: [] })
  const made = makeStranger(hub.url, crypto.randomUUID())
  const enrolled = await made.enrol(code as string)
  if (!enrolled.ok) throw new Error(enrolled.error.message)
  return made
}

/** Sends the beginning of a request, and gives what comes back until the other side ends. */
const begin = async (head: readonly string[]): Promise<string> => {
  const { hostname, port, host } = new URL(hub.url)
  const socket = connect(Number(port), hostname)
  socket.write(`${[head[0], `Host: ${host}`, ...head.slice(1)].join('\r\n')}\r\n\r\n`)
  return await text(socket)
}

const hints = (token: string): Promise<Response> =>
  fetch(`${hub.url}/v1/sync/hints`, { headers: { authorization: `Bearer ${token}` } })
const post = (call: string, body: Uint8Array, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(`${hub.url}/v1/sync/${call}`, { method: 'POST', headers, body: Buffer.from(body) })

beforeAll(async () => {
  world = createServedWorld()
  hub = await world.hub()
})

afterAll(async () => {
  await world.end()
})

describe('Y-28: the hub reads nothing long of somebody unknown', () => {
  test.each(['push', 'pull', 'copies', 'take-copy', 'return-copy'])(
    '%s without a session is refused before its body comes',
    async (call) => {
      expect(await begin([`POST /v1/sync/${call} HTTP/1.1`, 'Content-Length: 8000000'])).toMatch(
        /^HTTP\/1\.1 401 [\s\S]*"session_expired"/u,
      )
    },
  )

  test.each([
    ['challenge', 5_000],
    ['session', 1_100_000],
    ['enrol', 1_100_000],
  ] as const)('%s of %i bytes is too large, packed or not', async (call, bytes) => {
    const body = Buffer.alloc(bytes, 0x20)
    expect((await post(call, body)).status).toBe(413)
    expect((await post(call, gzipSync(body), { 'content-encoding': 'gzip' })).status).toBe(413)
  })
})

test.each([
  ['zstd', zstdCompressSync],
  ['gzip', gzipSync],
] as const)('Y-28: a bomb of a known device in %s is refused at its limit', async (encoding, compress) => {
  const device = await stranger()
  const answer = await post('push', compress(Buffer.alloc(syncLimits.bytes * 8)), {
    authorization: `Bearer ${await device.session()}`,
    'content-encoding': encoding,
  })
  expect([answer.status, await answer.json()]).toMatchObject([413, { error: { code: 'too_large' } }])
  device.close()
})

test('Y-13: a device that was revoked is told nothing more by the session that it has, not even that something is new', async () => {
  const device = await stranger()
  const token = await device.session()
  await did(hub, 'POST', `/v1/sync/hub/devices/${device.deviceId}/revoke`, { reason: 'Stolen.' })
  const answer = await hints(token)
  expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('"revoked"')])
  device.close()
})

describe('one device has a few connections, and the newest count', () => {
  test('of its streams of hints the oldest ends, and another device has its own', async () => {
    const [greedy, other] = [await stranger(), await stranger()]
    const token = await greedy.session()
    const first = await hints(token)
    const later: Response[] = []
    for (let n = 0; n < 4; n += 1) later.push(await hints(token))
    expect(await first.text()).toContain(': here')
    const others = await hints(await other.session())
    expect(others.status).toBe(200)
    for (const stream of [...later, others]) await stream.body?.cancel()
    for (const device of [greedy, other]) device.close()
  })

  test('of its calls whose bodies do not end the oldest is cut, and it goes on by the newest', async () => {
    const device = await stranger()
    const token = await device.session()
    const stalled = Array.from({ length: 4 }, () =>
      begin(['POST /v1/sync/push HTTP/1.1', `Authorization: Bearer ${token}`, 'Content-Length: 8000000']),
    )
    const first = Promise.race(stalled)
    // Whichever way the five meet, one that moves bytes has to give way to one that comes later.
    stalled.push(begin(['POST /v1/sync/push HTTP/1.1', `Authorization: Bearer ${token}`, 'Content-Length: 8000000']))
    expect(await first).toBe('')
    const pushed = await device.push('workspace', [device.seal({ type: 'unheard.of', actor: 'nobody' })])
    expect(pushed.refused?.code).toBe('not_permitted')
    device.close()
  })
})
