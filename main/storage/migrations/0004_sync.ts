import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Which entry of a case set what holds now: its state, its owner. */
const setBy = (column: string, types: string): string =>
  `update cases set ${column} = coalesce((
     select lower(hex(id)) from entries where chain = cases.id and
       case when json_valid(cast(payload as text)) then json_extract(cast(payload as text), '$.type') end in (${types})
     order by pos desc limit 1), '')`

const order = [
  'alter table entries add column hub_pos integer',
  'create unique index entries_hub on entries (chain, hub_pos) where hub_pos is not null',
]

const cases = [
  "alter table cases add column status_entry text not null default ''",
  "alter table cases add column owner_entry text not null default ''",
  setBy('status_entry', "'case.opened', 'status.changed'"),
  setBy('owner_entry', "'case.opened', 'owner.assigned'"),
  // Two devices that work apart can import the same row of a register, and a device that lies can write any number.
  'drop index cases_number',
  'create index cases_number on cases (number)',
  'drop index cases_source',
  'create index cases_source on cases (source_system, source_reference) where source_system is not null',
  'alter table case_numbers rename to case_numbers_before',
  `create table case_numbers (
    number text not null,
    case_id integer not null,
    current integer not null,
    primary key (number, case_id)
  ) strict, without rowid`,
  'insert into case_numbers select number, case_id, current from case_numbers_before',
  'drop table case_numbers_before',
  'create index case_numbers_case on case_numbers (case_id)',
  'alter table number_slots rename to number_slots_before',
  `create table number_slots (
    day text not null,
    slot integer not null,
    device_number integer not null,
    last integer not null,
    primary key (day, slot, device_number)
  ) strict, without rowid`,
  'insert into number_slots select day, slot, device_number, last from number_slots_before',
  'drop table number_slots_before',
  `create table conflicts (
    loser text primary key,
    case_id integer not null,
    kind text not null,
    winner text not null,
    at integer not null,
    settled text,
    how text
  ) strict, without rowid`,
  'create index conflicts_case on conflicts (case_id)',
  'create index conflicts_open on conflicts (at) where settled is null',
  'alter table keys add column joined_dseq integer',
]

/** What this device keeps of its hub and of its own standing with it. No entry makes these rows. */
const local = [
  `create table hub (
    id integer primary key check (id = 1),
    url text not null,
    origin text not null,
    kid text not null,
    spki blob not null,
    root_kid text not null,
    workspace_uid text not null,
    institution text not null,
    workspace_name text not null,
    user_uid text not null,
    joined_dseq integer,
    since integer not null,
    last_contact_at integer,
    halted_state text,
    halted_message text,
    slots text not null,
    lease_until integer not null
  ) strict`,
  `create table sync_settings (
    id integer primary key check (id = 1),
    paused integer not null,
    metered integer not null,
    evidence_policy text not null check (evidence_policy in ('none', 'small', 'all')),
    bytes_sent integer not null,
    bytes_received integer not null
  ) strict`,
  "insert into sync_settings (id, paused, metered, evidence_policy, bytes_sent, bytes_received) values (1, 0, 0, 'small', 0, 0)",
  `create table standings (
    uid text primary key,
    received integer not null,
    frontier blob not null,
    announced integer not null,
    shown integer not null,
    opaque integer not null,
    anchor_size integer,
    anchor_root blob,
    anchor_note text,
    anchor_at integer,
    last_receipt_at text,
    refused_entry text,
    refused_code text,
    refused_message text,
    refused_quarantined integer
  ) strict, without rowid`,
  'create index standings_opaque on standings (uid) where opaque > 0',
  'create index standings_refused on standings (uid) where refused_entry is not null',
  `create table device_heads (
    uid text not null,
    device_id text not null,
    seq integer not null,
    entry text not null,
    primary key (uid, device_id)
  ) strict, without rowid`,
  `create table receipts (
    uid text not null,
    first integer not null,
    size integer not null,
    at text not null,
    receipt text not null,
    primary key (uid, first, size)
  ) strict, without rowid`,
  `create table hub_checkpoints (
    uid text not null,
    size integer not null,
    root blob not null,
    note text not null,
    verified_at integer not null,
    primary key (uid, size)
  ) strict, without rowid`,
  `create table pending (
    n integer primary key,
    chain integer not null,
    place text not null
  ) strict`,
  'create index pending_place on pending (place, n)',
  'create index pending_chain on pending (chain)',
  `create table set_aside (
    id text primary key,
    uid text not null,
    case_number text not null,
    reason text not null check (reason in ('dropped', 'epoch')),
    sealed blob not null,
    wrapped_key blob not null,
    at integer not null
  ) strict, without rowid`,
  `create table used_ids (
    kind text primary key,
    highest integer not null
  ) strict, without rowid`,
  `create table sync_alarms (
    code text not null,
    message text not null,
    at integer not null,
    primary key (code, message)
  ) strict, without rowid`,
]

/** The hub's order of entries, what was overtaken in it, and what a device keeps of its hub. */
export const sync: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of [...order, ...cases, ...local]) await sql.raw(statement).execute(db)
  },
}
