import { searchResultsMost } from '../../../shared/schema/search.ts'
import type { FoundOf } from '../../../shared/schema/search.ts'
import { findInPieces, fromTheStart } from '../evidence-text/look-through.ts'
import type { TextFiles } from '../evidence-text/text-files.ts'
import { pieceFacts } from './find-evidence.ts'
import type { PieceRow } from './find-evidence.ts'
import type { Finding, SearchReads } from './finding.ts'
import type { Question } from './question.ts'

type Piece = FoundOf<'evidence_text'>

/** The text of each case is a file under a key of its own. */
const casesMost = 20

/** What was found in texts, and in how many of them was looked. */
export interface FoundInTexts extends Finding<Piece> {
  readonly searched: number
  readonly cases: number
}

/**
 * Pieces in whose text all words are in one place, of the cases that changed last. No passage of them leaves this
 * function, so it is no look (E-43).
 */
export const findInTexts = async (
  { sql }: SearchReads,
  files: Pick<TextFiles, 'open'>,
  question: Question,
): Promise<FoundInTexts> => {
  const cases =
    sql.get<{ cases: number }>('select count(*) as cases from evidence_text_files where file is not null')?.cases ?? 0
  if (question.terms.length === 0) return { items: [], more: false, searched: 0, cases }
  const ids = sql.all<{ id: number }>(
    `select c.id from evidence_text_files f cross join cases c on c.id = f.case_id
     where f.file is not null order by c.updated_at desc limit ?`,
    casesMost,
  )
  const items: Piece[] = []
  let searched = 0
  let isCut = false
  for (const { id } of ids) {
    if (items.length > searchResultsMost) break
    const text = await files.open(id)
    searched += 1
    if (text === null) continue
    const { pieces, next } = findInPieces(text.index, question.terms, fromTheStart)
    isCut ||= next !== null
    for (const { sha256 } of pieces) {
      const row = sql.get<PieceRow>(
        `select e.*, c.number as case_number from evidence e join cases c on c.id = e.case_id
         where e.case_id = ? and e.sha256 = ? order by e.id limit 1`,
        id,
        sha256,
      )
      if (row !== undefined)
        items.push({
          kind: 'evidence_text',
          ...pieceFacts(row),
          reason: { field: 'text', how: 'words', text: null, marks: [] },
        })
    }
  }
  return {
    items: items.slice(0, searchResultsMost),
    more: items.length > searchResultsMost || isCut || searched < cases,
    searched,
    cases,
  }
}
