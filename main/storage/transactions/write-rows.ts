import { recommendedActions, riskLevels } from '../../../shared/schema/activity.ts'
import type { Activity } from '../../../shared/schema/activity.ts'
import type { Assessment } from '../../detection/ports.ts'
import type { Statements } from '../sqlite/statements.ts'
import { createMoments } from './moments.ts'
import { keptAssessment, storedAmount, storedMetadata } from './rows.ts'
import type { ActivityRow } from './tables.ts'
import { createTermWriter } from './terms.ts'

/** An activity that was judged and is to be kept. */
export interface JudgedActivity {
  readonly event: Activity
  /** `event.at` in milliseconds. */
  readonly atMs: number
  readonly assessment: Assessment
  /** From when on features know of `event.is_fraud`; null where it says nothing. */
  readonly knownAtMs: number | null
}

const byIds = 'select * from activities where transaction_id in (select value from json_each(?))'
const lastRow = 'select max(n) as last from activities'
const insertRow = `insert into activities (n, moment, transaction_id, event_type, at_ms, amount, currency, customer_id, account_id, counterparty_id, device_id, ip, terminal_id,
  channel, country, latitude, longitude, metadata, is_fraud, known_at_ms, came_fraud, came_known_ms, score, risk, action, assessment, import_id, received_ms)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
const insertTerms = 'insert into activity_terms (rowid, terms) values (?, ?)'

/** The rows that bear one of the ids, by id. */
export const rowsOfIds = async (sql: Statements, ids: readonly string[]): Promise<ReadonlyMap<string, ActivityRow>> => {
  const rows = await sql.all<ActivityRow>(byIds, JSON.stringify(ids))
  return new Map(rows.map((row) => [row.transaction_id, row]))
}

const levelRank = new Map(riskLevels.map((level, rank) => [level, rank]))
const actionRank = new Map(recommendedActions.map((action, rank) => [action, rank]))

/**
 * Adds activities whose ids are not there yet, in one transaction of the ledger.
 *
 * @returns their rows, in the order given
 */
export const insertActivities = async (sql: Statements, judged: readonly JudgedActivity[], importId: string | null, nowMs: number): Promise<readonly number[]> => {
  let n = (await sql.get<{ last: number | null }>(lastRow))?.last ?? 0
  const momentFor = createMoments(sql)
  const termsOf = createTermWriter()
  const rows: number[] = []
  const terms: { moment: number; terms: string }[] = []
  for (const { event, atMs, assessment, knownAtMs } of judged) {
    n += 1
    const moment = await momentFor(atMs)
    const label = event.is_fraud === undefined ? null : event.is_fraud ? 1 : 0
    await sql.run(
      insertRow,
      n,
      moment,
      event.transaction_id,
      event.event_type,
      atMs,
      storedAmount(event.amount),
      event.currency ?? null,
      event.customer_id ?? null,
      event.account_id ?? null,
      event.counterparty_id ?? null,
      event.device_id ?? null,
      event.ip ?? null,
      event.terminal_id ?? null,
      event.channel ?? null,
      event.country ?? null,
      event.latitude ?? null,
      event.longitude ?? null,
      storedMetadata(event.metadata),
      label,
      knownAtMs,
      label,
      knownAtMs,
      assessment.score,
      levelRank.get(assessment.riskLevel) ?? 0,
      actionRank.get(assessment.action) ?? 0,
      keptAssessment(assessment),
      importId,
      nowMs,
    )
    rows.push(n)
    terms.push({ moment, terms: termsOf(event) })
  }
  // The index writes a run for each stretch of growing numbers.
  for (const entry of terms.sort((one, other) => one.moment - other.moment)) await sql.run(insertTerms, entry.moment, entry.terms)
  return rows
}
