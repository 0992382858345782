import { recommendedActions, riskLevels } from '../../../shared/schema/activity.ts'
import {
  alertCounterparties,
  type AlertEntity,
  type AlertItem,
  type AlertTransaction,
} from '../../../shared/schema/alerts.ts'
import type { RiskReason } from '../../../shared/schema/assessments.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { proposedRole } from '../../domain/alerts/subject-role.ts'
import { amountOf } from '../../domain/transactions/amounts.ts'
import type { AlertsTable, AlertTransactionsTable } from './tables.ts'

/** An alert's row with what is shown of its assignee and case. */
export type AlertRow = AlertsTable & {
  readonly assignee_id: number | null
  readonly assignee_name: string | null
  readonly case_number: string | null
  /** A JSON list. */
  readonly counterparties: string
}

/** So many activities of an alert are asked for their counterparties: a page stays cheap where alerts hold thousands. */
const askedActivities = 500

const counterparties = `(select json_group_array(counterparty_id) from (select distinct counterparty_id from (select counterparty_id from alert_transactions where alert_id = a.id limit ${askedActivities}) where counterparty_id is not null limit ${alertCounterparties}))`

/** Selects alerts with what is shown of assignee, case and counterparties. */
export const alertSelect = `select a.*, u.id as assignee_id, u.name as assignee_name, c.number as case_number, ${counterparties} as counterparties from alerts a left join users u on u.uid = a.assignee left join cases c on c.id = a.case_id`

/** Who an alert is about; null where it names nobody. */
export const entityOfRow = ({
  entity_kind: kind,
  entity_id: id,
}: Pick<AlertsTable, 'entity_kind' | 'entity_id'>): AlertEntity | null =>
  kind === null || id === null ? null : { kind, id }

/** Sums as the interface writes them. */
export const totalsOf = (totals: string): AlertItem['totals'] =>
  Object.entries(JSON.parse(totals) as Record<string, number>)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, amount]) => ({ currency, amount: amountOf(amount) }))

/** An alert as lists show it. */
export const alertItemOf = (row: AlertRow, nowMs: number): AlertItem => {
  const signals = JSON.parse(row.signals) as string[]
  const entity = entityOfRow(row)
  return {
    id: row.id,
    uid: row.uid,
    title: row.title,
    status: row.status,
    risk_level: riskLevels[row.level] ?? 'low',
    score: row.score,
    recommended_action: recommendedActions[row.action] ?? 'allow',
    signals,
    entity,
    proposed_role: entity === null ? null : proposedRole(entity.kind, signals),
    transaction_count: row.count,
    totals: totalsOf(row.totals),
    reason: (JSON.parse(row.reasons) as RiskReason[])[0]?.text ?? null,
    counterparties: JSON.parse(row.counterparties) as string[],
    first_at: toTimestamp(row.first_at),
    last_at: toTimestamp(row.last_at),
    raised_at: toTimestamp(row.raised_at),
    updated_at: toTimestamp(Math.max(row.updated_at, row.moved_at ?? 0)),
    due_at: row.due_at === null ? null : toTimestamp(row.due_at),
    overdue: row.open === 1 && row.due_at !== null && row.due_at < nowMs,
    assignee_id: row.assignee_id,
    assignee_name: row.assignee_name,
    case_id: row.case_id,
    case_number: row.case_number,
    source: row.source === 'import' ? 'import' : row.kind === 'screening' ? 'screening' : 'detection',
    seen_here: row.source !== 'case',
    revision: row.revision,
  }
}

/** An activity of an alert as the interface shows it. */
export const transactionOf = (
  row: Omit<AlertTransactionsTable, 'alert_id' | 'transaction_row'> & { readonly is_fraud?: 0 | 1 | null },
): AlertTransaction => ({
  transaction_id: row.transaction_id,
  at: toTimestamp(row.at),
  amount: row.amount === null ? null : amountOf(row.amount),
  currency: row.currency,
  counterparty_id: row.counterparty_id,
  terminal_id: row.terminal_id,
  score: row.score,
  risk_level: riskLevels[row.level] ?? 'low',
  is_fraud: row.is_fraud === undefined || row.is_fraud === null ? null : row.is_fraud === 1,
})
