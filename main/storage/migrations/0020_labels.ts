import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  'alter table activity_labels rename to activity_labels_before',
  `create table activity_labels (
    n integer primary key,
    activity integer not null references activities (n),
    is_fraud integer check (is_fraud in (0, 1)),
    known_at_ms integer,
    was_fraud integer check (was_fraud in (0, 1)),
    was_known_ms integer,
    is_back integer not null check (is_back in (0, 1)),
    after_row integer not null
  ) strict`,
  // What stood before an earlier finding was the finding before it, or what came with the activity.
  `insert into activity_labels (n, activity, is_fraud, known_at_ms, was_fraud, was_known_ms, is_back, after_row)
    select l.n, l.activity, l.is_fraud, iif(l.is_fraud is null, null, l.known_at_ms),
      iif(p.n is null, a.came_fraud, p.is_fraud), iif(p.n is null, a.came_known_ms, iif(p.is_fraud is null, null, p.known_at_ms)), 0, (select max(n) from activities)
    from activity_labels_before l join activities a on a.n = l.activity
      left join activity_labels_before p on p.n = (select max(q.n) from activity_labels_before q where q.activity = l.activity and q.n < l.n)`,
  'drop table activity_labels_before',
  'create index activity_labels_by_activity on activity_labels (activity, n)',
]

/** What stood of an activity before a person's finding, so that it can be taken back. */
export const labels: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
