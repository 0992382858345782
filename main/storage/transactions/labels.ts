import type { Statements } from '../sqlite/statements.ts'
import type { ActivityRow } from './tables.ts'

const change = 'update activities set is_fraud = ?, known_at_ms = ?, labelled_by = ? where n = ?'
const current = 'select is_fraud from activities where n = ?'
const note = 'insert into activity_labels (activity, is_fraud, known_at_ms) values (?, ?, ?)'

/** What a person found of an activity in the past; null takes a finding back. */
export interface Finding {
  readonly isFraud: boolean | null
  readonly knownAtMs: number
  /** Uid of the person. */
  readonly by: string
}

/** Keeps a person's finding with the activity, in the transaction that seals it. */
export const keepFinding = async (sql: Statements, row: number, { isFraud, knownAtMs, by }: Finding): Promise<void> => {
  const stored = isFraud === null ? null : isFraud ? 1 : 0
  const before = await sql.get<Pick<ActivityRow, 'is_fraud'>>(current, row)
  await sql.run(change, stored, isFraud === null ? null : knownAtMs, by, row)
  // What says the same as was known teaches nothing: features would count it twice.
  if (before?.is_fraud !== stored) await sql.run(note, row, stored, knownAtMs)
}
