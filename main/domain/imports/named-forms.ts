import { noHabits, type ColumnHabits } from './column-habits.ts'
import type { DateOrder } from './date-order.ts'
import type { DecimalSign } from './amounts.ts'

/** What a person has said of how a file writes dates and amounts; it stands in the place of what its columns show. */
export interface NamedForms {
  readonly decimal?: 'point' | 'comma' | undefined
  readonly date_order?: 'day_first' | 'month_first' | 'year_first' | undefined
}

/** How one column writes what can be read in more ways than one, as far as its rows show it. */
export interface ColumnForm {
  readonly column: number
  readonly date_order: DateOrder
  readonly decimal: DecimalSign
  readonly serial_days: boolean
}

/** The habits of the columns of a file, with what a person has named. */
export const withNamed = (
  habits: ReadonlyMap<number, ColumnHabits>,
  columns: number,
  { decimal, date_order: order }: NamedForms,
): ReadonlyMap<number, ColumnHabits> => {
  if (decimal === undefined && order === undefined) return habits
  return new Map(
    Array.from({ length: columns }, (_, column) => {
      const shown = habits.get(column) ?? noHabits
      return [
        column,
        {
          ...shown,
          decimal: decimal ?? shown.decimal,
          threeAreOdd: shown.threeAreOdd && decimal === undefined,
          order: order ?? shown.order,
        },
      ] as const
    }),
  )
}

/** The columns whose rows show something of how they are written. */
export const formsOf = (habits: ReadonlyMap<number, ColumnHabits>): ColumnForm[] =>
  [...habits]
    .filter(([, { order, decimal, serialDays }]) => order !== 'unknown' || decimal !== 'unknown' || serialDays)
    .sort(([one], [other]) => one - other)
    .map(([column, { order, decimal, serialDays }]) => ({
      column,
      date_order: order,
      decimal,
      serial_days: serialDays,
    }))

const orders = {
  day_first: 'day before month',
  month_first: 'month before day',
  year_first: 'year first',
  maybe_year_first: 'years of two digits, first or last',
  mixed: 'day and month in both orders',
  unknown: '',
} as const
const decimals = {
  point: 'a point before decimals',
  comma: 'a comma before decimals',
  mixed: 'a point before decimals in some rows, a comma in others',
  unknown: '',
} as const

/** How a column of times or amounts is read, in words; empty where nothing of it can be read in more ways than one. */
export const formWords = (form: Omit<ColumnForm, 'column'>, of: 'time' | 'amount'): string => {
  if (of === 'amount') return decimals[form.decimal]
  return [orders[form.date_order], form.serial_days ? 'numbers of five digits as days that a spreadsheet counts' : '']
    .filter((words) => words !== '')
    .join('; ')
}
