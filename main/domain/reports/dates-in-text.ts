import { utcDay } from '../../../shared/text/days.ts'

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const monthPattern =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'

const iso = /\b((?:19|20)\d{2})-(\d{2})-(\d{2})\b/gu
const dayFirst = new RegExp(
  `\\b(\\d{1,2})(?:st|nd|rd|th)?\\.? (?:of )?${monthPattern}\\.?,? ((?:19|20)\\d{2})\\b`,
  'giu',
)
const monthFirst = new RegExp(`\\b${monthPattern}\\.? (\\d{1,2})(?:st|nd|rd|th)?,? ((?:19|20)\\d{2})\\b`, 'giu')
const slashes = /\b(\d{1,2})\/(\d{1,2})\/((?:19|20)\d{2})\b/gu

const dayFrom = (year: number, month: number, day: number): string | null => {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const ms = Date.parse(`${text}T00:00:00Z`)
  return Number.isFinite(ms) && utcDay(ms) === text ? text : null
}

const monthNumber = (name: string): number =>
  months.findIndex((month) => month.startsWith(name.toLowerCase().slice(0, 3))) + 1

const all = (text: string, pattern: RegExp, read: (match: readonly string[]) => string | null): string[] =>
  [...text.matchAll(pattern)].flatMap((match) => read(match) ?? [])

/**
 * The days that a text names in full, `YYYY-MM-DD` each: as ISO 8601, with the month by name, or as FinCEN asks for
 * them (month/day/year).
 */
export const daysIn = (text: string): readonly string[] => [
  ...all(text, iso, ([, year, month, day]) => dayFrom(Number(year), Number(month), Number(day))),
  ...all(text, dayFirst, ([, day, month, year]) => dayFrom(Number(year), monthNumber(month ?? ''), Number(day))),
  ...all(text, monthFirst, ([, month, day, year]) => dayFrom(Number(year), monthNumber(month ?? ''), Number(day))),
  ...all(text, slashes, ([, month, day, year]) => dayFrom(Number(year), Number(month), Number(day))),
]
