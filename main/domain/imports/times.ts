import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { packedCalendar, shortCalendar, type Calendar, type TwelveDigits } from './digit-times.ts'
import { asciiDigits } from './digits.ts'
import { monthNumber } from './months.ts'
import type { Zone } from './zones.ts'

/** In which order a column writes day and month where slashes or hyphens do not tell: 12/31/2026 or 31/12/2026. */
export type DateOrder = 'day_first' | 'month_first' | 'unknown' | 'mixed'

/** What the values of one column show about their order of day and month. */
export interface OrderEvidence {
  readonly dayFirst: boolean
  readonly monthFirst: boolean
}

export const noEvidence: OrderEvidence = { dayFirst: false, monthFirst: false }

/** What zoneless times are read with. */
export interface TimeReading {
  /** Where the times were written. */
  readonly zone: Zone
  readonly order: DateOrder
  readonly twelveDigits: TwelveDigits
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
const dotted = whole(String.raw`(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})`)
const slashed = whole(String.raw`(\d{1,2})[/-](\d{1,2})[/-](\d{4})`)
const eastAsian = whole(String.raw`(\d{4})\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?日`)
const monthName = whole(String.raw`(?:\p{L}{2,10}\.?,\s*)?(\d{1,2})[\s./-]+(\p{L}{3,12})\.?[\s.,/-]+(\d{4})`)
const monthNameFirst = whole(String.raw`(\p{L}{3,12})\.?\s+(\d{1,2}),?\s+(\d{4})`)
/** Seconds of nine or ten digits, milliseconds of thirteen. */
const epoch = /^(\d{9,10}|\d{13})(?:\.\d+)?$/u

/** Notes what one value shows about the order of day and month of its column. */
export function observeOrder(evidence: OrderEvidence, value: string): OrderEvidence {
  if (value.length > 40 || (evidence.dayFirst && evidence.monthFirst)) return evidence
  const found = slashed.exec(asciiDigits(value.trim()))
  if (found === null) return evidence
  const first = Number(found[1])
  const second = Number(found[2])
  return { dayFirst: evidence.dayFirst || (first > 12 && second <= 12), monthFirst: evidence.monthFirst || (second > 12 && first <= 12) }
}

/** What the evidence of a whole column says. */
export const dateOrder = (evidence: OrderEvidence): DateOrder => {
  if (evidence.dayFirst && evidence.monthFirst) return 'mixed'
  if (evidence.dayFirst) return 'day_first'
  return evidence.monthFirst ? 'month_first' : 'unknown'
}

const isRealDate = ({ year, month, day, hour, minute, second }: Fields): boolean => {
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return false
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

type ClockParts = readonly [hour?: string, minute?: string, second?: string, fraction?: string, half?: string]

const withClock = (year: number, month: number, day: number, [hour, minute, second, fraction, half]: ClockParts): Fields | undefined => {
  let hours = Number(hour ?? 0)
  if (half !== undefined) {
    if (hours < 1 || hours > 12) return undefined
    hours = (hours % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0)
  }
  return { year, month, day, hour: hours, minute: Number(minute ?? 0), second: Number(second ?? 0), ms: Number((fraction ?? '').padEnd(3, '0').slice(0, 3)) }
}

const offsetMinutes = (text: string): number => {
  const found = /([+-])(\d{2}):?(\d{2})?$/u.exec(text)
  if (found === null) return 0
  return (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3] ?? 0))
}

const resolve = (fields: Fields | undefined, offsetText: string | undefined, zone: Zone): Result<number, string> => {
  if (fields === undefined || !isRealDate(fields)) return fail('is no date of the calendar')
  const asUtc = Date.UTC(fields.year, fields.month - 1, fields.day, fields.hour, fields.minute, fields.second, fields.ms)
  if (offsetText !== undefined) {
    const minutes = offsetMinutes(offsetText)
    return Math.abs(minutes) > 14 * 60 ? fail('has an offset that no zone has') : ok(asUtc - minutes * 60_000)
  }
  return zone.toEpoch(asUtc)
}

const ambiguous = (order: DateOrder): string =>
  order === 'mixed'
    ? 'may be day/month or month/day: other rows of the column prove both; write it as YYYY-MM-DD'
    : 'may be day/month or month/day, and no row of the column tells which; write it as YYYY-MM-DD'

const clockOf = (found: RegExpExecArray): ClockParts => [found[4], found[5], found[6], found[7], found[8]]

const readSlashed = (found: RegExpExecArray, reading: TimeReading): Result<number, string> => {
  const [first, second, year] = [Number(found[1]), Number(found[2]), Number(found[3])]
  if (first > 12 || second > 12 || first === second) {
    const monthFirst = second > 12
    return resolve(withClock(year, monthFirst ? first : second, monthFirst ? second : first, clockOf(found)), found[9], reading.zone)
  }
  if (reading.order === 'unknown' || reading.order === 'mixed') return fail(ambiguous(reading.order))
  const [day, month] = reading.order === 'day_first' ? [first, second] : [second, first]
  return resolve(withClock(year, month, day, clockOf(found)), found[9], reading.zone)
}

const readNamed = (day: string | undefined, name: string | undefined, found: RegExpExecArray, zone: Zone): Result<number, string> => {
  const month = monthNumber(name ?? '')
  if (month === undefined) return fail('has a month that is not known')
  return resolve(withClock(Number(found[3]), month, Number(day), clockOf(found)), found[9], zone)
}

/** Twelve digits as the column writes them; a fraction belongs to seconds. */
const ofTwelve = (digits: string, fraction: string | undefined, habit: TwelveDigits): Result<Calendar | undefined, string> => {
  const long = habit === 'YYMMDDhhmmss' || fraction !== undefined ? undefined : packedCalendar(digits)
  const short = habit === 'YYYYMMDDhhmm' ? undefined : shortCalendar(digits)
  return long !== undefined && short !== undefined ? fail('may be YYYYMMDDhhmm or YYMMDDhhmmss, and no row of the column tells which; write it as YYYY-MM-DD hh:mm:ss') : ok(long ?? short)
}

/** Digits alone that are no Unix time, but for twelve of a column whose rows show that they are milliseconds. */
const readPacked = (digits: string, fraction: string | undefined, { zone, twelveDigits }: TimeReading): Result<number, string> => {
  if (digits.length === 12 && twelveDigits === 'milliseconds') return ok(Number(digits))
  const found = digits.length === 14 ? ok(packedCalendar(digits)) : ofTwelve(digits, fraction, twelveDigits)
  if (!found.ok) return found
  if (found.value === undefined) return fail(`is no date of the calendar as ${digits.length === 14 ? 'YYYYMMDDhhmmss' : 'YYYYMMDDhhmm or YYMMDDhhmmss'}; write it as YYYY-MM-DD hh:mm:ss`)
  const [year, month, day, hour, minute, second] = found.value
  return resolve({ year, month, day, hour, minute, second, ms: Number((fraction ?? '').padEnd(3, '0').slice(0, 3)) }, undefined, zone)
}

/**
 * Reads a point in time as other systems write it, into milliseconds since the epoch: ISO 8601 with or without offset, seconds or milliseconds since
 * the epoch (9, 10 or 13 digits), digits of the calendar (8, 12, 14), dd.mm.yyyy, slashes (where the column shows the order of day and month), East Asian dates, month names; digits of any script.
 * A time without an offset is read in `reading.zone`; a date alone is its midnight there. The refusal continues the sentence "the value ...".
 */
export function readTime(value: string, reading: TimeReading): Result<number, string> {
  const text = asciiDigits(value.trim())
  if (text.length > 60) return fail('is no time in a form that is known')
  const seconds = epoch.exec(text)
  if (seconds !== null) return ok(Math.floor(Number(text) * ((seconds[1] ?? '').length <= 10 ? 1_000 : 1)))
  const digits = packedTime.exec(text)
  if (digits !== null) return readPacked(digits[1] ?? '', digits[2], reading)
  const packed = compact.exec(text)
  if (packed !== null) {
    const [, year, month, day, hour, minute, second, zoneText] = packed
    return resolve(withClock(Number(year), Number(month), Number(day), [hour, minute, second]), zoneText, reading.zone)
  }
  const ordered = yearFirst.exec(text) ?? packedDate.exec(text) ?? eastAsian.exec(text)
  if (ordered !== null) return resolve(withClock(Number(ordered[1]), Number(ordered[2]), Number(ordered[3]), clockOf(ordered)), ordered[9], reading.zone)
  const points = dotted.exec(text)
  if (points !== null) return resolve(withClock(Number(points[3]), Number(points[2]), Number(points[1]), clockOf(points)), points[9], reading.zone)
  const slashes = slashed.exec(text)
  if (slashes !== null) return readSlashed(slashes, reading)
  const named = monthName.exec(text)
  if (named !== null) return readNamed(named[1], named[2], named, reading.zone)
  const namedFirst = monthNameFirst.exec(text)
  if (namedFirst !== null) return readNamed(namedFirst[2], namedFirst[1], namedFirst, reading.zone)
  return fail('is no time in a form that is known')
}
