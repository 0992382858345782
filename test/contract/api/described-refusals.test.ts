import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApiDocument } from '../../../main/server/description/openapi.ts'
import { errorBody } from '../../../shared/api/errors.ts'
import { startBench } from './support.ts'
import type { Bench } from './support.ts'

// What the description says of addresses that are no operations of the table is written by hand: live answers are held
// to it here.
const description = openApiDocument('0.0.0')
const upload = '018f0000-0000-7000-8000-000000000000'

let bench: Bench
beforeAll(async () => {
  bench = await startBench()
})
afterAll(() => bench.close())

/** Why a refusal of the service is not one that the description has; null: it is. */
const strayFrom = (path: string, method: string, status: number, body: unknown): string | null => {
  const refused = errorBody.safeParse(body)
  if (!refused.success) return `${JSON.stringify(body)} is no refusal`
  const responses = description.paths[path]?.[method.toLowerCase()]?.responses
  const described = responses?.[String(status)]
  const text = JSON.stringify(described ?? responses?.['default'] ?? null)
  if (!text.includes('#/components/schemas/Refusal')) return `a refusal by ${status} is not described`
  return described === undefined || text.includes(`"${refused.data.error.code}"`)
    ? null
    : `${refused.data.error.code} is not described`
}

describe('refusals at addresses that carry bytes or the protocol of a hub', () => {
  it.each([
    ['DELETE', '/v4/evidence/uploads/{id}', {}, 400],
    ['DELETE', '/v4/evidence/uploads/{id}', { 'x-workspace-id': 'another' }, 403],
    [
      'PATCH',
      '/v4/evidence/uploads/{id}',
      { 'x-workspace-id': 'another', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      403,
    ],
    ['GET', '/v4/events/stream', { 'x-workspace-id': 'another' }, 403],
    ['GET', '/v4/events/stream', {}, 400],
    ['POST', '/v1/sync/challenge', {}, 404],
    ['POST', '/v1/sync/push', {}, 404],
    ['PATCH', '/v1/sync/blobs/{case}/{sha256}', {}, 404],
    ['POST', '/v1/witness/cosignatures', {}, 404],
  ] as const)('%s %s with %o: %i, as described', async (method, path, headers, status) => {
    const answer = await bench.ask(method, path.replace('{id}', upload), {
      anonymous: true,
      headers: { authorization: `Bearer ${bench.apiKey}`, 'tus-resumable': '1.0.0', ...headers },
    })
    expect(answer.status).toBe(status)
    expect(strayFrom(path, method, answer.status, answer.body)).toBe(null)
  })

  it.each([
    ['DELETE', '/v1/uploads/{id}'],
    ['GET', '/v1/events/stream'],
  ] as const)('%s %s without the key of the institution, as described', async (method, path) => {
    const answer = await bench.ask(method, path.replace('{id}', upload), {
      anonymous: true,
      headers: { authorization: `Bearer ${bench.admin.token}`, 'tus-resumable': '1.0.0' },
    })
    expect([answer.status, answer.error.code]).toEqual([401, 'institution_key_invalid'])
    expect(strayFrom(path, method, answer.status, answer.body)).toBe(null)
  })

  it('others would be noticed', () => {
    const told = { success: false, error: { code: 'already_done', message: 'x', request_id: 'x' } }
    expect(strayFrom('/v4/events/stream', 'GET', 418, told)).toBe('a refusal by 418 is not described')
    expect(strayFrom('/v4/events/stream', 'GET', 403, told)).toBe('already_done is not described')
    expect(strayFrom('/v4/events/stream', 'GET', 403, {})).toBe('{} is no refusal')
  })
})

describe('a hub', () => {
  let hub: Bench
  beforeAll(async () => {
    hub = await startBench({ role: 'hub' })
  })
  afterAll(() => hub.close())

  it('refuses another host name at every address, as described', async () => {
    const methods = Object.entries(description.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => ({ path, method: method.toUpperCase() })),
    )
    const strays = await Promise.all(
      methods.map(async ({ path, method }) => {
        const answer = await hub.service.inject({
          method: method as 'GET',
          path: path.replace('{tile}', 'entries/000').replaceAll(/\{\w+\}/g, '1'),
          headers: { host: 'another.example' },
        })
        if (method === 'HEAD') return answer.status === 403 ? null : `${method} ${path}: ${answer.status}`
        const stray = strayFrom(path, method, answer.status, answer.json())
        return answer.status === 403 && stray === null ? null : `${method} ${path}: ${answer.status} ${stray}`
      }),
    )
    expect(strays.filter((stray) => stray !== null)).toEqual([])
  })

  it('lists its own key among those of its devices, as described', async () => {
    const { data } = await hub.ask('GET', '/v1/devices')
    expect(data.map(({ id }) => id)).toContain(`hub:${hub.workspaceId}`)
  })

  it.each([
    [
      'POST',
      '/v1/sync/connect',
      {
        url: 'https://hub.example',
        code: 'FS1-K7QD-2MXA-9RTB-5VHN-4CWE-0ZJ8-P3KG-6TSY-1A2B-3C4D',
        device_name: 'Laptop',
      },
      409,
      'already_done',
    ],
    ['POST', '/v1/sync/rotate', { confirm: 'this device gets another key' }, 409, 'not_a_device'],
    ['PUT', '/v1/sync/cases/018f0000-0000-7000-8000-000000000000/offline', { offline: true }, 409, 'not_a_device'],
  ] as const)('is asked for what only a device has: %s %s', async (method, path, body, status, code) => {
    const answer = await hub.ask(method, path, { body })
    expect([answer.status, answer.error.code]).toEqual([status, code])
  })

  it('neither revokes nor removes its own folder, as described', async () => {
    const own = (await hub.ask('GET', '/v1/devices')).data.find((device) => device.this_device)?.id ?? ''
    for (const act of ['revoke', 'remove']) {
      const refused = await hub.ask('POST', `/v1/sync/hub/devices/${own}/${act}`, { body: { reason: 'Lost.' } })
      expect([refused.status, refused.error.code]).toEqual([422, 'unknown_reference'])
    }
  })

  it('ends no sharing that is none, as described', async () => {
    const opened = await hub.createCase()
    const person = await hub.addPerson('investigator', 'nobody')
    const refused = await hub.ask('POST', `/v1/cases/${opened.id}/grants/end`, { body: { user_id: person.id } })
    expect([refused.status, refused.error.code]).toEqual([409, 'already_done'])
  })
})

describe('the health of the service', () => {
  it('is under no prefix, and the description says so', async () => {
    expect((await bench.ask('GET', '/healthz')).status).toBe(200)
    expect((await bench.ask('GET', '/api/healthz')).status).toBe(404)
    expect(description.paths['/healthz']?.['get']?.servers).toEqual([{ url: '/', description: 'Under no prefix.' }])
  })
})
