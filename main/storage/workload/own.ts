import { caseStatuses, isFinished } from '../../../shared/schema/case.ts'
import { workloadLimits } from '../../../shared/schema/workload.ts'
import type { Workload } from '../../../shared/schema/workload.ts'
import { rankOfAction } from '../../detection/combine.ts'
import type { Actor } from '../../domain/access/actor.ts'
import { awaitingSql, pendingProposal } from '../alerts/awaited.ts'
import { alertItemOf, alertSelect } from '../alerts/rows.ts'
import type { AlertRow } from '../alerts/rows.ts'
import type { CaseListQuery, CasePage } from '../cases/case-store.ts'
import { readPeople } from '../cases/people.ts'
import { readCaseChanges } from './changes.ts'
import type { WorkloadParts } from './parts.ts'

type Own = NonNullable<Workload['own']>
type QueueItems = Own['cases']['items']

/** States of a case that asks for work. */
export const unfinishedStatuses = caseStatuses.filter((status) => !isFinished(status))

/** A page of the queue by deadline. */
export const queueOf = (
  { cases }: Pick<WorkloadParts, 'cases'>,
  filters: Partial<CaseListQuery>,
  size: number,
): Promise<Omit<CasePage, 'data'> & { readonly data: QueueItems }> =>
  cases.list({ sort: 'sla', view: 'queue', page: 1, size, ...filters }) as Promise<
    Omit<CasePage, 'data'> & { readonly data: QueueItems }
  >

const ownCases = async (parts: WorkloadParts, owner: number): Promise<Own['cases']> => {
  const own = { owner_id: [owner] }
  const open = await queueOf(parts, { ...own, status: unfinishedStatuses }, workloadLimits.items)
  const overdue = await queueOf(parts, { ...own, sla: ['breached'] }, 1)
  const soon = await queueOf(parts, { ...own, due_in_hours: { from: 0, to: 24 } }, 1)
  return {
    open: open.pagination.total,
    overdue: overdue.pagination.total,
    due_in_24h: soon.pagination.total,
    items: open.data,
  }
}

const countAlertsSql =
  'select count(*) as open, count(*) filter (where coalesce(due_at, 9000000000000000) < ?) as overdue from alerts indexed by alerts_assigned where open = 1 and assignee = ?'
// By the index of the person: the list by deadline would be walked until it has enough of them.
const alertsSql = `${alertSelect} where a.id in (
    select id from alerts indexed by alerts_assigned where open = 1 and assignee = ? order by coalesce(due_at, 9000000000000000), id limit ?)
  order by coalesce(a.due_at, 9000000000000000), a.id`

const ownAlerts = ({ sql, env }: WorkloadParts, { userUid }: Actor): Own['alerts'] => {
  const nowMs = env.clock.nowMs()
  const counts = sql.get<{ open: number; overdue: number }>(countAlertsSql, nowMs, userUid)
  return {
    open: counts?.open ?? 0,
    overdue: counts?.overdue ?? 0,
    items: sql.all<AlertRow>(alertsSql, userUid, workloadLimits.items).map((row) => alertItemOf(row, nowMs)),
  }
}

const ownDecisions = async ({ sql, alerts, decisions }: WorkloadParts, viewer: Actor): Promise<Own['decisions']> => {
  const awaiting = sql.get<{ n: number }>(
    `select count(*) as n from alerts a where ${awaitingSql} and not (${pendingProposal}) and a.assignee = ?`,
    rankOfAction(alerts.policy().decisions.from_action),
    viewer.userUid,
  )
  if (awaiting === undefined || awaiting.n === 0) return { awaiting: 0, items: [] }
  const page = await decisions.queue(
    { needs: 'decision', assignee: viewer.userUid, size: workloadLimits.items },
    viewer,
  )
  return { awaiting: awaiting.n, items: page.ok ? page.value.data : [] }
}

/** What is somebody's own to do, and what others changed in their cases since a time. */
export const readOwnWork = async (parts: WorkloadParts, viewer: Actor, sinceMs: number): Promise<Own> => {
  const tasks = await parts.tasks.openOf(viewer.userUid, { page: 1, size: workloadLimits.items })
  return {
    cases: await ownCases(parts, viewer.userId),
    tasks: { open: tasks.pagination.total, overdue: tasks.overdue, items: tasks.data },
    alerts: ownAlerts(parts, viewer),
    decisions: await ownDecisions(parts, viewer),
    changes: readCaseChanges(parts.sql, await readPeople(parts.sql), viewer, sinceMs),
  }
}
