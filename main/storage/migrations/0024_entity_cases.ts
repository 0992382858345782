import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `create table entity_cases_anew (
    entity_kind text not null,
    entity_id text not null,
    case_id integer not null,
    first_at integer not null,
    last_at integer not null,
    primary key (entity_kind, entity_id, case_id)
  ) strict, without rowid`,
  `insert into entity_cases_anew select e.entity_kind, e.entity_id, e.case_id,
     min(e.last_at, coalesce((select min(a.first_at) from alerts a where a.case_id = e.case_id and a.entity_kind = e.entity_kind and a.entity_id = e.entity_id), e.last_at)), e.last_at
   from entity_cases e`,
  'drop table entity_cases',
  'alter table entity_cases_anew rename to entity_cases',
]

/** A case that the detection opened for an entity knows where its activities begin, so that alerts of long before are not taken for more of the same. */
export const entityCases: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
