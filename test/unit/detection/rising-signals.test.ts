import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { risingSignals } from '../../../main/detection/rising-signals.ts'

describe('the signals that raise a score', () => {
  it('are told once each, by the feature that raises most, with the share of all of them; what lowers it is none', () => {
    const parts = [
      { feature: 'terminal_frauds_7d', value: 2, share: 1 },
      { feature: 'terminal_fraud_share_30d', value: 0.5, share: 2 },
      { feature: 'amount', value: 100, share: 1 },
      { feature: 'customer_age_days', value: 4, share: -5 },
    ]
    const recent = {
      signal: 'terminal_recent_fraud',
      text: 'A share of 0.5 of what became known of the terminal in the last 30 days was fraud.',
      share: 0.75,
    }
    expect(risingSignals(parts, 2)).toEqual({
      told: [recent, { signal: 'amount', text: 'The amount is 100.', share: 0.25 }],
      more: { signals: 0, share: 0 },
    })
    expect(risingSignals(parts, 1)).toEqual({ told: [recent], more: { signals: 1, share: 0.25 } })
  })

  it('say of what is not known that it is not, and never its name alone', () => {
    const parts = [
      { feature: 'terminal_frauds_7d', value: null, share: 1 },
      { feature: 'terminal_fraud_age_days', value: null, share: 1 },
      { feature: 'terminal_fraud_share_30d', value: 0.5, share: 2 },
    ]
    expect(risingSignals(parts, 8).told.map(({ signal, share }) => [signal, share])).toEqual([
      ['terminal_recent_fraud', 0.5],
      ['terminal_recent_fraud_unknown', 0.5],
    ])
  })

  it('sum to one, whatever the contributions, in an order that does not depend on theirs', () => {
    const part = fc.record({
      feature: fc.constantFrom(
        'amount',
        'is_night',
        'x',
        'y',
        'customer_count_1h',
        'customer_count_1d',
        'ip_frauds_ever',
      ),
      value: fc.constant(1),
      share: fc.double({ min: -3, max: 3, noNaN: true }),
    })
    fc.assert(
      fc.property(fc.uniqueArray(part, { selector: ({ feature }) => feature, maxLength: 7 }), (parts) => {
        const { told, more } = risingSignals(parts, 3)
        expect(told.reduce((sum, { share }) => sum + share, more.share)).toBeCloseTo(
          parts.some(({ share }) => share > 0) ? 1 : 0,
          9,
        )
        expect(told.length === 3 || more.signals === 0).toBe(true)
        expect(risingSignals(parts.toReversed(), 3).told).toEqual(told)
      }),
    )
  })
})
