/** SQL for the case whose value is erased, in the statements of `atErasure`. */
export const caseOfValue = '(select chain from entries where n = new.entry)'

/**
 * A trigger for what must end in the very statement that erases a value: whoever erases, a person here or sync, cannot
 * forget it.
 *
 * @param statements SQL, each statement with its semicolon
 */
export const atErasure = (name: string, statements: string): string =>
  `create trigger ${name} after update of sealed on disclosures when old.sealed is not null and new.sealed is null begin
    ${statements}
  end`

/** The sealed entries, and whose keys sealed them. */
export const ledgerSchema: readonly string[] = [
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
  // `joined_dseq`: what a folder that worked alone sealed up to there, it sealed as device 0 (Y-14).
  `create table keys (
    kid text primary key,
    device_id text not null,
    device_number integer not null,
    name text not null,
    spki blob not null,
    enrolled_at integer not null,
    revoked_at integer,
    revoked_from_dseq integer,
    joined_dseq integer
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
  // Chains with entries that no checkpoint of this device covers yet.
  'create index chains_dirty on chains (id) where checkpoint_size < size',
  // Other tables name an entry by `n`, in which order it came to this device, and not by its id: ids and digests are
  // random, and an index that begins with one would touch a page of its own at every write.
  `create table entries (
    n integer primary key,
    chain integer not null,
    pos integer not null,
    id blob not null,
    kid text not null,
    payload blob not null,
    sig blob not null,
    pae_sha256 blob not null,
    hub_pos integer
  ) strict`,
  'create unique index entries_chain on entries (chain, pos, id)',
  // A place in the hub’s order is given once.
  'create unique index entries_hub on entries (chain, hub_pos) where hub_pos is not null',
  // Erased, a text and its key are null (L-56); the row stays, so that what was erased is told from what is missing.
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
  // A row says that this database is a backup: whoever opens it for work opens a folder that was restored, however it
  // came there (L-90).
  'create table backup_mark (id integer primary key check (id = 1), made_at integer not null) strict',
  // A row says that what restores set aside in the folder is to be destroyed, since it may hold what was erased or
  // given back (L-56).
  // The files go after the commit.
  'create table copies_due (id integer primary key check (id = 1)) strict',
  atErasure('copies_end_with_a_value', 'insert or ignore into copies_due (id) values (1);'),
]
