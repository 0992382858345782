import type { Refusal } from '../../../shared/api/errors.ts'
import type {
  ManualDecision,
  DecisionOutcome,
  DecisionQueueItem,
  DecisionState,
} from '../../../shared/schema/decisions.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Actor } from '../../domain/access/actor.ts'
import type { Walked } from '../alerts/alert-store.ts'
import type { LedgerTx } from '../ledger/ledger.ts'

type Answer<T> = Promise<Result<T, Refusal>>

/** What a decision is about: exactly one. */
export interface DecisionSubjectRef {
  readonly alert_id?: number | undefined
  readonly transaction_id?: string | undefined
  readonly assessment_id?: string | undefined
}

export interface NewDecision extends DecisionSubjectRef {
  readonly outcome: DecisionOutcome
  readonly reason: string
  /** The decision in force that it takes the place of. */
  readonly replaces?: string | undefined
}

export interface DecisionQuery {
  readonly state?: DecisionState | undefined
  readonly outcome?: DecisionOutcome | undefined
  readonly alert_id?: number | undefined
  readonly case_id?: number | undefined
  /** Decided on by itself, or in an alert. */
  readonly transaction_id?: string | undefined
  readonly assessment_id?: string | undefined
  readonly after?: string | undefined
  readonly skip?: number | undefined
  readonly size: number
}

export interface QueueQuery {
  readonly needs?: 'decision' | 'second_person' | undefined
  /** Only alerts that are assigned to this user. */
  readonly assignee?: string | undefined
  /** Only what is about this alert. */
  readonly alert_id?: number | undefined
  readonly after?: string | undefined
  readonly skip?: number | undefined
  readonly size: number
}

/** With what a decision comes. */
export interface RecordOptions {
  readonly actor: Actor
  /** Of the alert that is decided on, as the writer saw it; of another subject it is refused. */
  readonly ifRevision?: number
  readonly inTransaction?: (tx: LedgerTx, answer: ManualDecision) => Promise<void>
}

/** The decisions of people. */
export interface DecisionStore {
  record(input: NewDecision, options: RecordOptions): Answer<ManualDecision>
  /** The second person's word on a proposal. */
  settle(
    id: string,
    input: { readonly verdict: 'approve' | 'refuse'; readonly notes?: string | undefined },
    actor: Actor,
  ): Answer<ManualDecision>
  read(id: string): Answer<ManualDecision>
  list(query: DecisionQuery): Answer<Walked<ManualDecision>>
  queue(query: QueueQuery, viewer: Actor): Answer<Walked<DecisionQueueItem>>
  counts(): {
    readonly awaiting: number
    readonly awaitingSecond: number
    readonly byState: Readonly<Record<DecisionState, number>>
  }
}
