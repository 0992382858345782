import type { Superseded } from '../../domain/cases/contest.ts'
import type { OpenedEntry } from '../ledger/ledger.ts'
import type { Statements } from '../sqlite/statements.ts'

/** Y-44: the first entry that settles a conflict of its case settles it. */
const settle = async (
  sql: Statements,
  caseId: number,
  loser: unknown,
  by: string,
  how: 'kept' | 'redecided',
): Promise<void> => {
  if (typeof loser !== 'string') return
  await sql.run(
    'update conflicts set settled = ?, how = ? where loser = ? and case_id = ? and settled is null',
    by,
    how,
    loser,
    caseId,
  )
}

/** Keeps what an entry means for the conflicts of its case: it was overtaken, or it settles one. */
export const keepConflicts = async (
  sql: Statements,
  caseId: number,
  entry: OpenedEntry,
  superseded: Superseded | null,
): Promise<void> => {
  if (superseded !== null) {
    await sql.run(
      'insert into conflicts (loser, case_id, kind, winner, at, settled, how) values (?, ?, ?, ?, ?, null, null) on conflict do nothing',
      entry.id,
      caseId,
      superseded.kind,
      superseded.winner,
      entry.atMs,
    )
    return
  }
  const how = entry.payload.type === 'conflict.settled' ? 'kept' : 'redecided'
  await settle(sql, caseId, entry.payload.pub['settles'], entry.id, how)
}
