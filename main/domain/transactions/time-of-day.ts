import { isBlank, type RowValue } from '../imports/cells.ts'
import { asciiDigits } from '../imports/digits.ts'

const clockAlone = /^\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?\s*(?:[AaPp]\.?[Mm]\.?)?$/u
/** `hhmm` or `hhmmss`, as card systems and mainframes write it. */
const clockDigits = /^([01]\d|2[0-3])([0-5]\d)([0-5]\d)?$/u
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

const areAll = (values: readonly string[], form: RegExp): boolean =>
  values.length > 0 && values.every((value) => form.test(plain(value)))

/** Whether all that a column holds are times of day without a date. */
export const areTimesOfDay = (values: readonly string[]): boolean =>
  areAll(filled(values), clockAlone) || areAll(filled(values), clockDigits)

const withColons = (clock: string): string =>
  plain(clock).replace(
    clockDigits,
    (_, hour: string, minute: string, second?: string) =>
      `${hour}:${minute}${second === undefined ? '' : `:${second}`}`,
  )

const textOf = (value: NonNullable<RowValue>): string =>
  typeof value === 'string' ? value.trim() : JSON.stringify(value)

/**
 * A date and the time of day that stands beside it as one text; a date without one stays itself. What is no date alone,
 * or no time of day, does not become a time by it.
 */
export const dateWithTime = (date: RowValue, timeOfDay: RowValue): RowValue => {
  if (isBlank(timeOfDay) || isBlank(date)) return date
  return `${textOf(date).replace(midnight, '')} ${withColons(textOf(timeOfDay))}`
}
