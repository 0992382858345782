import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBench } from './support.ts'
import type { Bench } from './support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await startBench()
})
afterAll(() => bench.close())

/** Sends bytes as they are and reads until the other side closes. */
const raw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(bench.url)
    let received = ''
    const socket = connect(Number(port), hostname, () => socket.end(text))
    socket.on('data', (chunk) => (received += chunk.toString('utf8')))
    socket.on('close', () => resolve(received))
    socket.on('error', reject)
  })

const request = (line: string, ...headers: readonly string[]): string =>
  [`${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', ''].join('\r\n')

describe('addresses', () => {
  it.each([
    '/',
    '/v1',
    '/v1/',
    '/v2/cases',
    '/v1/cases/',
    '/v1//cases',
    '/V1/cases',
    '/api',
    '/api/api/v1/cases',
    '/v1/cases/1/2/3',
    '/../etc/passwd',
  ])('that do not exist answer 404 as JSON: %s', async (address) => {
    const { status, error } = await bench.ask('GET', address)
    expect(status).toBe(404)
    expect(error.code).toBe('not_found')
  })

  it.each([
    ['DELETE', '/v1/cases', 'GET, HEAD, POST, OPTIONS'],
    ['GET', '/api/v1/cases/1/status', 'PUT, OPTIONS'],
    ['POST', '/healthz', 'GET, HEAD, OPTIONS'],
    ['PATCH', '/v1/me', 'GET, HEAD, OPTIONS'],
    // RFC 9110 lets a method be any token; Node knows these and the service takes none of them.
    ['QUERY', '/v1/cases', 'GET, HEAD, POST, OPTIONS'],
    ['PROPFIND', '/v1/cases', 'GET, HEAD, POST, OPTIONS'],
    // An address of its own is no id of the case, the model or the import beside it.
    ['PATCH', '/v1/cases/stats', 'GET, HEAD, OPTIONS'],
    ['PATCH', '/api/v1/cases/export', 'GET, HEAD, OPTIONS'],
    ['GET', '/v1/models/in-force', 'PUT, OPTIONS'],
    ['GET', '/api/v1/alerts/imports', 'POST, OPTIONS'],
  ])('refuse the wrong method with Allow: %s %s', async (method, address, allow) => {
    const { status, error, headers } = await bench.ask(method, address)
    expect(status).toBe(405)
    expect(error.code).toBe('method_not_allowed')
    expect(headers.get('allow')).toBe(allow)
  })

  it('answer OPTIONS with what they take, and let no other origin in', async () => {
    const { status, headers } = await bench.ask('OPTIONS', '/v1/cases', { anonymous: true })
    expect(status).toBe(204)
    expect(headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS')
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  it('answer HEAD as GET without its body', async () => {
    const { status, text, headers } = await bench.ask('HEAD', '/v1/cases')
    expect(status).toBe(200)
    expect(text).toBe('')
    expect(Number(headers.get('content-length'))).toBeGreaterThan(0)
  })

  it.each(['/v1/cases/%', '/v1/cases/%zz', '/v1/cases/%ff', '/v1/case-numbers/%c3%28'])(
    'with malformed encoding are refused: %s',
    async (address) => {
      const { status, error } = await bench.ask('GET', address)
      expect(status).toBe(400)
      expect(error.code).toBe('invalid_request')
    },
  )

  it.each([
    ['abc', 400],
    ['-1', 400],
    ['1.5', 400],
    ['0', 400],
    ['1e3', 400],
    ['99999999999999999999', 400],
    ['9007199254740992', 400],
    ['9007199254740991', 404],
    ['424242', 404],
    ['1%00', 400],
    ['..%2f..%2fetc', 400],
  ])('take case ids strictly: %s gives %i', async (id, expected) => {
    for (const [method, address, body] of [
      ['GET', `/v1/cases/${id}`, undefined],
      ['PUT', `/v1/cases/${id}/status`, { status: 'closed', notes: 'x' }],
      ['GET', `/v1/cases/${id}/timeline`, undefined],
    ] as const) {
      const answer = await bench.ask(method, address, { body })
      expect(answer.status, `${method} ${address}`).toBe(expected)
      if (expected === 400) expect(answer.error.details?.[0]?.path).toBe('path.id')
    }
  })

  it('give every answer its own request id', async () => {
    const ids = await Promise.all(
      ['/v1/cases', '/nothing', '/healthz', '/v1/cases/x', '/openapi.json'].map(async (address) =>
        (await bench.ask('GET', address)).headers.get('x-request-id'),
      ),
    )
    expect(ids.every((id) => id !== null && /^[\w-]{6,40}$/.test(id))).toBe(true)
    expect(new Set(ids).size).toBe(5)
  })
})

describe('what is hardly HTTP', () => {
  it.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['a header without a name', request('GET /healthz', ': x')],
    ['a control character in a header', request('GET /healthz', 'X-A: a\u0001b')],
    ['headers beyond all measure', request('GET /healthz', `X-A: ${'a'.repeat(100_000)}`)],
    ['two lengths', request('POST /v1/cases', 'Content-Length: 1', 'Content-Length: 2')],
    ['a length and chunks at once', request('POST /v1/cases', 'Content-Length: 5', 'Transfer-Encoding: chunked')],
    ['a length that is none', request('POST /v1/cases', 'Content-Length: -5')],
    ['a method that nobody knows', request('FROBNICATE /v1/cases')],
    ['a method in lower case', request('get /v1/cases')],
    ['a tunnel', request('CONNECT another.example:443')],
  ])('%s is refused as JSON', async (_name, bytes) => {
    const answer = await raw(bytes)
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as {
      success: boolean
      error: { code: string; request_id: string }
    }
    expect(body.success).toBe(false)
    expect(body.error.request_id).toBeTruthy()
  })

  it.each(['TRACE', 'PROPFIND', 'SEARCH', 'LINK'])('the method %s is refused as JSON', async (method) => {
    const answer = await raw(request(`${method} /v1/cases`))
    expect(answer).toMatch(/^HTTP\/1\.1 40[45] /)
    expect(answer).toContain('"success":false')
  })

  it('a request without a Host is refused', async () => {
    expect(await raw('GET /v1/cases HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(await raw('GET /v1/cases HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 403 /)
  })

  it('a body that ends early leaves the service alive', async () => {
    await raw(
      request(
        'POST /v1/cases',
        'Content-Type: application/json',
        'Content-Length: 500',
        `Authorization: Bearer ${bench.admin.token}`,
        `X-API-Key: ${bench.institutionKey}`,
      ) + '{"title"',
    )
    expect((await bench.ask('GET', '/healthz')).status).toBe(200)
  })
})

describe('bodies', () => {
  const valid = { title: 'T', description: 'D', priority: 'low' }

  it.each([
    ['text/plain', 415],
    ['application/xml', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/json; charset=utf-16', 415],
    ['application/json-patch+json', 415],
    ['text/csv', 415],
    ['', 415],
    ['application/json', 201],
    ['application/json; charset=utf-8', 201],
    ['Application/JSON;charset="UTF-8"', 201],
  ])('as %j answer %i', async (type, expected) => {
    const answer = await bench.ask('POST', '/v1/cases', {
      raw: JSON.stringify(valid),
      headers: { 'content-type': type },
    })
    expect(answer.status).toBe(expected)
    if (expected === 415) expect(answer.error.code).toBe('unsupported_media_type')
  })

  it('that are compressed are refused', async () => {
    const answer = await bench.ask('POST', '/v1/cases', {
      raw: JSON.stringify(valid),
      headers: { 'content-encoding': 'gzip' },
    })
    expect([answer.status, answer.error.code]).toEqual([415, 'unsupported_media_type'])
  })

  it('over the limit are refused, told by their length or found while reading', async () => {
    const big = JSON.stringify({ ...valid, description: 'x'.repeat(10_000_000) })
    const told = await bench.ask('POST', '/v1/cases', { raw: big })
    expect([told.status, told.error.code]).toEqual([413, 'payload_too_large'])
    const stream = new ReadableStream({
      start(controller) {
        for (let index = 0; index < 40; index += 1) controller.enqueue(new Uint8Array(65_536).fill(0x20))
        controller.close()
      },
    })
    const response = await fetch(`${bench.url}/v1/cases`, {
      method: 'POST',
      body: stream,
      duplex: 'half',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${bench.admin.token}`,
        'x-api-key': bench.institutionKey,
      },
    } as RequestInit)
    expect(response.status).toBe(413)
  })

  it.each([
    '',
    '{',
    'null x',
    '{"title":"T",}',
    '{"title":"T","title":"U","description":"D","priority":"low"}',
    '\u0000',
    '[1,2',
    '{"title":NaN}',
  ])('that are no strict JSON are refused: %j', async (text) => {
    const answer = await bench.ask('POST', '/v1/cases', { raw: text })
    expect([answer.status, answer.error.code]).toEqual([400, 'malformed_json'])
  })

  it('that are empty are fine where an operation takes none, whatever type they claim', async () => {
    const opened = await bench.ask('POST', '/v1/cases', { body: { title: 'T', description: 'D', priority: 'low' } })
    const answer = await bench.ask('POST', `/v1/cases/${opened.data.id}/verify`, { raw: '' })
    expect(answer.status).toBe(200)
  })

  it.each(['null', '[]', '"text"', '5', 'true', '{}'])(
    'that are JSON but no such object are refused: %s',
    async (text) => {
      const answer = await bench.ask('POST', '/v1/cases', { raw: text })
      expect([answer.status, answer.error.code]).toEqual([400, 'invalid_request'])
    },
  )
})
