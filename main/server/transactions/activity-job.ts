import type { BodyOf } from '../../../shared/api/operation.ts'
import type { runTransactions, TransactionImport, TransactionMapping } from '../../../shared/api/transaction-imports.ts'
import { createRunningBalance, type RunningBalance } from '../../domain/statements/running-balance.ts'
import { createSidesTally, type SidesTally } from '../../domain/transactions/both-sides.ts'
import type { TableJob } from '../imports/table-imports.ts'
import { noRowCounts, type RowCounts } from '../imports/take-rows.ts'
import type { LateCounts } from './lateness.ts'

/** How a run is asked for. */
export type ActivityRunInput = BodyOf<typeof runTransactions>

/** A staged file of activities. */
export type ActivityTableJob = TableJob<TransactionMapping, ActivityCounts>

/** Counts of a run so far. */
export interface ActivityCounts extends RowCounts, LateCounts {
  negatives: number
  readonly directions: TransactionImport['directions']
  noRate: number
  frauds: number
  labelled: number
  /** Of the labelled ones. */
  labelledFrauds: number
  /** Identifiers on both sides of payments, and whether a person said that they are the same. */
  readonly sides: SidesTally
  areSame: boolean
  /** The check of the balances that rows tell. */
  readonly balance: RunningBalance
  readonly risk: TransactionImport['risk']
}

/** Counts before the first row. */
export const freshCounts = (): ActivityCounts => ({
  ...noRowCounts(),
  late: 0,
  lateByOrder: 0,
  negatives: 0,
  directions: { in: 0, out: 0 },
  noRate: 0,
  frauds: 0,
  labelled: 0,
  labelledFrauds: 0,
  sides: createSidesTally(),
  areSame: false,
  balance: createRunningBalance(),
  risk: { low: 0, medium: 0, high: 0, critical: 0 },
})
