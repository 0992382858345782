import { subjectRole } from '../../../../shared/schema/alerts.ts'
import type { AlertEntity } from '../../../../shared/schema/alerts.ts'
import { overviewLimits } from '../../../../shared/schema/case-overview.ts'
import type { CaseSubject } from '../../../../shared/schema/case-overview.ts'
import { toTimestamp } from '../../../../shared/schema/text.ts'
import { proposedRole } from '../../../domain/alerts/subject-role.ts'
import type { AlertsTable } from '../../alerts/tables.ts'
import type { SyncStatements } from '../../sqlite/statements.ts'
import type { CasesTable } from '../tables.ts'
import { asValues, subjectsSql } from './subject-values.ts'
import type { SubjectRef } from './subject-values.ts'

/** Alerts of a subject that are looked at, newest first: a terminal can have any number. */
const alertsMost = 1_000
/** Cases that are looked at, of each way in which a case can name a subject. */
const casesMost = 100

const newestAlerts = (columns: string): string =>
  `select ${columns} from alerts where entity_kind = s.kind and entity_id = s.id order by raised_at desc limit ${alertsMost}`
// Of people, companies and vessels of the register no alert says the entity.
const hitAlerts = (
  columns: string,
): string => `select ${columns} from alerts where s.kind in ('person', 'company', 'vessel') and uid in (
    select h.alert_uid from screening_subjects p join screening_hits h on h.subject_n = p.n where p.kind = s.kind and p.id = s.id)`

const counted = `json_object('total', count(*), 'open', coalesce(sum(open), 0), 'confirmed', coalesce(sum(status = 'confirmed'), 0),
    'level', coalesce(max(iif(open = 1 or status = 'confirmed', level, null)), -1))`

const alertsSql = `${subjectsSql} select s.place, iif(s.kind in ('person', 'company', 'vessel'),
    (select ${counted} from (${hitAlerts('open, status, level')})), (select ${counted} from (${newestAlerts('open, status, level')}))) as counted from s`

/** How many alerts a subject has in the workspace; `level`: of those that are open or confirmed, -1 without any. */
export interface CountedAlerts {
  readonly total: number
  readonly open: number
  readonly confirmed: number
  readonly level: number
}

/** By their places, how many alerts subjects have. */
export const alertsOfSubjects = (sql: SyncStatements, subjects: readonly SubjectRef[]): Map<number, CountedAlerts> =>
  new Map(
    sql
      .all<{ place: number; counted: string }>(alertsSql, asValues(subjects))
      .map(({ place, counted: text }) => [place, JSON.parse(text) as CountedAlerts]),
  )

interface RoleRow {
  readonly place: number
  readonly kind: AlertEntity['kind']
  readonly id: number
  readonly case_id: number | null
  readonly alert_kind: AlertsTable['kind']
  readonly signals: string
  readonly role: string | null
}

/** Confirmed alerts of a subject that are asked for its roles. */
const confirmedMost = 20

const lastStep = (table: string): string =>
  `select n, hlc, entry from ${table} where alert_uid = a.uid and alert_id = a.id and type = 'alert.moved' and status = 'confirmed'`
const sealedRole = `(select json_extract(cast(e.payload as text), '$.pub.subject_role') from (
    ${lastStep('alert_steps')} union all ${lastStep('case_alert_steps')}) t join entries e on e.n = t.n order by t.hlc desc, t.entry desc limit 1)`

const rolesSql = `${subjectsSql} select s.place, s.kind, a.id, a.case_id, a.signals, a.kind as alert_kind, ${sealedRole} as role
  from s cross join alerts a on a.id in (
    select id from (${newestAlerts('id, status')}) where status = 'confirmed' limit ${confirmedMost})
  order by s.place, a.moved_at desc, a.id desc`

type Role = CaseSubject['roles'][number]

/** By their places, what confirmed alerts say that subjects are. */
export const rolesOf = (sql: SyncStatements, subjects: readonly SubjectRef[]): Map<number, Role[]> => {
  const found = new Map<number, Role[]>()
  for (const row of sql.all<RoleRow>(rolesSql, asValues(subjects))) {
    const said = subjectRole.safeParse(row.role)
    // Of whom a list names no typology says a part.
    if (!said.success && row.alert_kind === 'screening') continue
    const role = said.success ? said.data : proposedRole(row.kind, JSON.parse(row.signals) as string[])
    const roles = found.get(row.place) ?? []
    const same = roles.findIndex((one) => one.role === role)
    if (same !== -1 && (roles[same]?.sealed === true || !said.success)) continue
    if (same !== -1) roles.splice(same, 1)
    roles.push({ role, sealed: said.success, alert_id: row.id, case_id: row.case_id })
    found.set(row.place, roles)
  }
  for (const roles of found.values()) roles.sort((a, b) => Number(b.sealed) - Number(a.sealed))
  return found
}

type OtherRow = Pick<CasesTable, 'id' | 'number' | 'title' | 'status' | 'outcome' | 'created_at'> & {
  readonly place: number
}

const newest = (text: string): string => `select case_id from (${text} limit ${casesMost})`
// Identifiers of links are integers: what is none is linked to nothing.
const linkedTo = `select case_id from case_links where s.kind in ('customer', 'account') and kind = s.kind
  and target = cast(s.id as integer) and cast(cast(s.id as integer) as text) = s.id order by case_id desc`
const openedFor =
  'select case_id from entity_cases where entity_kind = s.kind and entity_id = s.id order by case_id desc'
const byAlerts = `select distinct case_id from (${newestAlerts('case_id')}) where case_id is not null`
const byHits = hitAlerts('case_id')

const othersSql = `${subjectsSql} select s.place, c.id, c.number, c.title, c.status, c.outcome, c.created_at
  from s cross join cases c on c.id in (${newest(linkedTo)} union ${newest(openedFor)} union ${newest(byAlerts)} union ${newest(byHits)})
  where c.id <> ? order by s.place, c.created_at desc, c.id desc`

/** By their places, the other cases that name subjects. */
export const otherCasesOf = (
  sql: SyncStatements,
  caseId: number,
  subjects: readonly SubjectRef[],
): Map<number, CaseSubject['other_cases']> => {
  const found = new Map<number, { total: number; items: CaseSubject['other_cases']['items'] }>()
  for (const row of sql.all<OtherRow>(othersSql, asValues(subjects), caseId)) {
    const cases = found.get(row.place) ?? { total: 0, items: [] }
    cases.total += 1
    if (cases.items.length < overviewLimits.otherCases)
      cases.items.push({
        id: row.id,
        case_number: row.number,
        title: row.title,
        status: row.status,
        outcome: row.outcome,
        created_at: toTimestamp(row.created_at),
      })
    found.set(row.place, cases)
  }
  return found
}
