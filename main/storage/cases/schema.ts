/** Cases as their entries tell them. */
export const caseSchema: readonly string[] = [
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
    status_entry text not null default '',
    owner_id integer not null,
    owner_uid text not null,
    owner_entry text not null default '',
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
    outcome text,
    revision integer not null
  ) strict`,
  // The id within an index keeps ties in order and lets a deep page be found without touching a row.
  'create index cases_queue on cases (queue_rank, id, sla_kind)',
  'create index cases_status on cases (status, priority_rank, queue_rank, id)',
  'create index cases_priority on cases (priority_rank desc, queue_rank, id)',
  'create index cases_owner on cases (owner_id, queue_rank, id)',
  'create index cases_created on cases (created_at, id)',
  'create index cases_updated on cases (updated_at, id)',
  'create index cases_hold on cases (id) where hold_at is not null',
  // No number is unique: two devices that work apart can import the same row of a register, and a device that lies can
  // write any number.
  'create index cases_number on cases (number)',
  'create index cases_source on cases (source_system, source_reference) where source_system is not null',
  'create index cases_outcome on cases (outcome, queue_rank, id) where outcome is not null',
  'create index cases_finished on cases (finished_at, outcome) where finished_at is not null',
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
  `create table case_relations (
    case_id integer not null,
    act text not null,
    kind text not null,
    other_uid text not null,
    other_number text not null,
    place integer not null,
    holds integer not null,
    entry text not null,
    at integer not null,
    actor text not null,
    primary key (case_id, act)
  ) strict, without rowid`,
  'create index case_relations_pair on case_relations (case_id, kind, other_uid)',
  'create index case_relations_other on case_relations (other_uid, kind, case_id)',
  `create table case_numbers (
    number text not null,
    case_id integer not null,
    current integer not null,
    primary key (number, case_id)
  ) strict, without rowid`,
  'create index case_numbers_case on case_numbers (case_id)',
  // The device is part of the key: what a device that lies writes of a slot says nothing of how far its holder has used
  // it.
  `create table number_slots (
    day text not null,
    slot integer not null,
    device_number integer not null,
    last integer not null,
    primary key (day, slot, device_number)
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
  // Kept with the cases, so that the counters of the queue cost no scan of them.
  `create table case_counts (
    status text not null,
    priority text not null,
    owner_id integer not null,
    cases integer not null,
    primary key (status, priority, owner_id)
  ) strict, without rowid`,
  // Marks are token characters: in Devanagari and Thai a vowel is one, and without it a word is another word.
  `create virtual table search using fts5(text, columnsize = 0, tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* Co'")`,
  // What is deleted from the index is overwritten: erased words must not stay in its pages.
  "insert into search (search, rank) values ('secure-delete', 1)",
]
