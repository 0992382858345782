import type { ReportItem } from '../../../shared/schema/reports.ts'
import { writingRoles } from '../../../shared/schema/user.ts'
import { workloadLimits } from '../../../shared/schema/workload.ts'
import type { Workload } from '../../../shared/schema/workload.ts'
import type { Actor } from '../../domain/access/actor.ts'
import { mayBeSecond, reviewAsksForTwo } from '../../domain/cases/decide.ts'
import { approvalFault } from '../../domain/reports/transitions.ts'
import { readHands } from '../cases/hands.ts'
import { reportRankSql } from '../reports/list-reports.ts'
import { readingFrom } from '../reports/read-reports.ts'
import { reportItemOf } from '../reports/rows.ts'
import type { ReportRow } from '../reports/rows.ts'
import { readReportSettings } from '../reports/settings.ts'
import { approvalOf } from '../reports/steps.ts'
import { queueOf } from './own.ts'
import type { WorkloadParts } from './parts.ts'

type Waiting = Workload['waiting']
const { items: shown, asked: askedMost, askedCases } = workloadLimits

const numberOf = ({ sql }: WorkloadParts, query: string): number => sql.get<{ n: number }>(query)?.n ?? 0

/** Of what waits, what the caller may approve. */
const approvalsOf = <T>(
  total: number,
  asked: readonly T[],
  yours: readonly T[],
): { total: number; asked: number; yours: number; items: T[] } => ({
  total,
  asked: asked.length,
  yours: yours.length,
  items: yours.slice(0, shown),
})

const proposedSql =
  "select (select count(*) from decisions where state = 'proposed') + (select count(*) from case_decisions where state = 'proposed') as n"

const waitingDecisions = async (parts: WorkloadParts, viewer: Actor): Promise<Waiting['decisions']> => {
  const page = await parts.decisions.queue({ needs: 'second_person', size: askedMost }, viewer)
  const asked = page.ok ? page.value.data : []
  return approvalsOf(
    numberOf(parts, proposedSql),
    asked,
    asked.filter((item) => item.may_decide),
  )
}

const waitingCases = async (parts: WorkloadParts, viewer: Actor): Promise<Waiting['cases']> => {
  const { data, pagination } = await queueOf(parts, { status: ['pending_review'] }, askedCases)
  const yours: typeof data = []
  // Whoever is no second person by their role is asked for none of the cases.
  if (reviewAsksForTwo(parts.policy()) && mayBeSecond(viewer, new Set()))
    for (const item of data) if (mayBeSecond(viewer, await readHands(parts.sql, item.id))) yours.push(item)
  return approvalsOf(pagination.total, data, yours)
}

const inReviewSql = `select r.*, c.number as case_number from case_reports r join cases c on c.id = r.case_id
  where r.state = 'in_review' order by ${reportRankSql}, r.uid limit ?`

const waitingReports = async (parts: WorkloadParts, viewer: Actor): Promise<Waiting['reports']> => {
  const { sql, vault } = parts
  const reading = await readingFrom(parts, sql)
  const { four_eyes: fourEyes } = readReportSettings(sql, vault)
  const rows = sql.all<ReportRow>(inReviewSql, askedMost)
  const yours: ReportRow[] = []
  if (writingRoles.includes(viewer.role))
    for (const row of rows) if (approvalFault(await approvalOf(sql, row, fourEyes), viewer) === null) yours.push(row)
  const total = numberOf(parts, "select count(*) as n from case_reports where state = 'in_review'")
  const { items, ...figures } = approvalsOf(total, rows, yours)
  return { ...figures, items: items.map((row): ReportItem => reportItemOf(reading, row)) }
}

/** What waits for a second person, asked by the rules that decide when it is approved; and conflicts to settle. */
export const readWaiting = async (parts: WorkloadParts, viewer: Actor): Promise<Waiting> => {
  const conflicts = await parts.conflicts({ state: 'open', case_id: undefined, page: 1, size: shown })
  return {
    decisions: await waitingDecisions(parts, viewer),
    cases: await waitingCases(parts, viewer),
    reports: await waitingReports(parts, viewer),
    conflicts: { open: conflicts.total, items: [...conflicts.items] },
  }
}
