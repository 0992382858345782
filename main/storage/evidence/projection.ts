import { redactedText } from '../../../shared/schema/case.ts'
import type { EvidenceKind } from '../../../shared/schema/evidence.ts'
import type { Applier, Area, OpenedEntry } from '../ledger/ledger.ts'
import type { Statements } from '../sqlite/statements.ts'
import { addNote, touchCase } from '../cases/projection.ts'
import { erasureAppliers } from './erasure-projection.ts'
import { aboutOf, isPieceOf, keepCustody, pieceOf } from './piece-of-entry.ts'
import { searchablePiece } from './searchable-piece.ts'
import type { PieceTexts } from './searchable-piece.ts'

/** A withheld text: null where the entry withholds none of that name, the mark of an erasure where it was erased. */
const textOf = (entry: OpenedEntry, name: string): string | null => {
  const disclosed = entry.disclosures[name]
  if (disclosed === undefined) return null
  return typeof disclosed.value === 'string' ? disclosed.value : redactedText
}

/** Files what a piece is called, in place of what it was called before, so that a search finds its case. */
const makeSearchable = async (sql: Statements, id: number): Promise<void> => {
  const piece = await sql.get<PieceTexts & { readonly n: number }>(
    'select n, name, path, label from evidence where id = ?',
    id,
  )
  if (piece === undefined) return
  await sql.run('delete from search where rowid = ?', piece.n)
  const text = searchablePiece(piece)
  if (text !== '') await sql.run('insert into search (rowid, text) values (?, ?)', piece.n, text)
}

const acquired: Applier = async ({ sql }, entry) => {
  const { pub } = entry.payload
  const about = await aboutOf(sql, entry)
  if (about === null) return
  const { caseId, ids } = about
  const id = ids.read(pub['evidence_id'] as number)
  if (!ids.mayGive(id)) return
  const { changes } = await sql.run(
    `insert into evidence (id, case_id, uid, n, name, path, kind, media_type, size, sha256, label, acquired_at, acquired_by, received)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, null, ?, ?, exists (select 1 from evidence where case_id = ? and sha256 = ? and size = ? and received = 1)) on conflict do nothing`,
    id,
    caseId,
    entry.payload.subject,
    entry.n,
    textOf(entry, 'name') ?? redactedText,
    textOf(entry, 'path'),
    (pub['kind'] ?? 'other') as EvidenceKind,
    (pub['media_type'] ?? 'application/octet-stream') as string,
    pub['size'] as number,
    pub['sha256'] as string,
    entry.atMs,
    entry.payload.actor,
    caseId,
    pub['sha256'] as string,
    pub['size'] as number,
  )
  // Facts of evidence are set once (Y-45): an id that is taken stays what it is.
  if (changes === 0) return
  await makeSearchable(sql, id)
  await keepCustody(sql, entry, caseId, id)
  await touchCase(sql, caseId, entry.atMs)
}

/** A look or a copy changes nothing of the case: it is custody alone. */
const released: Applier = async ({ sql }, entry) => {
  const piece = await pieceOf(sql, entry)
  if (piece !== null) await keepCustody(sql, entry, piece.caseId, piece.id)
}

/** The hub has the bytes of every piece of the case with that hash. */
const received: Applier = async ({ sql }, entry) => {
  const about = await aboutOf(sql, entry)
  if (about === null) return
  const { sha256, size } = entry.payload.pub
  if (typeof size === 'number')
    await sql.run(
      'update evidence set received = 1 where case_id = ? and sha256 = ? and size = ?',
      about.caseId,
      sha256 as string,
      size,
    )
  await sql.run(
    'insert into evidence_custody (evidence_id, n, case_id) select id, ?, case_id from evidence where case_id = ? and sha256 = ? on conflict do nothing',
    entry.n,
    about.caseId,
    entry.payload.pub['sha256'] as string,
  )
}

const tagsIn = (entry: OpenedEntry): readonly string[] | null => {
  const disclosed = entry.disclosures['tags']
  if (disclosed === undefined) return null
  return Array.isArray(disclosed.value)
    ? [...new Set((disclosed.value as unknown[]).filter((tag): tag is string => typeof tag === 'string'))]
    : []
}

const edited: Applier = async ({ sql }, entry) => {
  const piece = await pieceOf(sql, entry)
  if (piece === null) return
  const { caseId, id } = piece
  const label = textOf(entry, 'label')
  if (label !== null || entry.payload.pub['label_removed'] === true) {
    await sql.run('update evidence set label = ? where id = ?', label, id)
    await makeSearchable(sql, id)
  }
  const tags = tagsIn(entry)
  if (tags !== null) {
    await sql.run('delete from evidence_tags where evidence_id = ?', id)
    for (const tag of tags)
      await sql.run(
        'insert into evidence_tags (evidence_id, tag, case_id) values (?, ?, ?) on conflict do nothing',
        id,
        tag,
        caseId,
      )
  }
  await keepCustody(sql, entry, caseId, id)
  await touchCase(sql, caseId, entry.atMs)
}

const noted: Applier = async ({ sql }, entry) => {
  const piece = await pieceOf(sql, entry)
  if (piece === null) return
  await addNote(sql, piece.caseId, entry)
  await keepCustody(sql, entry, piece.caseId, piece.id)
  await touchCase(sql, piece.caseId, entry.atMs)
}

const statementRead: Applier = async ({ sql }, entry) => {
  const piece = await pieceOf(sql, entry)
  if (piece === null) return
  await sql.run(
    'insert into evidence_statements (import_id, evidence_id, case_id, n) values (?, ?, ?, ?) on conflict do nothing',
    entry.payload.pub['import_id'] as string,
    piece.id,
    piece.caseId,
    entry.n,
  )
  await keepCustody(sql, entry, piece.caseId, piece.id)
  await touchCase(sql, piece.caseId, entry.atMs)
}

const related: Applier = async ({ sql }, entry) => {
  const piece = await pieceOf(sql, entry)
  if (piece === null) return
  const { caseId, id: from, ids } = piece
  const { to_id: stated, relation } = entry.payload.pub
  const to = ids.read(stated as number)
  if (!(await isPieceOf(sql, caseId, to))) return
  if (entry.payload.type === 'evidence.related') {
    await sql.run(
      'insert into evidence_relations (from_id, to_id, kind, case_id, n) values (?, ?, ?, ?, ?) on conflict do update set n = excluded.n',
      from,
      to,
      relation as string,
      caseId,
      entry.n,
    )
  } else {
    await sql.run(
      'delete from evidence_relations where from_id = ? and to_id = ? and kind = ?',
      from,
      to,
      relation as string,
    )
  }
  await keepCustody(sql, entry, caseId, from)
  if (to !== from) await keepCustody(sql, entry, caseId, to)
  await touchCase(sql, caseId, entry.atMs)
}

/** An export of all pieces concerns those that were there when it was sealed. */
const exported: Applier = async ({ sql }, entry) => {
  const about = await aboutOf(sql, entry)
  if (about === null) return
  const { caseId, ids } = about
  const { evidence } = entry.payload.pub
  if (evidence === 'all') {
    await sql.run(
      'insert into evidence_custody (evidence_id, n, case_id) select id, ?, case_id from evidence where case_id = ?',
      entry.n,
      caseId,
    )
  } else if (Array.isArray(evidence)) {
    for (const id of new Set((evidence as number[]).map((stated) => ids.read(stated))))
      if (await isPieceOf(sql, caseId, id)) await keepCustody(sql, entry, caseId, id)
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
    'evidence.statement_read': statementRead,
    'evidence.related': related,
    'evidence.unrelated': related,
    'evidence.received': received,
    ...erasureAppliers,
    'case.exported': exported,
  },
}
