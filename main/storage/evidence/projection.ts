import { redactedText } from '../../../shared/schema/case.ts'
import type { EvidenceKind } from '../../../shared/schema/evidence.ts'
import type { Applier, Area, OpenedEntry } from '../ledger/ledger.ts'
import type { Statements } from '../sqlite/statements.ts'
import { addNote, touchCase } from '../cases/projection.ts'

/** A withheld text: null where the entry withholds none of that name, the mark of an erasure where it was erased. */
const textOf = (entry: OpenedEntry, name: string): string | null => {
  const disclosed = entry.disclosures[name]
  if (disclosed === undefined) return null
  return typeof disclosed.value === 'string' ? disclosed.value : redactedText
}

const caseIdOf = async (sql: Statements, entry: OpenedEntry): Promise<number> => {
  const row = await sql.get<{ id: number }>('select id from cases where uid = ?', entry.payload.case)
  if (row === undefined) throw new Error('an entry about evidence came before the one that opens its case')
  return row.id
}

const pieceOf = (entry: OpenedEntry): number => entry.payload.pub['evidence_id'] as number

const keepCustody = async (sql: Statements, entry: OpenedEntry, caseId: number, evidenceId: number): Promise<void> => {
  await sql.run('insert into evidence_custody (evidence_id, n, case_id) values (?, ?, ?)', evidenceId, entry.n, caseId)
}

const acquired: Applier = async ({ sql }, entry) => {
  const { pub } = entry.payload
  const caseId = await caseIdOf(sql, entry)
  const id = pieceOf(entry)
  await sql.run(
    `insert into evidence (id, case_id, uid, n, name, path, kind, media_type, size, sha256, label, acquired_at, acquired_by)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, null, ?, ?)`,
    id, caseId, entry.payload.subject, entry.n, textOf(entry, 'name') ?? redactedText, textOf(entry, 'path'), (pub['kind'] ?? 'other') as EvidenceKind, (pub['media_type'] ?? 'application/octet-stream') as string,
    pub['size'] as number, pub['sha256'] as string, entry.atMs, entry.payload.actor,
  )
  await keepCustody(sql, entry, caseId, id)
  await touchCase(sql, caseId, entry.atMs)
}

/** A look or a copy changes nothing of the case: it is custody alone. */
const released: Applier = async ({ sql }, entry) => {
  await keepCustody(sql, entry, await caseIdOf(sql, entry), pieceOf(entry))
}

const tagsIn = (entry: OpenedEntry): readonly string[] | null => {
  const disclosed = entry.disclosures['tags']
  if (disclosed === undefined) return null
  return Array.isArray(disclosed.value) ? [...new Set((disclosed.value as unknown[]).filter((tag): tag is string => typeof tag === 'string'))] : []
}

const edited: Applier = async ({ sql }, entry) => {
  const caseId = await caseIdOf(sql, entry)
  const id = pieceOf(entry)
  const label = textOf(entry, 'label')
  if (label !== null || entry.payload.pub['label_removed'] === true) await sql.run('update evidence set label = ? where id = ?', label, id)
  const tags = tagsIn(entry)
  if (tags !== null) {
    await sql.run('delete from evidence_tags where evidence_id = ?', id)
    for (const tag of tags) await sql.run('insert into evidence_tags (evidence_id, tag, case_id) values (?, ?, ?)', id, tag, caseId)
  }
  await keepCustody(sql, entry, caseId, id)
  await touchCase(sql, caseId, entry.atMs)
}

const noted: Applier = async ({ sql }, entry) => {
  const caseId = await caseIdOf(sql, entry)
  await addNote(sql, caseId, entry)
  await keepCustody(sql, entry, caseId, pieceOf(entry))
  await touchCase(sql, caseId, entry.atMs)
}

const related: Applier = async ({ sql }, entry) => {
  const caseId = await caseIdOf(sql, entry)
  const from = pieceOf(entry)
  const { to_id: to, relation } = entry.payload.pub
  if (entry.payload.type === 'evidence.related') {
    await sql.run(
      'insert into evidence_relations (from_id, to_id, kind, case_id, n) values (?, ?, ?, ?, ?) on conflict do update set n = excluded.n',
      from, to as number, relation as string, caseId, entry.n,
    )
  } else {
    await sql.run('delete from evidence_relations where from_id = ? and to_id = ? and kind = ?', from, to as number, relation as string)
  }
  await keepCustody(sql, entry, caseId, from)
  if (to !== from) await keepCustody(sql, entry, caseId, to as number)
  await touchCase(sql, caseId, entry.atMs)
}

/** An export of all pieces concerns those that were there when it was sealed. */
const exported: Applier = async ({ sql }, entry) => {
  const caseId = await caseIdOf(sql, entry)
  const { evidence } = entry.payload.pub
  if (evidence === 'all') {
    await sql.run('insert into evidence_custody (evidence_id, n, case_id) select id, ?, case_id from evidence where case_id = ?', entry.n, caseId)
  } else if (Array.isArray(evidence)) {
    for (const id of new Set(evidence as number[])) await keepCustody(sql, entry, caseId, id)
  }
  await touchCase(sql, caseId, entry.atMs)
}

/** Evidence as the ledger takes it in. */
export const evidenceArea: Area = {
  appliers: {
    'evidence.acquired': acquired,
    'evidence.viewed': released,
    'evidence.downloaded': released,
    'evidence.edited': edited,
    'evidence.noted': noted,
    'evidence.related': related,
    'evidence.unrelated': related,
    'case.exported': exported,
  },
}
