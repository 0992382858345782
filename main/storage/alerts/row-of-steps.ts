/**
 * Sealed steps of an alert: those in the workspace's chain and those in a case's are apart, because each chain is
 * projected anew by itself.
 */
const stepsTable = (name: string, ofCase: string): string =>
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

const stepColumns = 'entry, alert_uid, alert_id, hlc, at, actor, status, assignee'
const everyStep = `select ${stepColumns} from alert_steps union all select ${stepColumns} from case_alert_steps`

/**
 * What the sealed steps say of the columns of an alert's row: the newest by the hybrid clock counts. Triggers write it,
 * and verification holds the rows against it.
 *
 * @param uid SQL for the uid of the alert
 * @param everyStepOf SQL for the steps of all alerts
 */
const alertColumns = (uid: string, everyStepOf: string): Readonly<Record<string, string>> => {
  const steps = `from ${everyStepOf} s where s.alert_uid = ${uid} and s.alert_id = alerts.id`
  const cases = `from case_alerts c where c.alert_uid = ${uid} and c.alert_id = alerts.id`
  const newest = (column: string, what: string): string =>
    `(select s.${column} ${steps} and s.${what} is not null order by s.hlc desc, s.entry desc limit 1)`
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

/**
 * The columns of an alert that follow from sealed steps, as SQL over its row. It reads no view: whoever alters rows can
 * alter a view as well.
 */
export const alertColumnsFromSteps: Readonly<Record<string, string>> = alertColumns('alerts.uid', `(${everyStep})`)

/** SQL that lets the row of an alert, by its uid, say what the sealed steps say of it. */
const refresh = (uid: string): string =>
  `update alerts set ${Object.entries(alertColumns(uid, 'every_alert_step'))
    .map(([column, value]) => `${column} = ${value}`)
    .join(', ')} where uid = ${uid}`

const disposedStep = "s.status in ('confirmed', 'false_positive', 'dismissed')"
const openStep = "o.status in ('new', 'in_review', 'escalated')"

/**
 * SQL that lets the row of an alert say when it was first disposed of since it was last open: a disposition that is
 * corrected was made before.
 */
const dispose = (uid: string): string =>
  `update alerts set disposed_at = (
    select s.at from every_alert_step s where s.alert_uid = ${uid} and s.alert_id = alerts.id and ${disposedStep} and not exists (
      select 1 from every_alert_step o
      where o.alert_uid = ${uid} and o.alert_id = alerts.id and ${openStep} and (o.hlc, o.entry) > (s.hlc, s.entry))
    order by s.hlc, s.entry limit 1) where uid = ${uid}`

const stepTables = ['alert_steps', 'case_alert_steps'] as const
const hasSteps = stepTables.map((table) => `exists (select 1 from ${table} where alert_uid = new.uid)`).join(' or ')
const hasCases = 'exists (select 1 from case_alerts where alert_uid = new.uid)'

/**
 * The sealed steps of alerts, and how the rows of alerts follow them. An alert's row is fed by activities, and its
 * state follows from sealed entries: whoever writes or empties their projections, the row follows.
 */
export const stepSchema: readonly string[] = [
  stepsTable('alert_steps', ''),
  stepsTable('case_alert_steps', 'case_id integer not null, '),
  'create index alert_steps_by_alert on alert_steps (alert_uid)',
  'create index case_alert_steps_by_alert on case_alert_steps (alert_uid)',
  'create index case_alert_steps_by_case on case_alert_steps (case_id)',
  `create view every_alert_step as ${everyStep}`,
  ...[...stepTables, 'case_alerts'].flatMap((name) => [
    `create trigger ${name}_added after insert on ${name} begin ${refresh('new.alert_uid')}; end`,
    `create trigger ${name}_removed after delete on ${name} begin ${refresh('old.alert_uid')}; end`,
  ]),
  // A row that came with a case alone goes with the last case that holds it.
  `create trigger alerts_of_cases_removed after delete on case_alerts begin
    delete from alerts where uid = old.alert_uid and source = 'case' and not exists (select 1 from case_alerts where alert_uid = old.alert_uid);
  end`,
  ...stepTables.flatMap((name) => [
    `create trigger ${name}_dispose after insert on ${name} begin ${dispose('new.alert_uid')}; end`,
    `create trigger ${name}_no_longer_dispose after delete on ${name} begin ${dispose('old.alert_uid')}; end`,
  ]),
  // The row of a new alert follows from steps and cases only where there are some, which came before it by sync. Of
  // nearly every alert nobody has said anything yet: its row stands as it begins, and to look for that cost most of
  // what raising an alert does.
  `create trigger alerts_added after insert on alerts when ${hasSteps} or ${hasCases} begin ${refresh('new.uid')}; end`,
  `create trigger alerts_added_disposed after insert on alerts when ${hasSteps} begin ${dispose('new.uid')}; end`,
]
