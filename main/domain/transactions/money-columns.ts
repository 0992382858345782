import type { TransactionField } from '../../../shared/api/transaction-imports.ts'
import type { Direction, MoneyField, NegativeMeaning } from '../../../shared/schema/money.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { provenByBoth, readMoney, type DecimalSign, type ReadMoney } from '../imports/amounts.ts'
import { inCapitals, type CellProblem, type RowValue } from '../imports/cells.ts'
import { noHabits, type ColumnHabits } from '../imports/column-habits.ts'
import { amountFault } from './checks.ts'
import { directionOf } from './direction-words.ts'
import { currencyOfHeader, currencyOfSide } from './headers.ts'
import { moneyOf, type Money } from './money.ts'

/** What of a file says how its money is read. */
export interface MoneyLayout {
  readonly columns: readonly string[]
  /** Field by column. */
  readonly mapping: ReadonlyMap<number, TransactionField>
  /** How each column writes what can be read in more ways than one. */
  readonly habits: ReadonlyMap<number, ColumnHabits>
  /** Of rows that name none; where it is none, the header of the amounts may name one. */
  readonly currency: string | undefined
  /** What a minus before an amount means. */
  readonly negative: NegativeMeaning
}

/** What the cells of a row say of its money. */
export interface ToldCells extends Partial<Record<Money['from'], ReadMoney>> {
  readonly direction?: Direction
}

/** The columns of money of one file. */
export interface MoneyColumns {
  /** What the cell of a column says, read alone. */
  readerOf(field: MoneyField): (value: RowValue, values: readonly RowValue[]) => Result<ReadMoney | Direction, string>
  /** The amount of a row with its direction and, where the row names none, its currency. */
  settle(
    told: ToldCells,
  ): Result<Pick<Money, 'amount' | 'direction'> & { readonly currency: string | undefined }, Omit<CellProblem, 'value'>>
}

const readDirection = (value: RowValue): Result<Direction, string> => {
  const direction = directionOf(value)
  return direction === undefined
    ? fail('does not say in a word that is known whether money came in or went out')
    : ok(direction)
}

/** Looks at how the columns of money of a file are to be read. */
export const createMoneyColumns = ({ columns, mapping, habits, currency, negative }: MoneyLayout): MoneyColumns => {
  const columnOf = (wanted: TransactionField): number => [...mapping].find(([, field]) => field === wanted)?.[0] ?? -1
  const headerOf = (field: MoneyField): string => columns[columnOf(field)] ?? ''
  const named = columnOf('currency')
  const ofUnnamed: Readonly<Record<Money['from'], string | undefined>> = {
    amount: currency ?? currencyOfHeader(headerOf('amount')),
    debit: currency ?? currencyOfSide(headerOf('debit')),
    credit: currency ?? currencyOfSide(headerOf('credit')),
  }
  const currencyOf = (values: readonly RowValue[]): string | undefined => {
    const code = inCapitals(values[named])
    return typeof code === 'string' && code !== '' ? code : undefined
  }
  /** Why CR or DR in a cell cannot be: what stands beside it says otherwise. */
  const contradiction = (told: ToldCells, from: Money['from']): Omit<CellProblem, 'value'> | null => {
    const inCell = told[from]?.direction
    const beside = from === 'debit' ? 'out' : from === 'credit' ? 'in' : told.direction
    if (inCell === undefined || beside === undefined || inCell === beside) return null
    return {
      column: headerOf(from),
      reason: `says that money ${inCell === 'in' ? 'came in (CR)' : 'went out (DR)'}, and ${from === 'amount' ? headerOf('direction') : 'its column'} says otherwise`,
    }
  }
  const decimalOf = (field: MoneyField): DecimalSign => (habits.get(columnOf(field)) ?? noHabits).decimal
  const threeAreOddIn = (field: MoneyField): boolean =>
    (field === 'amount' ? (['amount'] as const) : (['debit', 'credit'] as const)).every(
      (one) => habits.get(columnOf(one))?.threeAreOdd ?? true,
    )
  const ofSides = provenByBoth(decimalOf('debit'), decimalOf('credit'))
  const reading = { negative, hasWords: columnOf('direction') >= 0, nameOf: headerOf }
  return {
    readerOf: (field) => {
      if (field === 'direction') return readDirection
      const decimal = field === 'amount' ? decimalOf(field) : ofSides
      const threeAreOdd = threeAreOddIn(field)
      return (value, values) => {
        const amount = readMoney(value, decimal, {
          row: () => currencyOf(values),
          otherwise: ofUnnamed[field],
          threeAreOdd,
        })
        const fault = amount.ok ? amountFault(amount.value.amount) : null
        return fault === null ? amount : fail(fault)
      }
    },
    settle: (told) => {
      for (const from of ['amount', 'debit', 'credit'] as const) {
        const wrong = contradiction(told, from)
        if (wrong !== null) return fail(wrong)
      }
      const inCell = told.amount?.direction
      const money = moneyOf(
        {
          amount: told.amount?.amount,
          debit: told.debit?.amount,
          credit: told.credit?.amount,
          direction: inCell ?? told.direction,
        },
        { ...reading, hasWords: reading.hasWords || inCell !== undefined },
      )
      if (!money.ok) return fail({ column: headerOf(money.error.field), reason: money.error.reason })
      const { amount, direction, from } = money.value
      return ok({
        amount,
        direction,
        currency: amount === undefined ? undefined : (told[from]?.currency ?? ofUnnamed[from]),
      })
    },
  }
}
