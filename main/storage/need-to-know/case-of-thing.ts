import type { ThingKind } from '../../domain/access/named-things.ts'
import type { SqlValue, SyncStatements } from '../sqlite/statements.ts'

/** How the case is found that something belongs to. */
const caseQueries: Readonly<Record<ThingKind, string>> = {
  case: 'select id as case_id from cases where id = ?',
  case_uid: 'select id as case_id from chains where uid = ? and id > 0',
  case_number: 'select case_id from case_numbers where number = ? order by current desc limit 1',
  evidence: 'select case_id from evidence where id = ?',
  acquisition: 'select case_id from acquisitions where id = ?',
  export: 'select case_id from exports where id = ?',
  report: 'select case_id from case_reports where uid = ?',
  alert: 'select case_id from alerts where id = ?',
  decision: 'select case_id from case_decisions where uid = ?',
  conflict: 'select case_id from conflicts where loser = ?',
  set_aside: 'select c.id as case_id from set_aside s join chains c on c.uid = s.uid where s.id = ?',
}

/** Something that a request names. */
export interface Thing {
  readonly kind: ThingKind
  readonly id: SqlValue
}

/** The case that something is of; null: it is of none, or not here. */
export const caseOfThing = (sql: Pick<SyncStatements, 'get'>, { kind, id }: Thing): number | null =>
  sql.get<{ case_id: number | null }>(caseQueries[kind], id)?.case_id ?? null
