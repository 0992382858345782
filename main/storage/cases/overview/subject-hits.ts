import { riskLevels } from '../../../../shared/schema/activity.ts'
import { overviewLimits } from '../../../../shared/schema/case-overview.ts'
import type { CaseSubject } from '../../../../shared/schema/case-overview.ts'
import type { ScreeningMatchItem } from '../../../../shared/schema/screening.ts'
import { levelOfMatch } from '../../screening/raise-alert.ts'
import type { SyncStatements } from '../../sqlite/statements.ts'
import { asValues, subjectsSql } from './subject-values.ts'
import type { SubjectRef } from './subject-values.ts'

/** Hits of a subject that say something of it now. */
export interface FoundHits {
  readonly open: number
  readonly confirmed: number
  /** The gravest of them by score and alert; -1: there is none. */
  readonly level: number
}

type HitItem = CaseSubject['hits']['items'][number]

/** What the register knows of a subject, and its best hits. */
export interface ListedSubject {
  readonly name: string
  readonly items: HitItem[]
}

// The signs before the state keep SQLite from reading the hits of the whole workspace by it.
const countedSql = `${subjectsSql} select s.place, sum(h.state = 'open') as open, sum(h.state = 'true_match') as confirmed, max(h.score) as score,
    max((select a.level from alerts a where a.uid = h.alert_uid and a.open = 1)) as level
  from s cross join screening_subjects p on p.kind = s.kind and p.id = s.id cross join screening_hits h on h.subject_n = p.n
  where +h.state in ('open', 'true_match') group by s.place`

/** By their places, the hits of subjects that are open or confirmed. */
export const openHitsOf = (sql: SyncStatements, subjects: readonly SubjectRef[]): Map<number, FoundHits> =>
  new Map(
    sql
      .all<{ place: number; open: number; confirmed: number; score: number; level: number | null }>(
        countedSql,
        asValues(subjects),
      )
      .map(({ place, open, confirmed, score, level }) => [
        place,
        {
          open,
          confirmed,
          level: Math.max(riskLevels.indexOf(levelOfMatch({ score, qualifiers: [] })), level ?? -1),
        },
      ]),
  )

const namesSql = `${subjectsSql} select s.place, p.name from s cross join screening_subjects p on p.kind = s.kind and p.id = s.id`

interface HitRow {
  readonly place: number
  readonly uid: string
  readonly state: HitItem['state']
  readonly list: string
  readonly title: string | null
  readonly score: number
  readonly match: string
  readonly alert_id: number | null
}

const itemsSql = `${subjectsSql} select place, uid, state, list, score, match,
    (select w.title from watchlist_settings w where w.key = list) as title,
    (select a.id from alerts a where a.uid = alert_uid and a.kind = 'screening') as alert_id
  from (select s.place, h.uid, h.state, h.list, h.score, h.match, h.alert_uid,
      row_number() over (partition by s.place order by h.state = 'open' desc, h.score desc, h.n) as rank
    from s cross join screening_subjects p on p.kind = s.kind and p.id = s.id cross join screening_hits h on h.subject_n = p.n
    where +h.state in ('open', 'true_match'))
  where rank <= ? order by place, rank`

const itemOf = ({ uid, state, list, title, score, match, alert_id: alertId }: HitRow): HitItem => {
  const found = JSON.parse(match) as ScreeningMatchItem
  return {
    id: uid,
    state,
    list,
    list_title: title ?? list,
    listed_name: found.listed_name,
    score,
    risk_level: levelOfMatch(found),
    alert_id: alertId,
  }
}

/** By their places, what the register knows of subjects. */
export const hitsOfSubjects = (sql: SyncStatements, subjects: readonly SubjectRef[]): Map<number, ListedSubject> => {
  const values = asValues(subjects)
  const found = new Map<number, ListedSubject>(
    sql.all<{ place: number; name: string }>(namesSql, values).map(({ place, name }) => [place, { name, items: [] }]),
  )
  for (const row of sql.all<HitRow>(itemsSql, values, overviewLimits.hits))
    found.get(row.place)?.items.push(itemOf(row))
  return found
}
