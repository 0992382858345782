import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DetectionPolicy } from '../../../shared/schema/detection-policy.ts'
import { startBench } from './support.ts'
import type { Bench } from './support.ts'

let bench: Bench
const start = Date.UTC(2025, 2, 1)
const hour = 3_600_000

const call = <M extends string, A extends string>(method: M, address: A, body?: unknown) =>
  bench.ask(method, `/v1/${address}`, body === undefined ? {} : { body })
const paid = (
  id: string,
  hours: number,
  amount: number,
  currency: string,
  more: { readonly customer_id?: string } = {},
) => ({
  transaction_id: id,
  event_type: 'transfer',
  at: new Date(start + hours * hour).toISOString(),
  amount,
  currency,
  customer_id: 'C-1',
  counterparty_id: 'P-1',
  ...more,
})

const policyWith = async (currencies: DetectionPolicy['currencies']) => {
  const { data } = await call('GET', 'detection/policy')
  return await call('PUT', 'detection/policy', { ...data, currencies })
}

const euros = Array.from({ length: 40 }, (_none, n) => paid(`E-${n}`, n * 6, 40 + (n % 5) * 4, 'EUR'))
/** Of the worth of the payments in euros at 0.006, and all of the shape of amounts below a reporting limit. */
const yen = (name: string, from: number) =>
  Array.from({ length: 6 }, (_none, n) => paid(`${name}-${n}`, from + n * 3, 9_000 + n * 100, 'JPY'))

beforeAll(async () => {
  bench = await startBench({ limits: { perCredential: 0, perAddress: 0 } })
})
afterAll(() => bench.close())

it('F-10: amounts in a currency without a rate are told, and taken for none; neither they nor what follows is called unusual', async () => {
  const first = await call('POST', 'transactions', { transactions: euros })
  expect(first.data).toMatchObject({ taken: 40, negatives: 0, no_rate: 0, base_currency: 'EUR' })
  expect((await call('POST', 'transactions', paid('refund', 0, -5, 'EUR', { customer_id: 'C-2' }))).data).toMatchObject(
    { taken: 1, negatives: 1 },
  )
  const { data } = await call('POST', 'transactions', {
    transactions: [...yen('J', 240), paid('E-after', 260, 44, 'EUR')],
  })
  expect(data).toMatchObject({ taken: 7, no_rate: 6, base_currency: 'EUR' })
  expect(
    data.results.map(({ risk_level: level, signals }) => [
      level,
      signals.filter((one) => /amount|spend|structuring/u.test(one)),
    ]),
  ).toEqual(Array.from({ length: 7 }, () => ['low', []]))
  const { data: customer } = await call('GET', 'customers/C-1')
  expect(customer).toMatchObject({
    totals: { currency: 'EUR', no_rate: 6 },
    base_currency: 'EUR',
    profile: { amounts: 41 },
  })
  const sum = euros.reduce((total, { amount }) => total + amount, 44)
  expect(customer.timeline.buckets.reduce((total, { total: own }) => total + own, 0)).toBe(sum)
  expect(customer.related).toEqual([expect.objectContaining({ id: 'P-1', count: 47, total: sum })])
  expect(customer.amounts.map(({ currency, count }) => [currency, count])).toEqual([
    ['EUR', 41],
    ['JPY', 6],
  ])
})

it('F-10: with a rate they count in the base, those that came before it too; an unusual one is found in either currency', async () => {
  expect(
    (await policyWith({ base: 'EUR', rates: [{ currency: 'JPY', rate: 0.006, from: '2025-01-01' }] })).status,
  ).toBe(200)
  const { data } = await call('POST', 'transactions', {
    transactions: [...yen('K', 270), paid('K-large', 300, 400_000, 'JPY'), paid('E-large', 301, 2_400, 'EUR')],
  })
  expect(data).toMatchObject({ taken: 8, no_rate: 0 })
  const levels = data.results.map(({ risk_level: level }) => level)
  expect(levels.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => 'low'))
  expect(levels.slice(6)).not.toContain('low')
  const { data: customer } = await call('GET', 'customers/C-1')
  expect(customer).toMatchObject({
    totals: { currency: 'EUR', no_rate: 0 },
    profile: { amounts: 55, amount_max: 2_400 },
  })
  const { data: one } = await call('GET', 'transactions/K-large')
  expect(one).toMatchObject({ amount: 400_000, currency: 'JPY' })
})

it('F-10: a dry run adds in the base and tells what had no rate; a study of the same rule by its own amount reads it as it came', async () => {
  await call('POST', 'transactions', { transactions: [paid('U-1', 310, 100, 'USD')] })
  const rule = {
    key: 'any',
    name: 'any',
    why: 'A test.',
    applies_to: ['transfer'],
    logic: { above: [{ var: 'event.amount' }, 99] },
    signal: 'any',
    weight: 0.3,
    action: 'review',
    reason: '{event.amount}, {features.amount|no rate}',
  }
  const { data: started } = await call('POST', 'rule-dry-runs', { rules: [rule] })
  let done = started
  while (done.state === 'running') done = (await call('GET', `rule-dry-runs/${started.id}`)).data
  const hits = [...yen('J', 0), ...yen('K', 0)]
  expect(done.rules[0]).toMatchObject({
    hits: hits.length + 3,
    value_hit: Math.round(hits.reduce((sum, { amount }) => sum + amount * 0.006, 4_800) * 100) / 100,
    value_no_rate: 1,
  })
  expect(done.rules[0]?.examples.at(-1)).toMatchObject({
    transaction_id: 'U-1',
    amount: 100,
    reason: '100.00, no rate',
  })
})

it('F-10: rates that contradict each other are refused', async () => {
  const refused = await policyWith({ base: null, rates: [{ currency: 'JPY', rate: 0.006, from: '2025-01-01' }] })
  expect(refused).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } })
  expect(refused.error.message).toContain('rates without a base')
})
