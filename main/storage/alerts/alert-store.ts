import type { z } from 'zod'
import type {
  alertFilters,
  ChangedAlert,
  AlertStats,
  listAlerts,
  PolicyChange,
  TriageOutcome,
  triageAlerts,
} from '../../../shared/api/alerts.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { BodyOf, QueryInputOf } from '../../../shared/api/operation.ts'
import type { AlertEntity, AlertFull, AlertItem, AlertStatus, SubjectRole } from '../../../shared/schema/alerts.ts'
import type { DetectionPolicy } from '../../../shared/schema/detection-policy.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Actor } from '../../domain/access/actor.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import type { AlertRaiser } from './ports.ts'
import type { ExternalAlerts } from './take-external.ts'

type Answer<T> = Promise<Result<T, Refusal>>

export type AlertFilters = z.infer<typeof alertFilters>

/** What a list of alerts is asked by. */
export interface AlertQuery extends AlertFilters {
  readonly sort: NonNullable<QueryInputOf<typeof listAlerts>['sort']>
  readonly after?: string | undefined
  readonly skip?: number | undefined
  readonly size: number
}

/** A page that is walked by cursor. */
export interface Walked<T> {
  readonly data: T[]
  readonly next: string | null
  /** How many rows were passed over, where that was asked for. */
  readonly skipped?: number
}

/** With what a step comes. */
export interface StepOptions {
  readonly actor: Actor
  /** Refuse as `stale_revision` unless the alert has this revision. */
  readonly ifRevision?: number
}

/** The alerts of a workspace, and the policy of detection. */
export interface AlertStore extends AlertRaiser, ExternalAlerts {
  list(query: AlertQuery): Result<Walked<AlertItem>, Refusal>
  read(id: number): Promise<Result<AlertFull, Refusal>>
  item(id: number): AlertItem | null
  stats(): AlertStats
  /** The newest alert that a transaction is in; null: none. */
  ofTransaction(transactionId: string): number | null
  /** How many alerts name an entity. */
  countOf(entity: AlertEntity): number
  /** Active users who may work alerts, with the open alerts that each has. */
  assignees(): { id: number; name: string; open_alerts: number }[]
  /** The entities with the riskiest open alerts. */
  riskiest(): { entity: AlertEntity; open_alerts: number; score: number }[]
  move(
    id: number,
    input: {
      readonly status: AlertStatus
      readonly notes?: string | undefined
      readonly subject_role?: SubjectRole | undefined
    },
    options: StepOptions,
  ): Answer<ChangedAlert>
  assign(
    id: number,
    input: { readonly assignee_id: number | null; readonly notes?: string | undefined },
    options: StepOptions,
  ): Answer<ChangedAlert>
  triage(input: BodyOf<typeof triageAlerts>, actor: Actor): Answer<TriageOutcome>
  /** The policy in force, as last committed. */
  policy(): DetectionPolicy
  /** Its newest changes, with who made them. */
  policyChanges(): PolicyChange[]
  changePolicy(policy: DetectionPolicy, actor: Actor): Answer<DetectionPolicy>
  /**
   * Tells features and transactions the labels that dispositions have made since; within a transaction, a bounded
   * number at a time. Answers how many alerts were told of.
   */
  teach(tx: LedgerTx): Promise<number>
}
