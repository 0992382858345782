import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // There: what restores set aside in the folder is to be destroyed, since it may hold what was erased or given back. The files go after the commit.
  'create table copies_due (id integer primary key check (id = 1)) strict',
  `create trigger copies_end_with_a_value after update of sealed on disclosures when old.sealed is not null and new.sealed is null begin
    insert or ignore into copies_due (id) values (1);
  end`,
  "insert into copies_due (id) select 1 from hub where halted_state = 'removed'",
]

/** Whoever erases a value, a person here or sync, cannot forget the copies of the workspace in the folder (L-56). */
export const copiesDue: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
