import { directionIn } from '../../../shared/schema/money.ts'
import { ok } from '../../../shared/schema/result.ts'
import { noHabits } from '../../domain/imports/column-habits.ts'
import { isBlank, type RowValue } from '../../domain/imports/cells.ts'
import { readMoney } from '../../domain/imports/amounts.ts'
import { unitsOf } from '../../domain/statements/exact.ts'
import type { RunningBalance } from '../../domain/statements/running-balance.ts'
import { withIdBeside } from '../../domain/transactions/id-with.ts'
import { isBalanceHeader } from '../../domain/transactions/known-headers.ts'
import type { TimedActivity } from '../../domain/transactions/read-activity.ts'
import { createActivityRowReader, type ActivityReading } from '../../domain/transactions/row.ts'
import type { RowRun } from '../imports/take-rows.ts'

const units = (amount: number): bigint | null => unitsOf(amount.toFixed(4))

/**
 * Makes what reads the rows of a file of activities.
 *
 * @param idWith the column that tells identifiers apart; undefined: none
 * @param balance is told of each row that says the balance behind it
 */
export const createFileRowReader = (
  reading: ActivityReading,
  idWith: number | undefined,
  balance: RunningBalance,
): RowRun<TimedActivity>['readRow'] => {
  const plain = createActivityRowReader(reading)
  const unplaced = idWith === undefined ? plain : withIdBeside(plain, idWith, reading.columns[idWith] ?? '')
  const read: RowRun<TimedActivity>['readRow'] = (values, line) => {
    const row = unplaced(values)
    return row.ok ? ok({ ...row.value, line }) : row
  }
  const column = reading.columns.findIndex(isBalanceHeader)
  if (column === -1) return read
  const { decimal, threeAreOdd } = reading.habits.get(column) ?? noHabits
  const balanceIn = (value: RowValue, currency = reading.currency): bigint | null => {
    if (isBlank(value)) return null
    const told = readMoney(value, decimal, { row: () => currency, otherwise: undefined, threeAreOdd })
    if (!told.ok) return null
    return units(told.value.direction === 'out' ? -told.value.amount : told.value.amount)
  }
  return (values, line) => {
    const row = read(values, line)
    const after = balanceIn(values[column], row.ok ? row.value.event.currency : undefined)
    if (!row.ok || after === null) {
      balance.skip()
      return row
    }
    const { event } = row.value
    const amount = units(event.amount ?? 0)
    const isOut = directionIn(event.metadata) === 'out'
    if (amount !== null)
      balance.step({ line, account: event.account_id ?? null, amount: isOut ? -amount : amount, balance: after })
    return row
  }
}
