import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = ['alter table activity_labels add column is_late integer not null default 0 check (is_late in (0, 1))']

/** Labels that a file brought after their activity. */
export const lateLabels: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
