import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { listEvidence } from '../../../shared/api/evidence.ts'
import type { AnswerOf, QueryOf } from '../../../shared/api/operation.ts'
import { redactedText } from '../../../shared/schema/case.ts'
import { imageHashes } from '../../../shared/schema/evidence.ts'
import type { CustodyEvent, EvidenceFull, EvidenceItem, SealedFacts } from '../../../shared/schema/evidence.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { hasTimestamp, timestamp, toTimestamp } from '../../../shared/schema/text.ts'
import { isFoundInText } from '../../../shared/schema/found-in-text.ts'
import { isTaking } from '../../../shared/schema/taken-bundle.ts'
import { notFound as noCase } from '../cases/change-case.ts'
import { hasCase } from '../cases/has-case.ts'
import { readPeople } from '../cases/people.ts'
import type { People } from '../cases/people.ts'
import { searchText } from '../cases/search-text.ts'
import type { OpenedEntry } from '../ledger/ledger.ts'
import { openStored } from '../ledger/open-entry.ts'
import { placesOf } from '../ledger/order.ts'
import type { EntriesTable } from '../ledger/tables.ts'
import type { Vault } from '../ledger/vault.ts'
import type { SqlValue, SyncStatements } from '../sqlite/statements.ts'
import { knownCondition, knownMarksOf } from '../known-files/read-marks.ts'
import { erasureItem, erasureOf } from './read-erasure.ts'
import type { EvidenceRelationsTable, EvidenceTable } from './tables.ts'

export type EvidenceQuery = QueryOf<typeof listEvidence>
export type EvidencePage = Pick<AnswerOf<typeof listEvidence>, 'data' | 'pagination'>

/** What reading evidence stands on. */
export interface EvidenceReadParts {
  readonly sql: SyncStatements
  readonly vault: Vault
}

const custodyMax = 1_000

/** Refused where a case has no such piece. */
export const noPiece = refusal('not_found', 'The case has no evidence with this id.')

const orders: Readonly<Record<EvidenceQuery['sort'], string>> = {
  acquired: 'id',
  '-acquired': 'id desc',
  name: 'name collate nocase, id',
  '-name': 'name collate nocase desc, id desc',
  size: 'size, id',
  '-size': 'size desc, id desc',
}

const personOf = (people: People, uid: string): EvidenceItem['acquired_by'] => ({
  id: people.get(uid)?.id ?? null,
  name: people.get(uid)?.name ?? uid,
})

const tagsOf = (sql: SyncStatements, id: number): string[] =>
  sql.all<{ tag: string }>('select tag from evidence_tags where evidence_id = ? order by tag', id).map(({ tag }) => tag)

const placeOf = (
  sql: SyncStatements,
  { id, case_id: caseId, sha256, received }: EvidenceTable,
): EvidenceItem['bytes'] => {
  if (erasureOf(sql, id)?.state === 'erased') return 'erased'
  if (sql.get('select sha256 from blob_keys where sha256 = ? and case_id = ?', sha256, caseId) !== undefined)
    return 'here'
  return received === 1 ? 'hub' : 'elsewhere'
}

const itemOf = (sql: SyncStatements, people: People, row: EvidenceTable): EvidenceItem => ({
  id: row.id,
  uid: row.uid,
  case_id: row.case_id,
  name: row.name,
  path: row.path,
  kind: row.kind,
  media_type: row.media_type,
  size: row.size,
  sha256: row.sha256,
  label: row.label,
  tags: tagsOf(sql, row.id),
  notes:
    sql.get<{ notes: number }>(
      "select count(*) as notes from evidence_custody c join notes on notes.n = c.n where evidence_id = ? and notes.type = 'evidence.noted'",
      row.id,
    )?.notes ?? 0,
  relations:
    sql.get<{ total: number }>(
      'select (select count(*) from evidence_relations where from_id = ?) + (select count(*) from evidence_relations where to_id = ?) as total',
      row.id,
      row.id,
    )?.total ?? 0,
  acquired_at: toTimestamp(row.acquired_at),
  acquired_by: personOf(people, row.acquired_by),
  same_bytes: sql
    .all<{ id: number }>(
      'select id from evidence where case_id = ? and sha256 = ? and id <> ? order by id limit 100',
      row.case_id,
      row.sha256,
      row.id,
    )
    .map(({ id }) => id),
  entry_id: sql.get<{ id: Buffer }>('select id from entries where n = ?', row.n)?.id.toString('hex') ?? '',
  known: knownMarksOf(sql, row),
  bytes: placeOf(sql, row),
})

/** The pieces in whose name, path, label or tags every word of the query occurs. */
const idsFound = (sql: SyncStatements, caseId: number | null, q: string): number[] => {
  const words = searchText(q)
    .split(/\s+/u)
    .filter((word) => word !== '')
  const rows = sql.all<{ id: number; text: string }>(
    `select id, name || ' ' || coalesce(path, '') || ' ' || coalesce(label, '') || ' ' ||
       coalesce((select group_concat(tag, ' ') from evidence_tags where evidence_id = evidence.id), '') as text
     from evidence where ? is null or case_id = ?`,
    caseId,
    caseId,
  )
  return rows
    .filter(({ text }) => {
      const folded = searchText(text)
      return words.every((word) => folded.includes(word))
    })
    .map(({ id }) => id)
}

const conditionsOf = (
  sql: SyncStatements,
  caseId: number | null,
  query: EvidenceQuery,
): { text: string; values: SqlValue[] } => {
  const conditions: [string, ...SqlValue[]][] = caseId === null ? [['1']] : [['case_id = ?', caseId]]
  if (query.kind !== undefined) conditions.push(['kind = ?', query.kind])
  if (query.tag !== undefined)
    conditions.push(['id in (select evidence_id from evidence_tags where tag = ?)', query.tag])
  if (query.known !== undefined) conditions.push(knownCondition(query.known))
  if (query.q !== undefined)
    conditions.push(['id in (select value from json_each(?))', JSON.stringify(idsFound(sql, caseId, query.q))])
  return { text: conditions.map(([text]) => text).join(' and '), values: conditions.flatMap(([, ...values]) => values) }
}

/**
 * A time that was sealed openly, as a timestamp; the entry's own where it is none. Earlier releases sealed times of the
 * year before 0 in another form.
 */
const timeIn = ({ payload, atMs }: OpenedEntry, name: string): string => {
  const sealed = payload.pub[name]
  const ms = typeof sealed === 'string' ? Date.parse(sealed) : Number.NaN
  if (!hasTimestamp(ms)) return toTimestamp(atMs)
  return timestamp.safeParse(sealed).data ?? toTimestamp(ms)
}

const factsOf = (entry: OpenedEntry): SealedFacts => {
  const { payload, disclosures } = entry
  const open = (name: string): string | null => (typeof payload.pub[name] === 'string' ? payload.pub[name] : null)
  const withheld = (name: string): string | null => {
    const value = disclosures[name]
    if (value === undefined) return null
    return typeof value.value === 'string' ? value.value : redactedText
  }
  return {
    source: withheld('source'),
    serial: withheld('serial'),
    method: payload.pub['method'] as SealedFacts['method'],
    tool: open('tool') ?? '',
    tool_version: open('tool_version') ?? '',
    write_blocker: open('write_blocker'),
    acquired_by: withheld('acquired_by') ?? '',
    started_at: timeIn(entry, 'started_at'),
    ended_at: timeIn(entry, 'ended_at'),
    source_sha256: open('source_sha256'),
    image_hashes: imageHashes.safeParse(payload.pub['image_hashes']).data ?? null,
    description: withheld('description'),
  }
}

/** The facts that an `evidence.acquired` states; null where it cannot be read. */
export const acquisitionOf = (
  sql: SyncStatements,
  vault: Vault,
  stored: Pick<EntriesTable, 'n' | 'pos' | 'id' | 'payload'>,
): SealedFacts | null => {
  const entry = openStored(sql, vault, stored)
  return entry === null ? null : factsOf(entry)
}

type EntryRow = Pick<EntriesTable, 'n' | 'pos' | 'id' | 'payload' | 'hub_pos'>

const entriesOf = (sql: SyncStatements, row: EvidenceTable): EntryRow[] =>
  sql.all<EntryRow>(
    `select e.n, e.pos, e.id, e.payload, e.hub_pos from evidence_custody c join entries e on e.n = c.n where c.evidence_id = ? and (c.n = ? or c.n in
         (select n from evidence_custody where evidence_id = ? order by n desc limit ?)) order by e.hub_pos is null, e.hub_pos, e.pos`,
    row.id,
    row.n,
    row.id,
    custodyMax,
  )

const textIn = ({ disclosures }: OpenedEntry, name: string): string | null => {
  const value = disclosures[name]?.value
  return typeof value === 'string' ? value : null
}

const custodyType = ({ type, pub }: OpenedEntry['payload']): string => {
  if (type === 'case.exported') return isTaking(type, pub) ? 'evidence.bundle_taken' : 'evidence.exported'
  return isFoundInText(type, pub) ? 'evidence.found' : type
}

const custodyEvent = (people: People, entry: OpenedEntry, place: number): CustodyEvent => ({
  type: custodyType(entry.payload),
  at: toTimestamp(entry.atMs),
  actor: personOf(people, entry.payload.actor),
  entry_id: entry.id,
  position: entry.position,
  place,
  text: textIn(entry, entry.payload.type === 'evidence.noted' ? 'text' : 'reason'),
})

const relationsOf = (sql: SyncStatements, id: number): EvidenceFull['relation_list'] =>
  sql
    .all<EvidenceRelationsTable & { name: string; entry: Buffer }>(
      `select r.*, o.name, e.id as entry from evidence_relations r join evidence o on o.id = iif(r.from_id = ?, r.to_id, r.from_id) join entries e on e.n = r.n
       where r.from_id = ? or r.to_id = ? order by r.n`,
      id,
      id,
      id,
    )
    .map((row) => ({
      to: row.from_id === id ? row.to_id : row.from_id,
      to_name: row.name,
      kind: row.kind,
      direction: row.from_id === id ? ('out' as const) : ('in' as const),
      entry_id: row.entry.toString('hex'),
    }))

/** The row of a piece of a case. */
export const pieceRow = (sql: SyncStatements, caseId: number, evidenceId: number): EvidenceTable | undefined =>
  sql.get<EvidenceTable>('select * from evidence where id = ? and case_id = ?', evidenceId, caseId)

/** A page of the evidence of a case, or of all (null). */
export const listEvidenceOf = async (
  { sql }: EvidenceReadParts,
  caseId: number | null,
  query: EvidenceQuery,
): Promise<Result<EvidencePage, Refusal>> => {
  if (caseId !== null && !hasCase(sql, caseId)) return fail(noCase)
  const { text, values } = conditionsOf(sql, caseId, query)
  const total =
    sql.get<{ total: number }>(`select count(*) as total from evidence where ${text}`, ...values)?.total ?? 0
  const rows = sql.all<EvidenceTable>(
    `select * from evidence where ${text} order by ${orders[query.sort]} limit ? offset ?`,
    ...values,
    query.size,
    (query.page - 1) * query.size,
  )
  const people = await readPeople(sql)
  return ok({
    data: rows.map((row) => itemOf(sql, people, row)),
    pagination: { total, page: query.page, size: query.size, total_pages: Math.ceil(total / query.size) },
  })
}

/** A piece with all that is known of it. */
export const readPiece = async (
  { sql, vault }: EvidenceReadParts,
  caseId: number,
  evidenceId: number,
): Promise<Result<EvidenceFull, Refusal>> => {
  const row = pieceRow(sql, caseId, evidenceId)
  if (row === undefined) return fail(noPiece)
  const people = await readPeople(sql)
  const placeOf = placesOf(sql, caseId)
  const told = entriesOf(sql, row).flatMap((stored) => {
    const entry = openStored(sql, vault, stored)
    return entry === null ? [] : [{ entry, place: placeOf(stored) }]
  })
  const opened = told.map(({ entry }) => entry)
  const first = opened.find(({ n }) => n === row.n)
  if (first === undefined)
    return fail(refusal('not_found', 'The entry that took this evidence in cannot be read. Verify the case.'))
  const erasure = erasureOf(sql, evidenceId)
  const custody = told.map(({ entry, place }) => custodyEvent(people, entry, place))
  return ok({
    ...itemOf(sql, people, row),
    facts: factsOf(first),
    erasure: erasure === undefined ? null : erasureItem({ sql, vault, people }, erasure),
    note_list: custody
      .filter(({ type }) => type === 'evidence.noted')
      .map(({ text, at, actor, entry_id }) => ({ text: text ?? redactedText, at, author: actor, entry_id })),
    relation_list: relationsOf(sql, evidenceId),
    custody,
    custody_total:
      sql.get<{ total: number }>('select count(*) as total from evidence_custody where evidence_id = ?', evidenceId)
        ?.total ?? 0,
  })
}
