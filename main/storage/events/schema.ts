/** The event stream, and whom it is posted to (docs/detection/events.md). */
export const eventSchema: readonly string[] = [
  // `autoincrement` keeps its count in a table that a rollback takes back too, and never gives out an id that retention
  // has deleted.
  `create table event_log (
    id integer primary key autoincrement,
    type text not null,
    at integer not null,
    told_at integer not null,
    actor text,
    entry text,
    data text not null
  ) strict`,
  // `since`: the id before the first one of the stream.
  'create table event_stream (id integer primary key check (id = 1), uid text not null, since integer not null default 0) strict',
  'insert into event_stream (id, uid) values (1, lower(hex(randomblob(16))))',
  'create table former_streams (last integer primary key, first integer not null, uid text not null) strict',
  `create table event_counts (
    hour integer not null,
    type text not null,
    events integer not null,
    primary key (hour, type)
  ) strict, without rowid`,
  `create table webhooks (
    id text primary key,
    url text not null,
    description text not null,
    types text not null,
    state text not null check (state in ('active', 'disabled')),
    disabled_reason text check (disabled_reason in ('person', 'gone', 'failing')),
    disabled_at integer,
    created_at integer not null,
    changed_at integer not null,
    cursor integer not null,
    failing_since integer,
    paused_until integer
  ) strict, without rowid`,
  `create table webhook_secrets (
    id text primary key,
    webhook_id text not null references webhooks (id) on delete cascade,
    sealed blob not null,
    created_at integer not null
  ) strict, without rowid`,
  'create index webhook_secrets_by_webhook on webhook_secrets (webhook_id)',
  `create table webhook_deliveries (
    id integer primary key autoincrement,
    webhook_id text not null references webhooks (id) on delete cascade,
    event_id integer not null,
    type text not null,
    message_id text not null,
    state text not null check (state in ('pending', 'delivered', 'failed', 'cancelled')),
    attempts integer not null,
    next_at integer,
    created_at integer not null,
    settled_at integer
  ) strict`,
  'create unique index webhook_deliveries_by_event on webhook_deliveries (webhook_id, event_id)',
  "create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_at, event_id) where state = 'pending'",
  `create table webhook_attempts (
    delivery_id integer not null references webhook_deliveries (id) on delete cascade,
    n integer not null,
    at integer not null,
    took integer not null,
    status integer,
    error text,
    answer text,
    primary key (delivery_id, n)
  ) strict, without rowid`,
]
