import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  'create table detection_policy_changes (entry text primary key, at integer not null, actor text not null, policy text not null) strict, without rowid',
  'create index detection_policy_changes_by_time on detection_policy_changes (at, entry)',
]

/** Who changed the policy of detection, and when. */
export const policyChanges: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
