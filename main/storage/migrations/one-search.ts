/**
 * An index of words that follows the rows of a table. It holds no text of its own, and what leaves it is overwritten:
 * nothing is found by what a row no longer says.
 *
 * @param text the text of a row, as SQL; `row` stands for `new` and `old`
 */
const wordsOf = (
  index: string,
  { table, rowid, text, columns }: { table: string; rowid: string; text: (row: string) => string; columns: string },
): string[] => {
  const add = `insert into ${index} (rowid, text) values (new.${rowid}, ${text('new')});`
  const remove = `insert into ${index} (${index}, rowid, text) values ('delete', old.${rowid}, ${text('old')});`
  return [
    // Marks are token characters, as in the search of cases.
    `create virtual table ${index} using fts5(text, content = '', columnsize = 0, tokenize = "unicode61 remove_diacritics 2 categories 'L* M* N* Co'")`,
    `insert into ${index} (${index}, rank) values ('secure-delete', 1)`,
    `create trigger ${index}_added after insert on ${table} begin ${add} end`,
    `create trigger ${index}_removed after delete on ${table} begin ${remove} end`,
    // A row changes its number where a folder that worked alone joins a hub (Y-14).
    `create trigger ${index}_changed after update of ${rowid}, ${columns} on ${table} when new.${rowid} is not old.${rowid} or ${text('new')} is not ${text('old')} begin ${remove} ${add} end`,
    `insert into ${index} (rowid, text) select ${rowid}, ${text(table)} from ${table}`,
  ]
}

const namesOfSubject = (row: string): string =>
  `${row}.name || char(10) || coalesce((select group_concat(value, char(10)) from json_each(${row}.facts, '$.names')), '')`

/** What the one search asks beside the indexes that lists have already. */
export const oneSearch: readonly string[] = [
  // The identifiers in the index of activities, in order: it stores nothing.
  "create virtual table activity_vocabulary using fts5vocab(activity_terms, 'row')",
  'create index cases_reference on cases (source_reference) where source_reference is not null',
  'create index alerts_reference on alerts (source_reference) where source_reference is not null',
  'create index evidence_sha256 on evidence (sha256)',
  'create index list_values_value on list_values (value)',
  'create index screening_subjects_id on screening_subjects (id)',
  ...wordsOf('alert_words', { table: 'alerts', rowid: 'id', text: (row) => `${row}.title`, columns: 'title' }),
  ...wordsOf('subject_words', {
    table: 'screening_subjects',
    rowid: 'n',
    text: namesOfSubject,
    columns: 'name, facts',
  }),
  ...wordsOf('listed_words', {
    table: 'watchlist_contents',
    rowid: 'n',
    text: (row) => `${row}.names`,
    columns: 'names',
  }),
]
