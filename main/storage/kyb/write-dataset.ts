import type { PartyRecord, RelationRecord, Statement } from '../../domain/kyb/statements/records.ts'
import { comparedAddress, bareIdentifier } from '../../domain/kyb/places.ts'
import type { Statements } from '../sqlite/statements.ts'
import { detailsOf } from './party-details.ts'
import type { DatasetRow, PartyRow } from './tables.ts'

/** A statement with its place in the file, from 1. */
export interface PlacedStatement {
  readonly ordinal: number
  readonly statement: Statement
}

/** What a version of ownership data begins with. */
export type NewDataset = Pick<DatasetRow, 'key' | 'file_name' | 'format' | 'sha256' | 'imported_ms' | 'imported_by'>

/** Begins a version; it is not in force until `putInForce`. */
export const beginDataset = async (
  sql: Statements,
  { key, file_name: fileName, format, sha256, imported_ms: ms, imported_by: by }: NewDataset,
): Promise<number> => {
  const { version } = (await sql.get<{ version: number | null }>(
    'select max(version) as version from ownership_datasets where key = ?',
    key,
  )) ?? { version: null }
  await sql.run(
    'insert into ownership_datasets (key, version, in_force, complete, file_name, format, sha256, imported_ms, imported_by, dated, parties, companies, interests) values (?, ?, 0, 0, ?, ?, ?, ?, ?, null, 0, 0, 0)',
    key,
    (version ?? 0) + 1,
    fileName,
    format,
    sha256,
    ms,
    by,
  )
  return (await sql.get<{ id: number }>('select max(id) as id from ownership_datasets'))?.id ?? 0
}

/** What searches find a party by. */
const searchedText = ({ name, aliases, identifiers }: PartyRecord): string =>
  [name, ...aliases, ...identifiers.map(({ value }) => value)].join(' ').slice(0, 4_000)

const writeTerms = async (sql: Statements, dataset: number, n: number, party: PartyRecord): Promise<void> => {
  await sql.run('insert into ownership_names (rowid, names) values (?, ?)', n, searchedText(party))
  for (const { value } of party.identifiers) {
    const plain = bareIdentifier(value)
    if (plain !== '')
      await sql.run(
        'insert into ownership_identifiers (dataset, value, party) values (?, ?, ?) on conflict do nothing',
        dataset,
        plain,
        n,
      )
  }
  for (const address of party.addresses) {
    const place = comparedAddress(address)
    if (place !== null)
      await sql.run(
        'insert into ownership_addresses (dataset, place, party, company) values (?, ?, ?, ?) on conflict do nothing',
        dataset,
        place,
        n,
        party.kind === 'company' ? 1 : 0,
      )
  }
}

const insertParty = `insert into ownership_parties (n, dataset, key, said, kind, name, known, jurisdiction, founded, dissolved, details) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
const updateParty =
  'update ownership_parties set said = ?, kind = ?, name = ?, known = ?, jurisdiction = ?, founded = ?, dissolved = ?, details = ? where n = ?'

/**
 * A party as it is told of now, with what is left out as it was told of before: a table names a company in many rows,
 * and tells of it in some.
 */
const mergedWith = (now: PartyRecord, before: PartyRow | undefined): PartyRecord => {
  if (before === undefined) return now
  const details = detailsOf(before)
  const either = <Item>(items: readonly Item[], then: readonly Item[]): readonly Item[] =>
    items.length > 0 ? items : then
  const keepsKind = now.assumed === true
  return {
    ...now,
    kind: keepsKind ? before.kind : now.kind,
    known: keepsKind ? before.known === 1 : now.known,
    jurisdiction: now.jurisdiction ?? before.jurisdiction,
    founded: now.founded ?? before.founded,
    dissolved: now.dissolved ?? before.dissolved,
    aliases: either(now.aliases, details.aliases),
    countries: either(now.countries, details.countries),
    identifiers: either(now.identifiers, details.identifiers),
    addresses: either(now.addresses, details.addresses),
  }
}

const writeParty = async (sql: Statements, dataset: number, told: PartyRecord, said: string): Promise<void> => {
  const before = await sql.get<PartyRow>(
    'select * from ownership_parties where dataset = ? and key = ?',
    dataset,
    told.key,
  )
  if (before !== undefined && before.said > said) return
  const party = mergedWith(told, before)
  const { key, kind, name, jurisdiction, founded, dissolved, aliases, countries, identifiers, addresses } = party
  const known = party.known ? 1 : 0
  const details = JSON.stringify({ aliases, countries, identifiers, addresses })
  if (before === undefined) {
    const n = ((await sql.get<{ n: number | null }>('select max(n) as n from ownership_parties'))?.n ?? 0) + 1
    await sql.run(insertParty, n, dataset, key, said, kind, name, known, jurisdiction, founded, dissolved, details)
    await writeTerms(sql, dataset, n, party)
    return
  }
  const { n } = before
  await sql.run(updateParty, said, kind, name, known, jurisdiction, founded, dissolved, details, n)
  if (before.details === details && before.name === name && before.kind === kind) return
  await sql.run('delete from ownership_names where rowid = ?', n)
  await sql.run('delete from ownership_identifiers where dataset = ? and party = ?', dataset, n)
  await sql.run('delete from ownership_addresses where dataset = ? and party = ?', dataset, n)
  await writeTerms(sql, dataset, n, party)
}

const earlier = (one: string, other: string | null): string => (other !== null && other < one ? other : one)

/** A relation that is said to have ended did so on the first day that it names; else on that of the statement. */
const takesOver = (said: string, { closed, interests }: RelationRecord): string =>
  closed ? interests.reduce((day, { to }) => earlier(day, to), said) : said

const writeRelation = async (
  sql: Statements,
  dataset: number,
  ordinal: number,
  said: string,
  relation: RelationRecord,
): Promise<void> => {
  const { record, owner, owned, interests } = relation
  const over = takesOver(said, relation)
  await sql.run(
    'insert into ownership_relations (dataset, record, said, ordinal, takes_over) values (?, ?, ?, ?, ?) on conflict do nothing',
    dataset,
    record,
    said,
    ordinal,
    over,
  )
  for (const { kind, share, direct, declared, details, from, to } of interests) {
    const until = relation.closed ? (to ?? said) : to
    await sql.run(
      'insert into ownership_interests (dataset, record, said, ordinal, owner, owned, kind, share, direct, declared, details, from_day, to_day) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      dataset,
      record,
      said,
      ordinal,
      owner,
      owned,
      kind,
      share === null ? null : JSON.stringify(share),
      direct,
      declared ? 1 : 0,
      details,
      from,
      until,
    )
  }
}

/** Writes statements of a version that is not in force. */
export const writeStatements = async (
  sql: Statements,
  dataset: number,
  statements: readonly PlacedStatement[],
): Promise<void> => {
  for (const { ordinal, statement } of statements) {
    const said = statement.dated ?? ''
    for (const party of statement.parties) await writeParty(sql, dataset, party, said)
    for (const relation of statement.relations) await writeRelation(sql, dataset, ordinal, said, relation)
  }
}

/**
 * Where a relation has several versions, each holds until the next takes over, and from its own day on where it took
 * over itself.
 */
const endVersions = `update ownership_interests set
  from_day = case when exists (select 1 from ownership_relations r where r.dataset = ownership_interests.dataset and r.record = ownership_interests.record
      and (r.said, r.ordinal) < (ownership_interests.said, ownership_interests.ordinal)) then max(coalesce(from_day, ''), said) else from_day end,
  to_day = (select min(day) from (select ownership_interests.to_day as day union all select r.takes_over from ownership_relations r where r.dataset = ownership_interests.dataset
      and r.record = ownership_interests.record and (r.said, r.ordinal) > (ownership_interests.said, ownership_interests.ordinal)))
  where dataset = ? and record in (select record from ownership_relations where dataset = ? group by record having count(*) > 1)`

/** Parties that relations name and no record tells of. */
const strangers = `select owner as key from ownership_interests where dataset = ? and owner not in (select key from ownership_parties where dataset = ?)
  union select owned from ownership_interests where dataset = ? and owned not in (select key from ownership_parties where dataset = ?)`

/**
 * Finishes a version that was written to its end and puts it in force; the one before stays as a line in the history.
 * Answers that one's id.
 */
export const putInForce = async (
  sql: Statements,
  dataset: number,
): Promise<{ readonly row: DatasetRow; readonly before: number | null }> => {
  await sql.run(endVersions, dataset, dataset)
  for (const { key } of await sql.all<{ key: string }>(strangers, dataset, dataset, dataset, dataset)) {
    const party: PartyRecord = {
      key,
      name: `not in the data (${key})`,
      kind: 'unknown',
      known: false,
      aliases: [],
      jurisdiction: null,
      countries: [],
      founded: null,
      dissolved: null,
      identifiers: [],
      addresses: [],
    }
    await writeParty(sql, dataset, party, '')
  }
  const { key } = (await sql.get<{ key: string }>('select key from ownership_datasets where id = ?', dataset)) ?? {
    key: '',
  }
  const before = await sql.get<{ id: number }>('select id from ownership_datasets where key = ? and in_force = 1', key)
  await sql.run('update ownership_datasets set in_force = 0 where key = ?', key)
  await sql.run(
    `update ownership_datasets set in_force = 1, complete = 1,
      parties = (select count(*) from ownership_parties where dataset = ?), companies = (select count(*) from ownership_parties where dataset = ? and kind = 'company'),
      interests = (select count(*) from ownership_interests where dataset = ?),
      dated = (select max(day) from (select max(said) as day from ownership_relations where dataset = ? union all select max(said) from ownership_parties where dataset = ?) where day <> '')
     where id = ?`,
    dataset,
    dataset,
    dataset,
    dataset,
    dataset,
    dataset,
  )
  const row = await sql.get<DatasetRow>('select * from ownership_datasets where id = ?', dataset)
  if (row === undefined) throw new Error('a version of ownership data that was put in force is not there')
  return { row, before: before?.id ?? null }
}

const someOf = 'in (select n from ownership_parties where dataset = ? order by n limit ?)'

const clearing: readonly string[] = [
  'delete from ownership_interests where n in (select n from ownership_interests where dataset = ? limit ?)',
  'delete from ownership_relations where (dataset, record, said, ordinal) in (select dataset, record, said, ordinal from ownership_relations where dataset = ? limit ?)',
  'delete from ownership_identifiers where (dataset, value, party) in (select dataset, value, party from ownership_identifiers where dataset = ? limit ?)',
  'delete from ownership_addresses where (dataset, place, party) in (select dataset, place, party from ownership_addresses where dataset = ? limit ?)',
]

/**
 * Removes some rows of a version that is not in force; answers whether there may be more. One that was never read to
 * its end is forgotten wholly.
 */
export const clearSome = async (sql: Statements, dataset: number, rows: number): Promise<boolean> => {
  for (const text of clearing) if ((await sql.run(text, dataset, rows)).changes > 0) return true
  await sql.run(`delete from ownership_names where rowid ${someOf}`, dataset, rows)
  if ((await sql.run(`delete from ownership_parties where n ${someOf}`, dataset, rows)).changes > 0) return true
  await sql.run('delete from ownership_datasets where id = ? and complete = 0', dataset)
  return false
}
