import { riskLevels } from '../../../../shared/schema/activity.ts'
import { overviewLimits } from '../../../../shared/schema/case-overview.ts'
import type { CaseOverview, CaseSubject } from '../../../../shared/schema/case-overview.ts'
import type { SyncStatements } from '../../sqlite/statements.ts'
import { alertsOfSubjects, otherCasesOf, rolesOf } from './subject-work.ts'
import { hitsOfSubjects, openHitsOf } from './subject-hits.ts'
import type { FoundHits } from './subject-hits.ts'
import type { SubjectRef } from './subject-values.ts'

/** A subject as the case itself names it. */
interface Candidate extends SubjectRef {
  linked: boolean
  alerts: number
  /** The highest level of its alerts of the case that are open or confirmed; -1: there is none. */
  level: number
}

interface NamedRow extends SubjectRef {
  readonly alerts: number
  readonly level: number | null
}

const linkedSql =
  "select kind, cast(target as text) as id from case_links where case_id = ? and kind in ('customer', 'account') order by kind desc, place, target"
const openedForSql =
  'select entity_kind as kind, entity_id as id from entity_cases where case_id = ? order by entity_kind, entity_id'
const alertedSql = `select entity_kind as kind, entity_id as id, count(*) as alerts, max(iif(open = 1 or status = 'confirmed', level, null)) as level
  from alerts where case_id = ? and entity_kind is not null and entity_id is not null group by entity_kind, entity_id order by max(score) desc, entity_id`
// Of people, companies and vessels of the register no alert says the entity: its hits do.
const screenedSql = `select s.kind, s.id, count(distinct a.id) as alerts, max(iif(a.open = 1 or a.status = 'confirmed', a.level, null)) as level
  from alerts a join screening_hits h on h.alert_uid = a.uid join screening_subjects s on s.n = h.subject_n
  where a.case_id = ? and a.kind = 'screening' and a.entity_kind is null group by s.kind, s.id order by s.kind, s.id`

const keyOf = ({ kind, id }: SubjectRef): string => `${kind}:${id}`

/** Everybody whom the case names, or an alert of it. */
const candidatesOf = (sql: SyncStatements, caseId: number): Candidate[] => {
  const found = new Map<string, Candidate>()
  const take = ({ kind, id }: SubjectRef): Candidate => {
    const key = keyOf({ kind, id })
    const known = found.get(key)
    if (known !== undefined) return known
    const fresh: Candidate = { kind, id, linked: false, alerts: 0, level: -1 }
    found.set(key, fresh)
    return fresh
  }
  for (const row of sql.all<SubjectRef>(linkedSql, caseId)) take(row).linked = true
  for (const row of sql.all<SubjectRef>(openedForSql, caseId)) take(row).linked = true
  for (const text of [alertedSql, screenedSql])
    for (const row of sql.all<NamedRow>(text, caseId)) {
      const candidate = take(row)
      candidate.alerts += row.alerts
      candidate.level = Math.max(candidate.level, row.level ?? -1)
    }
  return [...found.values()]
}

const noHits: FoundHits = { open: 0, confirmed: 0, level: -1 }

/** The gravest first, then those with a hit that nobody has decided, then those that the case itself names. */
const ranked = (
  candidates: readonly Candidate[],
  hits: ReadonlyMap<number, FoundHits>,
): { readonly candidate: Candidate; readonly hits: FoundHits }[] =>
  candidates
    .map((candidate, place) => ({ candidate, hits: hits.get(place) ?? noHits }))
    .sort(
      (a, b) =>
        Math.max(b.candidate.level, b.hits.level) - Math.max(a.candidate.level, a.hits.level) ||
        Number(b.hits.open > 0) - Number(a.hits.open > 0) ||
        Number(b.candidate.linked) - Number(a.candidate.linked),
    )

const riskOf = (rank: number): CaseSubject['risk_level'] => riskLevels[rank] ?? null

/** The subjects of a case with what is known of each; in the time of the case's own rows and of those that are shown. */
export const readSubjects = (sql: SyncStatements, caseId: number): CaseOverview['subjects'] => {
  const candidates = candidatesOf(sql, caseId)
  const hits = openHitsOf(sql, candidates)
  const shown = ranked(candidates, hits).slice(0, overviewLimits.subjects)
  const refs = shown.map(({ candidate }) => candidate)
  const [alerts, roles, listed, cases] = [
    alertsOfSubjects(sql, refs),
    rolesOf(sql, refs),
    hitsOfSubjects(sql, refs),
    otherCasesOf(sql, caseId, refs),
  ]
  return {
    total: candidates.length,
    open_hits: [...hits.values()].reduce((sum, { open }) => sum + open, 0),
    items: shown.map(({ candidate: { kind, id, linked, alerts: ofCase, level }, hits: found }, place): CaseSubject => {
      const work = alerts.get(place) ?? { total: 0, open: 0, confirmed: 0, level: -1 }
      return {
        kind,
        id,
        name: listed.get(place)?.name ?? null,
        linked,
        roles: roles.get(place) ?? [],
        risk_level: riskOf(Math.max(level, work.level, found.level)),
        alerts: { total: work.total, open: work.open, confirmed: work.confirmed, of_case: ofCase },
        hits: { open: found.open, confirmed: found.confirmed, items: listed.get(place)?.items ?? [] },
        other_cases: cases.get(place) ?? { total: 0, items: [] },
      }
    }),
  }
}
