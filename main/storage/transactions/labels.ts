import type { Statements } from '../sqlite/statements.ts'
import type { ActivityLabelRow, ActivityRow } from './tables.ts'

const change = 'update activities set is_fraud = ?, known_at_ms = ?, labelled_by = ? where n = ?'
const current = 'select is_fraud, known_at_ms, came_fraud, came_known_ms, labelled_by from activities where n = ?'
const note = `insert into activity_labels (activity, is_fraud, known_at_ms, was_fraud, was_known_ms, is_back, is_late, after_row)
  values (?, ?, ?, ?, ?, ?, ?, (select max(n) from activities))`
const lateLabel = 'select is_fraud, known_at_ms from activity_labels where activity = ? and is_late = 1'
const newest = 'select at_ms from activities order by moment desc limit 1'

/** What a person found of an activity in the past; null takes a finding back, and what came with the activity, or by a file after it, stands again. */
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

/** What files said of an activity: with it, or after it. */
const ofFiles = async (sql: Statements, row: number, { came_fraud: fraud, came_known_ms: knownMs }: Current): Promise<Label> => {
  if (fraud !== null) return { fraud, knownMs }
  const late = await sql.get<Pick<ActivityLabelRow, 'is_fraud' | 'known_at_ms'>>(lateLabel, row)
  return { fraud: late?.is_fraud ?? null, knownMs: late?.known_at_ms ?? null }
}

/**
 * Keeps the label that a file brings of an activity of which nothing was said yet (I-8). What was not known before cannot have been known before the newest activity that is here.
 *
 * @param knownAtMs when it would have become known if it had come with the activity
 */
export const keepLateLabel = async (sql: Statements, row: number, isFraud: boolean, knownAtMs: number): Promise<void> => {
  const known = Math.max(knownAtMs, (await sql.get<Pick<ActivityRow, 'at_ms'>>(newest))?.at_ms ?? 0)
  const fraud = isFraud ? 1 : 0
  await sql.run(change, fraud, known, null, row)
  await sql.run(note, row, fraud, known, null, null, 0, 1)
}

/** Keeps a person's finding with the activity, in the transaction that seals it. One label of an activity stands at a time: the person's takes the place of what came with it. */
export const keepFinding = async (sql: Statements, row: number, { isFraud, knownAtMs, by }: Finding): Promise<void> => {
  const before = await sql.get<Current>(current, row)
  if (before === undefined) return
  const was: Label = { fraud: before.is_fraud, knownMs: before.known_at_ms }
  const isBack = isFraud === null
  const said: Label = isBack ? await ofFiles(sql, row, before) : { fraud: isFraud ? 1 : 0, knownMs: knownAtMs }
  // Who says what is known already teaches nothing: it stays known since then.
  const isKnown = said.fraud === was.fraud && (said.fraud === null || (was.knownMs ?? 0) <= (said.knownMs ?? 0))
  const now = isKnown ? was : said
  await sql.run(change, now.fraud, now.knownMs, isBack ? null : by, row)
  if (!isKnown) await sql.run(note, row, now.fraud, now.knownMs, was.fraud, was.knownMs, isBack ? 1 : 0, 0)
}
