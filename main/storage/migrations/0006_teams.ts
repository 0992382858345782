import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Teams of users, to which cases can be granted. */
export const teams: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql.raw('create table teams (uid text primary key, name text not null, members text not null, changed_at integer not null) strict, without rowid').execute(db)
  },
}
