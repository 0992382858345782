import { plainUtcMs } from '../../../shared/schema/text.ts'
import { utcDay } from '../../../shared/text/days.ts'

/** Numbers below are no milliseconds of our time (they end in March 1973) but seconds: who means seconds multiplies. */
const leastMs = 1e11

/** The first millisecond after the year 9999. */
const beyondMs = Date.UTC(10_000, 0, 1)

/** A day, or a day and a time of ISO 8601, with a blank for the T as databases write it; with an offset or without. */
const form =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?(Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?)?$/iu

const offsetMs = (offset: string | undefined): number => {
  if (offset === undefined || offset === 'Z' || offset === 'z') return 0
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0')
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))
  return (offset.startsWith('-') ? -minutes : minutes) * 60_000
}

/**
 * Unix milliseconds of a time as rules read it: ISO 8601, in UTC where it names no offset, so that every machine reads
 * the same; NaN for every other text, and for a day that does not exist.
 * Other forms are not guessed at: `01.12.2026` is two days, one to each half of the world.
 */
export const instantOfText = (text: string): number => {
  const plain = plainUtcMs(text)
  if (!Number.isNaN(plain)) return plain
  const parts = form.exec(text)
  if (parts === null) return Number.NaN
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', offset] = parts
  const dayMs = Date.UTC(Number(year), Number(month) - 1, Number(day))
  // A day beyond its month's end would be one of the next month; years before 100 would be of the last century.
  if (utcDay(dayMs) !== `${year}-${month}-${day}`) return Number.NaN
  return (
    dayMs +
    ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1_000 +
    Number(fraction.slice(0, 3).padEnd(3, '0')) -
    offsetMs(offset)
  )
}

/** The same of a number: milliseconds since 1970, from March 1973 on and before the year 10000; NaN for every other. */
export const instantOfNumber = (value: number): number => (value >= leastMs && value < beyondMs ? value : Number.NaN)
