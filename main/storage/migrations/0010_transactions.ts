import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // `moment` orders by time: second * 2^20, and a count within the second (main/storage/transactions/moments.ts).
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
    received_ms integer not null
  ) strict`,
  'create index activities_risky on activities (risk, moment) where risk > 0',
  'create index activities_fraud on activities (moment) where is_fraud = 1',
  // Which activities name an entity: an index of SQLite's own full text search, which writes what comes in runs. A B-tree for each kind of entity
  // changes a page for nearly every row and costs six times as much (docs/decisions/activities-index.md).
  `create virtual table activity_terms using fts5 (terms, content = '', columnsize = 0, detail = none, tokenize = 'ascii')`,
  // What persons found of activities in the past, where it says something else than was known, in the order in which they did: features learn it again on opening.
  `create table activity_labels (
    n integer primary key,
    activity integer not null references activities (n),
    is_fraud integer check (is_fraud in (0, 1)),
    known_at_ms integer not null
  ) strict`,
]

/** Activities as they were taken in, with what the detection said of them. Plain rows: no entry speaks of them. */
export const transactions: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
