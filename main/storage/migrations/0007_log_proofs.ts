import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // Heads of the hub's log: the newest of each kind, and those that a proof below is against.
  `create table log_heads (
    kind text not null check (kind in ('newest', 'cosigned', 'timestamped')),
    size integer not null,
    root blob not null,
    note text not null,
    token text,
    verified_at integer not null,
    primary key (kind, size)
  ) strict, without rowid`,
  `create table log_proofs (
    uid text not null,
    kind text not null check (kind in ('cosigned', 'timestamped')),
    size integer not null,
    note text not null,
    leaf_index integer not null,
    hashes blob not null,
    head_size integer not null,
    primary key (uid, kind)
  ) strict, without rowid`,
  'create index log_proofs_head on log_proofs (kind, head_size)',
  // Witnesses that the people of this device trust: C2SP verifier keys.
  `create table trusted_witnesses (
    name text primary key,
    key text not null,
    source text not null check (source in ('person', 'configured')),
    added_at integer not null
  ) strict, without rowid`,
]

/** What a device knows of its hub's log (Y-53, Y-54). */
export const logProofs: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
