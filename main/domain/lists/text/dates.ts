import { daysInMonth } from '../../../../shared/text/days.ts'
import type { PartialDate } from '../../screening/subject.ts'

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthOf = (word: string): number | undefined => {
  const place = monthNames.indexOf(word.slice(0, 3).toLowerCase())
  return place === -1 ? undefined : place + 1
}

/**
 * A date of the parts that are known; null where the year is none of the last centuries. A month or day that cannot be
 * (00, 31 April) is left out.
 */
export const partialDate = (
  year: number,
  month?: number,
  day?: number,
  more: Pick<PartialDate, 'toYear' | 'circa'> = {},
): PartialDate | null => {
  if (!Number.isInteger(year) || year < 1500 || year > 2200) return null
  const isMonth = month !== undefined && Number.isInteger(month) && month >= 1 && month <= 12
  const isDay = isMonth && day !== undefined && Number.isInteger(day) && day >= 1 && day <= daysInMonth(year, month)
  const isSpan = more.toYear !== undefined && more.toYear > year && more.toYear <= 2200
  return {
    year,
    ...(isMonth ? { month } : {}),
    ...(isDay ? { day } : {}),
    ...(isSpan ? { toYear: more.toYear } : {}),
    ...(more.circa === true ? { circa: true } : {}),
  }
}

const approximate = /\b(?:circa|approximately|approx|about|around|c(?:a)?\.)\s*|^c(?=\d)/iu
const span =
  /(?:between\s+)?(?:\d{1,2}\s+)?(?:[a-z]{3,9}\.?\s+)?(\d{4})\s*(?:-|–|to|and)\s*(?:\d{1,2}\s+)?(?:[a-z]{3,9}\.?\s+)?(\d{4})\b/iu

const shapes: readonly {
  readonly pattern: RegExp
  readonly read: (parts: readonly string[]) => readonly [string, string | number | undefined, string?]
}[] = [
  { pattern: /^(\d{4})-(\d{2})-(\d{2})(?:T.*)?$/u, read: ([, year = '', month, day]) => [year, month, day] },
  { pattern: /^(\d{4})-(\d{2})$/u, read: ([, year = '', month]) => [year, month] },
  { pattern: /^(\d{4})$/u, read: ([, year = '']) => [year, undefined] },
  // Day first, as the United Kingdom and the European Union write; `dd/mm/1943` where only the year is known.
  {
    pattern: /^(\d{1,2}|dd|x{2})[/.](\d{1,2}|mm|x{2})[/.](\d{4})(?:\s.*)?$/iu,
    read: ([, day, month, year = '']) => [year, month, day],
  },
  {
    pattern: /^(\d{1,2})[ -]([a-z]{3,9})\.?,?[ -](\d{4})$/iu,
    read: ([, day, month = '', year = '']) => [year, monthOf(month), day],
  },
  {
    pattern: /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/iu,
    read: ([, month = '', day, year = '']) => [year, monthOf(month), day],
  },
  { pattern: /^([a-z]{3,9})\.? (\d{4})$/iu, read: ([, month = '', year = '']) => [year, monthOf(month)] },
]

/**
 * Reads a date as lists write it: `1971`, `1951-06-19`, `19 Jun 1951`, `Jun 1951`, `dd/mm/1943`, `circa 1960`, `1958 to
 * 1960`. Null where it is none.
 */
export const readDate = (text: string): PartialDate | null => {
  const circa = approximate.test(text)
  const plain = text.replace(approximate, '').replace(/\s+/gu, ' ').trim()
  const more = circa ? { circa } : {}
  const years = span.exec(plain)
  if (years !== null && !/^\d{4}-\d{2}-\d{2}/u.test(plain))
    return partialDate(Number(years[1]), undefined, undefined, { ...more, toYear: Number(years[2]) })
  for (const { pattern, read } of shapes) {
    const parts = pattern.exec(plain)
    if (parts === null) continue
    const [year, month, day] = read(parts)
    return partialDate(
      Number(year),
      month === undefined ? undefined : Number(month),
      day === undefined ? undefined : Number(day),
      more,
    )
  }
  return null
}

/** A whole day as `YYYY-MM-DD`; null where the text names none. */
export const readDay = (text: string): string | null => {
  const date = readDate(text)
  if (date === null || date.month === undefined || date.day === undefined) return null
  return `${date.year}-${String(date.month).padStart(2, '0')}-${String(date.day).padStart(2, '0')}`
}

/**
 * A time of publication, Unix milliseconds: an ISO 8601 time, or a day (its beginning, UTC). Null where the text is
 * neither.
 */
export const readPublished = (text: string): number | null => {
  const given = text.trim()
  if (/^\d{4}-\d{2}-\d{2}T/u.test(given)) {
    const ms = Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/u.test(given) ? given : `${given}Z`)
    if (Number.isFinite(ms)) return ms
  }
  const day = readDay(given)
  return day === null ? null : Date.parse(`${day}T00:00:00Z`)
}
