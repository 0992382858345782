import type { DetectorParts } from '../../detection/detector.ts'
import { isForModel } from '../../detection/detector.ts'
import type { FeatureSource, RuleFacts } from '../../detection/ports.ts'
import { ruleFactsOf } from '../../detection/rules/facts.ts'
import { activityOf } from '../../storage/transactions/rows.ts'
import type { TransactionStore } from '../../storage/transactions/transaction-store.ts'

/** What tells of an activity that was taken in, as it is now. */
export interface StoredFactsParts extends Pick<DetectorParts, 'model' | 'graph'> {
  readonly transactions: Pick<TransactionStore, 'find'>
  readonly features: Pick<FeatureSource, 'peek'>
}

/**
 * What a rule can read of an activity that was taken in, with what windows, profiles, model and network say now; null
 * where there is none with this id.
 */
export const factsOfStored = (
  { transactions, features, model, graph }: StoredFactsParts,
  transactionId: string,
): RuleFacts | null => {
  const row = transactions.find(transactionId)
  if (row === null) return null
  const event = activityOf(row)
  const observed = features.peek(event)
  const score = isForModel(event) ? (model()?.score(observed.features).score ?? null) : null
  return ruleFactsOf(event, observed, score, graph?.(event))
}
