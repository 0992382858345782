import { once } from 'node:events'
import http from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { eventProtocol } from '../../../shared/schema/event-frames.ts'
import { eventCatalogue, eventTypes } from '../../../shared/schema/events.ts'
import { startService } from '../../../main/server/compose.ts'
import { startBench } from '../api/support.ts'
import type { Bench } from '../api/support.ts'
import { connect, openClient, refusedUpgrade } from './support.ts'
import { openApiDocument } from '../../../main/server/description/openapi.ts'
import { sentData, sentEvent } from '../../../shared/schema/event-frames.ts'

let bench: Bench
beforeAll(async () => {
  bench = await startBench()
})
afterAll(() => bench.close())

const key = () => ({ authorization: `Bearer ${bench.apiKey}`, 'x-workspace-id': bench.workspaceId })
const tell = async (note = 'hello') =>
  (await bench.ask('GET', `/v4/events/test?note=${note}`, { anonymous: true, headers: key() })).data
const read = async <A extends string>(address: A) =>
  (await bench.ask('GET', address, { anonymous: true, headers: key() })).data

describe('GET /v4/events/ws', () => {
  it('says hello with the cursor, then brings each event once, in order, as the list says', async () => {
    const client = connect(bench)
    const hello = await client.hello()
    expect(hello).toMatchObject({ missed: false, cursor: hello.newest, heartbeat_seconds: 20 })
    const opened = await bench.createCase('A case that the stream tells of')
    await tell()
    const [first, second] = await client.count(2)
    expect(first).toMatchObject({
      id: hello.newest + 1,
      type: 'case.opened',
      actor: bench.admin.uid,
      data: { case_id: opened.id, case_number: opened.case_number, priority: 'medium', status: 'open' },
    })
    expect(first?.entry_id).toMatch(/^[0-9a-f]{64}$/)
    expect(second).toMatchObject({ id: hello.newest + 2, type: 'test.event', entry_id: null, data: { note: 'hello' } })
    for (const event of client.events())
      expect(eventCatalogue[event.type as 'test.event'].data.safeParse(event.data).success).toBe(true)
    await client.close()
  })

  it('V-4: tells nothing that a person wrote', async () => {
    const client = connect(bench)
    await client.hello()
    const { id } = await bench.createCase('Title of a person')
    await bench.ask('POST', `/v1/cases/${id}/notes`, { body: { text: 'Words of a person' } })
    await client.count(2)
    expect(JSON.stringify(client.frames)).not.toMatch(/of a person|What was seen/)
    await client.close()
  })

  it('V-1, V-2: tells nothing of what was refused, and leaves no gap where it was', async () => {
    const client = connect(bench)
    const { newest } = await client.hello()
    await bench.ask('POST', '/v1/cases', { body: { title: 'No priority', description: 'x' } })
    await bench.ask('PUT', '/v1/cases/999999/status', { body: { status: 'closed', notes: 'There is none.' } })
    expect((await tell()).event.id).toBe(newest + 1)
    await client.count(1)
    expect(client.events().map(({ id }) => id)).toEqual([newest + 1])
    await client.close()
  })

  it('resumes after a cursor, by the query or by Last-Event-ID, and the header wins', async () => {
    const from = (await tell('one')).event.id
    const to = (await tell('two')).event.id
    for (const [query, headers] of [
      [`&after=${from - 1}`, {}],
      ['', { 'last-event-id': String(from - 1) }],
      ['&after=0', { 'last-event-id': String(from - 1) }],
    ] as const) {
      const client = connect(bench, query, headers)
      expect((await client.hello()).cursor).toBe(from - 1)
      expect((await client.count(2)).map(({ id }) => id)).toEqual([from, to])
      await client.close()
    }
  })

  it('V-8: begins with the oldest that is kept after 0, and says so where what was asked for is not known here', async () => {
    const all = connect(bench, '&after=0')
    const { newest, missed } = await all.hello()
    expect(missed).toBe(false)
    expect((await all.count(newest)).map(({ id }) => id)).toEqual(Array.from({ length: newest }, (_, at) => at + 1))
    await all.close()
    const ahead = connect(bench, '&after=999999999')
    expect(await ahead.hello()).toMatchObject({ missed: true, cursor: newest })
    await ahead.close()
  })

  it('takes names and whole families of names, and moves the cursor past the others', async () => {
    const client = connect(bench, '&types=case.opened,evidence.*')
    await client.hello()
    await tell()
    await bench.createCase()
    const [only] = await client.count(1)
    expect(only?.type).toBe('case.opened')
    const { event } = await tell()
    client.socket.send('{"frame":"ping"}')
    const pong = await client.until((frame) => frame.frame === 'pong' && frame.cursor === event.id)
    expect(pong).toBeDefined()
    expect(client.events()).toHaveLength(1)
    await client.close()
  })

  it('refuses before the upgrade what it cannot serve', async () => {
    const at = (query: string) => `${bench.url}/v4/events/ws${query}`
    const own = `?workspace_id=${bench.workspaceId}`
    expect(await refusedUpgrade(at(own), {})).toEqual([401, 'unauthenticated'])
    expect(await refusedUpgrade(at(''), { authorization: `Bearer ${bench.apiKey}` })).toEqual([400, 'invalid_request'])
    expect(
      await refusedUpgrade(at('?workspace_id=018f0000-0000-7000-8000-000000000000'), {
        authorization: `Bearer ${bench.apiKey}`,
      }),
    ).toEqual([403, 'workspace_mismatch'])
    for (const query of ['&types=case.opend', '&types=', '&after=-1', '&after=x', '&unknown=1'])
      expect(await refusedUpgrade(at(own + query), key())).toEqual([400, 'invalid_request'])
    expect(await refusedUpgrade(at(own), { ...key(), 'last-event-id': '1e3' })).toEqual([400, 'invalid_request'])
    expect(await refusedUpgrade(at(own), { ...key(), origin: 'https://elsewhere.example' })).toEqual([
      403,
      'origin_refused',
    ])
    expect(await refusedUpgrade(at(own), { ...key(), host: 'rebound.example' })).toEqual([403, 'origin_refused'])
    expect(await refusedUpgrade(at(`?ticket=evt_${'a'.repeat(43)}`), {})).toEqual([401, 'unauthenticated'])
  })

  it('takes a ticket once, of a key or of a person, without any header', async () => {
    const byKey = (await bench.ask('POST', '/v4/events/tickets', { anonymous: true, headers: key(), body: {} })).data
    const byPerson = (await bench.ask('POST', '/v1/events/tickets', { body: {} })).data
    for (const { ticket, expires_in: seconds } of [byKey, byPerson]) {
      expect(seconds).toBe(30)
      const address = `${bench.url}/v4/events/ws?ticket=${ticket}`
      // A request with a fault does not use it up.
      expect(await refusedUpgrade(`${address}&after=x`, {})).toEqual([400, 'invalid_request'])
      const client = openClient(address, {}, [eventProtocol])
      await client.hello()
      expect(client.socket.protocol).toBe(eventProtocol)
      expect(await refusedUpgrade(address, {})).toEqual([401, 'unauthenticated'])
      await client.close()
    }
  })

  it('ends a reader whose key is revoked, and one that sends what is no frame or is too long', async () => {
    const quick = await startBench({ stream: { heartbeatMs: 200 } })
    const made = (await quick.ask('POST', '/v1/keys', { body: { label: 'Reader', scopes: ['v4:read'] } })).data
    const client = openClient(`${quick.url}/v4/events/ws?workspace_id=${quick.workspaceId}`, {
      authorization: `Bearer ${made.secret}`,
    })
    await client.hello()
    await client.until((frame) => frame.frame === 'heartbeat')
    await quick.ask('DELETE', `/v1/keys/${made.id}`)
    expect(await client.closed()).toMatchObject({ code: 4401 })
    for (const [message, code] of [
      ['hello?', 4400],
      ['{"frame":"event"}', 4400],
      ['x'.repeat(2_000), 1009],
    ] as const) {
      const other = connect(quick)
      await other.hello()
      other.socket.send(message)
      expect(await other.closed()).toMatchObject({ code })
    }
    expect(
      (
        await quick.ask('GET', `/v4/events/stats?workspace_id=${quick.workspaceId}`, {
          anonymous: true,
          headers: { authorization: `Bearer ${quick.apiKey}` },
        })
      ).data.clients,
    ).toMatchObject({ websocket: 0, sse: 0 })
    await quick.close()
  })

  it('V-19: ends a reader whose sign-in ends, leaves the others of that person, and takes no ticket of it', async () => {
    const quick = await startBench({ stream: { heartbeatMs: 200 } })
    const person = await quick.addPerson('investigator', 'reader')
    const signedIn = async () => {
      const { access_token: token } = (
        await quick.ask('POST', '/v1/auth/login', {
          anonymous: true,
          body: { login_name: person.login, password: person.password },
        })
      ).data
      const as = { ...person, token }
      const ticket = async (): Promise<string> =>
        (await quick.ask('POST', '/v1/events/tickets', { as, body: {} })).data.ticket
      return { ticket, out: () => quick.ask('POST', '/v1/auth/logout', { as, body: {} }) }
    }
    const open = async (ticket: string) => {
      const client = openClient(`${quick.url}/v4/events/ws?ticket=${ticket}`, {})
      await client.hello()
      return client
    }
    const [ending, staying] = [await signedIn(), await signedIn()]
    const [ended, stays, unused] = [
      await open(await ending.ticket()),
      await open(await staying.ticket()),
      await ending.ticket(),
    ]
    expect((await ending.out()).status).toBeLessThan(300)
    expect(await ended.closed()).toMatchObject({ code: 4401 })
    expect(await refusedUpgrade(`${quick.url}/v4/events/ws?ticket=${unused}`, {})).toEqual([401, 'unauthenticated'])
    const beats = stays.frames.length
    await stays.until((frame) => frame.frame === 'heartbeat' && stays.frames.length > beats)
    await stays.close()
    await quick.close()
  })

  it('V-9: drops a reader that answers no ping, and serves the others on', async () => {
    const quick = await startBench({ stream: { heartbeatMs: 50 } })
    const silent = new WebSocket(`${quick.url.replace('http', 'ws')}/v4/events/ws?workspace_id=${quick.workspaceId}`, {
      autoPong: false,
      headers: { authorization: `Bearer ${quick.apiKey}` },
    })
    const [code] = (await once(silent, 'close')) as [number]
    expect(code).toBe(4408)
    const { data } = await quick.ask('GET', `/v4/events/stats?workspace_id=${quick.workspaceId}`, {
      anonymous: true,
      headers: { authorization: `Bearer ${quick.apiKey}` },
    })
    expect(data.clients).toMatchObject({ websocket: 0, dropped: 1 })
    await quick.close()
  })

  it('takes no more readers than it says', async () => {
    const small = await startBench({ stream: { clientsMax: 2 } })
    const clients = [connect(small), connect(small)]
    for (const client of clients) await client.hello()
    expect(
      await refusedUpgrade(`${small.url}/v4/events/ws?workspace_id=${small.workspaceId}`, {
        authorization: `Bearer ${small.apiKey}`,
      }),
    ).toEqual([503, 'unavailable'])
    await clients[0]?.close()
    const next = connect(small)
    await next.hello()
    await small.close()
  })

  it('answers a plain request with how to connect, and one that offers another upgrade as if it had not', async () => {
    const data = await read('/v4/events/ws')
    expect(data).toMatchObject({
      status: 'ready',
      connect: { path: '/v4/events/ws', protocol: eventProtocol },
      clients: 0,
      clients_max: 2_000,
    })
    expect(data.types.map(({ type }) => type)).toEqual(eventTypes)
    const status = await new Promise((resolve, reject) => {
      http
        .get(
          `${bench.url}/v4/events/ws`,
          {
            headers: {
              ...key(),
              connection: 'Upgrade, HTTP2-Settings',
              upgrade: 'h2c',
              'http2-settings': 'AAMAAABkAAQAAP__',
            },
          },
          (response) => resolve(response.statusCode),
        )
        .once('error', reject)
    })
    expect(status).toBe(200)
  })

  it('does not upgrade at any other address', async () => {
    expect(await refusedUpgrade(`${bench.url}/v4/events/nothing?workspace_id=${bench.workspaceId}`, key())).toEqual([
      404,
      'not_found',
    ])
    expect(await refusedUpgrade(`${bench.url}/v1/me`, {})).toEqual([401, 'unauthenticated'])
  })
})

describe('a client that is cut off, and a service that is started anew', () => {
  it('V-7: loses nothing and gets nothing twice where every client resumes after what it has', async () => {
    const own = await startBench()
    const seen = Array.from({ length: 40 }, () => [] as number[])
    const open = (base: string, client: number) => {
      const at = seen[client]?.at(-1)
      const stream = openClient(
        `${base}/v4/events/ws?workspace_id=${own.workspaceId}&types=test.event${at === undefined ? '&after=0' : `&after=${at}`}`,
        { authorization: `Bearer ${own.apiKey}` },
      )
      stream.socket.on('message', (data) => {
        const frame = JSON.parse((data as Buffer).toString()) as { frame: string; id: number }
        if (frame.frame === 'event') seen[client]?.push(frame.id)
      })
      return stream
    }
    const tellMany = (url: string, events: number) =>
      Promise.all(
        Array.from({ length: events }, () =>
          fetch(`${url}/v4/events/test?workspace_id=${own.workspaceId}`, {
            headers: { authorization: `Bearer ${own.apiKey}` },
          }),
        ),
      )

    let clients = seen.map((_, client) => open(own.url, client))
    for (const client of clients) await client.hello()
    const telling = tellMany(own.url, 150)
    // Cut in the middle, without a word, and connect again.
    for (const [at, client] of clients.entries()) {
      await client.count(at)
      client.socket.terminate()
    }
    clients = seen.map((_, client) => open(own.url, client))
    await telling
    for (const client of clients) await client.hello()
    const ends = clients.map((client) => client.closed())
    await own.service.close()
    expect((await Promise.all(ends)).map(({ code }) => code)).toEqual(clients.map(() => 1001))

    const again = await startService({ dataDir: own.dataDir, port: 0, host: '127.0.0.1', role: 'local' }, own.env)
    if (!again.ok) throw new Error(again.error.message)
    await tellMany(again.value.url, 50)
    clients = seen.map((_, client) => open(again.value.url, client))
    const all = Array.from({ length: 200 }, (_, at) => at + (seen[0]?.[0] ?? 0))
    await Promise.all(
      clients.map((client) => client.until((frame) => frame.frame === 'event' && frame.id === all.at(-1))),
    )
    for (const ids of seen) expect(ids).toEqual(all)
    await again.value.close()
    await own.close()
  })
})

describe('server-sent events', () => {
  const lines = async (
    address: string,
    headers: Record<string, string>,
    until: (line: string) => boolean,
  ): Promise<readonly string[]> => {
    const request = http.get(`${bench.url}${address}`, { headers })
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    expect(response.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    const got: string[] = []
    let rest = ''
    // It is cut off by the test itself, once it has what it came for.
    response.on('error', () => undefined)
    await new Promise<void>((resolve) => {
      response.on('data', (chunk: Buffer) => {
        const parts = (rest + chunk.toString()).split('\n')
        rest = parts.pop() ?? ''
        got.push(...parts)
        if (got.some(until)) resolve()
      })
    })
    request.destroy()
    return got.slice(0, got.findIndex(until) + 1)
  }

  it.each([
    ['/v4/events/stream', () => key()],
    ['/v1/events/stream', () => ({ authorization: `Bearer ${bench.admin.token}`, 'x-api-key': bench.institutionKey })],
  ] as const)('are served at %s, with ids by which a browser resumes', async (address, headers) => {
    const { event } = await tell('sse')
    const got = await lines(address, { ...headers(), 'last-event-id': String(event.id - 1) }, (line) =>
      line.includes('"note":"sse"'),
    )
    expect(got[0]).toBe('retry: 2000')
    const sent = got
      .join('\n')
      .split('\n\n')
      .slice(1)
      .map((block) =>
        Object.fromEntries(
          block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
        ),
      )
    for (const one of sent) sentData.parse(JSON.parse(sentEvent.parse(one).data))
    expect(sent[0]).toMatchObject({ event: 'hello' })
    expect(
      openApiDocument('0.0.0').paths[address]?.['get']?.responses['200']?.content?.['text/event-stream']?.schema,
      'each event is an object',
    ).toMatchObject({ type: 'object', required: ['id', 'data'] })
    expect(got).toContain('event: hello')
    expect(got.slice(-2)).toEqual([`id: ${event.id}`, `data: ${JSON.stringify(event)}`])
  })

  it('ask for a credential', async () => {
    expect((await bench.ask('GET', '/v4/events/stream', { anonymous: true })).status).toBe(401)
    expect((await bench.ask('GET', '/v1/events/stream', { anonymous: true })).status).toBe(401)
  })
})

describe('GET /v4/events/stats and /v4/events/test', () => {
  it('inject an event that really goes through the stream, and count it', async () => {
    const before = await read('/v4/events/stats')
    const { status, event } = await tell('counted')
    expect(status).toBe('sent')
    const after = await read('/v4/events/stats')
    const tests = (data: typeof before): number => data.by_type.find(({ type }) => type === 'test.event')?.events ?? 0
    expect(tests(after)).toBe(tests(before) + 1)
    expect(after).toMatchObject({
      status: 'ok',
      newest: event.id,
      oldest: 1,
      kept: event.id,
      retention: { days: 30, events: 200_000 },
    })
    expect(after.events).toBe(after.by_hour.reduce((sum: number, { events }: { events: number }) => sum + events, 0))
  })

  it('inject one event where the same request comes again under its Idempotency-Key', async () => {
    const once = (note: string) =>
      bench.ask('GET', `/v4/events/test?note=${note}`, {
        anonymous: true,
        headers: { ...key(), 'idempotency-key': 'one-test-event' },
      })
    const first = await once('kept')
    const again = await once('kept')
    expect([first.status, again.status, again.data.event.id, again.headers.get('idempotency-replayed')]).toEqual([
      200,
      200,
      first.data.event.id,
      'true',
    ])
    const other = await once('other')
    expect([other.status, other.error.code]).toEqual([422, 'idempotency_key_reused'])
  })

  it('asks for the right to write where it writes', async () => {
    const reader = (await bench.ask('POST', '/v1/keys', { body: { label: 'Reader', scopes: ['v4:read'] } })).data.secret
    const answer = await bench.ask('GET', `/v4/events/test?workspace_id=${bench.workspaceId}`, {
      anonymous: true,
      headers: { authorization: `Bearer ${reader}` },
    })
    expect([answer.status, answer.error.code]).toEqual([403, 'forbidden'])
  })
})
