import type { Past, KeptActivity, PastLabel } from '../features/feature-state.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { activityOf } from './rows.ts'
import type { ActivityRow } from './tables.ts'

const labelOf = (fraud: 0 | 1 | null, knownMs: number | null): PastLabel | null =>
  fraud === null || knownMs === null ? null : { isFraud: fraud === 1, knownAtMs: knownMs }

const storedOf = (row: ActivityRow): KeptActivity => ({
  row: row.n,
  event: activityOf(row),
  receivedMs: row.received_ms,
  label: labelOf(row.came_fraud, row.came_known_ms),
})

interface FoundRow {
  readonly found: number
  readonly now_fraud: 0 | 1 | null
  readonly now_ms: number | null
  readonly was_fraud: 0 | 1 | null
  readonly was_known_ms: number | null
  readonly is_back: 0 | 1
  readonly after_row: number
}

const foundColumns =
  'l.n as found, l.is_fraud as now_fraud, l.known_at_ms as now_ms, l.was_fraud, l.was_known_ms, l.is_back, l.after_row'
const after = `select a.*, ${foundColumns} from activity_labels l join activities a on a.n = l.activity where l.n > ? order by l.n limit ?`
// The last of each activity; where it was taken back, that which stands again, as it was learnt at first. What came
// with the activity is no finding.
const last = `select a.*, ${foundColumns} from (select activity, max(n) as n from activity_labels group by activity) m
  join activity_labels e on e.n = m.n
  join activity_labels l on l.n = iif(e.is_back = 0, e.n, (select min(b.n) from activity_labels b where b.activity = m.activity and b.is_back = 0 and b.is_fraud = e.is_fraud and b.known_at_ms = e.known_at_ms))
  join activities a on a.n = l.activity order by l.n`

/** What is committed of activities and of what persons found of them, for features to count. */
export const createPast = (sql: SyncStatements): Past => ({
  activitiesAfter: (row, limit) =>
    sql.all<ActivityRow>('select * from activities where n > ? order by n limit ?', row, limit).map(storedOf),
  findingsAfter: (n, limit) =>
    sql.all<ActivityRow & FoundRow>(after, n, limit).map((row) => ({
      n: row.found,
      event: activityOf(row),
      was: labelOf(row.was_fraud, row.was_known_ms),
      now: labelOf(row.now_fraud, row.now_ms),
      isBack: row.is_back === 1,
    })),
  standing: () =>
    sql.all<ActivityRow & FoundRow>(last).map((row) => ({
      row: row.n,
      afterRow: row.after_row,
      event: activityOf(row),
      now: labelOf(row.now_fraud, row.now_ms),
    })),
  lastFinding: () => sql.get<{ last: number | null }>('select max(n) as last from activity_labels')?.last ?? 0,
})
