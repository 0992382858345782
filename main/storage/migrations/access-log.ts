/** Who read what (L-92): a chained row each, and beside it what was searched for. */
export const accessLog: readonly string[] = [
  // `prev` and `hash`: the hash of the row before, and the row's own. Nothing here is a projection.
  `create table access_log (
    n integer primary key,
    at integer not null,
    who text not null,
    via text not null,
    kind text not null,
    operation text not null,
    case_uid text,
    relation text,
    terms_digest text,
    result text not null,
    detail text not null,
    prev blob,
    hash blob not null
  ) strict`,
  'create index access_log_who on access_log (who, at)',
  'create index access_log_case on access_log (case_uid, n) where case_uid is not null',
  // Erased, a text and its key are null; the row stays (L-97).
  `create table access_log_terms (
    n integer primary key,
    sealed blob,
    wrapped_key blob
  ) strict`,
  // Whether a service is writing, and how far its head was sealed: neither is believed by a check.
  `create table access_log_course (
    id integer primary key check (id = 1),
    open integer not null,
    sealed_size integer not null,
    sealed_at integer not null,
    sealed_by text not null
  ) strict`,
  "insert into access_log_course (id, open, sealed_size, sealed_at, sealed_by) values (1, 0, 0, 0, '')",
]
