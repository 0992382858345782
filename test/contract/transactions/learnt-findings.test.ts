import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBench, type Bench } from '../api/support.ts'

// F-7, I-6: what a person finds is known from then on, to whoever asks next, and not only once another activity came.

let bench: Bench
const hour = 3_600_000
const transfers = (payee: string, count: number) => {
  const now = Date.now()
  return Array.from({ length: count }, (_, index) => ({
    transaction_id: `${payee}-${index}`,
    event_type: 'transfer',
    at: new Date(now - (count + 1 - index) * hour).toISOString(),
    amount: 20 + index,
    customer_id: `c${index % 5}`,
    counterparty_id: payee,
  }))
}
const take = async (transactions: readonly object[]): Promise<void> => {
  const { status, body } = await bench.ask('POST', '/v1/transactions', { body: { transactions } })
  expect(status, JSON.stringify(body)).toBe(200)
}
const signalsOf = async (payee: string): Promise<readonly string[]> => {
  const { data } = await bench.ask('POST', '/v4/fraud-assessments/create', {
    anonymous: true,
    headers: { authorization: `Bearer ${bench.apiKey}`, 'x-workspace-id': bench.workspaceId },
    body: { event_type: 'transfer', metadata: { amount: 50, customer_id: 'c1', counterparty_id: payee } },
  })
  return data.signals
}

beforeAll(async () => {
  bench = await startBench()
}, 60_000)
afterAll(() => bench.close())

describe('an assessment right after something became known of the payee', () => {
  it('knows what a person found of an activity, and that it was taken back by another word', async () => {
    await take(transfers('mule', 12))
    expect(await signalsOf('mule')).not.toContain('transfer_payee_known_fraud')
    await bench.ask('PUT', '/v1/transactions/mule-3/label', { body: { is_fraud: true, notes: 'The customer called.' } })
    expect(await signalsOf('mule')).toContain('transfer_payee_known_fraud')
    await bench.ask('PUT', '/v1/transactions/mule-3/label', {
      body: { is_fraud: false, notes: 'It was his landlord.' },
    })
    expect(await signalsOf('mule')).not.toContain('transfer_payee_known_fraud')
  })

  it('knows the disposition of an alert', async () => {
    await take([
      ...transfers('shop', 6),
      {
        transaction_id: 'big',
        event_type: 'transfer',
        at: new Date().toISOString(),
        amount: 90_000,
        customer_id: 'c1',
        counterparty_id: 'shop',
        metadata: { remote_access: true },
      },
    ])
    const { data } = await bench.ask('GET', '/v1/alerts')
    const [alert] = data
    expect(await signalsOf('shop')).not.toContain('transfer_payee_known_fraud')
    const moved = await bench.ask('PUT', `/v1/alerts/${alert?.id ?? 0}/status`, {
      body: { status: 'confirmed', notes: 'He was talked into it.' },
    })
    expect(moved.status, JSON.stringify(moved.body)).toBe(200)
    expect(await signalsOf('shop')).toContain('transfer_payee_known_fraud')
  })

  it('knows a label that came late by the same content again (I-8)', async () => {
    const [first, ...others] = transfers('late', 8).map((one, index) => ({
      ...one,
      at: new Date(Date.now() - (10 * 24 - index) * hour).toISOString(),
    }))
    await take([{ ...first }, ...others])
    await take([{ ...first, is_fraud: true }])
    expect(await signalsOf('late')).toContain('transfer_payee_known_fraud')
  })
})
