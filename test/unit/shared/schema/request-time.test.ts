import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { orderedRange, requestTime } from '../../../../shared/schema/request-time.ts'
import { toTimestamp } from '../../../../shared/schema/text.ts'

const read = (text: unknown): string | null => {
  const parsed = requestTime.safeParse(text)
  return parsed.success ? parsed.data : null
}

describe('a time in a request', () => {
  it.each([
    ['2026-01-02T10:00:00Z', '2026-01-02T10:00:00.000+00:00'],
    ['2026-01-02T10:00:00.000Z', '2026-01-02T10:00:00.000+00:00'],
    ['2026-01-02T10:00:00+00:00', '2026-01-02T10:00:00.000+00:00'],
    ['2026-01-02T10:00:00.000+00:00', '2026-01-02T10:00:00.000+00:00'],
    ['2026-01-02T10:00Z', '2026-01-02T10:00:00.000+00:00'],
    ['2026-01-02T10:00:00.123456789-05:30', '2026-01-02T15:30:00.123+00:00'],
    ['2026-01-01T00:30:00+01:00', '2025-12-31T23:30:00.000+00:00'],
    ['2024-02-29T23:59:59.999+00:00', '2024-02-29T23:59:59.999+00:00'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000+00:00'],
    ['1969-12-31T23:59:59.000+00:00', '1969-12-31T23:59:59.000+00:00'],
    ['0001-01-01T00:00:00.000+00:00', '0001-01-01T00:00:00.000+00:00'],
    ['9999-12-31T23:59:59.999+00:00', '9999-12-31T23:59:59.999+00:00'],
  ])('%s is handed on as %s', (text, handed) => {
    expect(read(text)).toBe(handed)
    expect(read(handed)).toBe(handed)
  })

  it('takes every time as answers write it, and leaves it as it is', () => {
    const day = 86_400_000
    for (let ms = Date.UTC(1995, 0, 1); ms < Date.UTC(2035, 0, 1); ms += 11 * day + 12_345_678)
      expect(read(toTimestamp(ms))).toBe(toTimestamp(ms))
  })

  it.each([
    '2026-13-01T00:00:00.000+00:00',
    '2026-00-01T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-02-29T00:00:00Z',
    '2026-02-30T00:00:00.000+00:00',
    '2026-04-31T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2026-99-99T99:99:99.999+99:99',
    '2026-01-01T24:00:00Z',
    '2026-01-01T10:60:00Z',
    '2026-12-31T23:59:60Z',
    '2026-01-01T10:00:00+24:00',
    '2026-01-01T10:00:00+01:60',
    '2026-01-01T10:00:00',
    '2026-01-01T10:00:00.Z',
    '2026-01-01',
    '2026-01-01 10:00:00Z',
    '2026-01-01T10:00:00z',
    '20260101T100000Z',
    '2026-01-02T10:00:00 00:00',
    '0000-12-31T23:59:59Z',
    '9999-12-31T23:59:59-00:01',
    '+012026-01-01T00:00:00Z',
    '',
    'foo 12',
    '1767225600000',
    `2026-01-01T10:00:00.${'0'.repeat(100)}`,
    ' 2026-01-02T10:00:00Z',
    '2026-01-02T10:00:00Z\n',
    '２０２６-01-02T10:00:00Z',
    1_767_225_600_000,
    null,
  ])('%j is refused', (value) => {
    expect(read(value)).toBeNull()
  })

  it('says which form is wanted, with an example that it takes', () => {
    const message = requestTime.safeParse('yesterday').error?.issues[0]?.message ?? ''
    const examples = message.match(/\d{4}-\S+/gu) ?? []
    expect(examples).toHaveLength(2)
    for (const example of examples) expect(read(example)).toBe('2026-01-31T12:00:00.000+00:00')
  })
})

describe('a range of two times', () => {
  const range = orderedRange(z.strictObject({ from: requestTime.optional(), to: requestTime.optional() }))

  it.each([
    [{}],
    [{ from: '2026-01-01T00:00:00Z' }],
    [{ to: '2026-01-01T00:00:00Z' }],
    [{ from: '2026-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' }],
    [{ from: '2026-01-01T01:30:00+02:00', to: '2026-01-01T00:00:00Z' }],
  ])('%j is taken', (given) => {
    expect(range.safeParse(given).success).toBe(true)
  })

  it('that ends before it begins is refused, whatever the offsets in which it is written', () => {
    const issue = { path: ['from'], message: 'must not lie after to' }
    for (const given of [
      { from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' },
      { from: '2026-01-01T00:00:00-02:00', to: '2026-01-01T01:00:00Z' },
    ])
      expect(range.safeParse(given).error?.issues).toMatchObject([issue])
  })
})
