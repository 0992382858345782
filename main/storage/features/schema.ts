/** The state of windowed features and profiles: local, made of the activities and made again where it is lost. */
export const featureSchema: readonly string[] = [
  // Up to which row of activities, and which finding of a person, the saved state goes, and by which currencies it was
  // counted.
  `create table feature_state (
    id integer primary key check (id = 1),
    version integer not null,
    clock_ms real,
    last_activity integer not null,
    last_finding integer not null,
    currencies text
  ) strict`,
  // What stays of an entity when none of its activities lies in a window any more: labels of all time, and its profile.
  `create table feature_entities (
    kind integer not null,
    id text not null,
    state text not null,
    primary key (kind, id)
  ) strict, without rowid`,
  // What lies in windows, as it was counted (main/detection/features/journal.ts); a chunk goes when the clock has
  // passed it.
  `create table feature_chunks (
    n integer primary key,
    about text not null check (about in ('activities', 'labels')),
    until_ms real not null,
    bytes blob not null
  ) strict`,
]
