import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Sealed steps of an alert: those in the workspace's chain and those in a case's are apart, because each chain is projected anew by itself. */
const steps = (name: string, ofCase: string): string =>
  `create table ${name} (
    entry text primary key,
    n integer not null,
    ${ofCase}alert_uid text not null,
    alert_id integer not null,
    hlc text not null,
    at integer not null,
    actor text not null,
    type text not null,
    status text,
    assignee text
  ) strict, without rowid`

const decisions = (name: string, ofCase: string): string =>
  `create table ${name} (
    uid text primary key,
    n integer not null,
    entry text not null,
    ${ofCase}subject text not null,
    alert_uid text,
    alert_id integer,
    assessment_id text,
    transaction_id text,
    outcome text not null,
    state text not null,
    score real,
    level text,
    decided_by text not null,
    decided_at integer not null,
    second_by text,
    second_at integer,
    second_n integer
  ) strict, without rowid`

const everyStep = 'select entry, alert_uid, alert_id, hlc, at, actor, status, assignee from alert_steps union all select entry, alert_uid, alert_id, hlc, at, actor, status, assignee from case_alert_steps'

/**
 * What the sealed steps say of the columns of an alert's row: the newest by the hybrid clock counts. Triggers write it, and verification holds the rows against it.
 *
 * @param uid SQL for the uid of the alert
 * @param everyStepOf SQL for the steps of all alerts
 */
const alertColumns = (uid: string, everyStepOf: string): Readonly<Record<string, string>> => {
  const steps = `from ${everyStepOf} s where s.alert_uid = ${uid} and s.alert_id = alerts.id`
  const cases = `from case_alerts c where c.alert_uid = ${uid} and c.alert_id = alerts.id`
  const newest = (column: string, what: string): string => `(select s.${column} ${steps} and s.${what} is not null order by s.hlc desc, s.entry desc limit 1)`
  return {
    case_id: `(select c.case_id ${cases} order by c.at desc, c.case_id desc limit 1)`,
    status: `coalesce(${newest('status', 'status')}, iif(exists (select 1 ${cases}), 'escalated', 'new'))`,
    assignee: `nullif(${newest('assignee', 'assignee')}, '')`,
    acknowledged_at: `(select min(s.at) ${steps})`,
    moved_at: newest('at', 'status'),
    moved_by: newest('actor', 'status'),
    revision: `(select count(*) ${steps})`,
  }
}

/** The columns of an alert that follow from sealed steps, as SQL over its row. It reads no view: whoever alters rows can alter a view as well. */
export const alertColumnsFromSteps: Readonly<Record<string, string>> = alertColumns('alerts.uid', `(${everyStep})`)

/**
 * SQL that lets an alert's row say what the sealed steps say of it.
 *
 * @param uid SQL for the uid of the alert
 */
export const refresh = (uid: string): string =>
  `update alerts set ${Object.entries(alertColumns(uid, 'every_alert_step')).map(([column, value]) => `${column} = ${value}`).join(', ')} where uid = ${uid}`

const statements = [
  `create table alerts (
    id integer primary key,
    uid text not null unique,
    source text not null check (source in ('detection', 'import', 'case')),
    live integer not null,
    group_key text,
    entity_kind text,
    entity_id text,
    title text not null,
    raised_at integer not null,
    first_at integer not null,
    last_at integer not null,
    updated_at integer not null,
    due_at integer,
    count integer not null,
    score real not null,
    level integer not null,
    action integer not null,
    signals text not null,
    reasons text not null,
    rules text not null,
    model text,
    totals text not null,
    wants_case integer not null default 0,
    source_system text,
    source_reference text,
    status text not null default 'new',
    assignee text,
    case_id integer,
    acknowledged_at integer,
    moved_at integer,
    moved_by text,
    revision integer not null default 0,
    taught text,
    open integer generated always as (status in ('new', 'in_review', 'escalated')) virtual,
    label text generated always as (case status when 'confirmed' then 'fraud' when 'false_positive' then 'genuine' end) virtual
  ) strict`,
  'create index alerts_by_group on alerts (group_key, last_at) where group_key is not null',
  'create index alerts_by_score on alerts (open, score, id)',
  'create index alerts_by_age on alerts (open, raised_at, id)',
  'create index alerts_by_raised on alerts (raised_at)',
  'create index alerts_by_due on alerts (open, due_at, id)',
  'create index alerts_by_entity on alerts (entity_kind, entity_id, raised_at)',
  'create index alerts_by_case on alerts (case_id) where case_id is not null',
  'create index alerts_wanting_cases on alerts (id) where wants_case = 1',
  'create index alerts_untaught on alerts (id) where label is not taught',
  'create unique index alerts_by_reference on alerts (source_system, source_reference) where source_reference is not null',
  `create table alert_transactions (
    alert_id integer not null,
    transaction_id text not null,
    transaction_row integer,
    at integer not null,
    amount integer,
    currency text,
    counterparty_id text,
    terminal_id text,
    score real not null,
    level integer not null,
    primary key (alert_id, transaction_id)
  ) strict, without rowid`,
  'create index alert_transactions_by_id on alert_transactions (transaction_id)',
  `create table entity_cases (
    entity_kind text not null,
    entity_id text not null,
    case_id integer not null,
    last_at integer not null,
    primary key (entity_kind, entity_id, case_id)
  ) strict, without rowid`,
  `create table detection_policy (id integer primary key check (id = 1), policy text not null, changed_at integer not null) strict`,
  `create table case_alerts (
    case_id integer not null,
    alert_uid text not null,
    alert_id integer not null,
    n integer not null,
    at integer not null,
    raised_at integer not null,
    score real not null,
    level integer not null,
    action integer not null,
    count integer not null,
    facts text,
    primary key (case_id, alert_uid)
  ) strict, without rowid`,
  'create index case_alerts_by_alert on case_alerts (alert_uid)',
  steps('alert_steps', ''),
  steps('case_alert_steps', 'case_id integer not null, '),
  'create index alert_steps_by_alert on alert_steps (alert_uid)',
  'create index case_alert_steps_by_alert on case_alert_steps (alert_uid)',
  'create index case_alert_steps_by_case on case_alert_steps (case_id)',
  `create view every_alert_step as ${everyStep}`,
  decisions('decisions', ''),
  decisions('case_decisions', 'case_id integer not null, '),
  ...['decisions', 'case_decisions'].flatMap((name) => [
    `create index ${name}_by_alert on ${name} (alert_uid) where alert_uid is not null`,
    `create index ${name}_by_time on ${name} (decided_at, uid)`,
    `create index ${name}_by_transaction on ${name} (transaction_id) where transaction_id is not null`,
    `create index ${name}_by_assessment on ${name} (assessment_id) where assessment_id is not null`,
  ]),
  'create index case_decisions_by_case on case_decisions (case_id)',
  `create table assessments (
    id text primary key,
    at integer not null,
    event_type text not null,
    score real not null,
    level integer not null,
    answer text not null
  ) strict, without rowid`,
  'create index assessments_by_time on assessments (at, id)',
  // An alert's row is fed by activities, and its state follows from sealed entries: whoever writes or empties their projections, the row follows.
  ...['alert_steps', 'case_alert_steps', 'case_alerts'].flatMap((name) => [
    `create trigger ${name}_added after insert on ${name} begin ${refresh('new.alert_uid')}; end`,
    `create trigger ${name}_removed after delete on ${name} begin ${refresh('old.alert_uid')}; end`,
  ]),
  `create trigger alerts_added after insert on alerts begin ${refresh('new.uid')}; end`,
  // A row that came with a case alone goes with the last case that holds it.
  `create trigger alerts_of_cases_removed after delete on case_alerts begin
    delete from alerts where uid = old.alert_uid and source = 'case' and not exists (select 1 from case_alerts where alert_uid = old.alert_uid);
  end`,
]

/** Alerts, decisions, assessments and the policy of detection. */
export const alerts: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
