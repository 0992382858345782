import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = ['create index alert_transactions_awaited on alert_transactions (transaction_id) where transaction_row is null']

/** The activities that alerts of other systems name and that have not come in. */
export const namedActivities: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
