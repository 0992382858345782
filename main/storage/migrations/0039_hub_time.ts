import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The last comparison of this computer's clock with its hub's (Y-86). */
export const hubTime: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql.raw('create table hub_time (id integer primary key check (id = 1), hub_ms integer not null, wall_ms integer not null, up_ms integer not null, boot_id text not null) strict').execute(db)
  },
}
