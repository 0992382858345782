import { fitsForm } from '../../domain/cases/forms.ts'
import { deviceIdsOf } from '../ledger/device-ids.ts'
import type { DeviceIds } from '../ledger/device-ids.ts'
import type { OpenedEntry } from '../ledger/ledger.ts'
import type { Statements } from '../sqlite/statements.ts'

/** The case of an entry, and how its ids are read. */
export interface AboutCase {
  readonly caseId: number
  readonly ids: DeviceIds
}

/**
 * The case of an entry, and how its ids are read. Null where the entry has no effect (Y-46): it is not of its form, or
 * the case is not there.
 */
export const aboutOf = async (sql: Statements, entry: OpenedEntry): Promise<AboutCase | null> => {
  if (!fitsForm(entry.payload.type, entry.payload.pub)) return null
  const row = await sql.get<{ id: number }>('select id from cases where uid = ?', entry.payload.case)
  return row === undefined ? null : { caseId: row.id, ids: await deviceIdsOf(sql, entry.payload) }
}

/** Whether the case has a piece with this id. */
export const isPieceOf = async (sql: Statements, caseId: number, id: number): Promise<boolean> =>
  (await sql.get('select id from evidence where id = ? and case_id = ?', id, caseId)) !== undefined

/** The same as `aboutOf`, with the piece that the entry names, which must be one of the case. */
export const pieceOf = async (
  sql: Statements,
  entry: OpenedEntry,
): Promise<(AboutCase & { readonly id: number }) | null> => {
  const about = await aboutOf(sql, entry)
  if (about === null) return null
  const id = about.ids.read(entry.payload.pub['evidence_id'] as number)
  return (await isPieceOf(sql, about.caseId, id)) ? { ...about, id } : null
}

/** Files an entry among the custody of a piece. */
export const keepCustody = async (
  sql: Statements,
  entry: OpenedEntry,
  caseId: number,
  evidenceId: number,
): Promise<void> => {
  await sql.run(
    'insert into evidence_custody (evidence_id, n, case_id) values (?, ?, ?) on conflict do nothing',
    evidenceId,
    entry.n,
    caseId,
  )
}
