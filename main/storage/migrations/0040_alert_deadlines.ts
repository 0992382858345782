import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  'drop index if exists alerts_by_due',
  // Alerts without a deadline come last, as in `list.ts`: an index of the column alone has them first, and every page was sorted out of all alerts.
  'create index alerts_by_deadline on alerts (open, coalesce(due_at, 9000000000000000), id)',
]

/** The list of alerts by deadline is read in the order of an index. */
export const alertDeadlines: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
