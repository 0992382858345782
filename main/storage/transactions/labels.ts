import type { Statements } from '../sqlite/statements.ts'
import type { ActivityLabelRow } from './tables.ts'

const change = 'update activities set is_fraud = ?, known_at_ms = ?, labelled_by = ? where n = ?'
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
  await sql.run(change, stored, isFraud === null ? null : knownAtMs, by, row)
  await sql.run(note, row, stored, knownAtMs)
}

/** Findings after one, in the order in which they came. */
export const findingsAfter = async (sql: Statements, n: number, limit: number): Promise<readonly ActivityLabelRow[]> =>
  sql.all<ActivityLabelRow>('select * from activity_labels where n > ? order by n limit ?', n, limit)
