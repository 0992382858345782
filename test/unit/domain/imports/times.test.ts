import { describe, expect, it } from 'vitest'
import { createHabitsObserver } from '../../../../main/domain/imports/column-habits.ts'
import { noMarks } from '../../../../main/domain/imports/date-marks.ts'
import { createOrderObserver, type DateOrder } from '../../../../main/domain/imports/date-order.ts'
import { readTime } from '../../../../main/domain/imports/times.ts'
import { createDigitObserver, type TwelveDigits } from '../../../../main/domain/imports/digit-times.ts'
import { openZone, type Zone } from '../../../../main/domain/imports/zones.ts'

const zone = (name: string): Zone => {
  const found = openZone(name)
  if (found === undefined) throw new Error(`no zone ${name}`)
  return found
}

const read = (
  value: string,
  zoneName = 'UTC',
  order: DateOrder = 'unknown',
  twelveDigits: TwelveDigits = 'each',
): string => {
  const time = readTime(value, { zone: zone(zoneName), order, twelveDigits, serialDays: true, marks: noMarks })
  return time.ok ? new Date(time.value).toISOString() : time.error
}

describe('times of other systems', () => {
  it.each([
    ['2026-03-04T05:06:07.123+02:00', '2026-03-04T03:06:07.123Z'],
    ['2026-03-04T05:06:07Z', '2026-03-04T05:06:07.000Z'],
    ['2026-03-04 05:06:07 +0530', '2026-03-03T23:36:07.000Z'],
    ['2026-03-04 05:06', '2026-03-04T05:06:00.000Z'],
    ['2026-03-04T05:06:07.123456789Z', '2026-03-04T05:06:07.123Z'],
    ['2026/3/4', '2026-03-04T00:00:00.000Z'],
    ['20260304T050607Z', '2026-03-04T05:06:07.000Z'],
    ['04.03.2026', '2026-03-04T00:00:00.000Z'],
    ['4.3.2026 17:05', '2026-03-04T17:05:00.000Z'],
    ['04.03.2026, 17:05:09', '2026-03-04T17:05:09.000Z'],
    ['1772600767', '2026-03-04T05:06:07.000Z'],
    ['1772600767123', '2026-03-04T05:06:07.123Z'],
    ['915148800', '1999-01-01T00:00:00.000Z'],
    ['20260304', '2026-03-04T00:00:00.000Z'],
    ['20260304 05:06', '2026-03-04T05:06:00.000Z'],
    ['202603040506', '2026-03-04T05:06:00.000Z'],
    ['260304050607', '2026-03-04T05:06:07.000Z'],
    ['991231235959', '1999-12-31T23:59:59.000Z'],
    ['20260304050607', '2026-03-04T05:06:07.000Z'],
    ['20260304050607.25', '2026-03-04T05:06:07.250Z'],
    ['2026-03-04 05:06:07+00', '2026-03-04T05:06:07.000Z'],
    ['2026-03-04 05:06:07.5-05', '2026-03-04T10:06:07.500Z'],
    ['20260304T050607+02', '2026-03-04T03:06:07.000Z'],
    ['25/03/2026 4:05 PM', '2026-03-25T16:05:00.000Z'],
    ['03/25/2026 12:05 am', '2026-03-25T00:05:00.000Z'],
    ['05/05/2026', '2026-05-05T00:00:00.000Z'],
    ['4 Mar 2026 05:06', '2026-03-04T05:06:00.000Z'],
    ['Wed, 04 Mar 2026 05:06:07 +0100', '2026-03-04T04:06:07.000Z'],
    ['Mar 4, 2026 5:06 PM', '2026-03-04T17:06:00.000Z'],
    ['4 марта 2026', '2026-03-04T00:00:00.000Z'],
    ['2026年3月4日 05:06', '2026-03-04T05:06:00.000Z'],
    ['٢٠٢٦-٠٣-٠٤', '2026-03-04T00:00:00.000Z'],
    ['२०२६-०३-०४', '2026-03-04T00:00:00.000Z'],
    ['28.06.24', '2024-06-28T00:00:00.000Z'],
    ['28.06.70 10:15', '1970-06-28T10:15:00.000Z'],
    ['12/31/24', '2024-12-31T00:00:00.000Z'],
    ['31-DEC-24', '2024-12-31T00:00:00.000Z'],
    ['31-DEC-24 10.15.30.123456 AM +01:00', '2024-12-31T09:15:30.123Z'],
    ['31-DEC-24 10.15.30.123456000 PM', '2024-12-31T22:15:30.123Z'],
    ['2024-12-31-10.15.30.123456', '2024-12-31T10:15:30.123Z'],
    ['2024-12-31-10.15.30', '2024-12-31T10:15:30.000Z'],
    ['45657', '2024-12-31T00:00:00.000Z'],
    ['45672.5', '2025-01-15T12:00:00.000Z'],
    ['46296.4375', '2026-10-01T10:30:00.000Z'],
    ['45657.999988426', '2024-12-31T23:59:59.000Z'],
    ['Tue Dec 31 2024 10:15:30 GMT+0100 (Central European Standard Time)', '2024-12-31T09:15:30.000Z'],
    ['Tue Dec 31 2024 10:15:30 GMT+0100 (Mitteleuropäische Normalzeit)', '2024-12-31T09:15:30.000Z'],
    ['Tue Dec 31 10:15:30 2024', '2024-12-31T10:15:30.000Z'],
    ['Tue Dec 31 10:15:30 UTC 2024', '2024-12-31T10:15:30.000Z'],
    ['Tue Dec 31 10:15:30 CET 2024', '2024-12-31T09:15:30.000Z'],
    ['2024-12-31 10:00:00 CET', '2024-12-31T09:00:00.000Z'],
    ['2024-12-31 10:00:00 EST', '2024-12-31T15:00:00.000Z'],
    ['2024-07-01T10:00:00[Europe/Paris]', '2024-07-01T08:00:00.000Z'],
    ['2024-12-31T10:00:00+01:00[Europe/Paris]', '2024-12-31T09:00:00.000Z'],
    ['2024-12-31T10:00:00Z[UTC]', '2024-12-31T10:00:00.000Z'],
    ['2024-12-31T10:00:00.000+0000', '2024-12-31T10:00:00.000Z'],
    ['03.10.2026 24:00', '2026-10-04T00:00:00.000Z'],
    ['2024-12-31T24:00:00Z', '2025-01-01T00:00:00.000Z'],
    ['2024-12-31\u202f10:15', '2024-12-31T10:15:00.000Z'],
    ['13 de febrero de 2026', '2026-02-13T00:00:00.000Z'],
    ['13 lutego 2026', '2026-02-13T00:00:00.000Z'],
    ['13 febbraio 2026', '2026-02-13T00:00:00.000Z'],
    ['13 Şub 2026 10:15', '2026-02-13T10:15:00.000Z'],
    ['13 февр. 2026', '2026-02-13T00:00:00.000Z'],
    ['13 listopadu 2026', '2026-11-13T00:00:00.000Z'],
    ['13 listopada 2026', 'has a month that is not known'],
    ['Fri 13 Feb 2026', '2026-02-13T00:00:00.000Z'],
    ['2026年02月13日 17时05分30秒', '2026-02-13T17:05:30.000Z'],
    ['2026년 2월 13일 17시 5분', '2026-02-13T17:05:00.000Z'],
    ['2026. 2. 13.', '2026-02-13T00:00:00.000Z'],
    ['\u20682026-02-15\u2069', '2026-02-15T00:00:00.000Z'],
    ['46066,5', '2026-02-13T12:00:00.000Z'],
  ])('%s', (value, expected) => {
    expect(read(value)).toBe(expected)
  })

  it('a time without an offset is read in the zone that is named', () => {
    expect(read('2026-01-15 12:00', 'Asia/Kolkata')).toBe('2026-01-15T06:30:00.000Z')
    expect(read('15.07.2026 12:00', 'Europe/Berlin')).toBe('2026-07-15T10:00:00.000Z')
    expect(read('2026-07-15', 'America/New_York')).toBe('2026-07-15T04:00:00.000Z')
  })

  it('a local time that a clock change skips or repeats is refused with the reason; its neighbours are not', () => {
    expect(read('2026-03-29 02:30', 'Europe/Berlin')).toBe(
      'does not exist in Europe/Berlin: clocks were put forward over it',
    )
    expect(read('2026-10-25 02:30', 'Europe/Berlin')).toMatch(/^exists twice in Europe\/Berlin/)
    expect(read('2026-03-29 01:59:59', 'Europe/Berlin')).toBe('2026-03-29T00:59:59.000Z')
    expect(read('2026-03-29 03:00', 'Europe/Berlin')).toBe('2026-03-29T01:00:00.000Z')
    expect(read('2026-10-25 03:00', 'Europe/Berlin')).toBe('2026-10-25T02:00:00.000Z')
    expect(read('2026-10-25 02:30+02:00', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z')
  })

  it.each([
    ['2025-04-25', 'Africa/Cairo', '2025-04-24T22:00:00.000Z'],
    ['2025-11-02', 'America/Havana', '2025-11-02T04:00:00.000Z'],
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
    ['04.11.18', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
    ['43408', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
    ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ])(
    '%s alone is the first instant of its day in %s, also where clocks skip or repeat its midnight',
    (value, zoneName, expected) => {
      expect(read(value, zoneName)).toBe(expected)
    },
  )

  it('a midnight that is written with its time of day is still refused where clocks skip it', () => {
    expect(read('2025-04-25 00:00', 'Africa/Cairo')).toMatch(/^does not exist/u)
  })

  it('of years with two digits the order comes from the column too, and where the year may stand first it is refused', () => {
    const evidence = (values: string[]) => {
      const observer = createOrderObserver()
      values.forEach((value) => observer.observe(value))
      return observer.order()
    }
    expect(
      [
        ['28/06/24', '01/07/24'],
        ['12/31/24', '01/15/25'],
        ['10/03/26'],
        ['24/06/01', '24/06/17', '24/07/28'],
        ['28/06/24'],
      ].map(evidence),
    ).toEqual(['day_first', 'month_first', 'unknown', 'maybe_year_first', 'maybe_year_first'])
    expect(read('24/06/28', 'UTC', 'maybe_year_first')).toMatch(/^may be day\/month\/year or year\/month\/day/u)
    expect([
      read('24/06/28', 'UTC', 'year_first'),
      read('28/06/24', 'UTC', 'day_first'),
      read('10/03/26', 'UTC', 'month_first'),
    ]).toEqual(['2024-06-28T00:00:00.000Z', '2024-06-28T00:00:00.000Z', '2026-10-03T00:00:00.000Z'])
  })

  it('days of spreadsheets are read where no small number of another kind stands in the column', () => {
    const serial = (values: readonly (string | number)[]) => {
      const observer = createHabitsObserver()
      values.forEach((value) => observer.observe(0, value))
      return observer.habits().get(0)?.serialDays
    }
    expect(
      [
        ['45657', '45672.5'],
        [45657],
        ['45657', '2024-12-31'],
        ['45657', '1790000000', '20261003'],
        ['45657', '17'],
        ['12', '100'],
      ].map(serial),
    ).toEqual([true, true, true, true, false, false])
    expect(
      readTime('45657', {
        zone: zone('UTC'),
        order: 'unknown',
        twelveDigits: 'each',
        serialDays: false,
        marks: noMarks,
      }).ok,
    ).toBe(false)
  })

  it.each([
    '2024-12-31 10:00:00 CST',
    '2024-12-31 10:00:00 IST',
    '2024-12-31T10:00:00[Europe/Nowhere]',
    '2024-12-31 24:01',
    '31-DEC-2',
    '17',
    '99999',
    '24.13.24',
  ])('%j is refused, whatever the column', (value) => {
    expect(
      readTime(value, { zone: zone('UTC'), order: 'day_first', twelveDigits: 'each', serialDays: true, marks: noMarks })
        .ok,
    ).toBe(false)
  })

  it('the order of day and month comes from the whole column; without evidence the row is refused', () => {
    const evidence = (values: string[]) => {
      const observer = createOrderObserver()
      values.forEach((value) => observer.observe(value))
      return observer.order()
    }
    expect(evidence(['03/04/2026', '25/03/2026'])).toBe('day_first')
    expect(evidence(['03/04/2026', '03/25/2026'])).toBe('month_first')
    expect(evidence(['03/04/2026'])).toBe('unknown')
    expect(evidence(['25/03/2026', '03/25/2026'])).toBe('mixed')
    expect(read('03/04/2026', 'UTC', 'day_first')).toBe('2026-04-03T00:00:00.000Z')
    expect(read('03/04/2026', 'UTC', 'month_first')).toBe('2026-03-04T00:00:00.000Z')
    expect(read('03/04/2026', 'UTC', 'unknown')).toMatch(/no row of the column tells which/)
    expect(read('03/04/2026', 'UTC', 'mixed')).toMatch(/other rows of the column prove both/)
  })

  it.each([
    '',
    'yesterday',
    '2026-02-30',
    '2026-13-01',
    '31.04.2026',
    '2026-01-01T24:01',
    '13:00 PM',
    '4 Smarch 2026',
    '99/99/2026',
    '2026-01-01T00:00+19:00',
    '20260230',
    '20260304246060',
    '17726007671',
    '177260076712345',
    '2026-03-04-05',
  ])('%j is refused', (value) => {
    expect(
      readTime(value, { zone: zone('UTC'), order: 'day_first', twelveDigits: 'each', serialDays: true, marks: noMarks })
        .ok,
    ).toBe(false)
  })

  it('twelve digits are what all rows of their column show', () => {
    const habit = (values: string[]) => {
      const observer = createDigitObserver()
      values.forEach((value) => observer.observe(value))
      return observer.habit()
    }
    const [both, long, short, ms] = ['201112131415', '202603040506', '260304050607', '725846400000'] as const
    expect(
      [
        [long, both],
        [short, both],
        [both],
        [long, short],
        [ms, '725846400001', both],
        ['1772600767123', '999999999999'],
        [long, long, ms],
      ].map(habit),
    ).toEqual(['YYYYMMDDhhmm', 'YYMMDDhhmmss', 'each', 'each', 'milliseconds', 'milliseconds', 'YYYYMMDDhhmm'])
    expect(read(both, 'UTC', 'unknown', 'each')).toBe(
      'may be YYYYMMDDhhmm or YYMMDDhhmmss, and no row of the column tells which; write it as YYYY-MM-DD hh:mm:ss',
    )
    expect(read(both, 'UTC', 'unknown', 'YYYYMMDDhhmm')).toBe('2011-12-13T14:15:00.000Z')
    expect(read(both, 'Europe/Berlin', 'unknown', 'YYMMDDhhmmss')).toBe('2020-11-12T12:14:15.000Z')
    expect(read(ms, 'UTC', 'unknown', 'milliseconds')).toBe('1993-01-01T00:00:00.000Z')
    expect(read(long, 'UTC', 'unknown', 'milliseconds')).toBe(new Date(202_603_040_506).toISOString())
    expect(read(ms, 'UTC', 'unknown', 'YYYYMMDDhhmm')).toMatch(/^is no date of the calendar/)
    expect(read('202602300506')).toMatch(/^is no date of the calendar/)
  })

  it('only zones that the runtime knows are opened', () => {
    expect(openZone('Middle/Earth')).toBeUndefined()
    expect(openZone('Asia/Tokyo')?.name).toBe('Asia/Tokyo')
  })
})
