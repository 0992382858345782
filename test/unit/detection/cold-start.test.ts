import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coldStartOf, coldStartSignal, fullHistory } from '../../../main/detection/cold-start.ts'
import { createDetector } from '../../../main/detection/detector.ts'
import type { Features, Model, Observed, RuleHit } from '../../../main/detection/ports.ts'
import { defaultDetectionPolicy } from '../../../shared/schema/detection-policy.ts'

const event = {
  transaction_id: 't',
  event_type: 'card_payment',
  at: '2031-03-04T02:00:00.000+00:00',
  amount: 100,
  customer_id: 'c',
}
const base = 0.02

/** What is known of a customer with so many activities. */
const knowing = (activities: number | null, features: Features = {}): Observed => ({
  features,
  profiles: activities === null ? {} : { customer: { activities } },
})

const score = fc.double({ min: 0, max: 1, noNaN: true })
const count = fc.integer({ min: 0, max: 3 * fullHistory })

describe('a score of a customer of whom little is known', () => {
  test('counts as the base rate with no history, and as itself from thirty activities on', () => {
    expect(coldStartOf(event, knowing(null), 0.9, base)).toEqual({ known: 0, from: 0.9, score: base })
    expect(coldStartOf(event, knowing(0), 0.9, base)?.score).toBe(base)
    expect(coldStartOf(event, knowing(15), 0.9, base)?.score).toBeCloseTo((0.9 + base) / 2, 12)
    expect(coldStartOf(event, knowing(fullHistory), 0.9, base)).toBeNull()
  })

  test('lies between the base rate and itself, and grows with the history and with itself', () => {
    fc.assert(
      fc.property(score, score, count, count, (one, other, few, many) => {
        const counted = (value: number, known: number): number =>
          coldStartOf(event, knowing(known), value, base)?.score ?? value
        const value = counted(one, few)
        expect(value).toBeLessThanOrEqual(one)
        expect(value).toBeGreaterThanOrEqual(Math.min(one, base))
        if (many >= few) expect(counted(one, many)).toBeGreaterThanOrEqual(value - 1e-12)
        if (other >= one) expect(counted(other, few)).toBeGreaterThanOrEqual(value - 1e-12)
      }),
    )
  })

  test('is never raised: one below the base rate stays', () => {
    expect(coldStartOf(event, knowing(0), 0.01, base)).toBeNull()
    expect(coldStartOf(event, knowing(0), Number.NaN, base)).toBeNull()
  })

  test('stays where a fraud is known of anyone whom the activity names: that is a fact', () => {
    for (const kind of ['customer', 'account', 'counterparty', 'device', 'ip', 'terminal'])
      expect(coldStartOf(event, knowing(0, { [`${kind}_frauds_30d`]: 1 }), 0.9, base)).toBeNull()
    expect(
      coldStartOf(event, knowing(0, { terminal_frauds_30d: 0, device_frauds_30d: null }), 0.9, base),
    ).not.toBeNull()
  })

  test('goes by the customer or the account, whichever is known better, and stays where neither is named', () => {
    expect(
      coldStartOf(
        event,
        { features: {}, profiles: { customer: { activities: 3 }, account: { activities: fullHistory } } },
        0.9,
        base,
      ),
    ).toBeNull()
    const { customer_id: _customer, ...nameless } = event
    expect(coldStartOf(nameless, knowing(null), 0.9, base)).toBeNull()
    expect(coldStartOf({ ...nameless, account_id: 'a' }, knowing(null), 0.9, base)?.known).toBe(0)
  })
})

describe('the detector', () => {
  const model: Model = {
    name: 'm',
    version: '1',
    featureNames: ['f0', 'f1'],
    baseRate: base,
    isGeneral: true,
    score: () => ({ score: 0.9, margin: 2 }),
    explain: () => ({
      bias: -1,
      contributions: [
        { feature: 'f0', value: 1, share: 2 },
        { feature: 'f1', value: 1, share: 1 },
      ],
    }),
  }
  const hit: RuleHit = {
    rule: 'r',
    version: 1,
    name: 'R',
    signal: 's',
    weight: 0.7,
    action: 'allow',
    reason: 'It holds.',
    shadow: false,
  }
  const detector = (activities: number, hits: readonly RuleHit[] = [], inForce = model) =>
    createDetector({
      features: {
        peek: () => knowing(activities),
        observe: () => knowing(activities),
        observeWith: (_, look) => look({ ...knowing(activities), vector: null }),
        learn: () => undefined,
      },
      rules: () => ({ evaluate: ({ model: said }) => ({ hits: said.score === 0.9 ? hits : [], faults: [] }) }),
      model: () => inForce,
      policy: () => defaultDetectionPolicy,
    })

  test('tells the adjustment among the reasons, without a share and without a signal, and the model’s own score beside', () => {
    const judged = detector(3).assess(event)
    expect(judged).toMatchObject({ riskLevel: 'low', action: 'allow', signals: [], model: { score: 0.9 } })
    expect(judged.score).toBeCloseTo(base + 0.88 * 0.1, 12)
    expect(judged.reasons.map(({ signal, share }) => [signal, Number(share.toFixed(6))])).toEqual([
      ['f0', 0.666667],
      ['f1', 0.333333],
      [coldStartSignal, 0],
    ])
    expect(judged.reasons.at(-1)?.text).toBe(
      'Little is known of who pays (3 activities; a model’s score counts in full from 30 on): its 90.0 % counts as 10.8 %.',
    )
  })

  test('names no such reason where there is history enough', () => {
    const judged = detector(fullHistory).assess(event)
    expect(judged).toMatchObject({
      score: expect.closeTo(0.9, 9) as number,
      riskLevel: 'critical',
      signals: ['f0', 'f1'],
    })
    expect(judged.reasons.map(({ signal }) => signal)).toEqual(['f0', 'f1'])
  })

  test('leaves a model that learnt here, or was brought, as it is: it knows what customers without a history are like', () => {
    const judged = detector(0, [], { ...model, isGeneral: false }).assess(event)
    expect(judged).toMatchObject({ score: expect.closeTo(0.9, 9) as number, riskLevel: 'critical' })
    expect(judged.reasons.map(({ signal }) => signal)).toEqual(['f0', 'f1'])
  })

  test('takes nothing from the rules, which read the model’s own score', () => {
    const judged = detector(0, [hit]).take(event, Infinity)
    expect(judged.score).toBeCloseTo(1 - (1 - base) * 0.3, 12)
    expect(judged).toMatchObject({ riskLevel: 'high', signals: ['s', 'f0', 'f1'] })
    expect(judged.reasons.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9)
  })
})
