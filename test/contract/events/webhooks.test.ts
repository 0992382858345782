import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startBench } from '../api/support.ts'
import type { Bench } from '../api/support.ts'
import { startReceiver } from './receiver.ts'
import type { Receiver } from './receiver.ts'

let bench: Bench
let receiver: Receiver
beforeAll(async () => {
  bench = await startBench({ webhookNetworks: '127.0.0.1' })
})
afterAll(() => bench.close())
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(async () => {
  for (const { id } of (await bench.ask('GET', '/v1/webhooks')).data) await bench.ask('DELETE', `/v1/webhooks/${id}`)
  await receiver.close()
})

const key = () => ({ authorization: `Bearer ${bench.apiKey}`, 'x-workspace-id': bench.workspaceId })
const tell = async (note = 'x') =>
  (await bench.ask('GET', `/v4/events/test?note=${note}`, { anonymous: true, headers: key() })).data.event
const create = async (types: readonly string[] = ['test.event']) =>
  (await bench.ask('POST', '/v1/webhooks', { body: { url: receiver.url, description: 'Desk', types } })).data
const deliveries = async (id: string, query = '') =>
  (await bench.ask('GET', `/v1/webhooks/${id}/deliveries?${query}`)).data
const settled = async (id: string, fits: (delivery: { state: string; attempts: number }) => boolean) => {
  for (;;) {
    const [last] = await deliveries(id)
    if (last !== undefined && fits(last)) return last
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('a webhook', () => {
  it('gets the events of its names, signed so that the scheme’s own library takes them', async () => {
    const { webhook, secret } = await create(['case.opened'])
    await tell()
    const opened = await bench.createCase()
    const [message] = await receiver.count(1)
    expect(new Webhook(secret).verify(message?.body ?? '', message?.headers ?? {})).toMatchObject({
      type: 'case.opened',
      data: { case_id: opened.id },
    })
    expect(message?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^Fieldseal\//) as unknown,
    })
    expect(() =>
      new Webhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw').verify(message?.body ?? '', message?.headers ?? {}),
    ).toThrow()
    const last = await settled(webhook.id, ({ state }) => state === 'delivered')
    expect(last).toMatchObject({
      type: 'case.opened',
      attempts: 1,
      message_id: message?.headers['webhook-id'],
      last: { status: 204, error: null },
    })
    const { body } = (await bench.ask('GET', `/v1/webhooks/${webhook.id}/deliveries/${last.id}`)).data
    expect(body).toBe(message?.body)
  })

  it('V-12: gets events in the order of their ids where it answers one after another', async () => {
    await create()
    const ids: number[] = []
    for (let n = 0; n < 20; n += 1) ids.push((await tell()).id)
    const came = (await receiver.count(20)).map(({ body }) => (JSON.parse(body) as { id: number }).id)
    expect([...came].sort((a, b) => a - b)).toEqual(ids)
    expect(new Set(came).size).toBe(20)
  })

  it('V-10: signs with two secrets while a rotation lasts, and with no retired one', async () => {
    const { webhook, secret: old } = await create()
    const added = (await bench.ask('POST', `/v1/webhooks/${webhook.id}/secrets`)).data
    expect((await bench.ask('POST', `/v1/webhooks/${webhook.id}/secrets`)).error.code).toBe('already_done')
    await tell()
    const [both] = await receiver.count(1)
    for (const secret of [old, added.secret])
      expect(new Webhook(secret).verify(both?.body ?? '', both?.headers ?? {})).toBeDefined()
    await bench.ask('DELETE', `/v1/webhooks/${webhook.id}/secrets/${webhook.secrets[0]?.id}`)
    await tell()
    const after = (await receiver.count(2))[1]
    expect(new Webhook(added.secret).verify(after?.body ?? '', after?.headers ?? {})).toBeDefined()
    expect(() => new Webhook(old).verify(after?.body ?? '', after?.headers ?? {})).toThrow()
    expect(
      (await bench.ask('DELETE', `/v1/webhooks/${webhook.id}/secrets/${added.webhook.secrets[0]?.id}`)).error.code,
    ).toBe('unknown_reference')
  })

  it('V-11: is tried again after a failure, with the same id and the same bytes, and the log tells each try', async () => {
    const { webhook } = await create()
    receiver.answer({ status: 500, body: 'no\u0000 room' })
    await tell()
    const failed = await settled(webhook.id, ({ attempts }) => attempts === 1)
    expect(failed).toMatchObject({
      state: 'pending',
      last: { status: 500, error: 'not a 2xx status', answer: 'no  room' },
    })
    expect(Date.parse(failed.next_at ?? '')).toBeGreaterThan(Date.parse(failed.last?.at ?? ''))
    expect((await bench.ask('GET', `/v1/webhooks/${webhook.id}`)).data.failing_since).not.toBeNull()
    receiver.answer({ status: 200 })
    expect((await bench.ask('POST', `/v1/webhooks/${webhook.id}/deliveries/${failed.id}/replay`)).status).toBe(200)
    const [first, second] = await receiver.count(2)
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(second?.body).toBe(first?.body)
    expect((await settled(webhook.id, ({ state }) => state === 'delivered')).attempts).toBe(2)
    const { tries } = (await bench.ask('GET', `/v1/webhooks/${webhook.id}/deliveries/${failed.id}`)).data
    expect(tries.map(({ n, status }) => [n, status])).toEqual([
      [1, 500],
      [2, 200],
    ])
    expect((await bench.ask('GET', `/v1/webhooks/${webhook.id}`)).data.failing_since).toBeNull()
  })

  it('V-14: is switched off where its receiver is gone for good, with an event that says so, and goes on where it was', async () => {
    const { webhook } = await create()
    receiver.answer({ status: 410 })
    const { id } = await tell()
    await settled(webhook.id, ({ state }) => state === 'failed')
    expect((await bench.ask('GET', `/v1/webhooks/${webhook.id}`)).data).toMatchObject({
      state: 'disabled',
      disabled_reason: 'gone',
    })
    expect(
      bench.service.workspace.events.after(id, 10).map(({ type, actor, data }) => [type, actor, data]),
    ).toContainEqual(['webhook.disabled', null, { webhook_id: webhook.id, reason: 'gone' }])
    await tell('while off')
    receiver.answer({ status: 204 })
    await bench.ask('PATCH', `/v1/webhooks/${webhook.id}`, { body: { state: 'active' } })
    expect((await receiver.count(2)).at(-1)?.body).toContain('while off')
  })

  it('V-16: follows no redirect', async () => {
    const { webhook } = await create()
    receiver.answer({ status: 302, headers: { location: `${bench.url}/healthz` } })
    await tell()
    expect(await settled(webhook.id, ({ attempts }) => attempts === 1)).toMatchObject({
      state: 'pending',
      last: { status: 302, error: 'a redirect, which is not followed' },
    })
    expect(receiver.received).toHaveLength(1)
  })

  it('V-11, V-16: reads little of a long answer, and a status counts though its body never ends', async () => {
    const { webhook } = await create()
    receiver.answer({ status: 200, body: 'x'.repeat(5_000_000) })
    await tell()
    const done = await settled(webhook.id, ({ state }) => state === 'delivered')
    expect(done.last?.answer).toHaveLength(1_000)
  })

  it('posts again what failed, or all, since a time', async () => {
    const { webhook } = await create()
    await tell('one')
    await receiver.count(1)
    await settled(webhook.id, ({ state }) => state === 'delivered')
    const replay = (what: string) =>
      bench.ask('POST', `/v1/webhooks/${webhook.id}/replay`, { body: { since: '2020-01-01T00:00:00.000+00:00', what } })
    expect((await replay('failed')).data).toEqual({ replayed: 0 })
    const all = bench.service.workspace.events.counts(0).byType.find(({ type }) => type === 'test.event')?.events ?? 0
    expect((await replay('all')).data).toEqual({ replayed: all })
    expect(new Set((await receiver.count(1 + all)).map(({ headers }) => headers['webhook-id'])).size).toBe(all)
  })

  it('can be tested whatever names it takes', async () => {
    const { webhook } = await create(['case.exported'])
    expect((await bench.ask('POST', `/v1/webhooks/${webhook.id}/test`)).data).toMatchObject({ type: 'test.event' })
    expect(JSON.parse((await receiver.count(1))[0]?.body ?? '')).toMatchObject({
      type: 'test.event',
      data: { note: 'A test of one webhook.' },
    })
  })
})

describe('the administration of webhooks', () => {
  it.each([
    'http://127.0.0.2:9/',
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/latest',
    'https://[::ffff:10.0.0.1]/',
    'ftp://127.0.0.1/',
    'https://user:secret@example.com/',
    'https://example.com/#x',
    'nonsense',
    'http://8.8.8.8/',
  ])('refuses the address %s and keeps nothing', async (url) => {
    const answer = await bench.ask('POST', '/v1/webhooks', { body: { url } })
    expect([answer.status, answer.error.details?.[0]?.path]).toEqual([400, 'body.url'])
    expect((await bench.ask('GET', '/v1/webhooks')).data).toEqual([])
    const { webhook } = await create()
    expect((await bench.ask('PATCH', `/v1/webhooks/${webhook.id}`, { body: { url } })).status).toBe(400)
    expect((await bench.ask('GET', `/v1/webhooks/${webhook.id}`)).data.url).toBe(receiver.url)
  })

  it('refuses names that are none', async () => {
    expect(
      (await bench.ask('POST', '/v1/webhooks', { body: { url: receiver.url, types: ['case.opend'] } })).status,
    ).toBe(400)
  })

  it('V-17: seals each change without the secret, and with the address withheld; the secret is nowhere in the clear', async () => {
    const { webhook, secret } = await create()
    await bench.ask('PATCH', `/v1/webhooks/${webhook.id}`, { body: { types: [] } })
    await bench.ask('PATCH', `/v1/webhooks/${webhook.id}`, { body: { state: 'disabled' } })
    await bench.ask('DELETE', `/v1/webhooks/${webhook.id}`)
    const rows = await bench.service.workspace.db
      .selectFrom('entries')
      .select('payload')
      .where('chain', '=', 0)
      .execute()
    const payloads = rows.map(({ payload }) => payload.toString('utf8')).filter((text) => text.includes(webhook.id))
    expect(payloads.map((text) => (JSON.parse(text) as { pub: { change: string } }).pub.change)).toEqual([
      'created',
      'changed',
      'disabled',
      'removed',
    ])
    expect(payloads.join()).not.toContain('127.0.0.1')
    const everything = await bench.everything()
    expect(everything).not.toContain(secret.slice('whsec_'.length))
    expect(everything).not.toContain(Buffer.from(secret.slice('whsec_'.length), 'base64').toString('hex'))
    const checked = await bench.ask('GET', '/v1/webhooks')
    expect(checked.text).not.toContain(secret)
  })
})

describe('GET /v4/webhooks/signatures', () => {
  const ask = (query = '', headers: Record<string, string> = {}) =>
    bench.ask('GET', `/v4/webhooks/signatures?${query}`, { anonymous: true, headers: { ...key(), ...headers } })

  it('tells the scheme, the secrets in force by their ids, and an example that verifies', async () => {
    const { webhook, secret } = await create()
    const { text, data } = await ask()
    expect(data).toMatchObject({
      status: 'ready',
      scheme: { name: 'Standard Webhooks', algorithm: 'HMAC-SHA256' },
      endpoints: [{ id: webhook.id, secret_ids: [webhook.secrets[0]?.id] }],
    })
    expect(text).not.toContain(secret)
    const { example } = data
    expect(example?.headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  it('says of a message whether a secret of this workspace signed it, and if not why', async () => {
    expect(
      (
        await ask(
          'webhook_id=a&webhook_timestamp=1&webhook_signature=v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=&payload=x',
        )
      ).data,
    ).toMatchObject({ valid: false, reason: 'no_secret' })
    const { webhook } = await create()
    await tell()
    const [message] = await receiver.count(1)
    const {
      'webhook-id': id = '',
      'webhook-timestamp': timestamp = '',
      'webhook-signature': signature = '',
    } = message?.headers ?? {}
    const query = new URLSearchParams({
      webhook_id: id,
      webhook_timestamp: timestamp,
      webhook_signature: signature,
      payload: message?.body ?? '',
    })
    expect((await ask(`${query.toString()}`)).data).toMatchObject({
      status: 'valid',
      valid: true,
      signed_by: { endpoint_id: webhook.id, secret_id: webhook.secrets[0]?.id },
    })
    const encoded = new URLSearchParams({ payload_base64: Buffer.from(message?.body ?? '').toString('base64') })
    expect(
      (
        await ask(`${encoded.toString()}`, {
          'webhook-id': id,
          'webhook-timestamp': timestamp,
          'webhook-signature': signature,
        })
      ).data,
    ).toMatchObject({ valid: true })
    query.set('payload', `${message?.body ?? ''} `)
    expect((await ask(`${query.toString()}`)).data).toMatchObject({
      status: 'invalid',
      valid: false,
      reason: 'no_matching_signature',
    })
  })

  it('asks for all parts of a message', async () => {
    expect((await ask('webhook_id=a')).error).toMatchObject({
      code: 'invalid_request',
      details: [{ path: 'query.webhook_timestamp' }],
    })
    expect((await ask('payload=a&payload_base64=YQ==')).status).toBe(400)
    expect((await ask('payload_base64=*')).status).toBe(400)
  })
})
