/** The network: plain rows made of the activities and made again where they are lost; verdicts on merges are sealed. */
export const networkSchema: readonly string[] = [
  // Up to which row of activities the network goes; a change of `version` has it made anew.
  `create table network_state (
    id integer primary key check (id = 1),
    version integer not null,
    last_activity integer not null,
    newest_ms integer,
    updated_ms integer not null
  ) strict`,
  // Nodes bear numbers from 0 in the order of their coming. `shapes`: a bit for each kind of shape that a node is part
  // of.
  `create table network_nodes (
    node integer primary key,
    kind integer not null,
    id text not null,
    shapes integer not null default 0
  ) strict`,
  `create table network_links (
    n integer primary key,
    from_node integer not null,
    to_node integer not null,
    kind integer not null,
    currency text not null,
    count integer not null,
    total real not null,
    first_ms integer not null,
    last_ms integer not null,
    unique (from_node, to_node, kind, currency)
  ) strict`,
  `create table network_facts (
    n integer primary key,
    node integer not null,
    name text not null,
    value text not null,
    at_ms integer not null,
    unique (node, name, value)
  ) strict`,
  `create table network_motifs (
    n integer primary key,
    key text not null unique,
    kind text not null,
    nodes text not null,
    amount real not null,
    from_ms integer not null,
    to_ms integer not null
  ) strict`,
  `create table network_motif_nodes (
    node integer not null,
    motif integer not null,
    primary key (node, motif)
  ) strict, without rowid`,
  // Pairs that may be one, as they were found or proposed by hand; what people decided of them is sealed and stands
  // below.
  `create table network_proposals (
    uid text primary key,
    a_kind text not null,
    a_id text not null,
    b_kind text not null,
    b_id text not null,
    score real not null,
    reasons text not null,
    proposed_ms integer not null,
    by_hand integer not null check (by_hand in (0, 1)),
    unique (a_kind, a_id, b_kind, b_id)
  ) strict, without rowid`,
  'create index network_proposals_best on network_proposals (score desc, uid)',
  // Projection of `network.merge_settled`: every verdict, and the last one of each pair.
  `create table network_verdicts (
    entry text primary key,
    n integer not null,
    hlc text not null,
    proposal text not null,
    a_kind text not null,
    a_id text not null,
    b_kind text not null,
    b_id text not null,
    verdict text not null check (verdict in ('accept', 'refuse', 'undo')),
    note text,
    at integer not null,
    actor text not null
  ) strict, without rowid`,
  'create index network_verdicts_pair on network_verdicts (a_kind, a_id, b_kind, b_id, hlc)',
]
