import { toTimestamp } from '../../../shared/schema/text.ts'
import type { Role } from '../../../shared/schema/user.ts'
import { ageRanges, deadlineRanges, workloadLimits } from '../../../shared/schema/workload.ts'
import type { PersonLoad, TeamWork } from '../../../shared/schema/workload.ts'
import { dayMs, hourMs } from '../../../shared/text/days.ts'
import { firstFinishedRank, slaKinds } from '../../domain/cases/sla.ts'
import type { SqlValue, SyncStatements } from '../sqlite/statements.ts'

type Counts = Readonly<Record<string, number>>
type OwnerRow = Counts & { readonly owner_id: number; readonly open: number; readonly overdue: number }
type UserRow = {
  readonly id: number
  readonly uid: string
  readonly name: string
  readonly role: Role
  readonly active: 0 | 1
}

/** Most owners that the filter of the case list takes. */
const ownersMost = 50

const isRunning = `sla_kind = ${slaKinds.running}`

const boundsOf = (range: string): { readonly from: number; readonly to: number | null } => {
  const [from = '', to = ''] = range.split('-')
  return { from: Number(from), to: to === '' ? null : Number(to) }
}

interface Measured {
  readonly text: string
  readonly values: readonly SqlValue[]
}

/** How many deadlines that run are in a range, as the case list counts them. */
const dueSum = (range: (typeof deadlineRanges)[number], nowMs: number): Measured => {
  const { from, to } = boundsOf(range)
  return {
    text: `sum(queue_rank ${from === 0 ? '>' : '>='} ? and queue_rank < ? and ${isRunning}) as "due ${range}"`,
    values: [nowMs + from * hourMs, to === null ? firstFinishedRank : nowMs + to * hourMs],
  }
}

const ageSum = (range: (typeof ageRanges)[number], nowMs: number): Measured => {
  const { from, to } = boundsOf(range)
  return {
    text: `sum(created_at <= ? and created_at > ?) as "age ${range}"`,
    values: [
      from === 0 ? firstFinishedRank : nowMs - from * dayMs,
      to === null ? -firstFinishedRank : nowMs - to * dayMs,
    ],
  }
}

/** The unfinished cases of each owner, in one walk. */
const casesByOwner = (sql: SyncStatements, nowMs: number): readonly OwnerRow[] => {
  const ranges = [...deadlineRanges.map((one) => dueSum(one, nowMs)), ...ageRanges.map((one) => ageSum(one, nowMs))]
  return sql.all<OwnerRow>(
    `select owner_id, count(*) as open, min(created_at) as oldest, sum(queue_rank <= ? and ${isRunning}) as overdue,
       sum(sla_kind = ${slaKinds.paused}) as paused, ${ranges.map(({ text }) => text).join(', ')}
     from cases indexed by cases_unfinished where queue_rank < ${firstFinishedRank} group by owner_id`,
    nowMs,
    ...ranges.flatMap(({ values }) => values),
  )
}

interface AlertLoad {
  readonly assignee: string | null
  readonly open: number
  readonly overdue: number
}

const alertsByAssignee = (sql: SyncStatements, nowMs: number): readonly AlertLoad[] =>
  sql.all<AlertLoad>(
    'select assignee, count(*) as open, sum(coalesce(due_at, 9000000000000000) < ?) as overdue from alerts indexed by alerts_assigned where open = 1 group by assignee',
    nowMs,
  )

const tasksByAssignee = (sql: SyncStatements): ReadonlyMap<string, number> =>
  new Map(
    sql
      .all<{ assignee_uid: string; open: number }>(
        `select t.assignee_uid, count(*) as open from case_tasks t join cases c on c.id = t.case_id
         where t.state = 'open' and t.assignee_uid is not null and c.status not in ('resolved', 'closed') group by t.assignee_uid`,
      )
      .map(({ assignee_uid: uid, open }) => [uid, open]),
  )

const mayWork = ({ active, role }: UserRow): boolean => active === 1 && role !== 'auditor'

const weight = ({ open_cases: cases, open_alerts: alerts, open_tasks: tasks }: PersonLoad): number =>
  cases + alerts + tasks

/** The most overdue first, then the most loaded. */
const byLoad = (a: PersonLoad, b: PersonLoad): number =>
  b.overdue_cases - a.overdue_cases || weight(b) - weight(a) || a.user_id - b.user_id

const sumOf = (rows: readonly OwnerRow[], name: string): number => rows.reduce((sum, row) => sum + (row[name] ?? 0), 0)

/** How work is spread over people, what is nobody's, how old cases are, and which deadlines are to come. */
export const readTeamWork = (sql: SyncStatements, nowMs: number): TeamWork => {
  const users = sql.all<UserRow>('select id, uid, name, role, active from users')
  const rows = casesByOwner(sql, nowMs)
  const ofOwner = new Map(rows.map((row) => [row.owner_id, row]))
  const alerts = alertsByAssignee(sql, nowMs)
  const ofAssignee = new Map(alerts.map((row) => [row.assignee, row]))
  const tasks = tasksByAssignee(sql)
  const people = users.filter(mayWork).map(({ id, uid, name }): PersonLoad => {
    const oldest = ofOwner.get(id)?.['oldest']
    return {
      user_id: id,
      name,
      open_cases: ofOwner.get(id)?.open ?? 0,
      overdue_cases: ofOwner.get(id)?.overdue ?? 0,
      open_alerts: ofAssignee.get(uid)?.open ?? 0,
      overdue_alerts: ofAssignee.get(uid)?.overdue ?? 0,
      open_tasks: tasks.get(uid) ?? 0,
      oldest_case_at: oldest === undefined ? null : toTimestamp(oldest),
    }
  })
  const working = new Set(people.map(({ user_id: id }) => id))
  const names = new Map(users.map(({ id, name }) => [id, name]))
  const left = rows.filter(({ owner_id: id }) => !working.has(id)).sort((a, b) => b.open - a.open)
  return {
    people: { total: people.length, items: people.sort(byLoad).slice(0, workloadLimits.people) },
    nobody: {
      alerts: ofAssignee.get(null)?.open ?? 0,
      cases: sumOf(left, 'open'),
      owners: left
        .slice(0, ownersMost)
        .map(({ owner_id: id, open }) => ({ user_id: id, name: names.get(id) ?? '', open_cases: open })),
    },
    cases: {
      open: sumOf(rows, 'open'),
      overdue: sumOf(rows, 'overdue'),
      paused: sumOf(rows, 'paused'),
      due: deadlineRanges.map((range) => ({ due_in_hours: range, cases: sumOf(rows, `due ${range}`) })),
      ages: ageRanges.map((range) => ({ age_days: range, cases: sumOf(rows, `age ${range}`) })),
    },
  }
}
