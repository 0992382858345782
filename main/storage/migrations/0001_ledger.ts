import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const ledgerTables = [
  `create table workspace (
    id integer primary key check (id = 1),
    uid text not null,
    institution text not null,
    name text not null,
    sample integer not null,
    created_at integer not null
  ) strict`,
  `create table device (
    id integer primary key check (id = 1),
    device_id text not null,
    device_number integer not null,
    kid text not null,
    dseq integer not null,
    hlc text not null
  ) strict`,
  `create table keys (
    kid text primary key,
    device_id text not null,
    device_number integer not null,
    name text not null,
    spki blob not null,
    enrolled_at integer not null,
    revoked_at integer,
    revoked_from_dseq integer
  ) strict, without rowid`,
  `create table chains (
    id integer primary key,
    uid text not null unique,
    size integer not null,
    frontier blob not null,
    seq integer not null,
    head text,
    others text not null,
    checkpoint_size integer not null
  ) strict`,
  'create index chains_dirty on chains (id) where checkpoint_size < size',
  `create table entries (
    n integer primary key,
    chain integer not null,
    pos integer not null,
    id blob not null,
    kid text not null,
    payload blob not null,
    sig blob not null,
    pae_sha256 blob not null
  ) strict`,
  // Ids and digests are random: an index that begins with one would touch a page of its own at every write.
  'create unique index entries_chain on entries (chain, pos, id)',
  `create table disclosures (
    entry integer not null,
    digest text not null,
    name text not null,
    sealed blob,
    wrapped_key blob,
    primary key (entry, digest)
  ) strict, without rowid`,
  `create table checkpoints (
    chain integer not null,
    size integer not null,
    root blob not null,
    note text not null,
    signed_at integer not null,
    primary key (chain, size)
  ) strict, without rowid`,
]

const caseTables = [
  `create table cases (
    id integer primary key,
    uid text not null unique,
    number text not null,
    title text not null,
    title_digest text not null,
    description_digest text not null,
    priority text not null,
    priority_rank integer not null,
    status text not null,
    status_by text not null,
    owner_id integer not null,
    owner_uid text not null,
    sla_hours real not null,
    sla_due_at integer not null,
    sla_kind integer not null,
    paused_at integer,
    paused_ms integer not null,
    queue_rank integer not null,
    created_at integer not null,
    created_by text not null,
    updated_at integer not null,
    finished_at integer,
    hold_at integer,
    hold_by text,
    hold_digest text,
    source_system text,
    source_reference text,
    alert_count integer not null,
    revision integer not null
  ) strict`,
  // The id within an index keeps ties in order and lets a deep page be found without touching a row.
  'create index cases_queue on cases (queue_rank, id, sla_kind)',
  'create index cases_status on cases (status, priority_rank, queue_rank, id)',
  'create index cases_priority on cases (priority_rank desc, queue_rank, id)',
  'create index cases_owner on cases (owner_id, queue_rank, id)',
  'create index cases_created on cases (created_at, id)',
  'create index cases_updated on cases (updated_at, id)',
  'create unique index cases_number on cases (number)',
  'create index cases_hold on cases (id) where hold_at is not null',
  'create unique index cases_source on cases (source_system, source_reference) where source_system is not null',
  `create table case_links (
    case_id integer not null,
    kind text not null,
    target integer not null,
    digest text,
    place integer not null,
    given integer not null,
    primary key (case_id, kind, target)
  ) strict, without rowid`,
  'create index case_links_target on case_links (kind, target, case_id)',
  `create table case_numbers (
    number text primary key,
    case_id integer not null,
    current integer not null
  ) strict, without rowid`,
  'create index case_numbers_case on case_numbers (case_id)',
  `create table number_slots (
    day text not null,
    slot integer not null,
    device_number integer not null,
    last integer not null,
    primary key (day, slot)
  ) strict, without rowid`,
  `create table notes (
    n integer primary key,
    case_id integer not null,
    digest text not null,
    at integer not null,
    author text not null,
    type text not null
  ) strict`,
  'create index notes_case on notes (case_id)',
  `create table case_counts (
    status text not null,
    priority text not null,
    owner_id integer not null,
    cases integer not null,
    primary key (status, priority, owner_id)
  ) strict, without rowid`,
]

// Marks are token characters: in Devanagari and Thai a vowel is one, and without it a word is another word.
const searchTable = [
  `create virtual table search using fts5(text, columnsize = 0, tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* Co'")`,
  `insert into search (search, rank) values ('secure-delete', 1)`,
]

/** The sealed entries and the projections of cases. */
export const ledger: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of [...ledgerTables, ...caseTables, ...searchTable]) await sql.raw(statement).execute(db)
  },
}
