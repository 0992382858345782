/**
 * What the sealed dispositions say of the columns of a hit's row: the newest by the hybrid clock counts. Triggers write
 * it, and verification holds the rows against it.
 */
const hitColumns = (uid: string): Readonly<Record<string, string>> => {
  const newest = (column: string): string =>
    `(select d.${column} from screening_dispositions d where d.hit_uid = ${uid} order by d.hlc desc, d.entry desc limit 1)`
  return {
    disposition: newest('disposition'),
    disposition_n: newest('n'),
    disposed_at: newest('at'),
    disposed_by: newest('actor'),
    expires_at: newest('expires_at'),
  }
}

/** The columns of a hit that follow from sealed dispositions, as SQL over its row. */
export const hitColumnsFromDispositions: Readonly<Record<string, string>> = hitColumns('screening_hits.uid')

const refresh = (uid: string): string =>
  `update screening_hits set ${Object.entries(hitColumns(uid))
    .map(([column, value]) => `${column} = ${value}`)
    .join(', ')} where uid = ${uid}`

/** The register of subjects, screenings, hits and dispositions, and what of the lists they were compared with. */
export const screeningSchema: readonly string[] = [
  `create table screening_subjects (
    n integer primary key autoincrement,
    kind text not null,
    id text not null,
    name text not null,
    facts text not null,
    digest text not null,
    names_left_out integer not null default 0,
    source text not null,
    added_at integer not null,
    changed_at integer not null,
    screened_at integer,
    waiting text,
    unique (kind, id)
  ) strict`,
  'create index screening_subjects_waiting on screening_subjects (n) where waiting is not null',
  'create index screening_subjects_left_out on screening_subjects (names_left_out) where names_left_out > 0',
  // What activities tell of a subject, beside its own facts.
  `create table screening_told (
    n integer primary key autoincrement,
    subject_n integer not null,
    digest text not null,
    facts text not null,
    told_at integer not null,
    waiting integer not null check (waiting in (0, 1)),
    unique (subject_n, digest)
  ) strict`,
  'create index screening_told_waiting on screening_told (n) where waiting = 1',
  `create table screenings (
    n integer primary key autoincrement,
    uid text not null unique,
    at integer not null,
    reason text not null,
    subject_n integer,
    names text not null,
    status text not null,
    mode text not null,
    threshold real not null,
    lists text not null,
    hits integer not null,
    cleared integer not null,
    standing integer not null default 0,
    matches text
  ) strict`,
  'create index screenings_by_subject on screenings (subject_n, n) where subject_n is not null',
  `create table screening_hits (
    n integer primary key autoincrement,
    uid text not null unique,
    subject_n integer not null,
    list text not null,
    entry_id text not null,
    entry_kind text not null,
    score real not null,
    match text not null,
    subject_digest text not null,
    listed_digest text not null,
    first_at integer not null,
    last_at integer not null,
    gone_at integer,
    alert_uid text,
    disposition text,
    disposition_n integer,
    disposed_at integer,
    disposed_by text,
    expires_at integer,
    cleared_subject text,
    cleared_listed text,
    reopened_n integer,
    reopened_because text,
    unfit_at integer,
    unfit_n integer,
    state text not null generated always as (
      case when gone_at is not null then 'gone' when disposition is null or coalesce(reopened_n, 0) >= disposition_n then 'open' else disposition end
    ) virtual,
    unique (subject_n, list, entry_id)
  ) strict`,
  'create index screening_hits_by_score on screening_hits (state, score, n)',
  'create index screening_hits_by_age on screening_hits (state, first_at, n)',
  'create index screening_hits_by_entry on screening_hits (list, entry_id)',
  'create index screening_hits_expiring on screening_hits (expires_at) where expires_at is not null',
  // By the uid of the alert, which does not change when a folder joins a hub.
  'create index screening_hits_by_alert on screening_hits (alert_uid) where alert_uid is not null',
  `create table screening_dispositions (
    entry text primary key,
    n integer not null,
    hit_uid text not null,
    hlc text not null,
    at integer not null,
    actor text not null,
    disposition text not null,
    expires_at integer
  ) strict, without rowid`,
  'create index screening_dispositions_by_hit on screening_dispositions (hit_uid)',
  // A hit's facts are fed by screenings, and what a person said of it follows from sealed entries: whoever writes or
  // empties their projection, the row follows.
  `create trigger screening_dispositions_added after insert on screening_dispositions begin ${refresh('new.hit_uid')}; end`,
  `create trigger screening_dispositions_removed after delete on screening_dispositions begin ${refresh('old.hit_uid')}; end`,
  `create trigger screening_hits_added after insert on screening_hits begin ${refresh('new.uid')}; end`,
  `create table screening_policy (
    id integer primary key check (id = 1),
    policy text not null,
    changed_at integer not null
  ) strict`,
  'create table screened_lists (key text primary key, version text not null) strict, without rowid',
  `create table screened_entries (
    list text not null,
    entry_id text not null,
    digest text not null,
    primary key (list, entry_id)
  ) strict, without rowid`,
  `create table screening_runs (
    n integer primary key autoincrement,
    uid text not null unique,
    reason text not null,
    started_at integer not null,
    finished_at integer,
    lists text not null,
    changed text,
    through integer not null,
    reached integer not null,
    subjects integer not null,
    done integer not null,
    found integer not null,
    gone integer not null
  ) strict`,
  'create index screening_runs_open on screening_runs (n) where finished_at is null',
]
