import type { TransactionDetail, TransactionFilters, TransactionItem } from '../../../shared/api/transactions.ts'
import { riskLevels } from '../../../shared/schema/activity.ts'
import type { Activity, RiskLevel } from '../../../shared/schema/activity.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { listRows } from './list.ts'
import { readActivityProfile } from './profile.ts'
import type { ActivityProfile, ProfileQuery } from './profile.ts'
import { activityOf, detailOf, itemOf } from './rows.ts'
import type { ActivityRow } from './tables.ts'

/** A page of activities, newest first. */
export interface TransactionPage {
  readonly items: readonly TransactionItem[]
  /** Cursor of the next page; null: there is none. */
  readonly next: string | null
  readonly searchedToMs: number | null
  /** Of all activities, where nothing narrows the list. */
  readonly total: number | null
}

/** An activity as it came, with the number of its row. */
export interface StoredActivity {
  readonly row: number
  readonly event: Activity
  /** The label that came with it; null: none did. */
  readonly label: { readonly isFraud: boolean; readonly knownAtMs: number } | null
}

/** What a person found of an activity; null takes a finding back. */
export interface StoredFinding {
  readonly n: number
  readonly event: Activity
  readonly isFraud: boolean | null
  readonly knownAtMs: number
}

/** Reads of what is committed. */
export interface TransactionStore {
  list(filters: TransactionFilters, page: { readonly cursor: string | undefined; readonly size: number }): TransactionPage
  read(transactionId: string): TransactionDetail | null
  /** The row of an activity; null where there is none. */
  find(transactionId: string): ActivityRow | null
  profile(query: ProfileQuery): ActivityProfile | null
  /** Activities in the order of arrival, after a row. */
  activitiesAfter(row: number, limit: number): readonly StoredActivity[]
  /** What persons found, in the order in which they did, after a finding. */
  findingsAfter(n: number, limit: number): readonly StoredFinding[]
  /** Number of the last row; 0 where there is none. Nothing is ever taken away, so it is their count. */
  lastRow(): number
  /** Activities by the level of their risk. */
  countByLevel(): Record<RiskLevel, number>
}

const filterNames = ['from', 'to', 'customer_id', 'account_id', 'counterparty_id', 'device_id', 'ip', 'terminal_id', 'event_type', 'risk_level', 'label', 'min_amount', 'max_amount', 'q'] as const

const isPlain = (filters: TransactionFilters): boolean => filterNames.every((name) => filters[name] === undefined)

const storedOf = (row: ActivityRow): StoredActivity => ({
  row: row.n,
  event: activityOf(row),
  label: row.came_fraud === null || row.came_known_ms === null ? null : { isFraud: row.came_fraud === 1, knownAtMs: row.came_known_ms },
})

/** Reads activities by a connection that sees what is committed. */
export const createTransactionStore = (sql: SyncStatements): TransactionStore => {
  const find = (transactionId: string): ActivityRow | null => sql.get<ActivityRow>('select * from activities where transaction_id = ?', transactionId) ?? null
  const lastRow = (): number => sql.get<{ last: number | null }>('select max(n) as last from activities')?.last ?? 0
  const userIds = (): ((uid: string) => number | null) => {
    const ids = new Map(sql.all<{ uid: string; id: number }>('select uid, id from users').map(({ uid, id }) => [uid, id]))
    return (uid) => ids.get(uid) ?? null
  }
  return {
    find,
    lastRow,
    countByLevel: () => {
      const risky = new Map(sql.all<{ risk: number; activities: number }>('select risk, count(*) as activities from activities where risk > 0 group by risk').map(({ risk, activities }) => [risk, activities]))
      const low = lastRow() - [...risky.values()].reduce((sum, activities) => sum + activities, 0)
      return Object.fromEntries(riskLevels.map((level, rank) => [level, rank === 0 ? low : (risky.get(rank) ?? 0)])) as Record<RiskLevel, number>
    },
    list: (filters, { cursor, size }) => {
      const page = listRows(sql, filters, cursor === undefined ? undefined : Number(cursor), size)
      const userIdOf = userIds()
      return {
        items: page.rows.map((row) => itemOf(row, userIdOf)),
        next: page.next === null ? null : String(page.next),
        searchedToMs: page.searchedToMs,
        total: isPlain(filters) ? lastRow() : null,
      }
    },
    read: (transactionId) => {
      const row = find(transactionId)
      return row === null ? null : detailOf(row, userIds())
    },
    profile: (query) => readActivityProfile(sql, query),
    activitiesAfter: (row, limit) => sql.all<ActivityRow>('select * from activities where n > ? order by n limit ?', row, limit).map(storedOf),
    findingsAfter: (n, limit) =>
      sql
        .all<ActivityRow & { found: number; found_fraud: 0 | 1 | null; found_ms: number }>(
          `select a.*, l.n as found, l.is_fraud as found_fraud, l.known_at_ms as found_ms from activity_labels l join activities a on a.n = l.activity
           where l.n > ? order by l.n limit ?`,
          n, limit,
        )
        .map((row) => ({ n: row.found, event: activityOf(row), isFraud: row.found_fraud === null ? null : row.found_fraud === 1, knownAtMs: row.found_ms })),
  }
}
