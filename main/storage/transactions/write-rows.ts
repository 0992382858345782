import { recommendedActions, riskLevels } from '../../../shared/schema/activity.ts'
import type { Activity } from '../../../shared/schema/activity.ts'
import type { Assessment } from '../../detection/ports.ts'
import { storedAmount } from '../../domain/transactions/amounts.ts'
import type { SqlValue, Statements } from '../sqlite/statements.ts'
import { createMoments } from './moments.ts'
import { keptAssessment, storedMetadata } from './rows.ts'
import type { ActivityRow, KnownRow } from './tables.ts'
import { createTermWriter } from './terms.ts'

/** An activity that was judged and is to be kept. */
export interface JudgedActivity {
  readonly event: Activity
  /** `event.at` in milliseconds. */
  readonly atMs: number
  readonly assessment: Assessment
  /** From when on features know of `event.is_fraud`; null where it says nothing. */
  readonly knownAtMs: number | null
  /** Whether it was judged without windows, because it lay too far behind what was counted before it. */
  readonly late: boolean
  /** The line of the file in which it begins; absent where it came in no file. */
  readonly line?: number
}

const lateLabel = 'select l.is_fraud from activity_labels l where l.activity = a.n and l.is_late = 1'
const byIds = `select a.*, (${lateLabel}) as late_fraud from activities a where a.transaction_id in (select value from json_each(?))`
const lastRow = 'select max(n) as last from activities'
const usualColumns = [
  'n',
  'moment',
  'transaction_id',
  'event_type',
  'at_ms',
  'amount',
  'currency',
  'customer_id',
  'terminal_id',
  'is_fraud',
  'known_at_ms',
  'came_fraud',
  'came_known_ms',
  'score',
  'risk',
  'action',
  'import_id',
  'source_line',
  'received_ms',
] as const
const partyColumns = ['account_id', 'counterparty_id', 'device_id', 'ip'] as const
const circumstanceColumns = ['channel', 'country', 'latitude', 'longitude', 'metadata', 'assessment', 'late'] as const

const insertOf = (columns: readonly (keyof ActivityRow)[]): string =>
  `insert into activities (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`

// Binding a null costs as much as a value: columns of which many activities have none are left out together.
const inserts = {
  none: { none: insertOf(usualColumns), circumstances: insertOf([...usualColumns, ...circumstanceColumns]) },
  parties: {
    none: insertOf([...usualColumns, ...partyColumns]),
    circumstances: insertOf([...usualColumns, ...partyColumns, ...circumstanceColumns]),
  },
} as const
const insertTerms = 'insert into activity_terms (rowid, terms) values (?, ?)'

/** The rows that bear one of the ids, by id. */
export const rowsOfIds = async (sql: Statements, ids: readonly string[]): Promise<ReadonlyMap<string, KnownRow>> => {
  const rows = await sql.all<KnownRow>(byIds, JSON.stringify(ids))
  return new Map(rows.map((row) => [row.transaction_id, row]))
}

const levelRank = new Map(riskLevels.map((level, rank) => [level, rank]))
const actionRank = new Map(recommendedActions.map((action, rank) => [action, rank]))

const orNull = (values: readonly SqlValue[]): readonly SqlValue[] | null =>
  values.every((value) => value === null) ? null : values

/** Values of `partyColumns`; null where there is none. */
const partiesOf = ({
  account_id: account,
  counterparty_id: counterparty,
  device_id: device,
  ip,
}: Activity): readonly SqlValue[] | null => orNull([account ?? null, counterparty ?? null, device ?? null, ip ?? null])

/** Values of `circumstanceColumns`; null where there is none. */
const circumstancesOf = ({
  event: { channel, country, latitude, longitude, metadata },
  assessment,
  late,
}: JudgedActivity): readonly SqlValue[] | null =>
  orNull([
    channel ?? null,
    country ?? null,
    latitude ?? null,
    longitude ?? null,
    storedMetadata(metadata),
    keptAssessment(assessment),
    late ? 1 : null,
  ])

/**
 * Adds activities whose ids are not there yet, in one transaction of the ledger.
 *
 * @param receivedMs the time with which they were judged
 * @returns their rows, in the order given
 */
export const insertActivities = async (
  sql: Statements,
  judged: readonly JudgedActivity[],
  importId: string | null,
  receivedMs: number,
): Promise<readonly number[]> => {
  let n = (await sql.get<{ last: number | null }>(lastRow))?.last ?? 0
  const momentFor = createMoments(sql)
  const termsOf = createTermWriter()
  const rows: number[] = []
  const terms: { moment: number; terms: string }[] = []
  for (const one of judged) {
    const { event, atMs, assessment, knownAtMs } = one
    n += 1
    const moment = await momentFor(atMs)
    const label = event.is_fraud === undefined ? null : event.is_fraud ? 1 : 0
    const usual: readonly SqlValue[] = [
      n,
      moment,
      event.transaction_id,
      event.event_type,
      atMs,
      storedAmount(event.amount),
      event.currency ?? null,
      event.customer_id ?? null,
      event.terminal_id ?? null,
      label,
      knownAtMs,
      label,
      knownAtMs,
      assessment.score,
      levelRank.get(assessment.riskLevel) ?? 0,
      actionRank.get(assessment.action) ?? 0,
      importId,
      one.line ?? null,
      receivedMs,
    ]
    const parties = partiesOf(event)
    const circumstances = circumstancesOf(one)
    const insert = inserts[parties === null ? 'none' : 'parties'][circumstances === null ? 'none' : 'circumstances']
    await sql.run(insert, ...usual, ...(parties ?? []), ...(circumstances ?? []))
    rows.push(n)
    terms.push({ moment, terms: termsOf(event) })
  }
  // The index writes a run for each stretch of growing numbers.
  for (const entry of terms.sort((one, other) => one.moment - other.moment))
    await sql.run(insertTerms, entry.moment, entry.terms)
  return rows
}
