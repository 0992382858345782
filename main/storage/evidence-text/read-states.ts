import type { Refusal } from '../../../shared/api/errors.ts'
import { textLack } from '../../../shared/schema/evidence-text.ts'
import type { CaseText, PieceText } from '../../../shared/schema/evidence-text.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { notFound as noCase } from '../cases/change-case.ts'
import { hasCase } from '../cases/has-case.ts'
import { noPiece, pieceRow } from '../evidence/read-evidence.ts'
import type { EvidenceTable } from '../evidence/tables.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { EvidenceTextFilesTable, EvidenceTextsTable } from './tables.ts'

/** Reads how far evidence is read. */
export interface TextStateReads {
  ofCase(caseId: number): Result<CaseText, Refusal>
  ofPiece(caseId: number, evidenceId: number): Result<PieceText, Refusal>
}

type Named = Pick<EvidenceTable, 'id' | 'name'>
type Row = Named & EvidenceTextsTable

const lackingMost = 100

const lacksOf = (json: string): PieceText['lacks'] => textLack.array().parse(JSON.parse(json))

const viewOf = ({ id, name, state, format, passages, lacks, read_at: readAt }: Row): PieceText => ({
  evidence_id: id,
  name,
  state,
  format,
  passages,
  lacks: lacksOf(lacks),
  read_at: readAt === null ? null : toTimestamp(readAt),
})

const elsewhere = ({ id, name }: Named): PieceText => ({
  evidence_id: id,
  name,
  state: 'elsewhere',
  format: null,
  passages: 0,
  lacks: [],
  read_at: null,
})

const withLacks = `from evidence e join evidence_texts t on t.case_id = e.case_id and t.sha256 = e.sha256
  where e.case_id = ? and t.lacks <> '[]'`

/** Makes the reads. */
export const createTextStateReads = (sql: SyncStatements): TextStateReads => {
  const countsOf = (caseId: number): CaseText['pieces'] => {
    const rows = sql.all<{ state: PieceText['state']; pieces: number }>(
      `select coalesce(t.state, 'elsewhere') as state, count(*) as pieces
         from evidence e left join evidence_texts t on t.case_id = e.case_id and t.sha256 = e.sha256
         where e.case_id = ? group by 1`,
      caseId,
    )
    const count = (...states: PieceText['state'][]): number =>
      rows.filter(({ state }) => states.includes(state)).reduce((sum, { pieces }) => sum + pieces, 0)
    return {
      total: rows.reduce((sum, { pieces }) => sum + pieces, 0),
      read: count('read'),
      waiting: count('waiting', 'reading'),
      unreadable: count('unreadable'),
      elsewhere: count('elsewhere'),
      dropped: count('dropped'),
    }
  }
  return {
    ofCase: (caseId) => {
      if (!hasCase(sql, caseId)) return fail(noCase)
      return ok({
        dropped:
          sql.get<EvidenceTextFilesTable>('select * from evidence_text_files where case_id = ?', caseId)?.dropped ??
          null,
        pieces: countsOf(caseId),
        lacking: sql
          .all<Row>(
            `select e.id, e.name, t.* ${withLacks} order by t.state = 'read', e.id limit ?`,
            caseId,
            lackingMost,
          )
          .map(viewOf),
        lacking_total: sql.get<{ total: number }>(`select count(*) as total ${withLacks}`, caseId)?.total ?? 0,
      })
    },
    ofPiece: (caseId, evidenceId) => {
      const piece = pieceRow(sql, caseId, evidenceId)
      if (piece === undefined) return fail(noPiece)
      const row = sql.get<EvidenceTextsTable>(
        'select * from evidence_texts where case_id = ? and sha256 = ?',
        caseId,
        piece.sha256,
      )
      return ok(row === undefined ? elsewhere(piece) : viewOf({ ...row, id: piece.id, name: piece.name }))
    },
  }
}
