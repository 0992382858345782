import type { SyncStatements } from '../sqlite/statements.ts'

/** Row numbers of activities, both inclusive; empty where `to` is below `from`. */
export interface RowRange {
  readonly from: number
  readonly to: number
}

const receivedOf = (sql: SyncStatements, row: number): number =>
  sql.get<{ at: number }>('select received_ms as at from activities where n >= ? order by n limit 1', row)?.at ??
  Number.POSITIVE_INFINITY

/**
 * The first row that was received at a time or later: rows are numbered as they arrive, so a search by halves finds it
 * without an index.
 */
const firstFrom = (sql: SyncStatements, last: number, atMs: number): number => {
  let low = 1
  let high = last + 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (receivedOf(sql, middle) >= atMs) high = middle
    else low = middle + 1
  }
  return low
}

/** The activities that were received from `fromMs` on and before `toMs`. */
export const receivedBetween = (sql: SyncStatements, fromMs: number, toMs: number): RowRange => {
  const last = sql.get<{ last: number | null }>('select max(n) as last from activities')?.last ?? 0
  return { from: firstFrom(sql, last, fromMs), to: firstFrom(sql, last, toMs) - 1 }
}
