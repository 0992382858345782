import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const disposedStep = "s.status in ('confirmed', 'false_positive', 'dismissed')"
const openStep = "o.status in ('new', 'in_review', 'escalated')"

/** When an alert was first disposed of since it was last open: a disposition that is corrected was made before. */
const firstDisposed = (uid: string): string =>
  `(select s.at from every_alert_step s where s.alert_uid = ${uid} and s.alert_id = alerts.id and ${disposedStep} and not exists (
      select 1 from every_alert_step o where o.alert_uid = ${uid} and o.alert_id = alerts.id and ${openStep} and (o.hlc, o.entry) > (s.hlc, s.entry))
    order by s.hlc, s.entry limit 1)`

/**
 * SQL that lets an alert's row say when it was first disposed of.
 *
 * @param uid SQL for the uid of the alert
 */
export const disposed = (uid: string): string => `update alerts set disposed_at = ${firstDisposed(uid)} where uid = ${uid}`

const statements = [
  `create table activity_findings (
    activity integer not null references activities (n),
    alert_uid text not null,
    is_fraud integer not null check (is_fraud in (0, 1)),
    at integer not null,
    by text not null,
    primary key (activity, alert_uid)
  ) strict, without rowid`,
  // What the dispositions that stand say of their activities.
  `insert into activity_findings (activity, alert_uid, is_fraud, at, by)
    select distinct t.transaction_row, a.uid, a.label = 'fraud', coalesce(a.moved_at, a.raised_at), coalesce(a.moved_by, '')
    from alerts a join alert_transactions t on t.alert_id = a.id where a.label is not null and t.transaction_row is not null`,
  // An earlier release took back with one disposition what another still says: these are told again.
  `update alerts set taught = null where label is not null and exists (
    select 1 from alert_transactions t join activities x on x.n = t.transaction_row where t.alert_id = alerts.id and x.is_fraud is not (alerts.label = 'fraud'))`,
  // What persons said of an activity itself names it in a withheld value: it is read with the key, on opening.
  'create table earlier_findings (entry integer primary key) strict',
  `insert into earlier_findings select n from entries where chain = 0 and instr(payload, cast('"type":"transaction.labelled"' as blob)) > 0
    and kid in (select kid from keys where device_id = (select device_id from device))`,
  ...['decisions', 'case_decisions'].flatMap((name) => [
    `alter table ${name} add column replaces text`,
    `create index ${name}_replacing on ${name} (replaces) where replaces is not null`,
  ]),
  'alter table alerts add column disposed_at integer',
  ...['alert_steps', 'case_alert_steps'].flatMap((name) => [
    `create trigger ${name}_dispose after insert on ${name} begin ${disposed('new.alert_uid')}; end`,
    `create trigger ${name}_no_longer_dispose after delete on ${name} begin ${disposed('old.alert_uid')}; end`,
  ]),
  `create trigger alerts_added_disposed after insert on alerts begin ${disposed('new.uid')}; end`,
  `update alerts set disposed_at = ${firstDisposed('alerts.uid')} where open = 0`,
]

/** What each alert and each person says of an activity stands for itself, an alert knows when it was first disposed of, and a decision which one it replaces. */
export const findings: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
