import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // Whether the hub has sealed that it has the bytes.
  'alter table evidence add column received integer not null default 0',
  'create index evidence_unsent on evidence (size, id) where received = 0',
  'create index evidence_at_hub on evidence (size, id) where received = 1',
  // Bytes that were asked for or have begun to come; local state, of which no entry speaks.
  `create table evidence_fetches (
    case_id integer not null,
    sha256 text not null,
    wanted integer not null check (wanted in (0, 1)),
    partial_id text,
    wrapped_key blob,
    primary key (case_id, sha256)
  ) strict, without rowid`,
  'alter table sync_settings add column rate_cap integer',
]

/** Bytes of evidence travel between a device and its hub (docs/spec/sync.md, section 6). */
export const evidenceTransfers: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
