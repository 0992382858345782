/** What this device keeps of its hub and of its own standing with it. No entry makes these rows. */
export const syncSchema: readonly string[] = [
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
  // The last comparison of this computer’s clock with its hub’s (Y-86).
  `create table hub_time (
    id integer primary key check (id = 1),
    hub_ms integer not null,
    wall_ms integer not null,
    up_ms integer not null,
    boot_id text not null
  ) strict`,
  `create table sync_settings (
    id integer primary key check (id = 1),
    paused integer not null,
    metered integer not null,
    evidence_policy text not null check (evidence_policy in ('none', 'small', 'all')),
    bytes_sent integer not null,
    bytes_received integer not null,
    rate_cap integer
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
  // A start looks here for chains that hold entries which this release may know and an earlier one did not (Y-27).
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
  // Heads of the hub’s log: the newest of each kind, and those that a proof below is against.
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
  // An order of a chain that the hub signed for and has lost (Y-84); `ids` are 32 bytes each, in that order.
  `create table former_orders (
    n integer primary key,
    uid text not null,
    note text not null,
    ids blob not null check (length(ids) % 32 = 0)
  ) strict`,
  'create index former_orders_uid on former_orders (uid)',
  'create table pending (n integer primary key, chain integer not null, place text not null) strict',
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
  // Bytes that no hub has sealed as received, of an entry that has left its case here (Y-76). Their key stays filed
  // under the id of the case.
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
  // Integer ids stay used where their rows are gone: a case that was given back, for one.
  'create table used_ids (kind text primary key, highest integer not null) strict, without rowid',
  `create table sync_alarms (
    code text not null,
    message text not null,
    at integer not null,
    primary key (code, message)
  ) strict, without rowid`,
]
