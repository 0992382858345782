import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sentenceOf, wordingOf } from '../../../main/detection/feature-words.ts'
import { risingSignals } from '../../../main/detection/rising-signals.ts'

describe('the words of features', () => {
  it.each([
    ['customer_count_1d', 12, 'customer_activity_count', '12 activities of the customer in the last day.'],
    ['terminal_fraud_share_7d', 0.25, 'terminal_recent_fraud', 'A share of 0.25 of what became known of the terminal in the last 7 days was fraud.'],
    ['customer_distinct_devices_30d', 3, 'customer_many_devices', '3 different devices of the customer in the last 30 days.'],
    ['ip_distinct_counterparties_1h', 4, 'ip_many_counterparties', '4 different payees of the IP address in the last hour.'],
    ['customer_same_terminal_30d', 0, 'new_terminal_for_customer', 'The customer and this terminal met 0 times in the last 30 days.'],
    ['amount', 12_345.678, 'amount', 'The amount is 12,346.'],
    ['amount', 9.5, 'amount', 'The amount is 9.5.'],
    ['a foreign feature!', 2, 'a_foreign_feature', 'a foreign feature! is 2.'],
  ])('%s at %d is %s: %s', (feature, value, signal, sentence) => {
    expect(wordingOf(feature).signal).toBe(signal)
    expect(sentenceOf(feature, value)).toBe(sentence)
  })

  it('say so where nothing is known', () => {
    expect(sentenceOf('customer_mean_7d', null)).toBe('Nothing is known yet of: customer mean 7d.')
  })

  it('are made of names that models of others bring, whatever they are', () => {
    for (const name of ['__proto__', 'constructor', '', '_'.repeat(1_000), 'customer_', 'customer_same_constructor_30d']) {
      expect(wordingOf(name).signal).toMatch(/^[a-z0-9_]{1,64}$/)
      expect(typeof sentenceOf(name, 1)).toBe('string')
    }
  })
})

describe('the signals that raise a score', () => {
  it('are told once each, by the feature that raises most, with the share of all of them; what lowers it is none', () => {
    const parts = [
      { feature: 'terminal_frauds_7d', value: 2, share: 1 },
      { feature: 'terminal_fraud_share_30d', value: 0.5, share: 2 },
      { feature: 'amount', value: 100, share: 1 },
      { feature: 'customer_age_days', value: 4, share: -5 },
    ]
    const recent = { signal: 'terminal_recent_fraud', text: 'A share of 0.5 of what became known of the terminal in the last 30 days was fraud.', share: 0.75 }
    expect(risingSignals(parts, 2)).toEqual({ told: [recent, { signal: 'amount', text: 'The amount is 100.', share: 0.25 }], more: { signals: 0, share: 0 } })
    expect(risingSignals(parts, 1)).toEqual({ told: [recent], more: { signals: 1, share: 0.25 } })
  })

  it('sum to one, whatever the contributions, in an order that does not depend on theirs', () => {
    const part = fc.record({ feature: fc.constantFrom('amount', 'is_night', 'x', 'y', 'customer_count_1h', 'customer_count_1d', 'ip_frauds_ever'), value: fc.constant(1), share: fc.double({ min: -3, max: 3, noNaN: true }) })
    fc.assert(
      fc.property(fc.uniqueArray(part, { selector: ({ feature }) => feature, maxLength: 7 }), (parts) => {
        const { told, more } = risingSignals(parts, 3)
        expect(told.reduce((sum, { share }) => sum + share, more.share)).toBeCloseTo(parts.some(({ share }) => share > 0) ? 1 : 0, 9)
        expect(told.length === 3 || more.signals === 0).toBe(true)
        expect(risingSignals(parts.toReversed(), 3).told).toEqual(told)
      }),
    )
  })
})
