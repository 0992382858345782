import { isBlank, type RowValue } from '../imports/cells.ts'
import { asciiDigits } from '../imports/digits.ts'

const clockAlone = /^\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?\s*(?:[AaPp]\.?[Mm]\.?)?$/u
/**
 * Spreadsheets write a date alone as its midnight. Blanks without end are no column's way of writing: each of them
 * would be looked at from each.
 */
const midnight = /[T ]\s{0,9}0{1,2}:00(?::00(?:[.,]0+)?)?$/u

/** A clock behind something else. */
const clockBehind = /:|[T ]\s{0,9}\d{1,2}\.\d{2}/u

const plain = (value: string): string => asciiDigits(value.trim())
const filled = (values: readonly string[]): readonly string[] => values.filter((value) => !isBlank(value))

/** Whether all that a column holds are dates without a time of day. */
export const areDatesAlone = (values: readonly string[]): boolean =>
  filled(values).length > 0 &&
  filled(values).every(
    (value) => /^\d{8}$|\d[^\d]+\d/u.test(plain(value)) && !clockBehind.test(plain(value).replace(midnight, '')),
  )

/** Whether all that a column holds are times of day without a date. */
export const areTimesOfDay = (values: readonly string[]): boolean =>
  filled(values).length > 0 && filled(values).every((value) => clockAlone.test(plain(value)))

const textOf = (value: NonNullable<RowValue>): string =>
  typeof value === 'string' ? value.trim() : JSON.stringify(value)

/**
 * A date and the time of day that stands beside it as one text; a date without one stays itself. What is no date alone,
 * or no time of day, does not become a time by it.
 */
export const joined = (date: RowValue, timeOfDay: RowValue): RowValue => {
  if (isBlank(timeOfDay) || isBlank(date)) return date
  return `${textOf(date).replace(midnight, '')} ${textOf(timeOfDay)}`
}
