import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import type { DateOrder } from './date-order.ts'
import type { DateMarks } from './date-marks.ts'
import { packedCalendar, shortCalendar, type Calendar, type TwelveDigits } from './digit-times.ts'
import { monthNumber } from './months.ts'
import { openZone, type Zone } from './zones.ts'
import { isSerialDay, serialOf1970 } from './serial-days.ts'
import { fullYear, plainTime } from './time-text.ts'

/** What zoneless times are read with. */
export interface TimeReading {
  /** Where the times were written. */
  readonly zone: Zone
  readonly order: DateOrder
  readonly twelveDigits: TwelveDigits
  /** Whether numbers of five digits are the days that spreadsheets count (45657 is 2024-12-31). */
  readonly serialDays: boolean
  /** What the rows of the column show that makes dates uncertain. */
  readonly marks: DateMarks
}

interface Fields {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly ms: number
}

const clock = String.raw`(?:[T,]?\s*(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,9}))?)?\s*([AaPp]\.?[Mm]\.?)?)?`
// Hours alone (+00) are an offset behind a time of day only: behind a date they may be a part of it.
const offset = String.raw`\s*(Z|z|UTC|GMT|(?:UTC|GMT)?[+-]\d{2}:?\d{2}|(?<=:\d{2}(?:[.,]\d{1,9})?\s*)[+-]\d{2})?`
const whole = (date: string): RegExp => new RegExp(`^${date}${clock}${offset}$`, 'u')

const yearFirst = whole(String.raw`(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})`)
const compact = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})?(Z|[+-]\d{2}(?::?\d{2})?)?$/u
const packedDate = whole(String.raw`(\d{4})(\d{2})(\d{2})`)
const packedTime = /^(\d{12}|\d{14})(?:[.,](\d{1,9}))?$/u
const db2 = /^(\d{4})-(\d{2})-(\d{2})-(\d{2})\.(\d{2})\.(\d{2})(?:\.(\d{1,9}))?$/u
const dotted = whole(String.raw`(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})`)
const slashed = whole(String.raw`(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})`)
const eastAsian = whole(String.raw`(\d{4})\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?日`)
const monthName = whole(
  String.raw`(?:\p{L}{2,10}(?:\.?,\s*|\.?\s+))?(\d{1,2})[\s./-]+(?:de\s+)?(\p{L}{3,12})\.?[\s.,/-]+(?:de\s+)?(\d{4}|\d{2})`,
)
const monthNameFirst = whole(String.raw`(?:\p{L}{2,10}\.?,?\s+)?(\p{L}{3,12})\.?\s+(\d{1,2}),?\s+(\d{4})`)
/** Seconds of nine or ten digits, milliseconds of thirteen. */
const epoch = /^([1-9]\d{8,9}|\d{13})(?:\.\d+)?$/u

const isRealDate = ({ year, month, day, hour, minute, second }: Fields): boolean => {
  if (month < 1 || month > 12 || day < 1 || hour > 24 || minute > 59 || second > 59) return false
  // The end of a day, as statements write it.
  if (hour === 24 && (minute > 0 || second > 0)) return false
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

type ClockParts = readonly [hour?: string, minute?: string, second?: string, fraction?: string, half?: string]

const withClock = (
  year: number,
  month: number,
  day: number,
  [hour, minute, second, fraction, half]: ClockParts,
): Fields | undefined => {
  let hours = Number(hour ?? 0)
  if (half !== undefined) {
    if (hours < 1 || hours > 12) return undefined
    hours = (hours % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0)
  }
  return {
    year,
    month,
    day,
    hour: hours,
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
    ms: Number((fraction ?? '').padEnd(3, '0').slice(0, 3)),
  }
}

const offsetMinutes = (text: string): number => {
  const found = /([+-])(\d{2}):?(\d{2})?$/u.exec(text)
  if (found === null) return 0
  if (Number(found[3] ?? 0) > 59) return Number.POSITIVE_INFINITY
  return (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3] ?? 0))
}

const resolve = (
  fields: Fields | undefined,
  offsetText: string | undefined,
  zone: Zone,
  isDayAlone = false,
): Result<number, string> => {
  if (fields === undefined || !isRealDate(fields)) return fail('is no date of the calendar')
  const asUtc = Date.UTC(
    fields.year,
    fields.month - 1,
    fields.day,
    fields.hour,
    fields.minute,
    fields.second,
    fields.ms,
  )
  if (offsetText !== undefined) {
    const minutes = offsetMinutes(offsetText)
    return Math.abs(minutes) > 14 * 60 ? fail('has an offset that no zone has') : ok(asUtc - minutes * 60_000)
  }
  return isDayAlone ? zone.dayBegins(asUtc) : zone.toEpoch(asUtc)
}

const ambiguous = (order: DateOrder): string => {
  if (order === 'maybe_year_first')
    return 'may be day/month/year or year/month/day, and the column does not tell which; write it as YYYY-MM-DD, or name the order'
  return order === 'mixed'
    ? 'may be day/month or month/day: other rows of the column prove both; write it as YYYY-MM-DD'
    : 'may be day/month or month/day, and no row of the column tells which; write it as YYYY-MM-DD'
}

/** Whether a date stands without a time of day. */
const isAlone = (found: RegExpExecArray): boolean => found[4] === undefined

const clockOf = (found: RegExpExecArray): ClockParts => [found[4], found[5], found[6], found[7], found[8]]

const readSlashed = (found: RegExpExecArray, { order, zone }: TimeReading): Result<number, string> => {
  const [first, second, third = ''] = [Number(found[1]), Number(found[2]), found[3]]
  const dated = (year: number, month: number, day: number): Result<number, string> =>
    resolve(withClock(year, month, day, clockOf(found)), found[9], zone, isAlone(found))
  const hasShortYear = third.length === 2
  if (hasShortYear && order === 'year_first') return dated(fullYear(found[1] ?? ''), second, Number(third))
  if (hasShortYear && order === 'maybe_year_first') return fail(ambiguous(order))
  if (first > 12 || second > 12 || first === second)
    return second > 12 ? dated(fullYear(third), first, second) : dated(fullYear(third), second, first)
  if (order === 'day_first') return dated(fullYear(third), second, first)
  return order === 'month_first' ? dated(fullYear(third), first, second) : fail(ambiguous(order))
}

const elsewhere =
  'may be day/month or month/day: other rows of the column prove that the month stands in the other place; write it as DD Mon YYYY, or name the order'
const exchanged =
  'may have its day and month exchanged: a spreadsheet has left the days above the 12th of this column as text, so it took the others for month and day; have the column exported as text, or name the order year_first if it is right as it is'

/** Dates with points: the day first, unless the column shows that the month may be, or the year. */
const readDotted = (found: RegExpExecArray, { order, zone, marks }: TimeReading): Result<number, string> => {
  const [first, second, third = ''] = [Number(found[1]), Number(found[2]), found[3]]
  const dated = (year: number, month: number, day: number): Result<number, string> =>
    resolve(withClock(year, month, day, clockOf(found)), found[9], zone, isAlone(found))
  if (third.length === 2 && marks.mayBeginWithYear && order !== 'day_first')
    return order === 'year_first'
      ? dated(fullYear(found[1] ?? ''), second, Number(third))
      : fail(ambiguous('maybe_year_first'))
  if (marks.monthElsewhere && order !== 'day_first' && first <= 12 && first !== second)
    return order === 'month_first' ? dated(fullYear(third), first, second) : fail(elsewhere)
  return dated(fullYear(third), second, first)
}

/** Dates that begin with a year of four digits: the month is next, unless the column shows that it may not be. */
const readYearFirst = (found: RegExpExecArray, { order, zone, marks }: TimeReading): Result<number, string> => {
  const [year, second, third] = [Number(found[1]), Number(found[2]), Number(found[3])]
  const dated = (month: number, day: number): Result<number, string> =>
    resolve(withClock(year, month, day, clockOf(found)), found[9], zone, isAlone(found))
  const isUnsure = second <= 12 && third <= 12 && second !== third && order !== 'year_first'
  if (isUnsure && marks.monthElsewhere) return fail(elsewhere)
  return isUnsure && marks.mayBeExchanged ? fail(exchanged) : dated(second, third)
}

const readNamed = (
  day: string | undefined,
  name: string | undefined,
  found: RegExpExecArray,
  zone: Zone,
): Result<number, string> => {
  const month = monthNumber(name ?? '')
  if (month === undefined) return fail('has a month that is not known')
  return resolve(
    withClock(fullYear(found[3] ?? ''), month, Number(day), clockOf(found)),
    found[9],
    zone,
    isAlone(found),
  )
}

/** Twelve digits as the column writes them; a fraction belongs to seconds. */
const ofTwelve = (
  digits: string,
  fraction: string | undefined,
  habit: TwelveDigits,
): Result<Calendar | undefined, string> => {
  const long = habit === 'YYMMDDhhmmss' || fraction !== undefined ? undefined : packedCalendar(digits)
  const short = habit === 'YYYYMMDDhhmm' ? undefined : shortCalendar(digits)
  return long !== undefined && short !== undefined
    ? fail('may be YYYYMMDDhhmm or YYMMDDhhmmss, and no row of the column tells which; write it as YYYY-MM-DD hh:mm:ss')
    : ok(long ?? short)
}

/** Digits alone that are no Unix time, but for twelve of a column whose rows show that they are milliseconds. */
const readPacked = (
  digits: string,
  fraction: string | undefined,
  { zone, twelveDigits }: TimeReading,
): Result<number, string> => {
  if (digits.length === 12 && twelveDigits === 'milliseconds') return ok(Number(digits))
  const found = digits.length === 14 ? ok(packedCalendar(digits)) : ofTwelve(digits, fraction, twelveDigits)
  if (!found.ok) return found
  if (found.value === undefined)
    return fail(
      `is no date of the calendar as ${digits.length === 14 ? 'YYYYMMDDhhmmss' : 'YYYYMMDDhhmm or YYMMDDhhmmss'}; write it as YYYY-MM-DD hh:mm:ss`,
    )
  const [year, month, day, hour, minute, second] = found.value
  return resolve(
    { year, month, day, hour, minute, second, ms: Number((fraction ?? '').padEnd(3, '0').slice(0, 3)) },
    undefined,
    zone,
  )
}

/** Days since 1899-12-30 with their fraction, as Excel and Google Sheets count local time. */
const serial = /^\d{5}(?:[.,]\d{1,15})?$/u

const numberOf = (text: string): number => Number(text.replace(',', '.'))

const readSerial = (text: string, zone: Zone): Result<number, string> => {
  const days = numberOf(text) - serialOf1970
  const localMs = Math.round(days * 86_400) * 1_000
  return Number.isInteger(days) ? zone.dayBegins(localMs) : zone.toEpoch(localMs)
}

/** Numbers from here on can be a date and an hour: 2026030112. */
const leastWithHour = 1_970_010_100

/** Seconds of nine or ten digits, or milliseconds of thirteen. */
const readEpoch = (text: string, digits: string, { marks }: TimeReading): Result<number, string> => {
  if (digits.length > 10) return ok(Math.floor(Number(text)))
  if (marks.mayLackYear)
    return fail(
      'may be seconds since 1970, or a month, a day and a time without a year (MMDDhhmmss), as all numbers of the column may; write it as YYYY-MM-DD hh:mm:ss',
    )
  return Number(digits) >= leastWithHour && packedCalendar(`${digits}00`) !== undefined
    ? fail('may be seconds since 1970, or a date and an hour (YYYYMMDDhh); write it as YYYY-MM-DD hh:mm:ss')
    : ok(Math.floor(Number(text) * 1_000))
}

/** Digits alone; undefined where the text is none. */
const readDigits = (text: string, reading: TimeReading): Result<number, string> | undefined => {
  const seconds = epoch.exec(text)
  if (seconds !== null) return readEpoch(text, seconds[1] ?? '', reading)
  const digits = packedTime.exec(text)
  if (digits !== null) return readPacked(digits[1] ?? '', digits[2], reading)
  if (!serial.test(text) || !isSerialDay(numberOf(text))) return undefined
  if (reading.marks.daysFrom1904)
    return fail(
      'is a number that may be a day, and the workbook counts days from 1904 while most count from 1900: format its column as dates in the workbook, and save it',
    )
  return reading.serialDays
    ? readSerial(text, reading.zone)
    : fail(
        'is a number that may be a day of a spreadsheet, and other rows of the column hold numbers that are none; write it as YYYY-MM-DD',
      )
}

/**
 * Reads a point in time as other systems write it, into milliseconds since the epoch: ISO 8601 with or without offset,
 * seconds or milliseconds since the epoch (9, 10 or 13 digits), digits of the calendar (8, 12, 14), days of
 * spreadsheets (where the column shows them), dd.mm.yyyy, slashes (where the column shows the order of day and month),
 * East Asian dates, month names, DB2, Oracle, JavaScript and the C library; digits of any script, years of two digits
 * (from 70 on those before 2000). A time without an offset is read in `reading.zone`; a date alone is the first instant
 * of its day there. The refusal continues the sentence "the value ...".
 */
export function readTime(value: string, reading: TimeReading): Result<number, string> {
  if (value.length > 120) return fail('is no time in a form that is known')
  const { text, zone: named } = plainTime(value)
  const zone = named === undefined ? reading.zone : openZone(named)
  if (zone === undefined) return fail(`names the zone ${named ?? ''}, which is not known`)
  const packed = compact.exec(text) ?? db2.exec(text)
  if (packed !== null) {
    const [, year, month, day, hour, minute, second, last] = packed
    const isFraction = last !== undefined && /^\d/u.test(last)
    return resolve(
      withClock(Number(year), Number(month), Number(day), [hour, minute, second, isFraction ? last : undefined]),
      isFraction ? undefined : last,
      zone,
    )
  }
  const digits = readDigits(text, reading)
  if (digits !== undefined) return digits
  const begun = yearFirst.exec(text)
  if (begun !== null) return readYearFirst(begun, { ...reading, zone })
  const ordered = packedDate.exec(text) ?? eastAsian.exec(text)
  if (ordered !== null)
    return resolve(
      withClock(Number(ordered[1]), Number(ordered[2]), Number(ordered[3]), clockOf(ordered)),
      ordered[9],
      zone,
      isAlone(ordered),
    )
  const points = dotted.exec(text)
  if (points !== null) return readDotted(points, { ...reading, zone })
  const slashes = slashed.exec(text)
  if (slashes !== null) return readSlashed(slashes, { ...reading, zone })
  const month = monthName.exec(text)
  if (month !== null) return readNamed(month[1], month[2], month, zone)
  const monthFirst = monthNameFirst.exec(text)
  if (monthFirst !== null) return readNamed(monthFirst[2], monthFirst[1], monthFirst, zone)
  return fail('is no time in a form that is known')
}
