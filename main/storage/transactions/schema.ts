/** Activities as they were taken in, with what the detection said of them. Plain rows: no entry speaks of them. */
export const transactionSchema: readonly string[] = [
  // `moment` orders by time: second * 2^20, and a count within the second (moments.ts).
  `create table activities (
    n integer primary key,
    moment integer not null unique,
    transaction_id text not null unique,
    event_type text not null,
    at_ms integer not null,
    amount integer,
    currency text,
    customer_id text,
    account_id text,
    counterparty_id text,
    device_id text,
    ip text,
    terminal_id text,
    channel text,
    country text,
    latitude real,
    longitude real,
    metadata text,
    is_fraud integer check (is_fraud in (0, 1)),
    known_at_ms integer,
    labelled_by text,
    came_fraud integer check (came_fraud in (0, 1)),
    came_known_ms integer,
    score real not null,
    risk integer not null check (risk between 0 and 3),
    action integer not null check (action between 0 and 3),
    assessment text,
    import_id text,
    received_ms integer not null,
    late integer check (late = 1)
  ) strict`,
  'create index activities_risky on activities (risk, moment) where risk > 0',
  'create index activities_fraud on activities (moment) where is_fraud = 1',
  // Which activities name an entity: an index of SQLite’s own full text search, which writes what comes in runs. A
  // B-tree for each kind of entity changes a page for nearly every row and costs six times as much
  // (docs/decisions/activities-index.md).
  "create virtual table activity_terms using fts5 (terms, content = '', columnsize = 0, detail = none, tokenize = 'ascii')",
  // What was said of an activity after it came, in the order in which it was said: features learn it again on opening.
  // What stood before is kept with it, so that a finding can be taken back.
  `create table activity_labels (
    n integer primary key,
    activity integer not null references activities (n),
    is_fraud integer check (is_fraud in (0, 1)),
    known_at_ms integer,
    was_fraud integer check (was_fraud in (0, 1)),
    was_known_ms integer,
    is_back integer not null check (is_back in (0, 1)),
    is_late integer not null default 0 check (is_late in (0, 1)),
    after_row integer not null
  ) strict`,
  'create index activity_labels_by_activity on activity_labels (activity, n)',
  // What each alert, and each person, says of an activity stands for itself: one that is taken back leaves the others.
  `create table activity_findings (
    activity integer not null references activities (n),
    alert_uid text not null,
    is_fraud integer not null check (is_fraud in (0, 1)),
    at integer not null,
    by text not null,
    primary key (activity, alert_uid)
  ) strict, without rowid`,
]
