import type { CaseOverview } from '../../../../shared/schema/case-overview.ts'
import type { DetectionPolicy } from '../../../../shared/schema/detection-policy.ts'
import { toTimestamp } from '../../../../shared/schema/text.ts'
import { rankOfAction } from '../../../detection/combine.ts'
import { slaState } from '../../../domain/cases/sla.ts'
import { awaitingSql, pendingProposal } from '../../alerts/awaited.ts'
import type { SyncStatements } from '../../sqlite/statements.ts'
import type { CasesTable } from '../tables.ts'

type Due = CaseOverview['due']

const openSql =
  'select count(*) as open, coalesce(sum(due_at < ?), 0) as overdue from alerts where case_id = ? and open = 1'
const nextSql =
  'select id, title, due_at from alerts where case_id = ? and open = 1 and due_at is not null order by due_at, id limit 1'
const awaitingOfCase = `select count(*) as awaiting from alerts a where a.case_id = ? and ${awaitingSql} and not (${pendingProposal})`
// A proposal made before its alert came into the case is in the chain of the workspace.
const proposedSql = `select count(*) as proposed, min(decided_at) as oldest from (
    select decided_at from case_decisions where case_id = ? and state = 'proposed'
    union all select d.decided_at from alerts a join decisions d on d.alert_uid = a.uid where a.case_id = ? and d.state = 'proposed')`
const conflictsSql = 'select count(*) as open from conflicts where case_id = ? and settled is null'

const nextReport = ({ items }: CaseOverview['reports']): Due['report'] => {
  const [next] = items.flatMap(({ id, title, deadline }) =>
    deadline === null ? [] : [{ id, title, due_on: deadline.due_on, overdue: deadline.overdue }],
  )
  return next ?? null
}

/**
 * What a case asks for next.
 *
 * @param reports those of the case, what is due first
 */
export const readDue = (
  sql: SyncStatements,
  row: CasesTable,
  policy: DetectionPolicy,
  reports: CaseOverview['reports'],
  nowMs: number,
): Due => {
  const alerts = sql.get<{ open: number; overdue: number }>(openSql, nowMs, row.id)
  const next = sql.get<{ id: number; title: string; due_at: number }>(nextSql, row.id)
  const { proposed, oldest } = sql.get<{ proposed: number; oldest: number | null }>(proposedSql, row.id, row.id) ?? {
    proposed: 0,
    oldest: null,
  }
  return {
    deadline: { due_at: toTimestamp(row.sla_due_at), state: slaState(row.sla_kind, row.sla_due_at, nowMs) },
    hold: row.hold_at === null ? null : { placed_at: toTimestamp(row.hold_at) },
    alerts: {
      open: alerts?.open ?? 0,
      overdue: alerts?.overdue ?? 0,
      next: next === undefined ? null : { id: next.id, title: next.title, due_at: toTimestamp(next.due_at) },
    },
    decisions: {
      awaiting:
        sql.get<{ awaiting: number }>(awaitingOfCase, row.id, rankOfAction(policy.decisions.from_action))?.awaiting ??
        0,
      proposed,
      oldest_proposal_at: oldest === null ? null : toTimestamp(oldest),
    },
    conflicts: sql.get<{ open: number }>(conflictsSql, row.id)?.open ?? 0,
    report: nextReport(reports),
  }
}
