import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasTimestamp, plainUtcMs, timestamp, timestampMs, toTimestamp } from '../../../../shared/schema/text.ts'

const anyMs = fc.integer({ min: Date.UTC(1, 0, 1), max: Date.UTC(9999, 11, 31) })

describe('a timestamp', () => {
  test('is read as Date.parse reads it, in every form of UTC', () => {
    fc.assert(
      fc.property(anyMs, (ms) => {
        const iso = new Date(ms).toISOString()
        const wholeMs = Math.floor(ms / 1_000) * 1_000
        for (const text of [iso, toTimestamp(ms)]) expect(timestampMs(text)).toBe(ms)
        for (const text of [`${iso.slice(0, 19)}Z`, `${iso.slice(0, 19)}+00:00`])
          expect(timestampMs(text)).toBe(wholeMs)
      }),
    )
  })

  test('is never read otherwise than Date.parse reads it, whatever is altered in it', () => {
    const signs = fc.constantFrom(...'0123456789-:.TZ+ azé'.split(''))
    fc.assert(
      fc.property(anyMs, fc.nat(30), signs, fc.boolean(), (ms, at, sign, isLonger) => {
        const text = toTimestamp(ms)
        const altered = text.slice(0, at) + sign + text.slice(isLonger ? at : at + 1)
        const plain = plainUtcMs(altered)
        if (!Number.isNaN(plain)) expect(plain).toBe(Date.parse(altered))
        expect(timestampMs(altered)).toBe(Date.parse(altered))
      }),
      { numRuns: 5_000 },
    )
  })

  test('tells every moment that a sealed text of its form can name, those beyond the years of UTC with an offset', () => {
    const texts = [
      '0000-01-01T00:00:00.000+23:59',
      '0000-01-01T00:00:00.000+05:00',
      '0000-01-01T00:00:00.000+00:00',
      '9999-12-31T23:59:59.999+00:00',
      '9999-12-31T23:59:59.999-23:59',
    ]
    for (const text of texts) {
      const ms = Date.parse(text)
      expect(hasTimestamp(ms)).toBe(true)
      expect([timestamp.safeParse(toTimestamp(ms)).success, Date.parse(toTimestamp(ms))]).toEqual([true, ms])
    }
    for (const beyond of [
      Date.parse('0000-01-01T00:00:00.000+23:59') - 1,
      Date.parse('9999-12-31T23:59:59.999-23:59') + 1,
      Number.NaN,
      Number.POSITIVE_INFINITY,
    ]) {
      expect(hasTimestamp(beyond)).toBe(false)
      expect(() => toTimestamp(beyond)).toThrow(RangeError)
    }
  })

  test('that no calendar has is none', () => {
    for (const text of [
      '2026-02-29T00:00:00Z',
      '2026-13-01T00:00:00Z',
      '2026-01-01T25:00:00Z',
      '2026-01-01T00:60:00Z',
      '',
      'yesterday',
      '2026-01-01T00:00:00.12Z',
    ])
      expect(plainUtcMs(text)).toBeNaN()
    expect(plainUtcMs('2024-02-28T23:59:59.999Z')).toBe(Date.UTC(2024, 1, 28, 23, 59, 59, 999))
  })
})
