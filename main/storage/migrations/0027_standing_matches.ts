import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  'alter table screening_hits add column unfit_at integer',
  'alter table screening_hits add column unfit_n integer',
  'alter table screenings add column standing integer not null default 0',
]

/** Confirmed matches that the comparison finds no longer. */
export const standingMatches: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
