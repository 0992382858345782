import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const projections = [
  `create table evidence (
    id integer primary key,
    case_id integer not null,
    uid text not null,
    n integer not null,
    name text not null,
    path text,
    kind text not null,
    media_type text not null,
    size integer not null,
    sha256 text not null,
    label text,
    acquired_at integer not null,
    acquired_by text not null
  ) strict`,
  'create index evidence_case on evidence (case_id, id)',
  'create index evidence_bytes on evidence (case_id, sha256)',
  `create table evidence_tags (
    evidence_id integer not null,
    tag text not null,
    case_id integer not null,
    primary key (evidence_id, tag)
  ) strict, without rowid`,
  'create index evidence_tags_case on evidence_tags (case_id)',
  `create table evidence_relations (
    from_id integer not null,
    to_id integer not null,
    kind text not null,
    case_id integer not null,
    n integer not null,
    primary key (from_id, to_id, kind)
  ) strict, without rowid`,
  'create index evidence_relations_to on evidence_relations (to_id)',
  'create index evidence_relations_case on evidence_relations (case_id)',
  `create table evidence_custody (
    evidence_id integer not null,
    n integer not null,
    case_id integer not null,
    primary key (evidence_id, n)
  ) strict, without rowid`,
  'create index evidence_custody_case on evidence_custody (case_id)',
]

/** Local state of this device: keys, and acquisitions that are under way. No entry makes these rows. */
const local = [
  `create table case_keys (
    case_id integer primary key,
    wrapped_key blob not null
  ) strict`,
  `create table blob_keys (
    sha256 text not null,
    case_id integer not null,
    wrapped_key blob not null,
    primary key (sha256, case_id)
  ) strict, without rowid`,
  `create table acquisitions (
    id text primary key,
    case_id integer not null,
    via text not null,
    state text not null,
    name text not null,
    root text,
    facts text not null,
    actor text not null,
    files_total integer,
    files_done integer not null,
    bytes_total integer,
    bytes_done integer not null,
    started_at integer not null,
    finished_at integer,
    active_ms integer not null,
    duplicates integer not null,
    problems text not null,
    problems_total integer not null,
    evidence_id integer,
    error text
  ) strict, without rowid`,
  `create table acquisition_files (
    acquisition_id text not null,
    path text not null,
    evidence_id integer not null,
    primary key (acquisition_id, path)
  ) strict, without rowid`,
  `create table partial_blobs (
    id text primary key,
    acquisition_id text not null,
    path text not null,
    size integer not null,
    modified text not null,
    wrapped_key blob not null,
    begun_at integer not null
  ) strict, without rowid`,
]

const bundles = `create table exports (
    id text primary key,
    case_id integer not null,
    case_number text not null,
    state text not null,
    pieces integer not null,
    disclosures text not null,
    encrypted integer not null,
    bytes_total integer not null,
    bytes_done integer not null,
    started_at integer not null,
    finished_at integer,
    file_name text not null,
    size integer,
    sha256 text,
    wrapped_key blob not null,
    requested_by text not null,
    entry_id text not null,
    error text
  ) strict, without rowid`

/** Evidence, its custody, and the keys of its bytes. */
export const evidence: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of [...projections, ...local, bundles]) await sql.raw(statement).execute(db)
  },
}
