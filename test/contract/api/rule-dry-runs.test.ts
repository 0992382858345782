import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DataAt } from './asked.ts'
import { startBench } from './support.ts'
import type { Bench } from './support.ts'

let bench: Bench
const start = Date.parse('2025-03-01T00:00:00.000Z')
const hour = 3_600_000

/**
 * Two hundred payments, an hour apart: each tenth of 900, of which every second is fraud; every fifteenth within a
 * minute of the one before.
 */
const payments = Array.from({ length: 200 }, (_none, index) => ({
  transaction_id: `P-${index}`,
  event_type: 'transfer',
  at: new Date(start + (index % 15 === 14 ? index - 1 : index) * hour + (index % 15 === 14 ? 60_000 : 0))
    .toISOString()
    .replace('Z', '+00:00'),
  amount: index % 10 === 0 ? 900 : 20,
  customer_id: 'C1',
  ...(index % 3 === 0 ? {} : { is_fraud: index % 20 === 0 }),
}))

const rule = (key: string, logic: object) => ({
  key,
  name: key,
  why: 'A test.',
  applies_to: ['transfer'],
  logic,
  signal: key,
  weight: 0.3,
  action: 'review',
  reason: '{event.amount}, {features.customer_count_1h} in the hour before',
})
const large = rule('large', { above: [{ var: 'event.amount' }, 500] })
const quick = rule('quick', { at_least: [{ feature: ['customer_count_1h'] }, 1] })

const call = <M extends string, A extends string>(method: M, address: A, body?: unknown) =>
  bench.ask(method, `/v1/${address}`, body === undefined ? {} : { body })

const finished = async (id: string): Promise<DataAt<'GET', `/v1/rule-dry-runs/${string}`>> => {
  for (;;) {
    const { data } = await call('GET', `rule-dry-runs/${id}`)
    if (data.state !== 'running') return data
  }
}

beforeAll(async () => {
  bench = await startBench({ limits: { perCredential: 0, perAddress: 0 } })
  const { status } = await call('POST', 'transactions', { transactions: payments })
  expect(status).toBe(200)
})
afterAll(() => bench.close())

it('counts what a rule would have done, with the windows as they were then', async () => {
  const started = await call('POST', 'rule-dry-runs', { rules: [large, quick] })
  expect([started.status, started.data.state]).toEqual([202, 'running'])
  const done = await finished(started.data.id)
  expect(done).toMatchObject({
    state: 'done',
    done: 200,
    total: 200,
    error: null,
    from: '2025-03-01T00:00:00.000+00:00',
  })
  const [first, second] = done.rules
  const known = payments.filter(({ amount, is_fraud: fraud }) => amount === 900 && fraud !== undefined)
  const frauds = payments.filter(({ is_fraud: fraud }) => fraud === true)
  expect(first).toMatchObject({
    key: 'large',
    hits: 20,
    labelled_hits: known.length,
    fraud_hits: frauds.length,
    precision: frauds.length / known.length,
    recall: 1,
    value_hit: 18_000,
    only_here: 20,
    faults: 0,
    fault: null,
  })
  expect(first?.alerts_a_day).toBeCloseTo(20 / (199 / 24), 5)
  expect(second?.hits).toBe(payments.filter((_payment, index) => index % 15 === 14).length)
  expect(second?.examples[0]).toMatchObject({ transaction_id: 'P-14', amount: 20, reason: '20, 1 in the hour before' })
  expect(done.labelled).toBe(payments.filter(({ is_fraud: fraud }) => fraud !== undefined).length)
})

it('looks at the kinds that a rule is for as the live rules do, whatever their capitals and separators', async () => {
  const done = await finished(
    (
      await call('POST', 'rule-dry-runs', {
        rules: [
          { ...large, applies_to: ['Trans-fer', 'LOGIN'] },
          { ...quick, applies_to: ['transfers'] },
        ],
      })
    ).data.id,
  )
  expect(done.rules.map(({ hits }) => hits)).toEqual([20, 0])
})

it('tells what other rules would have hit too', async () => {
  const both = rule('also_large', { above: [{ var: 'event.amount' }, 100] })
  const done = await finished((await call('POST', 'rule-dry-runs', { rules: [large, both] })).data.id)
  expect(done.rules[0]?.overlap).toEqual([{ rule: 'also_large', both: 20, share: 1 }])
})

it('looks at a time, and at the newest of it', async () => {
  const from = '2025-03-02T00:00:00.000+00:00'
  const to = '2025-03-03T00:00:00.000+00:00'
  const day = await finished((await call('POST', 'rule-dry-runs', { rules: [large], from, to })).data.id)
  expect([day.from, day.rules[0]?.hits]).toEqual([
    from,
    payments.filter((payment) => payment.amount === 900 && payment.at >= from && payment.at < to).length,
  ])
  const newest = await finished((await call('POST', 'rule-dry-runs', { rules: [large], transactions: 10 })).data.id)
  expect(newest.from).toBe(payments[190]?.at)
})

it('runs what is saved, and refuses what cannot run', async () => {
  expect((await call('POST', 'rules', large)).status).toBe(201)
  const done = await finished(
    (await call('POST', 'rule-dry-runs', { keys: ['large'], rules: [rule('reader', { rule: ['large'] })] })).data.id,
  )
  expect(done.rules.map(({ key, hits, fault }) => [key, hits, fault])).toEqual([
    ['reader', 20, null],
    ['large', 20, null],
  ])
  const { status, error } = await call('POST', 'rule-dry-runs', {
    rules: [rule('reads_nothing', { rule: ['absent'] })],
  })
  expect([status, error.details?.[0]?.path]).toEqual([400, '/rules/0/logic/rule/0'])
})

it('is ended by a person or by the next one, and refuses what names no rule', async () => {
  const first = (await call('POST', 'rule-dry-runs', { rules: [large] })).data.id
  expect((await call('DELETE', `rule-dry-runs/${first}`)).data.state).toMatch(/^(cancelled|done)$/)
  for (const body of [{}, { rules: [large, large] }])
    expect((await call('POST', 'rule-dry-runs', body)).status).toBe(400)
  expect((await call('POST', 'rule-dry-runs', { keys: ['nowhere'] })).status).toBe(404)
  expect((await call('GET', 'rule-dry-runs/018f0000-0000-7000-8000-000000000000')).status).toBe(404)
})
