import { z } from 'zod'

// C0 and C1 controls without tab, line feed and carriage return; bidi overrides can make a sealed text read otherwise
// than it is.
const forbiddenInText = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u
const forbiddenInLine = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

// A blank of Braille has no dots; the others are drawn as nothing by definition (Unicode,
// Default_Ignorable_Code_Point).
const visible = /[^\s\u2800\p{Default_Ignorable_Code_Point}]/u

/** Whether a text holds a character that can be seen: neither white space alone, nor what is drawn as nothing. */
export const isVisible = (value: string): boolean => visible.test(value)

const wellFormed = (value: string): boolean => value.isWellFormed()

const checked = (max: number, forbidden: RegExp, what: string) =>
  z
    .string()
    .max(max)
    .refine(wellFormed, { error: 'holds a lone surrogate: it is not valid Unicode text', abort: true })
    .refine((value) => !forbidden.test(value), { error: `holds ${what}` })
    .refine((value) => value.trim().length > 0, { error: 'must not be empty or only white space', abort: true })
    .refine(isVisible, { error: 'holds no character that can be seen' })

/**
 * One line of text in any script, 1 to `max` UTF-16 units: no controls, no line breaks, no bidi overrides, not only
 * white space.
 */
export const lineOfText = (max: number) =>
  checked(max, forbiddenInLine, 'a control character, a line break or a text-direction override')

/** Several lines of text in any script, 1 to `max` UTF-16 units; tab and line breaks are allowed. */
export const textBlock = (max: number) =>
  checked(max, forbiddenInText, 'a control character or a text-direction override')

export const titleMax = 300
export const descriptionMax = 50_000
export const noteMax = 50_000

/**
 * An integer identifier of the interface: 1 to 2^53 - 1 (`device_number * 2^32 + n`, or an id of the institution's own
 * systems).
 */
export const integerId = z.int().min(1).max(Number.MAX_SAFE_INTEGER)

/** A day of the calendar, in UTC. */
export const day = z.iso.date({ error: 'must be a day, YYYY-MM-DD' })

/** ISO 8601 with milliseconds and a numeric UTC offset, as every timestamp of the interface. */
export const timestamp = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}[+-]\d{2}:\d{2}$/)

/** The offset with which a timestamp reaches farthest, in milliseconds. */
const farthestMs = 86_340_000
const inUtc = {
  from: Date.parse('0000-01-01T00:00:00.000Z'),
  before: Date.parse('9999-12-31T23:59:59.999Z') + 1,
} as const

/**
 * Whether these milliseconds since the epoch can be written as a timestamp: it has a year of four digits, in UTC or
 * with some offset.
 */
export const hasTimestamp = (ms: number): boolean => ms >= inUtc.from - farthestMs && ms < inUtc.before + farthestMs

/**
 * Writes milliseconds since the epoch as the interface's timestamp: in UTC with the numeric offset `+00:00`. The last
 * hours before and after the years that UTC tells with four digits, which a sealed time with an offset can name, are
 * written with an offset too.
 *
 * @throws RangeError for a time that no timestamp tells
 */
export const toTimestamp = (ms: number): string => {
  if (ms >= inUtc.from && ms < inUtc.before) return `${new Date(ms).toISOString().slice(0, -1)}+00:00`
  if (!hasTimestamp(ms)) throw new RangeError(`no timestamp tells ${ms} milliseconds since the epoch`)
  const isBefore = ms < inUtc.from
  return `${new Date(isBefore ? ms + farthestMs : ms - farthestMs).toISOString().slice(0, -1)}${isBefore ? '+' : '-'}23:59`
}

/** The number that two digits of a text say; NaN where they are none. */
const twoDigits = (text: string, at: number): number => {
  const tens = text.charCodeAt(at) - 48
  const ones = text.charCodeAt(at + 1) - 48
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN
}

/**
 * Days from the epoch to a day of the Gregorian calendar (H. Hinnant, chrono-compatible low-level date algorithms,
 * days_from_civil); for years from 1 on.
 */
const dayNumber = (year: number, month: number, day: number): number => {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
}

/**
 * What `Date.parse` says of a time in UTC as machines write it (`2026-01-31T12:00:00Z`, with or without milliseconds,
 * `Z` or `+00:00`), in a tenth of its time; NaN for every other form, and for the days after the 28th, which not every
 * month has: those are the caller's to ask `Date.parse` about.
 */
export const plainUtcMs = (text: string): number => {
  const hasMs = text.charCodeAt(19) === 46
  const zoneAt = hasMs ? 23 : 19
  const isUtc =
    (text.length === zoneAt + 1 && text.charCodeAt(zoneAt) === 90) ||
    (text.length === zoneAt + 6 && text.endsWith('+00:00'))
  if (
    !isUtc ||
    text.charCodeAt(4) !== 45 ||
    text.charCodeAt(7) !== 45 ||
    text.charCodeAt(10) !== 84 ||
    text.charCodeAt(13) !== 58 ||
    text.charCodeAt(16) !== 58
  )
    return Number.NaN
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2)
  const month = twoDigits(text, 5)
  const day = twoDigits(text, 8)
  const hour = twoDigits(text, 11)
  const minute = twoDigits(text, 14)
  const second = twoDigits(text, 17)
  const ms = hasMs ? twoDigits(text, 20) * 10 + (twoDigits(text, 21) % 10) : 0
  if (
    !(
      year >= 1 &&
      month >= 1 &&
      month <= 12 &&
      day >= 1 &&
      day <= 28 &&
      hour <= 23 &&
      minute <= 59 &&
      second <= 59 &&
      ms >= 0
    )
  )
    return Number.NaN
  return (((dayNumber(year, month, day) * 24 + hour) * 60 + minute) * 60 + second) * 1_000 + ms
}

/** Milliseconds since the epoch of a timestamp, as `Date.parse` says. */
export const timestampMs = (text: string): number => {
  const plain = plainUtcMs(text)
  return Number.isNaN(plain) ? Date.parse(text) : plain
}

/** An integer that travels in a path or a query string. */
export const integerText = (limits: { min: number; max: number }) =>
  z
    .string()
    .regex(/^[0-9]{1,16}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(limits.min).max(limits.max))

/** How many rows of a list that is walked by cursor are passed over before the first that is given. */
export const skipText = integerText({ min: 0, max: 20_000 }).describe(
  'Rows after the cursor that are passed over before the first that is given. `skipped` says how many were.',
)

/** An identifier that travels in a path or a query string. */
export const idText = integerText({ min: 1, max: Number.MAX_SAFE_INTEGER })

/** A boolean that travels in a query string. */
export const booleanText = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .pipe(z.boolean())

export const entryId = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hexadecimal digits')
export const uid = z.uuid()
