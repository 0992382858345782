import { entityKinds, riskLevels } from '../../../shared/schema/activity.ts'
import type { EntityKind } from '../../../shared/schema/activity.ts'
import type { FoundOf, SearchReason, SoughtEntityKind } from '../../../shared/schema/search.ts'
import type { ScreeningSubjectsTable } from '../screening/tables.ts'
import { entityOfTerm, termRanges } from '../transactions/terms.ts'
import { foundMost, shownOf } from './finding.ts'
import type { SearchCandidate, Finding, SearchReads } from './finding.ts'
import { beginningRange } from './question.ts'
import type { Question } from './question.ts'
import { reasonOfId, reasonOfName } from './reasons.ts'

type Entity = FoundOf<'entity'>
interface Ref {
  readonly kind: SoughtEntityKind
  readonly id: string
}
type Found = SearchCandidate<string, Ref>
type Subject = Pick<ScreeningSubjectsTable, 'n' | 'kind' | 'id' | 'name' | 'facts'>

const countedMost = 1_000

const candidate = ({ kind, id }: Ref, reason: SearchReason): Found => ({
  key: `${kind}:${id}`,
  row: { kind, id },
  reason,
})

const byId = (question: Question, refs: readonly Ref[]): Found[] =>
  refs.flatMap((ref) => {
    const reason = reasonOfId(question, 'id', ref.id)
    return reason === null ? [] : [candidate(ref, reason)]
  })

/** Those that activities name: the words of their index are in order. */
const ofActivities = ({ sql }: SearchReads, question: Question): Found[] =>
  entityKinds.flatMap((kind) =>
    question.spellings.flatMap((spelling) =>
      termRanges(kind, spelling).flatMap(({ term, before }) => {
        const terms = sql.all<{ term: string }>(
          question.takesBeginnings
            ? 'select term from activity_vocabulary where term >= ? and term < ? limit ?'
            : 'select term from activity_vocabulary where term = ? and term < ? limit ?',
          term,
          before,
          foundMost,
        )
        return byId(
          question,
          terms.map((row) => ({ kind, id: entityOfTerm(row.term) })),
        )
      }),
    ),
  )

/** Those that alerts are about: activities of another system may not have come. */
const ofAlerts = ({ sql }: SearchReads, question: Question): Found[] =>
  entityKinds.flatMap((kind) =>
    question.spellings.flatMap((spelling) => {
      const [from, to] = question.takesBeginnings ? beginningRange(spelling) : [spelling, `${spelling}\u0000`]
      return byId(
        question,
        sql
          .all<{ id: string }>(
            'select distinct entity_id as id from alerts where entity_kind = ? and entity_id >= ? and entity_id < ? order by entity_id limit ?',
            kind,
            from,
            to,
            foundMost,
          )
          .map(({ id }) => ({ kind, id })),
      )
    }),
  )

const subjectColumns = 's.n, s.kind, s.id, s.name, s.facts'

/** Those whom the register of screening knows, by identifier. */
const ofRegister = ({ sql }: SearchReads, question: Question): Found[] =>
  question.spellings.flatMap((spelling) => {
    const [from, to] = question.takesBeginnings ? beginningRange(spelling) : [spelling, `${spelling}\u0000`]
    return byId(
      question,
      sql.all<Ref>(
        'select kind, id from screening_subjects where id >= ? and id < ? order by id limit ?',
        from,
        to,
        foundMost,
      ),
    )
  })

const namesOf = ({ name, facts }: Subject): readonly string[] => [
  name,
  ...((JSON.parse(facts) as { names?: string[] }).names ?? []),
]

/** The same by name. */
const byName = ({ sql }: SearchReads, question: Question): Found[] =>
  question.match === null
    ? []
    : sql
        .all<Subject>(
          `select ${subjectColumns} from (select rowid as n from subject_words where subject_words match ? order by rowid desc limit ?) found
           cross join screening_subjects s on s.n = found.n`,
          question.match,
          foundMost,
        )
        .map((subject) => candidate(subject as Ref, reasonOfName(question, 'name', namesOf(subject))))

const isActivityKind = (kind: SoughtEntityKind): kind is EntityKind => entityKinds.some((one) => one === kind)

const shown =
  ({ sql }: SearchReads) =>
  ({ kind, id }: Ref, reason: SearchReason): Entity => {
    const subject = sql.get<Subject>(
      `select ${subjectColumns} from screening_subjects s where s.kind = ? and s.id = ?`,
      kind,
      id,
    )
    const alerts = sql.get<{ open: number; level: number | null }>(
      `select count(*) filter (where open = 1) as open, max(level) filter (where open = 1 or status = 'confirmed') as level
       from (select open, level, status from alerts where entity_kind = ? and entity_id = ? order by raised_at desc limit ${countedMost})`,
      kind,
      id,
    )
    const hits =
      subject === undefined
        ? undefined
        : sql.get<{ hits: number }>(
            `select count(*) as hits from (select 1 from screening_hits where subject_n = ? and state = 'open' limit ${countedMost})`,
            subject.n,
          )
    const ranges = isActivityKind(kind) ? termRanges(kind, id) : []
    return {
      kind: 'entity',
      entity_kind: kind,
      id,
      name: subject === undefined || subject.name === id ? null : subject.name,
      risk_level: riskLevels[alerts?.level ?? -1] ?? null,
      open_alerts: alerts?.open ?? 0,
      open_hits: hits?.hits ?? 0,
      active: ranges.some(
        ({ term }) => sql.get('select term from activity_vocabulary where term = ? limit 1', term) !== undefined,
      ),
      screened: subject !== undefined,
      reason,
    }
  }

/** Customers, accounts, terminals and others, by identifier, then by the names that the register of screening has. */
export const findEntities = (reads: SearchReads, question: Question): Finding<Entity> =>
  shownOf(
    [ofActivities, ofAlerts, ofRegister, byName].flatMap((find) => find(reads, question)),
    shown(reads),
  )
