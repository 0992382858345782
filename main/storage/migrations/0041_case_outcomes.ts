import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  'alter table cases add column outcome text',
  'create index cases_outcome on cases (outcome, queue_rank, id) where outcome is not null',
  'create index cases_finished on cases (finished_at, outcome) where finished_at is not null',
  // Entries that name an outcome can have come by sync before this release could read it: their cases are projected anew (Y-27).
  `update standings set opaque = opaque + 1 where uid in (
    select c.uid from entries e join chains c on c.id = e.chain
    where e.hub_pos is not null and instr(cast(e.payload as text), '"outcome"') > 0 and json_extract(cast(e.payload as text), '$.type') in ('case.opened', 'status.changed')
      and json_extract(cast(e.payload as text), '$.pub.outcome') is not null
  )`,
]

/** What came of finished cases. */
export const caseOutcomes: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
