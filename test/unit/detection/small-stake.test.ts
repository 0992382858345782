import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createDetector } from '../../../main/detection/detector.ts'
import type { Model, Observed } from '../../../main/detection/ports.ts'
import { smallStakeOf, smallStakeReason, smallStakeSignal } from '../../../main/detection/small-stake.ts'
import { defaultDetectionPolicy } from '../../../shared/schema/detection-policy.ts'

const base = 0.02
const counted = (amount: number | undefined, score: number, currency?: string): number =>
  smallStakeOf(
    { ...(amount === undefined ? {} : { amount }), ...(currency === undefined ? {} : { currency }) },
    score,
    base,
  )?.score ?? score

describe('a score of which little can be lost', () => {
  test('counts in proportion to the amount, and as itself from twenty on', () => {
    expect(counted(20, 0.9, 'EUR')).toBe(0.9)
    expect(counted(10, 0.9, 'EUR')).toBeCloseTo((0.9 + base) / 2, 12)
    expect(counted(0, 0.9, 'EUR')).toBe(base)
    expect(counted(undefined, 0.9)).toBe(0.9)
  })

  test('small amounts alone never make High: 0.14 to 4.45 EUR, whatever the model says', () => {
    for (const amount of [0.14, 1, 2.5, 4.45, 11]) expect(counted(amount, 1, 'EUR')).toBeLessThan(0.6)
  })

  test('goes by the currency: 900 yen are little, 5 dinars of Kuwait are not', () => {
    expect(counted(900, 0.9, 'JPY')).toBeCloseTo(base + 0.88 * 0.45, 12)
    expect(counted(2_000, 0.9, 'JPY')).toBe(0.9)
    expect(counted(5, 0.9, 'KWD')).toBe(0.9)
  })

  test('counts a refund by what it is of, and lies between the base rate and itself', () => {
    expect(counted(-10, 0.9, 'EUR')).toBe(counted(10, 0.9, 'EUR'))
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        (score, amount) => {
          const value = counted(amount, score, 'EUR')
          expect(value).toBeLessThanOrEqual(score)
          expect(value).toBeGreaterThanOrEqual(Math.min(score, base))
        },
      ),
    )
  })

  test('says so in words', () => {
    const stake = smallStakeOf({ amount: 4.45, currency: 'EUR' }, 0.9, base)
    expect(stake === null ? '' : smallStakeReason(stake).text).toBe(
      'Little can be lost (4.45 EUR; the shipped model’s score counts in full from 20.00 EUR on): its 90.0 % counts as 21.6 %.',
    )
  })
})

describe('the detector', () => {
  const known: Observed = { features: {}, profiles: { customer: { activities: 100 } } }
  const model: Model = {
    name: 'm',
    version: '1',
    featureNames: ['f0'],
    baseRate: base,
    isGeneral: true,
    score: () => ({ score: 0.95, margin: 2 }),
    explain: () => ({ bias: -1, contributions: [{ feature: 'f0', value: 1, share: 2 }] }),
  }
  const assess = (amount: number, inForce = model) =>
    createDetector({
      features: {
        peek: () => known,
        observe: () => known,
        observeWith: (_, look) => look({ ...known, vector: null }),
        learn: () => undefined,
      },
      rules: () => null,
      model: () => inForce,
      policy: () => defaultDetectionPolicy,
    }).assess({
      transaction_id: 't',
      event_type: 'card_payment',
      at: '2031-03-04T02:00:00.000+00:00',
      amount,
      currency: 'EUR',
      customer_id: 'c',
    })

  test('tells it among the reasons, without a share and without a signal, and the model’s own score beside', () => {
    const judged = assess(4.45)
    expect(judged).toMatchObject({ riskLevel: 'low', model: { score: 0.95 } })
    expect(judged.reasons.at(-1)).toMatchObject({ signal: smallStakeSignal, share: 0, source: 'model' })
    expect(judged.signals).not.toContain(smallStakeSignal)
    expect(assess(15).signals, 'nor where the risk is not low').toEqual(['f0'])
    expect(assess(400)).toMatchObject({ riskLevel: 'critical' })
  })

  test('leaves a model that learnt here, or was brought, as it is', () => {
    expect(assess(1, { ...model, isGeneral: false })).toMatchObject({ riskLevel: 'critical', score: 0.95 })
  })
})
