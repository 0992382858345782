import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Activity } from '../../../shared/schema/activity.ts'
import { createFeatureEngine } from '../../../main/detection/features/engine.ts'
import { createModel } from '../../../main/detection/models/model.ts'
import { shippedModel } from '../../../main/detection/models/shipped/shipped-model.ts'
import { readXgboostJson } from '../../../main/detection/models/xgboost-json.ts'
import { startBench } from './support.ts'
import type { Bench } from './support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await startBench({ limits: { perCredential: 0, perAddress: 0 } })
})
afterAll(() => bench.close())

const amounts = [23.5, 41, 18.2, 35, 60, 12.9, 27, 45, 33, 22, 51, 19, 29.9, 38, 24, 47, 31, 16, 26, 55]
const from = Date.UTC(2026, 4, 4, 8)

/**
 * Twenty ordinary payments: fourteen by card of one customer in a day, and the first transfers of three others to
 * payees of theirs.
 */
const ordinary = amounts.map((amount, n): Activity => {
  const at = new Date(from + n * 3_600_000).toISOString()
  if (n % 3 !== 2)
    return {
      transaction_id: `card-${n}`,
      event_type: 'card_payment',
      at,
      amount,
      currency: 'EUR',
      customer_id: 'C-1',
      terminal_id: `T-${n % 5}`,
    }
  const who = n % 4
  return {
    transaction_id: `transfer-${n}`,
    event_type: 'transfer',
    at,
    amount: amount * 8,
    currency: 'EUR',
    customer_id: `P-${who}`,
    account_id: `A-${who}`,
    counterparty_id: `payee-${n}`,
    device_id: `D-${who}`,
    ip: `10.0.0.${who + 1}`,
  }
})

describe('a workspace that begins', () => {
  it('judges twenty ordinary payments low and raises no alert, though its model by itself would', async () => {
    const taken = await bench.ask('POST', '/v1/transactions', { body: { transactions: ordinary } })
    expect(taken.data).toMatchObject({ taken: ordinary.length })
    const rows = await Promise.all(
      ordinary.map(async ({ transaction_id: id }) => (await bench.ask('GET', `/v1/transactions/${id}`)).data),
    )
    expect(rows.filter(({ risk_level: level }) => level !== 'low')).toEqual([])
    expect((await bench.ask('GET', '/v1/alerts')).data).toEqual([])
    // By itself the model calls some of them medium: the test can fail.
    const file = readXgboostJson(shippedModel.text)
    const model = file.ok ? createModel(shippedModel.name, shippedModel.version, file.value) : file
    if (!model.ok) throw new Error(model.error.message)
    const engine = createFeatureEngine()
    const raw = ordinary.map((event) => model.value.score(engine.observe(event).features).score)
    expect(raw.filter((score) => score >= 0.3).length).toBeGreaterThan(0)
  })

  it('says so among the reasons, beside the model’s own score', async () => {
    const assessed = await bench.ask('POST', `/v4/fraud-assessments/create`, {
      anonymous: true,
      headers: { authorization: `Bearer ${bench.apiKey}` },
      body: {
        workspace_id: bench.workspaceId,
        event_type: 'transfer',
        metadata: {
          amount: 400,
          currency: 'EUR',
          customer_id: 'P-new',
          account_id: 'A-new',
          counterparty_id: 'payee-new',
          device_id: 'D-new',
          ip: '10.0.0.99',
        },
      },
    })
    const { score, risk_level: level, reasons, model } = assessed.data
    expect(level).toBe('low')
    expect(model?.score).toBeGreaterThan(score)
    expect(reasons.at(-1)).toMatchObject({ signal: 'cold_start', source: 'model', share: 0 })
    expect(reasons.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9)
  })
})
