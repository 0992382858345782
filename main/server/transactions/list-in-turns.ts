import { setImmediate } from 'node:timers/promises'
import type { TransactionFilters } from '../../../shared/api/transactions.ts'
import type { AskedPage, TransactionPage, TransactionStore } from '../../storage/transactions/transaction-store.ts'

const untilNextTurn = async (): Promise<void> => {
  await setImmediate()
}

/**
 * What a reading comes to that stops after each look. A look holds up the thread that serves everybody, so others have
 * their turn after it.
 */
export const inTurns = async <Found>(reading: Generator<undefined, Found>, turn = untilNextTurn): Promise<Found> => {
  for (;;) {
    const step = reading.next()
    if (step.done === true) return step.value
    await turn()
  }
}

/** One page of a list: a filter that nearly nothing passes reads many rows. */
export const listInTurns = (
  { list }: Pick<TransactionStore, 'list'>,
  filters: TransactionFilters,
  page: AskedPage,
  turn = untilNextTurn,
): Promise<TransactionPage> => inTurns(list(filters, page), turn)
