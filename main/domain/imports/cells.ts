import { activityTime, activityTimeLimits } from '../../../shared/schema/activity.ts'
import type { Activity } from '../../../shared/schema/activity.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { withPlainSigns } from './clean-text.ts'
import { asciiDigits } from './digits.ts'
import { readTime, type TimeReading } from './times.ts'

type JsonValue = NonNullable<Activity['metadata']>[string]

/** A value of a row: the text of a CSV cell, or what a member of a JSON line holds. */
export type RowValue = JsonValue | undefined

/**
 * Why a row cannot be taken: the header of the column (null: the row as a whole), the value that stood there as it may
 * be shown (null: none), and a reason that continues "the value ...".
 */
export interface CellProblem {
  readonly column: string | null
  readonly value: string | null
  readonly reason: string
}

/** A problem as one sentence of a file or a terminal: `Booked on: “31.02.2026” is no date of the calendar`. */
export const problemText = ({ column, value, reason }: CellProblem): string =>
  `${column === null ? '' : `${column}: `}${value === null ? '' : `“${value}” `}${reason}`

/** Whether a cell says nothing. */
export const isBlank = (value: RowValue): value is undefined | null | '' =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

const plainDecimal = /^[+-]?\d{1,15}(?:\.\d{1,20})?$/
const grouped = /^[+-]?\d{1,3}(?:[,' \u00a0\u202f]\d{3})+(?:\.\d{1,15})?$/
const commaDecimal = /^[+-]?\d{1,15},(?:\d{1,2}|\d{4,15})$/
const dottedGroups = /^[+-]?\d{1,3}(?:[.' \u00a0\u202f]\d{3})+,\d{1,15}$/

/**
 * A decimal number as people and systems write it. `1,234` can be read two ways, so it is refused rather than guessed.
 */
export const readDecimal = (value: RowValue): Result<number, string> => {
  if (typeof value === 'number') return ok(value)
  if (typeof value !== 'string') return fail('is no number')
  const trimmed = value.trim()
  if (plainDecimal.test(trimmed)) return ok(Number(trimmed))
  const text = asciiDigits(trimmed).replace(/^\((.+)\)$/, '-$1')
  if (plainDecimal.test(text) || /^[+-]?\d{1,15}(?:\.\d{1,20})?e[+-]?\d{1,2}$/i.test(text)) return ok(Number(text))
  if (/^[+-]?\d{1,3},\d{3}$/.test(text))
    return fail('can be read two ways: write it without a separator of thousands, or with a decimal point')
  if (grouped.test(text)) return ok(Number(text.replaceAll(/[,' \u00a0\u202f]/g, '')))
  if (commaDecimal.test(text) || dottedGroups.test(text))
    return ok(Number(text.replaceAll(/[.' \u00a0\u202f]/g, '').replace(',', '.')))
  return fail('is no number in a form that is known')
}

/** A point in time from 1970 to 2199, in milliseconds since the epoch. */
export const readMoment = (value: RowValue, reading: TimeReading): Result<number, string> => {
  if (typeof value !== 'string' && typeof value !== 'number') return fail('is no time in a form that is known')
  const exact = typeof value === 'string' ? activityTime(value) : Number.NaN
  const time = Number.isNaN(exact) ? readTime(String(value), reading) : ok(exact)
  if (!time.ok) return time
  return time.value >= activityTimeLimits.from && time.value < activityTimeLimits.before
    ? time
    : fail('lies before 1970 or after 2199')
}

/** Text without white space around it, numbers as their digits; anything else as it is. */
export const asText = (value: RowValue): RowValue =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : value

/** Text in capitals, wide letters as plain ones. */
export const inCapitals = (value: RowValue): RowValue =>
  typeof value === 'string' ? withPlainSigns(value).trim().toUpperCase() : value
