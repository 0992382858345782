import type { HubTables } from './types.ts'

/** The hub itself, and the devices that it knows. */
const hubAndDevices: HubTables = ({ int, bytes, text, clustered, plain }) => [
  `create table hub_state (
    id ${int} primary key check (id = 1),
    feed ${int} not null,
    floor ${int} not null,
    entries ${int} not null,
    next_device ${int} not null,
    dseq ${int} not null,
    hlc ${text} not null,
    must_scrub ${int} not null check (must_scrub in (0, 1)),
    key_check ${bytes} not null
  ) ${plain}`,
  `create table hub_identity (
    id ${int} primary key check (id = 1),
    workspace_uid ${text} not null,
    institution ${text} not null,
    name ${text} not null,
    origin ${text} not null,
    kid ${text} not null,
    spki ${bytes} not null,
    sealed_key ${bytes} not null,
    root_kid ${text} not null
  ) ${plain}`,
  `create table devices (
    device_id ${text} primary key,
    number ${int} not null unique,
    name ${text} not null,
    user_uid ${text} not null,
    kid ${text} not null unique,
    spki ${bytes} not null,
    state ${text} not null check (state in ('active', 'revoked', 'removed', 'forked')),
    enrolled_at ${int} not null,
    last_contact ${int},
    dseq ${int} not null,
    revoked_from ${int},
    slots ${text} not null,
    past_slots ${text} not null default '[]',
    lease_until ${int} not null,
    joined ${int} not null check (joined in (0, 1)),
    code_hash ${text} not null
  ) ${clustered}`,
  'create index devices_lease on devices (lease_until)',
  `create table codes (
    hash ${text} primary key,
    user_uid ${text} not null,
    device_name ${text} not null,
    cases ${text} not null,
    created_at ${int} not null,
    expires_at ${int} not null,
    used_by ${text}
  ) ${clustered}`,
]

/** Chains, and the entries in them. */
const chainsAndEntries: HubTables = ({ int, bytes, text, clustered, plain }) => [
  `create table chains (
    name ${text} primary key,
    size ${int} not null,
    frontier ${bytes} not null,
    head ${text} not null,
    feed ${int} not null,
    checkpoint_size ${int} not null
  ) ${clustered}`,
  'create index chains_feed on chains (feed)',
  // Chains and devices by small numbers, so that their names do not stand in every index of the entries.
  `create table labels (
    n ${int} primary key,
    label ${text} not null unique
  ) ${plain}`,
  `create table entries (
    chain ${int} not null,
    pos ${int} not null,
    id ${bytes} not null unique,
    device ${int} not null,
    seq ${int} not null,
    dseq ${int} not null,
    feed ${int} not null,
    received_at ${int} not null,
    payload ${bytes} not null,
    kid ${text} not null,
    sig ${bytes} not null,
    primary key (chain, pos),
    unique (device, dseq),
    unique (device, chain, seq)
  ) ${plain}`,
  `create table disclosures (
    chain ${int} not null,
    pos ${int} not null,
    ord ${int} not null,
    digest ${text} not null,
    sealed ${bytes} not null,
    primary key (chain, pos, ord)
  ) ${plain}`,
  // Apart, for an engine that leaves deleted rows in its files has to write them anew: keys are small, and without its
  // key a disclosure is gone.
  `create table disclosure_keys (
    chain ${int} not null,
    pos ${int} not null,
    ord ${int} not null,
    wrapped_key ${bytes} not null,
    primary key (chain, pos, ord)
  ) ${clustered}`,
  // The integer ids that entries gave out.
  `create table given_ids (
    kind ${text} not null,
    id ${int} not null,
    primary key (kind, id)
  ) ${clustered}`,
]

/** What devices get, gave back, were refused and brought in files. */
const whatDevicesHold: HubTables = ({ int, bytes, text, clustered }) => [
  `create table grants (
    chain ${text} not null,
    subject ${text} not null,
    feed ${int} not null,
    ended_feed ${int},
    primary key (chain, subject)
  ) ${clustered}`,
  'create index grants_given on grants (subject, feed)',
  'create index grants_ended on grants (subject, ended_feed)',
  // Which copies of cases devices gave back (Y-73).
  `create table releases (
    device_id ${text} not null,
    chain ${text} not null,
    feed ${int} not null,
    taken_feed ${int},
    primary key (device_id, chain)
  ) ${clustered}`,
  `create table receipts (
    chain ${text} not null,
    size ${int} not null,
    first ${int} not null,
    receipt ${text} not null,
    primary key (chain, size, first)
  ) ${clustered}`,
  `create table hub_checkpoints (
    chain ${text} not null,
    size ${int} not null,
    root ${bytes} not null,
    note ${text} not null,
    feed ${int} not null,
    at ${int} not null,
    primary key (chain, size)
  ) ${clustered}`,
  // What the hub refused of a device's pushes and has not taken since (Y-91). Names of devices are kept as JSON:
  // whoever brings an entry writes what they like.
  `create table refusals (
    device_id ${text} not null,
    chain ${text} not null,
    author ${text} not null,
    seq ${int} not null,
    code ${text} not null,
    since ${int} not null,
    last ${int} not null,
    primary key (device_id, chain, author)
  ) ${clustered}`,
  // What devices said by files that were carried (Y-70), and by them of evidence that they lack (Y-75).
  `create table carried (
    device_id ${text} primary key,
    file_id ${text} not null,
    request ${text} not null,
    refused ${text} not null,
    lacks ${text} not null default '[]',
    at ${int} not null
  ) ${clustered}`,
  `create table quarantine (
    id ${text} primary key,
    chain ${text} not null,
    device_id ${text} not null,
    code ${text} not null,
    entry_id ${text} not null,
    payload ${bytes} not null,
    kid ${text} not null,
    sig ${bytes} not null,
    at ${int} not null
  ) ${clustered}`,
  'create index quarantine_at on quarantine (at)',
  'create index quarantine_chain on quarantine (chain)',
  `create table quarantined_disclosures (
    id ${text} not null,
    ord ${int} not null,
    digest ${text} not null,
    sealed ${bytes} not null,
    wrapped_key ${bytes} not null,
    primary key (id, ord)
  ) ${clustered}`,
]

/** Bytes of evidence, and the public log. */
const bytesAndLog: HubTables = ({ int, bytes, text, clustered, plain }) => [
  `create table blobs (
    chain ${text} not null,
    sha256 ${text} not null,
    size ${int} not null,
    wrapped_key ${bytes} not null,
    received_at ${int} not null,
    primary key (chain, sha256)
  ) ${clustered}`,
  `create table log_leaves (
    n ${int} primary key,
    hash ${bytes} not null,
    data ${bytes} not null
  ) ${plain}`,
  // Roots of complete subtrees of 256^level leaves, for the tiles above the leaves.
  `create table log_nodes (
    level ${int} not null,
    n ${int} not null,
    hash ${bytes} not null,
    primary key (level, n)
  ) ${clustered}`,
  // Where in the log the checkpoints of each chain stand (Y-53).
  `create table log_places (
    chain ${text} not null,
    n ${int} not null,
    primary key (chain, n)
  ) ${clustered}`,
  `create table log_heads (
    size ${int} primary key,
    note ${text} not null,
    frontier ${bytes},
    timestamp ${bytes}
  ) ${plain}`,
  `create table log_cosignatures (
    size ${int} not null,
    n ${int} not null,
    line ${text} not null,
    primary key (size, n),
    unique (size, line)
  ) ${clustered}`,
]

/**
 * The tables of a hub as the first release has them: devices, codes, chains, entries, grants, receipts, checkpoints,
 * the log.
 */
export const hubFirstRelease: HubTables = (types) =>
  [hubAndDevices, chainsAndEntries, whatDevicesHold, bytesAndLog].flatMap((tables) => tables(types))
