import { describe, expect, it } from 'vitest'
import { slaNow } from '../../../../renderer/ui/sla.ts'
import { formatAgo, formatSpan, formatUtc } from '../../../../renderer/ui/time.ts'

const minute = 60_000
const hour = 60 * minute

describe('spans', () => {
  it.each([
    [0, '0m 00s'],
    [59_999, '0m 59s'],
    [42 * minute + 10_000, '42m 10s'],
    [hour, '1h 00m'],
    [23 * hour + 59 * minute, '23h 59m'],
    [24 * hour, '1d 0h'],
    [-5, '0m 00s'],
    [100 * 24 * hour - 1, '99d 23h'],
    [4_166 * 24 * hour + 3 * hour, '4,166d'],
  ])('%i ms reads %s', (ms, text) => {
    expect(formatSpan(ms, 'en')).toBe(text)
  })

  it('writes the days of a long one as other numbers of the language are, and as long ago', () => {
    expect(formatSpan(4_166 * 24 * hour, 'de')).toBe('4.166d')
    expect(formatAgo(0, 4_166 * 24 * hour, 'en')).toBe('4,166d ago')
  })
})

describe('instants', () => {
  it('UTC is exact to the millisecond', () => {
    expect(formatUtc(Date.parse('2026-11-21T14:05:09.123+00:00'))).toBe('2026-11-21 14:05:09.123 UTC')
  })

  it('ago is in words of the language', () => {
    expect(formatAgo(0, 5 * minute, 'en')).toBe('5m ago')
    expect(formatAgo(0, 24 * hour, 'de')).toBe('gestern')
  })
})

describe('a deadline goes on while the window is open', () => {
  const due = 10 * hour

  it.each([
    [0, 'on_track'],
    [6 * hour, 'on_track'],
    [6 * hour + 1, 'due_soon'],
    [due - 1, 'due_soon'],
    [due, 'breached'],
  ] as const)('%i ms after the start it is %s', (now, state) => {
    expect(slaNow('on_track', due, now)).toBe(state)
  })

  it.each(['paused', 'met', 'missed'] as const)('%s does not tick', (state) => {
    expect(slaNow(state, due, due + hour)).toBe(state)
  })
})
