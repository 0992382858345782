import type { FeatureSource, RuleFacts } from '../../detection/ports.ts'
import { ruleFactsOf } from '../../detection/rules/facts.ts'
import { activityOf } from '../../storage/transactions/rows.ts'
import type { TransactionStore } from '../../storage/transactions/transaction-store.ts'

/** What a rule can read of an activity that was taken in, with what the windows and profiles say now; null where there is none with this id. */
export const factsOfStored = (store: Pick<TransactionStore, 'find'>, features: Pick<FeatureSource, 'peek'>, transactionId: string): RuleFacts | null => {
  const row = store.find(transactionId)
  if (row === null) return null
  const event = activityOf(row)
  return ruleFactsOf(event, features.peek(event), null)
}
