import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `create table drafts (
    user_uid text not null,
    key text not null,
    case_id integer,
    text text not null,
    written_at integer not null,
    primary key (user_uid, key)
  ) strict, without rowid`,
  'create index drafts_by_case on drafts (case_id) where case_id is not null',
  // Whoever erases a value, a person here or sync, cannot forget the words that may quote it (L-57).
  `create trigger drafts_end_with_a_value after update of sealed on disclosures when old.sealed is not null and new.sealed is null begin
    delete from drafts where case_id = (select chain from entries where n = new.entry);
  end`,
]

/** What a user types and has not sealed yet. */
export const drafts: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
