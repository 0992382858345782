import { setImmediate } from 'node:timers/promises'
import type { TransactionFilters } from '../../../shared/api/transactions.ts'
import type { AskedPage, TransactionPage, TransactionStore } from '../../storage/transactions/transaction-store.ts'

const untilNextTurn = async (): Promise<void> => {
  await setImmediate()
}

/** One page of a list. A read of the database holds up the thread that serves everybody, and a filter that nearly nothing passes reads many rows: so others have their turn after each look. */
export const listInTurns = async ({ list }: Pick<TransactionStore, 'list'>, filters: TransactionFilters, page: AskedPage, turn = untilNextTurn): Promise<TransactionPage> => {
  const reading = list(filters, page)
  for (;;) {
    const step = reading.next()
    if (step.done === true) return step.value
    await turn()
  }
}
