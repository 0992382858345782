import type { AlertStatus } from '../../../shared/schema/alerts.ts'
import type { DecisionOutcome, DecisionState, DecisionSubject } from '../../../shared/schema/decisions.ts'
import type { EntityKind, RiskLevel } from '../../../shared/schema/activity.ts'

/**
 * An alert: facts are fed by activities, state is kept by triggers from the projected steps. Times are milliseconds
 * since the epoch.
 */
export interface AlertsTable {
  id: number
  uid: string
  /** `case`: known by the entries of a case alone. */
  source: 'detection' | 'import' | 'case'
  /** What raised it: activities, or a match on a list. */
  kind: 'activity' | 'screening'
  live: 0 | 1
  group_key: string | null
  entity_kind: EntityKind | null
  entity_id: string | null
  title: string
  raised_at: number
  first_at: number
  last_at: number
  updated_at: number
  due_at: number | null
  count: number
  score: number
  /** 0 low to 3 critical. */
  level: number
  /** 0 allow to 3 block. */
  action: number
  /** JSON. */
  signals: string
  reasons: string
  rules: string
  model: string | null
  /** JSON, ten-thousandths by currency. */
  totals: string
  /** Whether a case is due that could not be opened yet. */
  wants_case: 0 | 1
  source_system: string | null
  source_reference: string | null
  status: AlertStatus
  /** Uid of a user. */
  assignee: string | null
  case_id: number | null
  acknowledged_at: number | null
  moved_at: number | null
  moved_by: string | null
  /** When it was first disposed of since it was last open; a correction does not change it. Null: it is open. */
  disposed_at: number | null
  revision: number
  /** The label that features and transactions know of. */
  taught: 'fraud' | 'genuine' | null
  open: 0 | 1
  label: 'fraud' | 'genuine' | null
}

export interface AlertTransactionsTable {
  alert_id: number
  transaction_id: string
  transaction_row: number | null
  at: number
  amount: number | null
  currency: string | null
  counterparty_id: string | null
  terminal_id: string | null
  score: number
  level: number
}

/** The cases that the detection opened for an entity. */
export interface EntityCasesTable {
  entity_kind: EntityKind
  entity_id: string
  case_id: number
  /** Times of the first and the last activity that it took. */
  first_at: number
  last_at: number
}

export interface DetectionPolicyTable {
  id: number
  policy: string
  changed_at: number
}

/** Every change of the policy of detection. */
export interface DetectionPolicyChangesTable {
  entry: string
  at: number
  /** Pseudonymous id of who did it. */
  actor: string
  policy: string
}

/** Alerts as the entries of cases say that they belong to them. */
export interface CaseAlertsTable {
  case_id: number
  alert_uid: string
  alert_id: number
  n: number
  at: number
  raised_at: number
  score: number
  level: number
  action: number
  count: number
  /** Digest of the disclosure that holds the frozen facts. */
  facts: string | null
}

export interface AlertStepsTable {
  /** Lower-case hex. */
  entry: string
  n: number
  alert_uid: string
  alert_id: number
  hlc: string
  at: number
  actor: string
  type: string
  status: AlertStatus | null
  /** Uid of a user; '' for nobody. */
  assignee: string | null
}

export interface DecisionsTable {
  uid: string
  n: number
  entry: string
  subject: DecisionSubject
  alert_uid: string | null
  alert_id: number | null
  assessment_id: string | null
  transaction_id: string | null
  outcome: DecisionOutcome
  /** As it was sealed; whether another took its place follows from the others. */
  state: Exclude<DecisionState, 'superseded'>
  score: number | null
  level: RiskLevel | null
  decided_by: string
  decided_at: number
  /** Uid of the decision in whose place it is put. */
  replaces: string | null
  second_by: string | null
  second_at: number | null
  second_n: number | null
}

export interface AssessmentsTable {
  id: string
  at: number
  event_type: string
  score: number
  level: number
  /** JSON, as it was answered. */
  answer: string
}

/** Tables of this area. */
export interface AlertTables {
  alerts: AlertsTable
  alert_transactions: AlertTransactionsTable
  entity_cases: EntityCasesTable
  detection_policy: DetectionPolicyTable
  detection_policy_changes: DetectionPolicyChangesTable
  case_alerts: CaseAlertsTable
  alert_steps: AlertStepsTable
  case_alert_steps: AlertStepsTable & { case_id: number }
  decisions: DecisionsTable
  case_decisions: DecisionsTable & { case_id: number }
  assessments: AssessmentsTable
}
