/**
 * Who may know a case, as its entries say (L-100): a row for each case that is not for everyone, and one for each
 * person who broke its glass since. Cases of everyone have none, and cost nothing.
 */
export const needToKnow: readonly string[] = [
  `create table case_access (
    case_id integer primary key,
    rule text not null,
    team text,
    people text not null
  ) strict`,
  `create table case_glass (
    case_id integer not null,
    person text not null,
    at integer not null,
    primary key (case_id, person)
  ) strict, without rowid`,
]
