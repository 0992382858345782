import { stepSchema } from './row-of-steps.ts'

/** Alerts, the activities and cases that they belong to, and the policy of detection. */
export const alertSchema: readonly string[] = [
  `create table alerts (
    id integer primary key,
    uid text not null unique,
    source text not null check (source in ('detection', 'import', 'case')),
    kind text not null default 'activity' check (kind in ('activity', 'screening')),
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
    disposed_at integer,
    revision integer not null default 0,
    taught text,
    open integer generated always as (status in ('new', 'in_review', 'escalated')) virtual,
    label text generated always as (case status when 'confirmed' then 'fraud' when 'false_positive' then 'genuine' end) virtual
  ) strict`,
  'create index alerts_by_group on alerts (group_key, last_at) where group_key is not null',
  'create index alerts_by_score on alerts (open, score, id)',
  'create index alerts_by_age on alerts (open, raised_at, id)',
  'create index alerts_by_raised on alerts (raised_at)',
  'create index alerts_by_entity on alerts (entity_kind, entity_id, raised_at)',
  'create index alerts_by_case on alerts (case_id) where case_id is not null',
  'create index alerts_wanting_cases on alerts (id) where wants_case = 1',
  'create index alerts_untaught on alerts (id) where label is not taught',
  'create unique index alerts_by_reference on alerts (source_system, source_reference) where source_reference is not null',
  // Alerts without a deadline come last, as in `list.ts`: an index of the column alone has them first, and every page
  // would be sorted out of all alerts.
  'create index alerts_by_deadline on alerts (open, coalesce(due_at, 9000000000000000), id)',
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
  // Activities that alerts of other systems name and that have not come in.
  'create index alert_transactions_awaited on alert_transactions (transaction_id) where transaction_row is null',
  // Where the activities of a case that the detection opened begin: alerts of long before are not taken for more of the
  // same.
  `create table entity_cases (
    entity_kind text not null,
    entity_id text not null,
    case_id integer not null,
    first_at integer not null,
    last_at integer not null,
    primary key (entity_kind, entity_id, case_id)
  ) strict, without rowid`,
  'create index entity_cases_case on entity_cases (case_id)',
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
  `create table detection_policy (
    id integer primary key check (id = 1),
    policy text not null,
    changed_at integer not null
  ) strict`,
  `create table detection_policy_changes (
    entry text primary key,
    at integer not null,
    actor text not null,
    policy text not null
  ) strict, without rowid`,
  'create index detection_policy_changes_by_time on detection_policy_changes (at, entry)',
  ...stepSchema,
]
