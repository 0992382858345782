/** What the detection answered about activities that were only asked about. */
export const assessmentSchema: readonly string[] = [
  `create table assessments (
    id text primary key,
    at integer not null,
    event_type text not null,
    score real not null,
    level integer not null,
    answer text not null
  ) strict, without rowid`,
  'create index assessments_by_time on assessments (at, id)',
]
