import type { TransactionField } from '../../../shared/api/transaction-imports.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { moneyFields, type Direction, type MoneyField, type NegativeMeaning } from '../../../shared/schema/money.ts'

/** What the columns of a row say of its money; undefined: there is no such column, or its cell is empty. */
export interface ToldMoney {
  readonly amount?: number | undefined
  readonly debit?: number | undefined
  readonly credit?: number | undefined
  readonly direction?: Direction | undefined
}

/** The money of a row: what it is worth, and which way it went where that is told. */
export interface Money {
  readonly amount: number | undefined
  readonly direction: Direction | undefined
  /** The column of the amount. */
  readonly from: Exclude<MoneyField, 'direction'>
}

/** How the money of every row of a file is told. */
export interface MoneyReading {
  readonly negative: NegativeMeaning
  /** Whether a column says the direction in words. */
  readonly hasWords: boolean
  /** Headers, for what is told of a row that cannot be read. */
  readonly nameOf: (field: MoneyField) => string
}

/** Whether a field is one of those from which an amount and its direction are made. */
export const isMoneyField = (field: TransactionField): field is MoneyField =>
  (moneyFields as readonly string[]).includes(field)

/** Whether rows that are read so tell a direction. */
export const tellsDirection = (fields: Iterable<TransactionField>, negative: NegativeMeaning): boolean =>
  [...fields].some(
    (field) =>
      field === 'debit' || field === 'credit' || field === 'direction' || (field === 'amount' && negative === 'out'),
  )

const isNone = (amount: number | undefined): boolean => amount === undefined || amount === 0

/** Of two columns the one that holds something; a zero beside an amount is none. */
const sourceOf = ({ debit, credit }: ToldMoney): Money['from'] => {
  if (!isNone(credit)) return 'credit'
  if (debit !== undefined) return 'debit'
  return credit === undefined ? 'amount' : 'credit'
}

/**
 * Makes one amount with its direction of what the columns of a row say (I-9). Two that contradict each other are
 * refused with the column and a reason that continues "the value ...".
 */
export const moneyOf = (
  told: ToldMoney,
  { negative, hasWords, nameOf }: MoneyReading,
): Result<Money, { readonly field: MoneyField; readonly reason: string }> => {
  if (!isNone(told.debit) && !isNone(told.credit))
    return fail({
      field: 'debit',
      reason: `is filled, and so is ${nameOf('credit')}: which way the money went cannot be told`,
    })
  const from = sourceOf(told)
  const amount = told[from]
  const bySide = from === 'debit' ? 'out' : from === 'credit' ? 'in' : told.direction
  if (amount === undefined || amount === 0) return ok({ amount, direction: told.direction, from })
  if (negative === 'refund') return ok({ amount, direction: bySide, from })
  if (amount > 0) return ok({ amount, direction: from === 'amount' && !hasWords ? 'in' : bySide, from })
  if (bySide === 'in')
    return fail({
      field: from,
      reason: `is negative, which is to mean that money went out, but ${from === 'credit' ? 'its column' : nameOf('direction')} says that it came in`,
    })
  return ok({ amount: -amount, direction: 'out', from })
}
