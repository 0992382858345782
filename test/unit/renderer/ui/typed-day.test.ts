import { describe, expect, it } from 'vitest'
import { movedDay, readDay, readMoment } from '../../../../renderer/ui/typed-day.ts'

describe('a typed day', () => {
  it.each([
    ['2026-11-21', '2026-11-21'],
    [' 2026-1-3 ', '2026-01-03'],
    ['2026/11/21', '2026-11-21'],
    ['20261121', '2026-11-21'],
    ['2024-02-29', '2024-02-29'],
  ])('%s is %s', (text, day) => {
    expect(readDay(text)).toBe(day)
  })

  it.each([
    '',
    '2026',
    '2026-11',
    '2026-11-',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '0026-01-01',
    '03/04/2026',
    '21.11.2026',
    '2026-11-21x',
  ])('%s is none, for it is no day or could be two', (text) => {
    expect(readDay(text)).toBeNull()
  })

  it('has the time of a clock behind it where one is asked for', () => {
    expect(readMoment('2026-11-21 9:05')).toBe('2026-11-21T09:05:00')
    expect(readMoment('2026-11-21T14:05:09')).toBe('2026-11-21T14:05:09')
    for (const text of ['2026-11-21', '2026-11-21 24:00', '2026-11-21 12:60', '2026-02-30 12:00'])
      expect(readMoment(text)).toBeNull()
  })

  it('moves by days and by months, to the last day of a shorter one', () => {
    expect(movedDay('2026-12-31', { days: 1 })).toBe('2027-01-01')
    expect(movedDay('2026-03-01', { days: -1 })).toBe('2026-02-28')
    expect(movedDay('2026-01-31', { months: 1 })).toBe('2026-02-28')
    expect(movedDay('2026-01-31', { months: -2 })).toBe('2025-11-30')
  })
})
