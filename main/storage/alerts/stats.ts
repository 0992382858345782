import type { AlertStats } from '../../../shared/api/alerts.ts'
import { riskLevels } from '../../../shared/schema/activity.ts'
import { alertStatuses } from '../../../shared/schema/alerts.ts'
import type { AlertStatus } from '../../../shared/schema/alerts.ts'
import type { DetectionPolicy } from '../../../shared/schema/detection-policy.ts'
import { rankOfAction } from '../../detection/combine.ts'
import type { SyncStatements } from '../sqlite/statements.ts'

/** SQL that holds for alerts `a` of which a person decided: in force, and more than handed up. */
export const decidedSql = (column: string): string =>
  ['decisions', 'case_decisions'].map((table) => `exists (select 1 from ${table} d where d.alert_uid = ${column} and d.state in ('recorded', 'approved') and d.outcome <> 'escalate')`).join(' or ')

/** SQL that holds for open alerts `a` that await a person's decision; its one value is the rank of the policy's action. */
export const awaitingSql = `a.open = 1 and a.action >= ? and not (${decidedSql('a.uid')})`

const counted = <Name extends string>(names: readonly Name[], counts: ReadonlyMap<Name, number>): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, counts.get(name) ?? 0])) as Record<Name, number>

/** Counts alerts over the whole workspace. */
export const countAlertRows = (sql: SyncStatements, policy: DetectionPolicy, nowMs: number): AlertStats => {
  const byStatus = new Map(sql.all<{ status: AlertStatus; alerts: number }>('select status, count(*) as alerts from alerts group by status').map(({ status, alerts }) => [status, alerts]))
  const byLevel = new Map(
    sql.all<{ level: number; alerts: number }>('select level, count(*) as alerts from alerts where open = 1 group by level').map(({ level, alerts }) => [riskLevels[level] ?? 'low', alerts]),
  )
  const midnight = nowMs - (nowMs % 86_400_000)
  const open = sql.get<{ open: number; overdue: number; unassigned: number }>(
    'select count(*) as open, count(*) filter (where due_at < ?) as overdue, count(*) filter (where assignee is null) as unassigned from alerts where open = 1',
    nowMs,
  )
  const awaiting = sql.get<{ alerts: number }>(`select count(*) as alerts from alerts a where ${awaitingSql}`, rankOfAction(policy.decisions.from_action))
  return {
    total: [...byStatus.values()].reduce((sum, alerts) => sum + alerts, 0),
    open: open?.open ?? 0,
    overdue: open?.overdue ?? 0,
    unassigned: open?.unassigned ?? 0,
    awaiting_decision: awaiting?.alerts ?? 0,
    by_status: counted(alertStatuses, byStatus),
    by_level: counted(riskLevels, byLevel),
    by_assignee: sql.all<AlertStats['by_assignee'][number]>(
      'select u.id as assignee_id, u.name as assignee_name, count(*) as open from alerts a join users u on u.uid = a.assignee where a.open = 1 group by u.id order by open desc, u.id',
    ),
    raised_today: sql.get<{ alerts: number }>('select count(*) as alerts from alerts where raised_at >= ?', midnight)?.alerts ?? 0,
  }
}
