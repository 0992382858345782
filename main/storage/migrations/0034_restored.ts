import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A copy of a folder that this release has not opened yet gets the table with its mark, before the migration comes to it. */
export const backupMarkTable = 'create table if not exists backup_mark (id integer primary key check (id = 1), made_at integer not null) strict'

const statements = [
  backupMarkTable,
  // The id before the first one of the stream.
  'alter table event_stream add column since integer not null default 0',
  'create table former_streams (last integer primary key, first integer not null, uid text not null) strict',
]

/** What a backup says of itself, and the streams of events that a folder told before it was restored. */
export const restored: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
