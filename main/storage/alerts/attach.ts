import { recommendedActions, riskLevels } from '../../../shared/schema/activity.ts'
import type { JsonValue } from '../../seal/canonical.ts'
import type { LedgerTx, ProjectionTx } from '../ledger/ledger.ts'
import { frozenFactsOf, frozenTransactions } from './frozen-facts.ts'
import type { AlertsTable, AlertTransactionsTable } from './tables.ts'

/** The case that an alert joins. */
export interface CaseRef {
  readonly id: number
  readonly uid: string
}

/** The activities of an alert, riskiest first. */
export const riskiestOf = (
  sql: ProjectionTx['sql'],
  alertId: number,
  limit: number,
): Promise<AlertTransactionsTable[]> =>
  Promise.resolve(
    sql.all<AlertTransactionsTable>(
      'select * from alert_transactions where alert_id = ? order by score desc, at desc, transaction_id limit ?',
      alertId,
      limit,
    ),
  )

const attach = async (tx: LedgerTx, into: CaseRef, alert: AlertsTable): Promise<void> => {
  const facts = frozenFactsOf(alert, await riskiestOf(tx.sql, alert.id, frozenTransactions))
  await tx.append({
    case: into,
    type: 'alert.attached',
    subject: alert.uid,
    pub: {
      alert_id: alert.id,
      raised_at: new Date(alert.raised_at).toISOString(),
      score: alert.score,
      risk_level: riskLevels[alert.level] ?? 'low',
      recommended_action: recommendedActions[alert.action] ?? 'allow',
      count: alert.count,
      rules: facts.rules.map(({ rule }) => rule),
    },
    withheld: { facts: facts as unknown as JsonValue },
  })
}

/**
 * Seals into a case what is known of those of its linked alerts that are known here; ids of other systems stay links
 * alone.
 */
export const attachAlerts = async (tx: LedgerTx, into: CaseRef, ids: readonly number[]): Promise<void> => {
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const alert = await tx.sql.get<AlertsTable>('select * from alerts where id = ?', id)
    // What is in a case that they may not know is unknown to whoever links it.
    if (
      alert === undefined ||
      (alert.case_id !== null && !(await tx.mayKnow(alert.case_id))) ||
      (await tx.sql.get('select 1 from case_alerts where case_id = ? and alert_uid = ?', into.id, alert.uid)) !==
        undefined
    )
      continue
    await attach(tx, into, alert)
  }
}

/** Seals that alerts belong to a case no longer. */
export const detachAlerts = async (tx: LedgerTx, from: CaseRef, ids: readonly number[]): Promise<void> => {
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const held = await tx.sql.get<{ alert_uid: string }>(
      'select alert_uid from case_alerts where case_id = ? and alert_id = ?',
      from.id,
      id,
    )
    if (held !== undefined)
      await tx.append({ case: from, type: 'alert.detached', subject: held.alert_uid, pub: { alert_id: id } })
  }
}
