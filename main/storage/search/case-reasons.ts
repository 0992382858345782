import { redactedText } from '../../../shared/schema/case.ts'
import type { SearchReason } from '../../../shared/schema/search.ts'
import { disclosedText } from '../cases/read-case.ts'
import type { CasesTable } from '../cases/tables.ts'
import { readDisclosure } from '../ledger/open-entry.ts'
import type { DisclosuresTable } from '../ledger/tables.ts'
import type { SearchReads } from './finding.ts'
import type { Question } from './question.ts'
import { reasonOfWords } from './reasons.ts'

/** Notes and pieces of one case that are looked at, newest first. */
const lookedAt = 200

const numberReason = ({ sql }: SearchReads, question: Question, row: CasesTable): SearchReason | null =>
  sql
    .all<{ number: string; current: number }>(
      'select number, current from case_numbers where case_id = ? order by current desc',
      row.id,
    )
    .map(({ number, current }) => reasonOfWords(question, current === 1 ? 'number' : 'former_number', number))
    .find((reason) => reason !== null) ?? null

const noteReason = ({ sql, vault }: SearchReads, question: Question, row: CasesTable): SearchReason | null => {
  // The index has the words of each note: only those in which all are need to be opened.
  const notes = sql.all<{ n: number; digest: string; text: string }>(
    'select n.n, n.digest, s.text from notes n join search s on s.rowid = n.n where n.case_id = ? order by n.n desc limit ?',
    row.id,
    lookedAt,
  )
  for (const { n, digest, text } of notes) {
    if (!question.terms.every(({ words }) => words.every((word) => text.includes(word)))) continue
    const stored = sql.get<Pick<DisclosuresTable, 'digest' | 'name' | 'sealed' | 'wrapped_key'>>(
      'select digest, name, sealed, wrapped_key from disclosures where entry = ? and digest = ?',
      n,
      digest,
    )
    const reading = stored === undefined ? null : readDisclosure(vault, stored)
    if (reading?.state !== 'present' || typeof reading.value !== 'string') continue
    const reason = reasonOfWords(question, 'note', reading.value)
    if (reason !== null) return reason
  }
  return null
}

const pieceReason = ({ sql }: SearchReads, question: Question, row: CasesTable): SearchReason | null => {
  const pieces = sql.all<{ name: string; path: string | null; label: string | null }>(
    'select name, path, label from evidence where case_id = ? order by id desc limit ?',
    row.id,
    lookedAt,
  )
  for (const piece of pieces)
    for (const field of ['name', 'label', 'path'] as const) {
      const text = piece[field]
      const reason = text === null || text === redactedText ? null : reasonOfWords(question, field, text)
      if (reason !== null) return reason
    }
  return null
}

/** Why the words of a search lead to a case: the first of its texts in which all of them are. */
export const caseReason = (reads: SearchReads, question: Question, row: CasesTable): SearchReason => {
  const { sql, vault } = reads
  const description = (): SearchReason | null => {
    const text = disclosedText(sql, vault, row.id, row.description_digest)
    return text === redactedText ? null : reasonOfWords(question, 'description', text)
  }
  return (
    (row.title === redactedText ? null : reasonOfWords(question, 'title', row.title)) ??
    numberReason(reads, question, row) ??
    description() ??
    noteReason(reads, question, row) ??
    pieceReason(reads, question, row) ?? { field: 'several', how: 'words', text: null, marks: [] }
  )
}
