import type { FoundOf, SearchReason } from '../../../shared/schema/search.ts'
import { redactedText } from '../../../shared/schema/case.ts'
import { toMatch } from '../cases/search-text.ts'
import type { EvidenceTable } from '../evidence/tables.ts'
import { foundMost, shownOf } from './finding.ts'
import type { SearchCandidate, Finding, SearchReads } from './finding.ts'
import { beginningRange } from './question.ts'
import type { Question } from './question.ts'
import { reasonOfId, reasonOfWords } from './reasons.ts'

type Piece = FoundOf<'evidence'>
/** A piece with the number of its case. */
export type PieceRow = EvidenceTable & { readonly case_number: string }
type Found = SearchCandidate<number, PieceRow>

/** Notes share the index with what pieces are called: so many of both are looked at, newest first. */
const lookedAt = 5_000
const digest = /^[0-9a-f]{8,64}$/iu

/** The facts of a piece, as results say them. */
export const pieceFacts = (row: PieceRow) => ({
  evidence_id: row.id,
  name: row.name,
  evidence_kind: row.kind,
  case_id: row.case_id,
  case_number: row.case_number,
})

const shown = (row: PieceRow, reason: SearchReason): Piece => ({ kind: 'evidence', ...pieceFacts(row), reason })

const byDigest = ({ sql }: SearchReads, question: Question): Found[] => {
  if (!digest.test(question.typed)) return []
  const rows = sql.all<PieceRow>(
    `select e.*, c.number as case_number from evidence e cross join cases c on c.id = e.case_id
     where e.sha256 >= ? and e.sha256 < ? order by e.sha256, e.id desc limit ?`,
    ...beginningRange(question.typed.toLowerCase()),
    foundMost,
  )
  return rows.flatMap((row) => {
    const reason = reasonOfId(question, 'sha256', row.sha256)
    return reason === null ? [] : [{ key: row.id, row, reason }]
  })
}

const reasonOf = (question: Question, row: PieceRow): SearchReason | null => {
  for (const field of ['name', 'label', 'path'] as const) {
    const text = row[field]
    const reason = text === null || text === redactedText ? null : reasonOfWords(question, field, text)
    if (reason !== null) return reason
  }
  const texts = [row.name, row.path, row.label].filter((text) => text !== null && text !== redactedText)
  return texts.length === 0 ? null : { field: 'several', how: 'words', text: null, marks: [] }
}

const byWords = ({ sql }: SearchReads, question: Question): { readonly found: Found[]; readonly isCut: boolean } => {
  if (question.terms.length === 0) return { found: [], isCut: false }
  const match = question.terms.map(toMatch).join(' AND ')
  const rows = sql.all<PieceRow>(
    `select e.*, c.number as case_number from (
       select rowid as n from search where search match ? and rowid > 0 order by rowid desc limit ${lookedAt}
     ) found cross join evidence e on e.n = found.n cross join cases c on c.id = e.case_id order by e.n desc limit ?`,
    match,
    foundMost,
  )
  const isShort = rows.length < foundMost
  const isCut =
    isShort &&
    sql.get(
      'select rowid from search where search match ? and rowid > 0 order by rowid desc limit 1 offset ?',
      match,
      lookedAt,
    ) !== undefined
  const found = rows.flatMap((row) => {
    const reason = reasonOf(question, row)
    return reason === null ? [] : [{ key: row.id, row, reason }]
  })
  return { found, isCut }
}

/** Pieces by their SHA-256, then by words of name, path and label. */
export const findEvidence = (reads: SearchReads, question: Question): Finding<Piece> => {
  const { found, isCut } = byWords(reads, question)
  return shownOf([...byDigest(reads, question), ...found], shown, isCut)
}
