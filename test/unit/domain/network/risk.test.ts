import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parts as words } from '../../../../main/domain/network/risk-words.ts'
import { riskOf, riskPartNames, scoreOf } from '../../../../main/domain/network/risk.ts'
import { saidBy } from '../../../../main/domain/network/known-bad.ts'
import type { NodeMeasures } from '../../../../main/domain/network/risk.ts'

const nothing: NodeMeasures = { direct: null, nearness: 0, hops: null, community: { others: 0, bad: 0 }, motifs: [] }

const measured: fc.Arbitrary<NodeMeasures> = fc.record({
  direct: fc.option(
    fc
      .constantFrom('confirmed' as const, 'open' as const, 'exposed' as const)
      .map((certainty) => ({ certainty, says: saidBy[certainty] })),
  ),
  nearness: fc.double({ min: 0, max: 40, noNaN: true }),
  hops: fc.option(fc.nat(4)),
  community: fc.nat(199).chain((others) => fc.record({ others: fc.constant(others), bad: fc.nat(others) })),
  motifs: fc.array(fc.constantFrom('burst', 'fan_in', 'cycle'), { maxLength: 4 }),
})

describe('the risk of a node', () => {
  it('is none where nothing speaks against it', () => {
    expect(riskOf(nothing)).toEqual({ score: 0, parts: [] })
  })

  it('is one part where one speaks', () => {
    const { score, parts } = riskOf({ ...nothing, motifs: ['cycle', 'cycle'] })
    expect(score).toBeCloseTo(0.6, 12)
    expect(parts).toEqual([{ part: 'motifs', share: score, value: 1 }])
  })

  it('is worked out by hand: a bad neighbour and a shape', () => {
    const { score, parts } = riskOf({ ...nothing, hops: 1, motifs: ['burst'] })
    expect(score).toBeCloseTo(1 - 0.88 * 0.4, 12)
    const weights = [-Math.log(0.4), -Math.log(0.88)]
    expect(parts.map(({ part }) => part)).toEqual(['motifs', 'distance'])
    parts.forEach(({ share }, place) =>
      expect(share).toBeCloseTo((score * (weights[place] ?? 0)) / ((weights[0] ?? 0) + (weights[1] ?? 0)), 12),
    )
  })

  it('lies between 0 and 1, is the sum of its shares, and is the same each time', () => {
    fc.assert(
      fc.property(measured, (one) => {
        const { score, parts } = riskOf(one)
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThan(1)
        expect(parts.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(score, 12)
        expect(scoreOf(one)).toBe(score)
        expect(riskOf(one)).toEqual({ score, parts })
        expect([...parts].sort((a, b) => b.share - a.share)).toEqual(parts)
      }),
    )
  })

  it('grows with everything that speaks against it', () => {
    fc.assert(
      fc.property(measured, (one) => {
        const score = scoreOf(one)
        expect(scoreOf({ ...one, direct: { certainty: 'confirmed', says: saidBy.confirmed } })).toBeGreaterThanOrEqual(
          score,
        )
        expect(scoreOf({ ...one, nearness: one.nearness + 0.1 })).toBeGreaterThanOrEqual(score)
        expect(scoreOf({ ...one, motifs: [...one.motifs, 'burst', 'cycle', 'fan_in'] })).toBeGreaterThanOrEqual(score)
      }),
    )
  })

  it('has a sentence for each part', () => {
    for (const part of riskPartNames) {
      expect(
        words[part]({
          value: 0.5,
          because: 'An alert about it was confirmed.',
          findings: ['burst', 'cycle'],
          certainty: 'confirmed',
        }),
      ).toMatch(/^[A-Z].*\.$/u)
    }
    expect(words.distance({ value: 1, because: null, findings: [], certainty: null })).toBe(
      'It is linked to a known bad node.',
    )
    expect(words.motifs({ value: 2, because: null, findings: ['burst', 'cycle'], certainty: null })).toBe(
      'It is part of a burst of equal payments to the same receiver and money that comes back to where it went.',
    )
  })
})
