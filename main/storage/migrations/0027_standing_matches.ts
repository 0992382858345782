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
  // Whoever was found clear by an earlier way of comparing names may be no more: everybody is compared with everything once.
  `insert into screening_runs (uid, reason, started_at, finished_at, lists, changed, through, reached, subjects, done, found, gone)
   select lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))),
     'matching_changed', unixepoch() * 1000, null, '[]', null, max(n), 0, count(*), 0, 0, 0 from screening_subjects having count(*) > 0`,
]

/** Confirmed matches that the comparison finds no longer, and what activities tell of a subject beside its own facts; the register is screened again. */
export const standingMatches: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
