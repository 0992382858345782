import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clockAheadMs, compareClocks, hubTimeNow } from '../../../../main/domain/clock/hub-time.ts'
import type { ClockPoint, HubTime } from '../../../../main/domain/clock/hub-time.ts'

const hour = 3_600_000
const year = 365 * 24 * hour
const noon = Date.parse('2026-11-23T12:00:00Z')

const at = (wallMs: number, upMs: number, bootId = 'one'): ClockPoint => ({ wallMs, upMs, bootId })
const right: HubTime = { ...at(noon, 0), hubMs: noon }

describe('Y-86: a clock is compared with the hub’s', () => {
  test('a difference that the call can explain is none, and what it cannot explain is told', () => {
    const spans = fc.integer({ min: 0, max: 10 * 60_000 })
    fc.assert(
      fc.property(fc.integer({ min: -3 * year, max: 3 * year }), spans, spans, (errorMs, thereMs, backMs) => {
        const wrong: HubTime = { ...at(noon + errorMs, 0), hubMs: noon + errorMs }
        const compared = compareClocks(
          wrong,
          noon + thereMs,
          at(noon + errorMs, 0),
          at(noon + errorMs + thereMs + backMs, thereMs + backMs),
        )
        const ahead = clockAheadMs(compared, at(noon + errorMs + thereMs + backMs, thereMs + backMs))
        expect(Math.abs(ahead)).toBeLessThanOrEqual(Math.abs(errorMs))
        expect(Math.abs(errorMs - ahead)).toBeLessThanOrEqual(thereMs + backMs)
      }),
    )
  })

  test('a long answer does not take away what a short one showed', () => {
    const ahead = compareClocks(right, noon - 5 * 60_000, at(noon, 0), at(noon + 50, 50))
    expect(clockAheadMs(ahead, at(noon + 50, 50))).toBe(5 * 60_000)
    const later = compareClocks(
      ahead,
      noon + 2 * 60_000,
      at(noon + 60_000, 60_000),
      at(noon + 11 * 60_000, 11 * 60_000),
    )
    expect(clockAheadMs(later, at(noon + 11 * 60_000, 11 * 60_000))).toBe(5 * 60_000)
  })

  test('what the clock is set to afterwards shows by the time that passed, asleep or awake', () => {
    expect(clockAheadMs(right, at(noon + 8 * hour, 8 * hour))).toBe(0)
    expect(clockAheadMs(right, at(noon + 9 * hour, 8 * hour))).toBe(hour)
    expect(clockAheadMs(right, at(noon - 2 * year, 8 * hour))).toBe(-2 * year - 8 * hour)
  })
})

describe('Y-88: the time at the hub across a restart of the computer', () => {
  test.each([
    ['a clock that is right', noon, noon + 20 * hour, noon + 20 * hour],
    ['one that was three years ahead, and is', noon + 3 * year, noon + 3 * year + 20 * hour, noon + 20 * hour],
    ['one that was three years ahead, and was set right', noon + 3 * year, noon + 20 * hour, noon + 20 * hour],
    ['one that was two years behind, and is', noon - 2 * year, noon - 2 * year + 20 * hour, noon + 20 * hour],
    ['one that was two years behind, and was set right', noon - 2 * year, noon + 20 * hour, noon + 20 * hour],
    ['one whose battery died since', noon, 0, noon],
  ])('%s', (_what, wasMs, isMs, expected) => {
    expect(hubTimeNow({ ...at(wasMs, 7_000), hubMs: noon }, at(isMs, 60_000, 'two'))).toBe(expected)
  })
})
