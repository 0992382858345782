import type { StatedShare } from '../../../../shared/schema/kyb.ts'
import { recordTextMax } from './records.ts'

/** A member of a JSON object that came from outside. */
export type Field = unknown

/** The members of an object; of anything else none. */
export const membersOf = (value: Field): Readonly<Record<string, Field>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, Field>) : {}

/** The items of a list; of anything else none. */
export const itemsOf = (value: Field): readonly Field[] => (Array.isArray(value) ? (value as readonly Field[]) : [])

// Controls and marks that turn the direction of text have no place in a name, and make one look like another.
const unfit = /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu

/** A text on one line without what has no place in it, cut to `max` UTF-16 units; null where nothing is left. */
export const textOf = (value: Field, max = recordTextMax): string | null => {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value)
    .slice(0, max * 4)
    .toWellFormed()
    .replaceAll(unfit, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .slice(0, max)
    .toWellFormed()
    .trim()
  return text === '' ? null : text
}

/** ISO 3166-1 alpha-2 in capitals; null where it is none. */
export const countryOf = (value: Field): string | null => {
  const text = textOf(value, 10)?.toUpperCase() ?? ''
  return /^[A-Z]{2}$/u.test(text) ? text : null
}

/** A country, or a part of one as ISO 3166-2 writes it. */
export const jurisdictionOf = (value: Field): string | null => {
  const text = textOf(value, 12)?.toUpperCase() ?? ''
  return /^[A-Z]{2}(-[A-Z0-9]{1,3})?$/u.test(text) ? text : null
}

const isDay = (text: string): boolean => {
  const [year, month = 1, day = 1] = text.split('-').map(Number) as [number, number?, number?]
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** A year, a month or a day, with a time behind it or not; null where it is none that exists. */
export const dateOf = (value: Field): string | null => {
  const parts = /^(\d{4}(?:-\d{2}(?:-\d{2})?)?)(?:T.*)?$/u.exec(textOf(value, 40) ?? '')
  const date = parts?.[1]
  return date !== undefined && isDay(date) ? date : null
}

/** A day; the first of the month or the year where no more is known. */
export const calendarDay = (value: Field): string | null => {
  const date = dateOf(value)
  return date === null ? null : `${date}${'-01-01'.slice(date.length - 4)}`
}

const percentOf = (value: Field): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null)

/** What is wrong with a share, in words; the share; or null where none is stated. */
export const shareOf = (value: Field): StatedShare | string | null => {
  if (value === undefined || value === null) return null
  const { exact, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = membersOf(value)
  const stated = [exact, minimum, maximum, exclusiveMinimum, exclusiveMaximum]
  if (
    stated.some(
      (one) =>
        one !== undefined && one !== null && (percentOf(one) === null || (one as number) < 0 || (one as number) > 100),
    )
  )
    return 'holds what is no percentage from 0 to 100'
  const whole = percentOf(exact)
  if (whole !== null) return { min: whole, max: whole, above_min: false, below_max: false }
  const [min, max, aboveMin, belowMax] = [
    percentOf(minimum),
    percentOf(maximum),
    percentOf(exclusiveMinimum),
    percentOf(exclusiveMaximum),
  ]
  if (min === null && max === null && aboveMin === null && belowMax === null) return null
  const lower = Math.max(min ?? 0, aboveMin ?? 0)
  const upper = Math.min(max ?? 100, belowMax ?? 100)
  if (lower > upper) return 'has a lower bound above its upper one'
  return {
    min: lower,
    max: upper,
    above_min: aboveMin !== null && aboveMin >= (min ?? 0),
    below_max: belowMax !== null && belowMax <= (max ?? 100),
  }
}
