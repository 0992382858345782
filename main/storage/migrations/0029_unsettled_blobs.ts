import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Bytes in the store of evidence that this device is about to place, or whose last key it has let go: the only ones that may be removed
 * without a key (E-36). A key that is filed ends the row in its own transaction, and the last key that goes makes one, whoever does either.
 */
const statements = [
  'create table unsettled_blobs (sha256 text primary key) strict, without rowid',
  `create trigger a_key_settles_its_blob after insert on blob_keys begin
    delete from unsettled_blobs where sha256 = new.sha256;
  end`,
  `create trigger the_last_key_unsettles_its_blob after delete on blob_keys when not exists (select 1 from blob_keys where sha256 = old.sha256) begin
    insert or ignore into unsettled_blobs (sha256) values (old.sha256);
  end`,
]

/** What the sweep of stored bytes goes by, instead of by what a database does not know. */
export const unsettledBlobs: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
