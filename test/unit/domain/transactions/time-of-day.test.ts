import { expect, test } from 'vitest'
import { areDatesAlone, areTimesOfDay, dateWithTime } from '../../../../main/domain/transactions/time-of-day.ts'

test('a midnight that a spreadsheet writes behind a date is none of its own, with several blanks between them too', () => {
  expect(areDatesAlone(['2026-01-31 00:00', '2026-01-31   00:00:00', '31.01.2026T0:00'])).toBe(true)
  expect(areDatesAlone(['2026-01-31  12.30'])).toBe(false)
  expect(dateWithTime('2026-01-31   00:00:00', '14:05')).toBe('2026-01-31 14:05')
})

test('a time of day may be four or six digits, if all of its column are a time that exists', () => {
  expect([areTimesOfDay(['170530', '090600']), areTimesOfDay(['1705', ''])]).toEqual([true, true])
  expect([areTimesOfDay(['170530', '996000']), areTimesOfDay(['1705', '170530x']), areTimesOfDay(['17'])]).toEqual([
    false,
    false,
    false,
  ])
  expect([
    dateWithTime('20260213', '170530'),
    dateWithTime('13.02.2026', '0906'),
    dateWithTime('13.02.2026', '9:06'),
  ]).toEqual(['20260213 17:05:30', '13.02.2026 09:06', '13.02.2026 9:06'])
})

test('blanks without end are looked at as fast as they are read', () => {
  const blanks = ' '.repeat(200_000)
  expect(areDatesAlone([`1 T${blanks}x1`])).toBe(true)
  expect(areTimesOfDay([`1 T${blanks}x1`])).toBe(false)
  expect(dateWithTime(`1${blanks}x`, '14:05')).toBe(`1${blanks}x 14:05`)
})
