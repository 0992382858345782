import { entityKinds } from '../../../shared/schema/activity.ts'
import type { FoundOf, SearchReason } from '../../../shared/schema/search.ts'
import { pageSql } from '../cases/list-sql.ts'
import { toMatch } from '../cases/search-text.ts'
import type { CasesTable } from '../cases/tables.ts'
import { caseReason } from './case-reasons.ts'
import { alertsNaming } from './find-alerts.ts'
import { foundMost, shownOf } from './finding.ts'
import type { SearchCandidate, Finding, SearchReads } from './finding.ts'
import { reasonOfNaming } from './naming.ts'
import { beginningRange } from './question.ts'
import type { Question } from './question.ts'
import { reasonOfId } from './reasons.ts'

type Case = FoundOf<'case'>
type Found = SearchCandidate<number, CasesTable>

const shown = (row: CasesTable, reason: SearchReason): Case => ({
  kind: 'case',
  id: row.id,
  case_number: row.number,
  title: row.title,
  status: row.status,
  priority: row.priority,
  outcome: row.outcome,
  reason,
})

const found = <Row extends CasesTable>(rows: readonly Row[], reasonOf: (row: Row) => SearchReason | null): Found[] =>
  rows.flatMap((row) => {
    const reason = reasonOf(row)
    return reason === null ? [] : [{ key: row.id, row, reason }]
  })

/** By the numbers that it bears and bore, newest number first. */
const byNumber = ({ sql }: SearchReads, question: Question): Found[] =>
  question.spellings.flatMap((spelling) => {
    const [from, to] = question.takesBeginnings ? beginningRange(spelling) : [spelling, `${spelling}\u0000`]
    const rows = sql.all<CasesTable & { asked: string; current: number }>(
      `select c.*, found.number as asked, found.current from (
         select * from case_numbers where number >= ? and number < ? order by number desc limit ?
       ) found cross join cases c on c.id = found.case_id order by found.number desc, found.current desc`,
      from,
      to,
      foundMost,
    )
    return found(rows, ({ asked, current }) => reasonOfId(question, current === 1 ? 'number' : 'former_number', asked))
  })

const byReference = ({ sql }: SearchReads, question: Question): Found[] =>
  question.spellings.flatMap((spelling) => {
    const [from, to] = question.takesBeginnings ? beginningRange(spelling) : [spelling, `${spelling}\u0000`]
    const rows = sql.all<CasesTable>(
      'select * from cases where source_reference >= ? and source_reference < ? order by source_reference limit ?',
      from,
      to,
      foundMost,
    )
    return found(rows, (row) => reasonOfId(question, 'reference', row.source_reference ?? ''))
  })

const integer = /^[1-9]\d{0,15}$/u

/** Those that a person linked with a customer, an account or an alert. */
const byLink = ({ sql }: SearchReads, question: Question): Found[] => {
  if (!integer.test(question.typed)) return []
  return (['customer', 'account', 'alert'] as const).flatMap((kind) => {
    const rows = sql.all<CasesTable>(
      `select c.* from (select case_id from case_links where kind = ? and target = ? order by case_id desc limit ?) found
       cross join cases c on c.id = found.case_id order by c.id desc`,
      kind,
      Number(question.typed),
      foundMost,
    )
    return found(rows, () => reasonOfId(question, kind, question.typed))
  })
}

/** Those that hold alerts of an entity. */
const byEntity = ({ sql }: SearchReads, question: Question): Found[] =>
  entityKinds.flatMap((kind) =>
    question.spellings.flatMap((spelling) => {
      const rows = sql.all<CasesTable>(
        `select c.* from (
           select case_id from (select case_id, raised_at from alerts where entity_kind = ? and entity_id = ? order by raised_at desc limit 200)
           where case_id is not null group by case_id order by max(raised_at) desc limit ?
         ) found cross join cases c on c.id = found.case_id order by c.updated_at desc`,
        kind,
        spelling,
        foundMost,
      )
      return found(rows, () => reasonOfId(question, kind, spelling))
    }),
  )

/** Those that hold alerts of transactions that name an entity. */
const byNaming = (reads: SearchReads, question: Question): Found[] =>
  alertsNaming(reads, question).flatMap((alert) =>
    alert.case_id === null
      ? []
      : found(reads.sql.all<CasesTable>('select * from cases where id = ?', alert.case_id), () =>
          reasonOfNaming(question, alert),
        ),
  )

/** Notes and pieces of which a case is wanted: a case may have many of them. */
const documentsMost = 60
/** What so many words have in common in different texts of a case only the list of cases looks for. */
const apartMost = 4

/** Cases in one text of which all words are: the newest by title and description, then by note and piece. */
const byOneText = ({ sql }: SearchReads, { terms }: Question): CasesTable[] => {
  const match = terms.map(toMatch).join(' AND ')
  const heads = sql.all<CasesTable>(
    `select c.* from (select -rowid as id from search where search match ? and rowid < 0 order by rowid limit ?) found
     cross join cases c on c.id = found.id order by c.id desc`,
    match,
    foundMost,
  )
  if (heads.length === foundMost) return heads
  const others = sql.all<CasesTable>(
    `select c.* from (
       select rowid as n from search where search match ? and rowid > 0 order by rowid desc limit ${documentsMost}
     ) found left join notes n on n.n = found.n left join evidence e on e.n = found.n
     cross join cases c on c.id = coalesce(n.case_id, e.case_id) group by c.id order by max(found.n) desc limit ?`,
    match,
    foundMost,
  )
  return [...heads, ...others]
}

/** As the list of cases finds them: each word in a text of its own. */
const byTextsApart = ({ sql, nowMs }: SearchReads, { typed, terms }: Question): CasesTable[] => {
  if (terms.length > apartMost) return []
  const { text, values } = pageSql(
    { q: typed, sort: '-updated', view: 'list', page: 1, size: foundMost },
    'c.*',
    '',
    nowMs,
  )
  return sql.all<CasesTable>(text, ...values)
}

const byWords = (reads: SearchReads, question: Question): Found[] => {
  if (question.terms.length === 0) return []
  const together = byOneText(reads, question)
  const isEnough = new Set(together.map(({ id }) => id)).size >= foundMost
  const rows = isEnough ? together : [...together, ...byTextsApart(reads, question)]
  const cases = [...new Map(rows.map((row) => [row.id, row])).values()].slice(0, foundMost)
  return found(cases, (row) => caseReason(reads, question, row))
}

/** Cases by number, reference, link and entity, then by words. */
export const findCases = (reads: SearchReads, question: Question): Finding<Case> =>
  shownOf(
    [byNumber, byReference, byLink, byEntity, byNaming, byWords].flatMap((by) => by(reads, question)),
    shown,
  )
