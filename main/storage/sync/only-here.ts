import type { SyncStatements } from '../sqlite/statements.ts'
import { receivedHashes } from './kept-evidence.ts'

/** What of a case exists nowhere but on this device, besides entries that wait. */
export interface OnlyHere {
  /** Pieces of evidence whose bytes are here and of which no hub has sealed `evidence.received`. */
  readonly pieces: number
  readonly bytes: number
  /** Acquisitions that are not finished. */
  readonly acquiring: number
}

/** Reads what would be lost if the case left this device now. */
export const onlyHere = (sql: SyncStatements, caseId: number): OnlyHere => {
  const held = sql.get<{ pieces: number; bytes: number | null }>(
    `select count(*) as pieces, sum(size) as bytes from
       (select v.sha256, max(v.size) as size from blob_keys b join evidence v on v.case_id = b.case_id and v.sha256 = b.sha256
        where b.case_id = ? and b.sha256 not in (${receivedHashes}) group by v.sha256)`,
    caseId,
    caseId,
  )
  const open = sql.get<{ acquiring: number }>(
    "select count(*) as acquiring from acquisitions where case_id = ? and state in ('waiting', 'running', 'paused')",
    caseId,
  )
  return { pieces: held?.pieces ?? 0, bytes: held?.bytes ?? 0, acquiring: open?.acquiring ?? 0 }
}
