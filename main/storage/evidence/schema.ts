import { atErasure, caseOfValue } from '../ledger/schema.ts'

const pieceOfValue = `select id from evidence where case_id = ${caseOfValue} and n = new.entry`
const filesOfPiece = `select acquisition_id from acquisition_files where evidence_id in (${pieceOfValue})`

/** What was taken in stays evidence with its sealed facts. */
const endedAcquisitions = `delete from acquisitions where state in ('done', 'cancelled') and id in (${filesOfPiece})`
const theirFiles = 'delete from acquisition_files where acquisition_id not in (select id from acquisitions)'

const tookWhatWasErased = `exists (
    select 1 from acquisition_files f join evidence e on e.id = f.evidence_id join disclosures d on d.entry = e.n
    where f.acquisition_id = new.id and d.sealed is null
  )`

/** Evidence, its custody and the keys of its bytes; from `case_keys` on local state, of which no entry speaks. */
export const evidenceSchema: readonly string[] = [
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
    acquired_by text not null,
    received integer not null default 0
  ) strict`,
  'create index evidence_case on evidence (case_id, id)',
  'create index evidence_bytes on evidence (case_id, sha256)',
  // The search finds a piece by the entry that acquired it (L-70).
  'create index evidence_entry on evidence (n)',
  // What the hub has not sealed as received, the smallest first.
  'create index evidence_unsent on evidence (size, id) where received = 0',
  'create index evidence_at_hub on evidence (size, id) where received = 1',
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
  'create table case_keys (case_id integer primary key, wrapped_key blob not null) strict',
  `create table blob_keys (
    sha256 text not null,
    case_id integer not null,
    wrapped_key blob not null,
    primary key (sha256, case_id)
  ) strict, without rowid`,
  // Both in the transaction of the key itself, whoever files or deletes it.
  `create trigger a_key_settles_its_blob after insert on blob_keys begin
    delete from unsettled_blobs where sha256 = new.sha256;
  end`,
  `create trigger the_last_key_unsettles_its_blob after delete on blob_keys
    when not exists (select 1 from blob_keys where sha256 = old.sha256) begin
    insert or ignore into unsettled_blobs (sha256) values (old.sha256);
  end`,
  // Bytes that this device is about to place, or whose last key it has let go: the only ones that may be removed
  // without a key (E-36).
  'create table unsettled_blobs (sha256 text primary key) strict, without rowid',
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
  // Bytes that were asked for, or have begun to come from the hub.
  `create table evidence_fetches (
    case_id integer not null,
    sha256 text not null,
    wanted integer not null check (wanted in (0, 1)),
    partial_id text,
    wrapped_key blob,
    primary key (case_id, sha256)
  ) strict, without rowid`,
  `create table exports (
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
  ) strict, without rowid`,
  // Bundles, and what is remembered of how a piece was taken in, quote values without being projected from them (L-56).
  atErasure('exports_end_with_a_value', `delete from exports where case_id = ${caseOfValue};`),
  // An acquisition that can be gone on with still needs what it was told, until it ends (E-18).
  atErasure('acquisitions_end_with_a_value', `${endedAcquisitions}; ${theirFiles};`),
  `create trigger acquisitions_end_after_an_erasure after update of state on acquisitions
    when new.state in ('done', 'cancelled') and ${tookWhatWasErased} begin
    delete from acquisition_files where acquisition_id = new.id;
    delete from acquisitions where id = new.id;
  end`,
]
