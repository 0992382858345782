/** Those in the workspace's chain and those in a case's are apart, because each chain is projected anew by itself. */
const decisionsTable = (name: string, ofCase: string): readonly string[] => [
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
    second_n integer,
    replaces text
  ) strict, without rowid`,
  `create index ${name}_by_alert on ${name} (alert_uid) where alert_uid is not null`,
  `create index ${name}_by_time on ${name} (decided_at, uid)`,
  `create index ${name}_by_transaction on ${name} (transaction_id) where transaction_id is not null`,
  `create index ${name}_by_assessment on ${name} (assessment_id) where assessment_id is not null`,
  `create index ${name}_replacing on ${name} (replaces) where replaces is not null`,
]

/** What people decided of alerts, transactions and assessments. */
export const decisionSchema: readonly string[] = [
  ...decisionsTable('decisions', ''),
  ...decisionsTable('case_decisions', 'case_id integer not null, '),
  'create index case_decisions_by_case on case_decisions (case_id)',
]
