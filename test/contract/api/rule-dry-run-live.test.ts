import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seededRandom } from '../../../main/detection/models/train/random.ts'
import { startBench, type Bench } from './support.ts'

// what a dry run finds in the past is what the same rules found live, over a random history with labels of files
// and of people, late activities, refunds, places and currencies without a rate.

const hour = 3_600_000
const chance = seededRandom(20_261_124)
const pick = <T>(items: readonly T[]): T => items[chance.below(items.length)] as T

const logics: readonly (readonly [key: string, logic: unknown])[] = [
  ['busy', { at_least: [{ feature: ['customer_count_1d'] }, 3] }],
  ['spends', { at_least: [{ feature: ['customer_sum_7d'] }, 900] }],
  ['payee_bad', { at_least: [{ feature: ['counterparty_frauds_30d'] }, 1] }],
  ['payee_mostly_bad', { '>': [{ feature: ['counterparty_fraud_share_7d'] }, 0.4] }],
  ['customer_bad', { at_least: [{ feature: ['customer_frauds_30d'] }, 1] }],
  ['shared_device', { at_least: [{ feature: ['device_distinct_customers_7d'] }, 2] }],
  ['unusual', { '>': [{ feature: ['customer_amount_ratio_30d'] }, 2] }],
  ['no_windows', { '==': [{ feature: ['customer_count_1d'] }, null] }],
  ['no_rate', { and: [{ '==': [{ feature: ['amount'] }, null] }, { '!=': [{ var: 'event.amount' }, null] }] }],
  ['travels', { impossible_travel: ['customer'] }],
  ['new_country', { '!': { in: [{ var: 'event.country' }, { var: 'profile.customer.countries' }] } }],
  ['new_payee', { '==': [{ feature: ['customer_same_counterparty_30d'] }, 0] }],
  ['scored', { '>': [{ var: 'model.score' }, 0.2] }],
]

let bench: Bench
beforeAll(async () => {
  bench = await startBench()
}, 60_000)
afterAll(() => bench.close())

const bring = async (): Promise<void> => {
  const kept = (await bench.ask('GET', '/v1/rules')).data
  for (const { key } of kept) {
    const { data } = await bench.ask('GET', `/v1/rules/${key}`)
    const [version] = data.versions
    await bench.ask('POST', `/v1/rules/${key}/move`, {
      body: { content_id: version?.content_id ?? '', to: 'retired', note: 'Only those of the test.' },
    })
  }
  for (const [key, logic] of logics) {
    const added = await bench.ask('POST', '/v1/rules', {
      body: {
        key,
        name: key,
        signal: key,
        why: 'It is looked for.',
        reason: 'It holds.',
        weight: 0.1,
        action: 'allow',
        applies_to: [],
        logic,
      },
    })
    expect(added.status, JSON.stringify(added.body)).toBe(201)
    const moved = await bench.ask('POST', `/v1/rules/${key}/move`, {
      body: { content_id: added.data.versions[0]?.content_id ?? '', to: 'live', note: 'From now on.' },
    })
    expect(moved.status, JSON.stringify(moved.body)).toBe(200)
  }
}

describe('a dry run over the whole past', () => {
  it('hits what the same rules hit live', async () => {
    await bring()
    const now = Date.now()
    const places = [
      [48.1, 11.6],
      [40.7, -74],
      [-17.7, 179.9],
      [-17.8, -179.9],
      [90, 0],
      [-33.9, 151.2],
    ] as const
    let taken = 0
    /** Of which nobody has said anything yet: what was said and then undone is not there in a dry run. */
    const unlabelled: string[] = []
    const live = new Map(logics.map(([key]) => [key, 0]))
    let clock = now - 20 * 24 * hour
    for (let round = 0; round < 40; round += 1) {
      const transactions = Array.from({ length: 1 + chance.below(16) }, () => {
        clock = Math.min(clock + chance.below((2 * 24 * hour) / 16), now + 20 * hour)
        const lateBy = chance.unit() < 0.1 ? chance.below(60 * hour) : 0
        const [latitude, longitude] = pick(places)
        const isFraud = chance.unit() < 0.2 ? { is_fraud: chance.unit() < 0.5 } : {}
        const id = `T-${(taken += 1)}`
        if (isFraud.is_fraud === undefined) unlabelled.push(id)
        return {
          transaction_id: id,
          event_type: pick(['transfer', 'card_payment', 'login']),
          at: new Date(clock - lateBy).toISOString(),
          customer_id: `c${chance.below(6)}`,
          counterparty_id: `p${chance.below(5)}`,
          device_id: `d${chance.below(4)}`,
          ...(chance.unit() < 0.9
            ? {
                amount: pick([1, 20, 90, 400, -30, 0]) + chance.below(50),
                currency: pick(['EUR', 'EUR', 'EUR', 'XAU']),
              }
            : {}),
          ...(chance.unit() < 0.7 ? { country: pick(['DE', 'US', 'FJ']), latitude, longitude } : {}),
          ...isFraud,
        }
      })
      const { status, data } = await bench.ask('POST', '/v1/transactions', { body: { transactions } })
      expect(status).toBe(200)
      expect(data.taken).toBe(transactions.length)
      for (const { signals } of data.results)
        for (const signal of signals) if (live.has(signal)) live.set(signal, (live.get(signal) ?? 0) + 1)
      const [found] = chance.unit() < 0.6 ? unlabelled.splice(chance.below(unlabelled.length), 1) : []
      if (found !== undefined)
        expect(
          (
            await bench.ask('PUT', `/v1/transactions/${found}/label`, {
              body: { is_fraud: chance.unit() < 0.7, notes: 'Found.' },
            })
          ).status,
        ).toBe(200)
    }
    const started = await bench.ask('POST', '/v1/rule-dry-runs', { body: { keys: logics.map(([key]) => key) } })
    expect(started.status, JSON.stringify(started.body)).toBe(202)
    for (;;) {
      const { data } = await bench.ask('GET', `/v1/rule-dry-runs/${started.data.id}`)
      if (data.state === 'running') continue
      expect([data.state, data.error]).toEqual(['done', null])
      expect(Math.min(...live.values()), 'each has found something').toBeGreaterThan(0)
      expect(Object.fromEntries(data.rules.map(({ key, hits }) => [key, hits]))).toEqual(Object.fromEntries(live))
      break
    }
  }, 120_000)
})
