import type { Statements } from '../sqlite/statements.ts'
import type { ActivityFindingRow, ActivityLabelRow, ActivityRow } from './tables.ts'

const change = 'update activities set is_fraud = ?, known_at_ms = ?, labelled_by = ? where n = ?'
const current = 'select is_fraud, known_at_ms, came_fraud, came_known_ms, labelled_by from activities where n = ?'
const note = `insert into activity_labels (activity, is_fraud, known_at_ms, was_fraud, was_known_ms, is_back, is_late, after_row)
  values (?, ?, ?, ?, ?, ?, ?, (select max(n) from activities))`
const lateLabel = 'select is_fraud, known_at_ms from activity_labels where activity = ? and is_late = 1'
const findingsOf = 'select is_fraud, at, by from activity_findings where activity = ? order by at, alert_uid'
const say = `insert into activity_findings (activity, alert_uid, is_fraud, at, by) values (?, ?, ?, ?, ?)
  on conflict (activity, alert_uid) do update set is_fraud = excluded.is_fraud, at = excluded.at, by = excluded.by`
const learnt = 'select 1 from activity_labels where activity = ? and is_fraud = ? and known_at_ms = ? and is_back = 0'
const newest = 'select at_ms from activities order by moment desc limit 1'

/** What is found of an activity in the past; null takes back what the same alert, or person, had found of it. */
export interface LabelFinding {
  readonly isFraud: boolean | null
  readonly knownAtMs: number
  /** Uid of the person. */
  readonly by: string
  /** The alert whose disposition says it; null: it was said of the activity itself. */
  readonly alertUid: string | null
}

interface Label {
  readonly fraud: 0 | 1 | null
  readonly knownMs: number | null
}

type Current = Pick<ActivityRow, 'is_fraud' | 'known_at_ms' | 'came_fraud' | 'came_known_ms' | 'labelled_by'>

/** What files said of an activity: with it, or after it. */
const ofFiles = async (
  sql: Statements,
  row: number,
  { came_fraud: fraud, came_known_ms: knownMs }: Current,
): Promise<Label> => {
  if (fraud !== null) return { fraud, knownMs }
  const late = await sql.get<Pick<ActivityLabelRow, 'is_fraud' | 'known_at_ms'>>(lateLabel, row)
  return { fraud: late?.is_fraud ?? null, knownMs: late?.known_at_ms ?? null }
}

/**
 * Keeps the label that a file brings of an activity of which nothing was said yet (I-8). What was not known before
 * cannot have been known before the newest activity that is here.
 *
 * @param knownAtMs when it would have become known if it had come with the activity
 */
export const keepLateLabel = async (
  sql: Statements,
  row: number,
  isFraud: boolean,
  knownAtMs: number,
): Promise<void> => {
  const known = Math.max(knownAtMs, (await sql.get<Pick<ActivityRow, 'at_ms'>>(newest))?.at_ms ?? 0)
  const fraud = isFraud ? 1 : 0
  await sql.run(change, fraud, known, null, row)
  await sql.run(note, row, fraud, known, null, null, 0, 1)
}

type Found = Pick<ActivityFindingRow, 'is_fraud' | 'at' | 'by'>

/**
 * What stands of an activity by all that is said of it: the newest finding, else what files said. It is known since the
 * first of those that say the same without another word between them.
 *
 * @param findings in the order in which they were made
 */
export const standingLabel = (files: Label, findings: readonly Found[]): Label & { readonly by: string | null } => {
  let now: Label & { readonly by: string | null } = { ...files, by: null }
  for (const { is_fraud: fraud, at, by } of findings)
    now = { fraud, knownMs: fraud === now.fraud ? Math.min(now.knownMs ?? at, at) : at, by }
  return now
}

const isSame = (one: Label, other: Label): boolean => one.fraud === other.fraud && one.knownMs === other.knownMs

/** Lets that stand which follows from the findings, and notes for features what has changed. */
const settle = async (sql: Statements, row: number): Promise<void> => {
  const before = await sql.get<Current>(current, row)
  if (before === undefined) return
  const was: Label = { fraud: before.is_fraud, knownMs: before.known_at_ms }
  const files = await ofFiles(sql, row, before)
  const now = standingLabel(files, await sql.all<Found>(findingsOf, row))
  await sql.run(change, now.fraud, now.knownMs, now.by, row)
  if (isSame(now, was)) return
  // What features have learnt once and were told to forget is put back in its place.
  const isBack = isSame(now, files) || (await sql.get(learnt, row, now.fraud, now.knownMs)) !== undefined
  await sql.run(note, row, now.fraud, now.knownMs, was.fraud, was.knownMs, isBack ? 1 : 0, 0)
}

/**
 * Keeps a finding with the activity, or takes it back, in the transaction that seals it. What others found of the
 * activity is untouched: which label stands follows from all of it, whatever came first.
 */
export const keepFinding = async (
  sql: Statements,
  row: number,
  { isFraud, knownAtMs, by, alertUid }: LabelFinding,
): Promise<void> => {
  if (isFraud === null)
    await sql.run('delete from activity_findings where activity = ? and alert_uid = ?', row, alertUid ?? '')
  else await sql.run(say, row, alertUid ?? '', isFraud ? 1 : 0, knownAtMs, by)
  await settle(sql, row)
}
