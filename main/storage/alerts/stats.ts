import type { AlertStats } from '../../../shared/api/alerts.ts'
import { riskLevels } from '../../../shared/schema/activity.ts'
import type { EntityKind } from '../../../shared/schema/activity.ts'
import { alertStatuses } from '../../../shared/schema/alerts.ts'
import type { AlertStatus } from '../../../shared/schema/alerts.ts'
import type { DetectionPolicy } from '../../../shared/schema/detection-policy.ts'
import { rankOfAction } from '../../detection/combine.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { AlertStore } from './alert-store.ts'
import { awaitingSql } from './awaited.ts'

const counted = <Name extends string>(
  names: readonly Name[],
  counts: ReadonlyMap<Name, number>,
): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, counts.get(name) ?? 0])) as Record<Name, number>

/** Counts alerts over the whole workspace. */
export const countAlertRows = (sql: SyncStatements, policy: DetectionPolicy, nowMs: number): AlertStats => {
  const byStatus = new Map(
    sql
      .all<{ status: AlertStatus; alerts: number }>('select status, count(*) as alerts from alerts group by status')
      .map(({ status, alerts }) => [status, alerts]),
  )
  const byLevel = new Map(
    sql
      .all<{ level: number; alerts: number }>(
        'select level, count(*) as alerts from alerts where open = 1 group by level',
      )
      .map(({ level, alerts }) => [riskLevels[level] ?? 'low', alerts]),
  )
  const midnight = nowMs - (nowMs % 86_400_000)
  const open = sql.get<{ open: number; overdue: number; unassigned: number }>(
    'select count(*) as open, count(*) filter (where due_at < ?) as overdue, count(*) filter (where assignee is null) as unassigned from alerts where open = 1',
    nowMs,
  )
  const awaiting = sql.get<{ alerts: number }>(
    `select count(*) as alerts from alerts a where ${awaitingSql}`,
    rankOfAction(policy.decisions.from_action),
  )
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
    raised_today:
      sql.get<{ alerts: number }>('select count(*) as alerts from alerts where raised_at >= ?', midnight)?.alerts ?? 0,
  }
}

/** Smaller counts: of a transaction, an entity, of people. */
export const alertCounts = (
  sql: SyncStatements,
): Pick<AlertStore, 'ofTransaction' | 'countOf' | 'assignees' | 'riskiest'> => ({
  ofTransaction: (transactionId) =>
    sql.get<{ id: number | null }>(
      'select max(alert_id) as id from alert_transactions where transaction_id = ?',
      transactionId,
    )?.id ?? null,
  countOf: ({ kind, id }) =>
    sql.get<{ alerts: number }>(
      'select count(*) as alerts from alerts where entity_kind = ? and entity_id = ?',
      kind,
      id,
    )?.alerts ?? 0,
  assignees: () =>
    sql.all<{ id: number; name: string; open_alerts: number }>(
      "select u.id, u.name, (select count(*) from alerts a where a.open = 1 and a.assignee = u.uid) as open_alerts from users u where u.active = 1 and u.role <> 'auditor' order by open_alerts, u.id",
    ),
  riskiest: () =>
    sql
      .all<{ kind: EntityKind; id: string; open_alerts: number; score: number }>(
        'select entity_kind as kind, entity_id as id, count(*) as open_alerts, max(score) as score from alerts where open = 1 and entity_kind is not null group by 1, 2 order by score desc, open_alerts desc, 1, 2 limit 20',
      )
      .map(({ kind, id, open_alerts, score }) => ({ entity: { kind, id }, open_alerts, score })),
})
