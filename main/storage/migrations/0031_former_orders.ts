import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // Local state: an order of a chain that the hub signed for and has lost. `ids` are the ids of its entries, 32 bytes each, in that order; `note` is the hub's checkpoint over them.
  `create table former_orders (
    n integer primary key,
    uid text not null,
    note text not null,
    ids blob not null check (length(ids) % 32 = 0)
  ) strict`,
  'create index former_orders_uid on former_orders (uid)',
]

/** What a hub that was restored had signed for, until it has it again (docs/spec/sync.md, Y-84). */
export const formerOrders: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
