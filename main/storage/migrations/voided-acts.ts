/** Acts that the hub gave their places without effect (Y-95): of the workspace's chain, and of the cases'. */
export const voidedActs: readonly string[] = [
  `create table voided_acts (
    entry text primary key,
    code text not null,
    message text not null,
    n integer not null
  ) strict, without rowid`,
  `create table case_voided_acts (
    entry text primary key,
    case_id integer not null,
    code text not null,
    message text not null,
    n integer not null
  ) strict, without rowid`,
  'create index case_voided_acts_case on case_voided_acts (case_id)',
]
