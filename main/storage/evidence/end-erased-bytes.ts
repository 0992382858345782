import { notRead } from '../evidence-text/schema.ts'
import { copiesAreDue } from '../ledger/set-aside-ends.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { isErased, isNeeded } from './erased-pieces.ts'

const due = `select distinct g.sha256 from evidence g where g.case_id = ? and ${isErased('g')} and not ${isNeeded('g.case_id', 'g.sha256')}`
const isHeld = `(exists (select 1 from blob_keys b where b.case_id = g.case_id and b.sha256 = g.sha256)
    or exists (select 1 from evidence_fetches f where f.case_id = g.case_id and f.sha256 = g.sha256))`

/** Of one hash of a case; what is unsettled by the last key goes from the store after the commit, or at the next start. */
const ofBytes = [
  'delete from blob_keys where case_id = ? and sha256 = ?',
  'delete from evidence_fetches where case_id = ? and sha256 = ?',
  'delete from evidence_texts where case_id = ? and sha256 = ?',
  'delete from kept_evidence where case_id = ? and sha256 = ?',
] as const

/** The text of a case lies in one file, and ends with its key; of what is left it is read again. */
const ofCase = [
  `update evidence_texts set ${notRead} where case_id = ? and state <> 'dropped'`,
  'delete from evidence_text_files where case_id = ? and dropped is null',
  'delete from exports where case_id = ?',
] as const

/**
 * L-132: ends on this device the bytes that no piece of a case needs any more because they were erased: their key, what
 * came of them from the hub, the text that was read of the case, and its bundles. Called at the end of whatever projects
 * an erasure, so that what a replay has not reached yet is not taken for erased.
 *
 * @returns the hashes of files that nobody here holds any more; null where nothing was here
 */
export const endErasedBytes = (sql: SyncStatements, caseId: number): readonly string[] | null => {
  const hashes = sql.all<{ sha256: string }>(`${due} and ${isHeld}`, caseId).map(({ sha256 }) => sha256)
  if (hashes.length === 0) return null
  for (const sha256 of hashes) for (const text of ofBytes) sql.run(text, caseId, sha256)
  for (const text of ofCase) sql.run(text, caseId)
  copiesAreDue(sql)
  return hashes.filter(
    (sha256) => sql.get('select case_id from blob_keys where sha256 = ? limit 1', sha256) === undefined,
  )
}
