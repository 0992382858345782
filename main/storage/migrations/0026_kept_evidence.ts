import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // Local state: bytes that no hub has sealed as received, of an entry that has left its case here. The key of the bytes stays filed under the id that the case had.
  `create table kept_evidence (
    n integer primary key,
    entry_id text not null unique,
    uid text not null,
    case_id integer not null,
    case_number text not null,
    sha256 text not null,
    size integer not null,
    at_hub integer not null check (at_hub in (0, 1)),
    at integer not null
  ) strict`,
  'create index kept_evidence_bytes on kept_evidence (case_id, sha256)',
]

/** Evidence that stays on this device although its case was dropped or its entry set aside (docs/spec/sync.md, Y-76). */
export const keptEvidence: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
