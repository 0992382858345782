import type { Statements } from '../sqlite/statements.ts'
import type { ActivityRow } from './tables.ts'

const change = 'update activities set is_fraud = ?, known_at_ms = ?, labelled_by = ? where n = ?'
const current = 'select is_fraud, known_at_ms, came_fraud, came_known_ms, labelled_by from activities where n = ?'
const note = `insert into activity_labels (activity, is_fraud, known_at_ms, was_fraud, was_known_ms, is_back, after_row)
  values (?, ?, ?, ?, ?, ?, (select max(n) from activities))`

/** What a person found of an activity in the past; null takes a finding back, and what came with the activity stands again. */
export interface Finding {
  readonly isFraud: boolean | null
  readonly knownAtMs: number
  /** Uid of the person. */
  readonly by: string
}

interface Label {
  readonly fraud: 0 | 1 | null
  readonly knownMs: number | null
}

type Current = Pick<ActivityRow, 'is_fraud' | 'known_at_ms' | 'came_fraud' | 'came_known_ms' | 'labelled_by'>

/** Keeps a person's finding with the activity, in the transaction that seals it. One label of an activity stands at a time: the person's takes the place of what came with it. */
export const keepFinding = async (sql: Statements, row: number, { isFraud, knownAtMs, by }: Finding): Promise<void> => {
  const before = await sql.get<Current>(current, row)
  if (before === undefined) return
  const was: Label = { fraud: before.is_fraud, knownMs: before.known_at_ms }
  const isBack = isFraud === null
  const said: Label = isBack ? { fraud: before.came_fraud, knownMs: before.came_known_ms } : { fraud: isFraud ? 1 : 0, knownMs: knownAtMs }
  // Who says what is known already teaches nothing: it stays known since then.
  const isKnown = said.fraud === was.fraud && (said.fraud === null || (was.knownMs ?? 0) <= (said.knownMs ?? 0))
  const now = isKnown ? was : said
  await sql.run(change, now.fraud, now.knownMs, isBack ? null : by, row)
  if (!isKnown) await sql.run(note, row, now.fraud, now.knownMs, was.fraud, was.knownMs, isBack ? 1 : 0)
}
