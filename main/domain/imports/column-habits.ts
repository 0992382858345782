import { createDecimalObserver, type DecimalSign } from './amounts.ts'
import type { RowValue } from './cells.ts'
import { createDigitObserver, type TwelveDigits } from './digit-times.ts'
import { asciiDigits } from './digits.ts'
import { createMarksObserver, noMarks, tellsMarks, type DateMarks } from './date-marks.ts'
import { isSerialDay } from './serial-days.ts'
import { createOrderObserver, type DateOrder } from './date-order.ts'

/** Whether the whole numbers of a column have `.0` behind them, as programs write them that took them for amounts. */
export type PointZeros = 'none' | 'all' | 'mixed'

/** How a column writes what can be read in more ways than one. */
export interface ColumnHabits {
  readonly order: DateOrder
  readonly decimal: DecimalSign
  /** Whether no amount of it has three decimals for certain, or more. */
  readonly threeAreOdd: boolean
  readonly twelveDigits: TwelveDigits
  /**
   * Whether its numbers of five digits can be the days that spreadsheets count: no number beside them is a small one of
   * another kind.
   */
  readonly serialDays: boolean
  readonly pointZeros: PointZeros
  readonly marks: DateMarks
}

/** Of a column that nothing is known of. */
export const noHabits: ColumnHabits = {
  order: 'unknown',
  decimal: 'unknown',
  threeAreOdd: false,
  twelveDigits: 'each',
  serialDays: false,
  pointZeros: 'none',
  marks: noMarks,
}

/** Finds the habits of columns from all rows of a file. */
export interface HabitsObserver {
  observe(column: number, value: RowValue): void
  habits(): ReadonlyMap<number, ColumnHabits>
}

const holdsDigit = /\p{Nd}/u
/**
 * Columns of names and codes hold digits too: what begins with so many letters is neither an amount nor a date by its
 * order.
 */
const begins = /^[^\p{L}\p{N}]*\p{Nd}|^[^\p{N}]{1,6}\p{Nd}/u
const dateBegins = /^\s*\p{Nd}{1,2}[/-]/u
const stamp = /^(\d{12,13})(?:\.\d+)?$/

interface Column {
  readonly decimals: ReturnType<typeof createDecimalObserver>
  readonly digits: ReturnType<typeof createDigitObserver>
  readonly order: ReturnType<typeof createOrderObserver>
  readonly marks: ReturnType<typeof createMarksObserver>
  serials: number
  otherNumbers: number
  wholes: number
  zeros: number
}

const bareNumber = /^\s*\d+(?:[.,]\d+)?\s*$/
/** Numbers from eight digits on are times of another kind. */
const leastTime = 10_000_000

const countNumber = (column: Column, text: string): void => {
  const number = Number(text.replace(',', '.'))
  if (/^\s*\d+\s*$/u.test(text)) column.wholes += 1
  else if (/(?:\.0+|,0)\s*$/u.test(text)) column.zeros += 1
  if (isSerialDay(number)) column.serials += 1
  else if (number < leastTime) column.otherNumbers += 1
}

/**
 * Makes the observer of one file.
 *
 * @param daysFrom1904 whether it is a workbook that counts days from 1904
 */
export const createHabitsObserver = (daysFrom1904 = false): HabitsObserver => {
  const columns = new Map<number, Column>()
  const columnAt = (index: number): Column => {
    const known = columns.get(index)
    if (known !== undefined) return known
    const fresh: Column = {
      decimals: createDecimalObserver(),
      digits: createDigitObserver(),
      order: createOrderObserver(),
      marks: createMarksObserver(daysFrom1904),
      serials: 0,
      otherNumbers: 0,
      wholes: 0,
      zeros: 0,
    }
    columns.set(index, fresh)
    return fresh
  }
  return {
    observe: (index, value) => {
      const text = typeof value === 'number' ? String(value) : value
      if (typeof text !== 'string' || text.length > 40 || !holdsDigit.test(text) || !begins.test(text)) return
      const column = columnAt(index)
      const digits = text.length < 12 ? undefined : stamp.exec(asciiDigits(text.trim()))?.[1]
      if (digits !== undefined) column.digits.observe(digits)
      if (text.length < 22 && bareNumber.test(text)) countNumber(column, text)
      if (tellsMarks(text)) column.marks.observe(text)
      if (typeof value === 'number') return
      if (dateBegins.test(text)) column.order.observe(text)
      else column.decimals.observe(text)
    },
    habits: () =>
      new Map(
        [...columns].map(([index, { order, decimals, digits, marks, serials, otherNumbers, wholes, zeros }]) => [
          index,
          {
            order: order.order(),
            decimal: decimals.sign(),
            threeAreOdd: decimals.threeAreOdd(),
            twelveDigits: digits.habit(),
            serialDays: serials > 0 && otherNumbers === 0,
            marks: marks.marks(),
            pointZeros: zeros === 0 ? 'none' : wholes === 0 ? 'all' : 'mixed',
          },
        ]),
      ),
  }
}
