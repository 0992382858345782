import { afterEach, describe, expect, it } from 'vitest'
import { instantOfNumber, instantOfText } from '../../../../main/detection/rules/instants.ts'
import { tried } from '../../../support/rules.ts'

const zone = process.env['TZ']
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

describe.each(['UTC', 'America/New_York', 'Asia/Kolkata'])('on a machine in %s', (machine) => {
  const read = (text: string): string | null => {
    process.env['TZ'] = machine
    const ms = instantOfText(text)
    return Number.isNaN(ms) ? null : new Date(ms).toISOString()
  }

  it.each([
    ['2026-01-12T20:00:00', '2026-01-12T20:00:00.000Z'],
    ['2026-01-12 20:00:00.25', '2026-01-12T20:00:00.250Z'],
    ['2026-01-12T20:00', '2026-01-12T20:00:00.000Z'],
    ['2026-01-12', '2026-01-12T00:00:00.000Z'],
    ['2026-01-12T20:00:00Z', '2026-01-12T20:00:00.000Z'],
    ['2026-01-31T20:00:00.123456789+05:30', '2026-01-31T14:30:00.123Z'],
    ['2026-01-12T20:00:00-0500', '2026-01-13T01:00:00.000Z'],
    ['2026-01-12T20:00:00+01', '2026-01-12T19:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['1950-04-01', '1950-04-01T00:00:00.000Z'],
  ])('%s is %s', (text, instant) => {
    expect(read(text)).toBe(instant)
  })

  it.each([
    '',
    '5',
    'foo 12',
    '01.12.2026 10:00',
    '12/01/2026',
    '2025-02-30T00:00:00Z',
    '2025-02-29',
    '2026-13-01',
    '2026-00-10',
    '0050-01-01',
    '2026-01-12T24:00:00Z',
    '2026-01-12T20:60:00Z',
    '2026-01-12T20:00:00+24:00',
    '2026-01-12T',
    '20:00',
    '20260112',
    'Mon, 12 Jan 2026 20:00:00 GMT',
    '2026-01-12T20:00:00Z ',
    '1768248000',
  ])('"%s" is no time', (text) => {
    expect(read(text)).toBeNull()
  })

  it('a rule says the same', () => {
    process.env['TZ'] = machine
    expect(
      tried(
        { age: [{ var: 'metadata.x' }, 'hours'] },
        { event: { at: '2026-01-13T00:00:00.000Z' }, metadata: { x: '2026-01-12T20:00:00' } },
      ).value,
    ).toBe(4)
  })
})

it('a number is milliseconds since 1970, and one of seconds is no time', () => {
  expect([1_768_248_000_000, 1_768_248_000, 5, 0, -1, Number.NaN, 9e15].map(instantOfNumber)).toEqual([
    1_768_248_000_000,
    Number.NaN,
    Number.NaN,
    Number.NaN,
    Number.NaN,
    Number.NaN,
    Number.NaN,
  ])
})
