import { expect, it } from 'vitest'
import { dayMs, daysInMonth, hourMs, utcDay } from '../../../../shared/text/days.ts'

it('a moment lies in a day by UTC, whatever the zone of the computer', () => {
  const midnight = Date.parse('2026-11-23T00:00:00Z')
  expect([utcDay(midnight - 1), utcDay(midnight), utcDay(midnight + dayMs - 1), utcDay(midnight + dayMs)]).toEqual([
    '2026-11-22',
    '2026-11-23',
    '2026-11-23',
    '2026-11-24',
  ])
  expect(dayMs).toBe(24 * hourMs)
})

it('a month has its days, February by the rule of centuries', () => {
  expect(
    [
      [2026, 1],
      [2026, 4],
      [2026, 2],
      [2024, 2],
      [1900, 2],
      [2000, 2],
      [2026, 12],
    ].map(([year = 0, month = 0]) => daysInMonth(year, month)),
  ).toEqual([31, 30, 28, 29, 28, 29, 31])
})
