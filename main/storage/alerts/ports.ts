import type { Activity } from '../../../shared/schema/activity.ts'
import type { Assessment } from '../../detection/ports.ts'
import type { Actor } from '../../domain/access/actor.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import type { LabelFinding } from '../transactions/labels.ts'

/** An activity that was judged and is stored in the same transaction. */
export interface ScoredActivity {
  /** Number of its row in the transactions' table. */
  readonly row: number
  readonly event: Activity
  readonly assessment: Assessment
}

/** Told as it happened, or by a file about the past: times to detect are counted over the first alone. */
export type ActivityOrigin = 'live' | 'import'

/** An alert that activities raised or joined, and what came of it. */
export interface RaisedAlert {
  readonly id: number
  readonly uid: string
  /** false: activities joined an alert that was open. */
  readonly isNew: boolean
  /** The case that holds it; null: none. */
  readonly caseId: number | null
  /** Whether that case was opened by it. */
  readonly openedCase: boolean
  /** Rows of the activities that it took now. */
  readonly rows: readonly number[]
}

/**
 * Raises alerts, and opens cases by policy, in the transaction that stores the activities: either all of it is kept or
 * nothing. It holds no state of its own, so a transaction that is undone and run again gives the same. Cases are opened
 * in the name of `actor`, whoever sent the activities. Activities below the policy's level cost a comparison. An
 * imported alert that names one of them is linked with it, whatever its level.
 */
export interface AlertRaiser {
  raise(
    tx: LedgerTx,
    actor: Actor,
    scored: readonly ScoredActivity[],
    origin: ActivityOrigin,
  ): Promise<readonly RaisedAlert[]>
}

/**
 * What of a past activity became known by a person's disposition; features learn it (`FeatureSource.learn`), and the
 * transactions' rows keep it.
 */
export interface LabelSink {
  /**
   * Called in the transaction that seals the disposition, with the rows of the alert’s activities. `null` takes back
   * what this alert said, and nothing else.
   */
  label(tx: LedgerTx, rows: readonly number[], finding: LabelFinding): Promise<void> | void
}
