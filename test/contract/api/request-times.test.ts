import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { timestamp } from '../../../shared/schema/text.ts'
import { startBench } from './support.ts'
import type { Asked } from './asked.ts'
import type { Bench } from './support.ts'

let bench: Bench
let webhook: string

const call = <M extends string, A extends string>(method: M, address: A, body?: unknown) =>
  bench.ask(method, `/v1/${address}`, body === undefined ? {} : { body })
const byKey = <M extends string, A extends string>(method: M, address: A, body?: unknown) =>
  bench.ask(method, `/v4/${address}`, {
    anonymous: true,
    headers: { authorization: `Bearer ${bench.apiKey}`, 'x-workspace-id': bench.workspaceId },
    ...(body === undefined ? {} : { body }),
  })
const query = (times: Readonly<Record<string, string>>): string => new URLSearchParams(times).toString()

const form = 'must be an ISO 8601 time that exists, with Z or its UTC offset, for example 2026-01-31T12:00:00Z'
const payments = [1, 2, 3].map((day) => ({
  transaction_id: `P-${day}`,
  event_type: 'transfer',
  at: `2025-03-0${day}T10:00:00Z`,
  amount: 20,
  customer_id: 'C1',
  counterparty_id: `X${day}`,
}))
const rule = {
  key: 'any',
  name: 'Any',
  why: 'A test.',
  logic: { above: [{ var: 'event.amount' }, 1] },
  signal: 'any',
  weight: 0.3,
  action: 'review',
  reason: 'Any.',
}

/** Every operation that takes times, with the names under which it takes them. */
const taking: readonly (readonly [
  name: string,
  place: 'query' | 'body',
  ask: (times: Readonly<Record<string, string>>) => Promise<Asked<unknown>>,
])[] = [
  ['the list of activities', 'query', (times) => call('GET', `transactions?${query(times)}`)],
  ['a customer', 'query', (times) => call('GET', `customers/C1?${query(times)}`)],
  [
    'the neighbours in the network',
    'query',
    (times) => call('GET', `network/neighbours?${query({ entity_kind: 'customer', entity_id: 'C1', ...times })}`),
  ],
  ['the graph', 'body', (times) => call('POST', 'network/graph', times)],
  ['effectiveness', 'query', (times) => call('GET', `metrics/effectiveness?${query(times)}`)],
  ['effectiveness as CSV', 'query', (times) => call('GET', `metrics/effectiveness/export?${query(times)}`)],
  ['effectiveness by key', 'query', (times) => byKey('GET', `metrics/effectiveness?${query(times)}`)],
  ['a KPI report', 'body', (times) => call('POST', 'kpi-reports', times)],
  ['a KPI report by key', 'body', (times) => byKey('POST', 'reports/retrieve', { kind: 'kpi', ...times })],
  ['a dry run', 'body', (times) => call('POST', 'rule-dry-runs', { rules: [rule], ...times })],
]

beforeAll(async () => {
  bench = await startBench({ limits: { perCredential: 0, perAddress: 0 } })
  expect((await call('POST', 'transactions', { transactions: payments })).status).toBe(200)
  const made = await call('POST', 'webhooks', {
    description: 'One',
    url: 'https://1.1.1.1/one',
    types: ['webhook.disabled'],
  })
  expect(made.status, made.text).toBe(201)
  webhook = made.data.webhook.id
})
afterAll(() => bench.close())

describe('a range of times', () => {
  it.each(taking)('%s: is taken in every form of ISO 8601 with an offset', async (_, _place, ask) => {
    const answers = []
    for (const [from, to] of [
      ['2025-03-01T00:00:00.000+00:00', '2025-03-04T00:00:00.000+00:00'],
      ['2025-03-01T00:00:00Z', '2025-03-04T00:00:00.000Z'],
      ['2025-03-01T02:00:00+02:00', '2025-03-03T19:00:00.000-05:00'],
    ] as const)
      answers.push(await ask({ from, to }))
    for (const { status, text } of answers) expect([200, 201, 202], text).toContain(status)
  })

  it.each(taking)(
    '%s: is refused with a time that does not exist, and told which form is wanted',
    async (_, place, ask) => {
      for (const time of ['2026-99-99T99:99:99.999+99:99', '2026-02-30T00:00:00.000+00:00', '2026-01-02', 'soon']) {
        const { status, error } = await ask({ from: time })
        expect(status, time).toBe(400)
        expect(error).toMatchObject({
          code: 'invalid_request',
          message: expect.stringContaining(`${place}.from ${form}`) as unknown,
          details: [{ path: `${place}.from` }],
        })
      }
    },
  )

  it.each(taking)('%s: is refused where it ends before it begins', async (_, place, ask) => {
    const { status, error } = await ask({ from: '2025-03-03T01:00:00+01:00', to: '2025-03-02T23:59:59Z' })
    expect([status, error.message]).toEqual([400, `${place}.from must not lie after to.`])
  })

  it('finds the same activities in whichever form it is written', async () => {
    const found = async (from: string, to: string) =>
      (await call('GET', `transactions?${query({ from, to })}`)).data.map(({ transaction_id: id }) => id)
    for (const [from, to] of [
      ['2025-03-02T10:00:00.000+00:00', '2025-03-03T10:00:00.000+00:00'],
      ['2025-03-02T10:00:00Z', '2025-03-03T10:00:00Z'],
      ['2025-03-02T11:00:00+01:00', '2025-03-03T04:30:00-05:30'],
    ] as const)
      expect(await found(from, to), from).toEqual(['P-2'])
    expect(await found('2025-03-02T10:00:00Z', '2025-03-02T10:00:00Z')).toEqual([])
  })

  it('is answered as the interface writes times, whatever was sent', async () => {
    const { data } = await call(
      'GET',
      `metrics/effectiveness?${query({ from: '2025-03-01T01:00:00+01:00', to: '2025-03-02T00:00:00Z' })}`,
    )
    expect([data.from, data.to]).toEqual(['2025-03-01T00:00:00.000+00:00', '2025-03-02T00:00:00.000+00:00'])
  })
})

describe('the time until which a value is on a list', () => {
  const add = (expires: unknown, value: string): Promise<Asked<unknown>> =>
    call('POST', 'lists/mule_accounts/values', { values: [{ value, reason: 'A test.', expires_at: expires }] })

  it('that does not exist is refused: the value would be on it for ever', async () => {
    for (const time of ['2026-13-01T00:00:00.000+00:00', '2026-02-30T00:00:00Z', '31.12.2031']) {
      const { status, error } = await add(time, 'M2')
      expect([status, error.details?.[0]?.path]).toEqual([400, 'body.values[0].expires_at'])
      expect(error.message).toContain(form)
    }
    expect((await call('GET', 'lists/mule_accounts/values?q=M2')).whole.pagination.total).toBe(0)
  })

  it('is kept and answered as the interface writes times, and the same time in another form is the same value', async () => {
    expect((await add('2031-03-04T12:00:00Z', 'M3')).data).toMatchObject({ added: 1 })
    expect((await add('2031-03-04T13:00:00.000+01:00', 'M3')).data).toMatchObject({ added: 0, already_there: 1 })
    const twice = {
      values: ['2031-03-05T12:00:00Z', '2031-03-05T12:00:00.000+00:00'].map((time) => ({
        value: 'M4',
        reason: 'A test.',
        expires_at: time,
      })),
    }
    expect((await call('POST', 'lists/mule_accounts/values', twice)).data).toMatchObject({ added: 1, already_there: 1 })
    const { data } = await call('GET', 'lists/mule_accounts/values?q=M3')
    expect(data).toMatchObject([{ value: 'M3', expires_at: '2031-03-04T12:00:00.000+00:00' }])
    expect(timestamp.safeParse(data[0]?.expires_at).success).toBe(true)
  })
})

it('a webhook is replayed since a time in every form, and since none that does not exist', async () => {
  for (const since of ['2025-01-01T00:00:00Z', '2025-01-01T00:00:00.000+00:00']) {
    const { status, text } = await call('POST', `webhooks/${webhook}/replay`, { since })
    expect(status, text).toBe(200)
  }
  const { status, error } = await call('POST', `webhooks/${webhook}/replay`, { since: '2025-02-30T00:00:00.000+00:00' })
  expect([status, error.details?.[0]?.path]).toEqual([400, 'body.since'])
})

it.each([
  ['transactions?risk_level=bogus', 'query.risk_level[0] must be one of low, medium, high, critical.'],
  ['transactions?risk_level=low,Bogus', 'query.risk_level[1] must be one of low, medium, high, critical.'],
  ['transactions?risk_level=', 'query.risk_level[0] must be one of low, medium, high, critical.'],
  [
    'cases?status=bogus',
    'query.status[0] must be one of open, investigating, pending_review, escalated, resolved, closed.',
  ],
  ['cases?priority=low,bogus', 'query.priority[1] must be one of low, medium, high, urgent.'],
])('%s names the values that are possible', async (address, message) => {
  const { status, error } = await call('GET', address)
  expect([status, error.message]).toEqual([400, message])
})
