import type { knownFilters, KnownMark, Standing } from '../../../shared/schema/known-files.ts'
import type { EvidenceTable } from '../evidence/tables.ts'
import type { SqlValue, SyncStatements } from '../sqlite/statements.ts'

const gravest: readonly Standing[] = ['known_bad', 'of_interest', 'known_good']

/** The lists that a piece is on, what is said to be bad before what is said to be good. */
export const knownMarksOf = (sql: SyncStatements, piece: Pick<EvidenceTable, 'case_id' | 'sha256'>): KnownMark[] =>
  sql
    .all<KnownMark>(
      `select m.list_id, l.name as list, l.standing, m.by from known_marks m join known_lists l on l.id = m.list_id
       where m.case_id = ? and m.sha256 = ? order by m.list_id desc`,
      piece.case_id,
      piece.sha256,
    )
    .toSorted((one, other) => gravest.indexOf(one.standing) - gravest.indexOf(other.standing))

const onList = `exists (select 1 from known_marks m join known_lists l on l.id = m.list_id
  where m.case_id = evidence.case_id and m.sha256 = evidence.sha256 and l.standing = ?)`

const onAny = 'exists (select 1 from known_marks m where m.case_id = evidence.case_id and m.sha256 = evidence.sha256)'

/** What a filter asks of the rows of `evidence`. */
export const knownCondition = (filter: (typeof knownFilters)[number]): [string, ...SqlValue[]] =>
  filter === 'unlisted' ? [`not ${onAny}`] : [onList, filter]
