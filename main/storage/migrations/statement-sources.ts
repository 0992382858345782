/** From which piece of evidence, and which line of it, transactions were read (E-18). */
export const statementSources: readonly string[] = [
  `create table evidence_statements (
    import_id text primary key,
    evidence_id integer not null,
    case_id integer not null,
    n integer not null
  ) strict, without rowid`,
  'create index evidence_statements_case on evidence_statements (case_id)',
  'alter table activities add column source_line integer',
]
