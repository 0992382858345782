import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { combined, levelOfScore } from '../../../main/detection/combine.ts'
import { createDetector } from '../../../main/detection/detector.ts'
import type { FeatureSource, Model, RuleHit } from '../../../main/detection/ports.ts'
import { defaultDetectionPolicy } from '../../../shared/schema/detection-policy.ts'

const features: FeatureSource = {
  peek: () => ({ features: {}, profiles: {} }),
  observe: () => ({ features: {}, profiles: {} }),
  observeWith: (_, look) => look({ features: {}, profiles: {}, vector: null }),
  learn: () => undefined,
}
const event = { transaction_id: 't', event_type: 'card_payment', at: '2031-03-04T02:00:00.000+00:00', amount: 10 }

const hit = (weight: number, more: Partial<RuleHit> = {}): RuleHit => ({
  rule: 'r',
  version: 1,
  name: 'R',
  signal: 's',
  weight,
  action: 'allow',
  reason: 'It holds.',
  shadow: false,
  ...more,
})

const model = (score: number, shares: readonly number[] = [2, 1, -1]): Model => ({
  name: 'm',
  version: '1',
  featureNames: shares.map((_, n) => `f${n}`),
  baseRate: 0.05,
  score: () => ({ score, margin: 0 }),
  explain: () => ({ bias: -3, contributions: shares.map((share, n) => ({ feature: `f${n}`, value: n, share })) }),
})

const detector = (hits: readonly RuleHit[], inForce: Model | null) =>
  createDetector({
    features,
    rules: () => ({ evaluate: () => ({ hits, faults: [] }) }),
    model: () => inForce,
    policy: () => defaultDetectionPolicy,
  })
const sum = (reasons: readonly { readonly share: number }[]): number =>
  reasons.reduce((total, { share }) => total + share, 0)
const part = fc.double({ min: 0, max: 1, noNaN: true })

describe('the score', () => {
  test('is bounded, grows with each ground, and is the one ground where there is but one', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), part, (parts, more) => {
        const score = combined(parts)
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(1)
        expect(combined([...parts, more])).toBeGreaterThanOrEqual(score)
        expect(combined([...parts].reverse())).toBeCloseTo(score, 9)
        expect(combined([more])).toBeCloseTo(more, 8)
      }),
    )
    expect(combined([Number.NaN, -5])).toBe(0)
    expect(combined([0.5, 0.5])).toBeCloseTo(0.75, 12)
  })

  test('has its level by the thresholds, each of which belongs to the level above', () => {
    const { levels } = defaultDetectionPolicy
    expect([0.2999, 0.3, 0.5999, 0.6, 0.8499, 0.85].map((score) => levelOfScore(score, levels))).toEqual([
      'low',
      'medium',
      'medium',
      'high',
      'high',
      'critical',
    ])
  })
})

describe('reasons', () => {
  test('have shares that sum to 1, whatever rules and model say', () => {
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 20 }),
        part,
        fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { maxLength: 30 }),
        (weights, score, shares) => {
          const { reasons, score: whole } = detector(
            weights.map((weight) => hit(weight)),
            model(score, shares),
          ).assess(event)
          if (whole === 0) expect(reasons).toEqual([])
          else expect(sum(reasons)).toBeCloseTo(1, 9)
          expect(reasons.every(({ share }) => share >= 0 && share <= 1 + 1e-9)).toBe(true)
        },
      ),
    )
  })

  test('have such shares where contributions are as small as numbers get', () => {
    expect(sum(detector([hit(0.5)], model(0.5, [Number.MIN_VALUE])).assess(event).reasons)).toBeCloseTo(1, 9)
  })

  test('divide the model’s part by its exact contributions, and a rule’s by its weight', () => {
    const { reasons } = detector([hit(0.5)], model(0.5)).assess(event)
    expect(reasons.map(({ signal, share, source }) => [signal, Number(share.toFixed(6)), source])).toEqual([
      ['s', 0.5, 'rule'],
      ['f0', 0.333333, 'model'],
      ['f1', 0.166667, 'model'],
    ])
  })
})

describe('the detector', () => {
  test('works without a model, without rules, and without both', () => {
    expect(detector([hit(0.7)], null).assess(event)).toMatchObject({ riskLevel: 'high', model: null, signals: ['s'] })
    expect(detector([], model(0.9)).assess(event)).toMatchObject({
      riskLevel: 'critical',
      action: 'block',
      signals: ['f0', 'f1'],
    })
    const alone = createDetector({
      features,
      rules: () => null,
      model: () => null,
      policy: () => defaultDetectionPolicy,
    })
    expect(alone.assess(event)).toEqual({
      score: 0,
      riskLevel: 'low',
      action: 'allow',
      signals: [],
      reasons: [],
      hits: [],
      model: null,
    })
  })

  test('lets a live rule make the action stricter, never milder', () => {
    expect(detector([hit(0.01, { action: 'block' })], null).assess(event)).toMatchObject({
      riskLevel: 'low',
      action: 'block',
    })
    expect(detector([hit(0.9, { action: 'allow' })], null).assess(event)).toMatchObject({
      riskLevel: 'critical',
      action: 'block',
    })
  })

  test('notes rules on trial, which change nothing', () => {
    const { hits, ...judged } = detector([hit(0.99, { shadow: true, action: 'block' })], null).assess(event)
    expect(judged).toEqual({ score: 0, riskLevel: 'low', action: 'allow', signals: [], reasons: [], model: null })
    expect(hits).toHaveLength(1)
  })

  test('leaves what carries no amount to the rules', () => {
    const { amount: _amount, ...login } = event
    expect(detector([], model(0.99)).assess({ ...login, event_type: 'login' })).toMatchObject({ score: 0, model: null })
  })

  test('shows no rule what became known afterwards', () => {
    let seen: object = {}
    createDetector({
      features,
      rules: () => ({ evaluate: ({ event: shown }) => ((seen = shown), { hits: [], faults: [] }) }),
      model: () => null,
      policy: () => defaultDetectionPolicy,
    }).take({ ...event, is_fraud: true }, Infinity)
    expect(seen).not.toHaveProperty('is_fraud')
  })

  test('explains what it takes in only where the risk is not low', () => {
    expect(detector([hit(0.1)], null).take(event, Infinity).reasons).toEqual([])
    expect(detector([hit(0.1)], null).assess(event).reasons).toHaveLength(1)
    expect(detector([hit(0.5)], null).take(event, Infinity).reasons).toHaveLength(1)
  })
})
