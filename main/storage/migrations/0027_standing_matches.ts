import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  'alter table screening_hits add column unfit_at integer',
  'alter table screening_hits add column unfit_n integer',
  'alter table screenings add column standing integer not null default 0',
  `create table screening_told (
    n integer primary key autoincrement,
    subject_n integer not null,
    digest text not null,
    facts text not null,
    told_at integer not null,
    waiting integer not null check (waiting in (0, 1)),
    unique (subject_n, digest)
  ) strict`,
  'create index screening_told_waiting on screening_told (n) where waiting = 1',
  'alter table screening_subjects add column names_left_out integer not null default 0',
  'create index screening_subjects_left_out on screening_subjects (names_left_out) where names_left_out > 0',
]

/** Confirmed matches that the comparison finds no longer, and what activities tell of a subject beside its own facts. */
export const standingMatches: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
