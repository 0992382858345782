import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `create table case_relations (
    case_id integer not null,
    act text not null,
    kind text not null,
    other_uid text not null,
    other_number text not null,
    place integer not null,
    holds integer not null,
    entry text not null,
    at integer not null,
    actor text not null,
    primary key (case_id, act)
  ) strict, without rowid`,
  'create index case_relations_pair on case_relations (case_id, kind, other_uid)',
  'create index case_relations_other on case_relations (other_uid, kind, case_id)',
  'create index entity_cases_case on entity_cases (case_id)',
]

/** How cases belong together, and which entities a case was opened for. */
export const caseRelations: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
