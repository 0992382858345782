import { describe, expect, it } from 'vitest'
import { createHabitsObserver, noHabits } from '../../../../main/domain/imports/column-habits.ts'
import type { DateOrder } from '../../../../main/domain/imports/date-order.ts'
import { readTime } from '../../../../main/domain/imports/times.ts'
import { openZone } from '../../../../main/domain/imports/zones.ts'

interface Asked {
  readonly zone?: string
  readonly order?: DateOrder
  readonly daysFrom1904?: boolean
}

/** The values of one column, each as a day or time, or as the first words of why it is none. */
const column = (values: readonly string[], { zone = 'UTC', order, daysFrom1904 }: Asked = {}): readonly string[] => {
  const observer = createHabitsObserver(daysFrom1904)
  for (const value of values) observer.observe(0, value)
  const habits = observer.habits().get(0) ?? noHabits
  const opened = openZone(zone)
  if (opened === undefined) throw new Error(`no zone ${zone}`)
  return values.map((value) => {
    const time = readTime(value, { zone: opened, ...habits, order: order ?? habits.order })
    return time.ok ? new Date(time.value).toISOString().replace('T00:00:00.000Z', '') : time.error.slice(0, 40)
  })
}

const either = 'may be day/month or month/day: other row'
const yearOrDay = 'may be day/month/year or year/month/day,'

describe('dates of a usual form are read as usual only where their column does not prove otherwise', () => {
  it('with points, and another row with its month first', () => {
    expect(column(['02.03.2026', '03.14.2026', '05.05.2026'])).toEqual([either, either, '2026-05-05'])
    expect(column(['02.03.2026', '03.14.2026'], { order: 'month_first' })).toEqual(['2026-02-03', '2026-03-14'])
    expect(column(['02.03.2026', '14.03.2026', '31.12.2025'])).toEqual(['2026-03-02', '2026-03-14', '2025-12-31'])
  })

  it('with the year first, and another row with its day next', () => {
    expect(column(['2026-02-03', '2026-14-03'])).toEqual([either, 'is no date of the calendar'])
    expect(column(['2026-02-03', '2026-14-03'], { order: 'year_first' })[0]).toBe('2026-02-03')
  })

  it('and a slip in one of many rows proves nothing', () => {
    const days = Array.from({ length: 20 }, (_, day) => `2026-03-${String(day + 12)}`)
    expect(column([...days, '2026-13-01', '2026-02-03']).slice(-2)).toEqual([
      'is no date of the calendar',
      '2026-02-03',
    ])
  })

  it('and the numbers of the column are no fault of it: amounts with points are none of its dates', () => {
    expect(column(['2026-02-03', '14.50', '3.14', '1234.13'])[0]).toBe('2026-02-03')
  })
})

describe('a spreadsheet that took days before the 13th for months', () => {
  const left = ['13/01/2026', '2026-02-01', '31/01/2026', '2026-03-03']

  it('has left the other days as text: those that it read are refused', () => {
    expect(column(left)).toEqual(['2026-01-13', 'may have its day and month exchanged: a ', '2026-01-31', '2026-03-03'])
  })

  it('has not, where a day of its own is above the 12th, or a text is not', () => {
    expect(column([...left, '2026-02-14'])[1]).toBe('2026-02-01')
    expect(column([...left, '05/01/2026'])[1]).toBe('2026-02-01')
    expect(column(left, { order: 'year_first' })[1]).toBe('2026-02-01')
  })
})

describe('days with points and a year of two digits', () => {
  it('may begin with the year, where only so they are in the order of time', () => {
    const days = ['26.03.01', '26.03.15', '26.04.02', '26.05.31']
    expect(new Set(column(days))).toEqual(new Set([yearOrDay]))
    expect(column(days, { order: 'year_first' })).toEqual(['2026-03-01', '2026-03-15', '2026-04-02', '2026-05-31'])
    expect(column(['26.03.01', '26.03.02', '26.03.03'])[0]).toBe(yearOrDay)
    expect(column(['08.03.31', '08.03.05', '08.02.28'])[0]).toBe(yearOrDay)
  })

  it.each([
    [['15.11.25', '15.12.25', '15.01.26']],
    [['01.01.20', '01.06.22', '01.01.26']],
    [['28.02.26']],
    [['02.01.26', '05.01.26', '28.01.26', '03.02.26']],
  ])('%j begin with the day, as they do almost everywhere', (days) => {
    expect(column(days)).toEqual(
      days.map((day) => {
        const [first = '', month = '', year = ''] = day.split('.')
        return `20${year}-${month}-${first}`
      }),
    )
  })
})

describe('numbers that may be times', () => {
  it('of a month, a day and a time of day are no seconds since 1970, with and without their first zero', () => {
    const without = 'may be seconds since 1970, or a month, a'
    expect(column(['1231103015', '1130235959', '301120000'])).toEqual([without, without, without])
    expect(column(['1231103015', '1104537600'])).toEqual(['2009-01-04T21:03:35.000Z', '2005-01-01'])
    expect(column(['0301103015'])).toEqual(['is no time in a form that is known'])
  })

  it('of a day and an hour are none either', () => {
    expect(column(['2026030112', '1767225600'])).toEqual(['may be seconds since 1970, or a date and', '2026-01-01'])
  })

  it('of a workbook that counts days from 1904 are refused: they would be four years and a day early', () => {
    const days = ['44620', '44621.5', '2026-03-01']
    expect(column(days)).toEqual(['2022-02-28', '2022-03-01T12:00:00.000Z', '2026-03-01'])
    const refused = 'is a number that may be a day, and the w'
    expect(column(days, { daysFrom1904: true })).toEqual([refused, refused, '2026-03-01'])
  })
})

describe('a day that its zone skipped whole', () => {
  it.each([
    ['Pacific/Apia', '2011-12-30', '2011-12-31', '2011-12-30T10:00:00.000Z'],
    ['Pacific/Apia', '30.12.2011', '29.12.2011', '2011-12-29T10:00:00.000Z'],
    ['Pacific/Apia', '40907', '40908', '2011-12-30T10:00:00.000Z'],
    ['Pacific/Kwajalein', '1993-08-21', '1993-08-22', '1993-08-21T12:00:00.000Z'],
    ['Pacific/Kiritimati', '1994-12-31', '1995-01-01', '1994-12-31T10:00:00.000Z'],
  ])('%s: %s is refused, and %s is read', (zone, skipped, next, expected) => {
    expect(column([skipped, next], { zone })).toEqual([
      `is a day that does not exist in ${zone}: the zone changed the side`.slice(0, 40),
      expected,
    ])
  })
})

it('an offset of more than 59 minutes behind its hours is none', () => {
  expect(column(['2026-03-01T10:00:00+01:75', '2026-03-01T10:00:00+05:45'])).toEqual([
    'has an offset that no zone has',
    '2026-03-01T04:15:00.000Z',
  ])
})
