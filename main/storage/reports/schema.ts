/** Reports of cases, the settings of reports, and KPI reports. */
export const reportSchema: readonly string[] = [
  `create table case_reports (
    uid text primary key,
    case_id integer not null,
    kind text not null,
    state text not null,
    version integer not null,
    n integer not null,
    entry text not null,
    sha256 text not null,
    written_by text not null,
    created_at integer not null,
    changed_at integer not null,
    due_on text,
    deadline_rule text,
    deadline_days integer,
    continuing integer not null,
    review_days integer not null,
    review_due_on text,
    filed_at integer,
    filed_n integer
  ) strict, without rowid`,
  'create index case_reports_by_case on case_reports (case_id)',
  'create index case_reports_by_change on case_reports (changed_at, uid)',
  `create table case_report_steps (
    entry text primary key,
    n integer not null,
    report_uid text not null,
    case_id integer not null,
    type text not null,
    version integer not null,
    actor text not null,
    at integer not null,
    sha256 text,
    format text
  ) strict, without rowid`,
  'create index case_report_steps_by_report on case_report_steps (report_uid)',
  'create index case_report_steps_by_case on case_report_steps (case_id)',
  `create table report_settings (
    id integer primary key check (id = 1),
    n integer not null,
    deadline_days text not null,
    four_eyes integer not null,
    changed_at integer not null
  ) strict`,
  // Figures as they were measured: no entry makes these rows, their hash is sealed.
  `create table kpi_reports (
    uid text primary key,
    from_at integer not null,
    to_at integer not null,
    made_at integer not null,
    made_by text not null,
    sha256 text not null,
    entry text not null,
    figures text not null
  ) strict, without rowid`,
  'create index kpi_reports_by_time on kpi_reports (made_at, uid)',
]
