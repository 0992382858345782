import type { StudiedActivity } from '../../detection/models/study/collect.ts'
import { dayNumber } from '../../detection/models/study/days.ts'
import type { KnownFrauds } from '../../detection/models/study/propose.ts'
import { dayMs } from '../../../shared/text/days.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { activityOf } from '../transactions/rows.ts'
import type { ActivityRow } from '../transactions/tables.ts'

/** The activities of a workspace, for a training: what was known of each apart from what it was. */
export interface TrainingActivities {
  count(): number
  /** Where the known frauds lie in time; null: there are none. */
  frauds(): KnownFrauds | null
  /** Activities in order of time, chunk by chunk; each chunk takes some milliseconds. */
  chunks(size: number): Iterable<readonly StudiedActivity[]>
}

const pastOf = (row: ActivityRow): StudiedActivity => {
  const { is_fraud: _said, ...event } = activityOf(row)
  return { event, atMs: row.at_ms, isFraud: row.is_fraud === null ? undefined : row.is_fraud === 1 }
}

/** Reads them by a connection that sees what is committed; what is taken in meanwhile may be among them or not. */
export const createPastActivities = (sql: SyncStatements): TrainingActivities => ({
  count: () => sql.get<{ count: number }>('select count(*) as count from activities')?.count ?? 0,
  frauds: () => {
    const span = sql.get<{ first: number | null; last: number | null }>(
      'select min(at_ms) as first, max(at_ms) as last from activities where is_fraud = 1',
    )
    if (span === undefined || span.first === null || span.last === null) return null
    return {
      firstMs: span.first,
      lastMs: span.last,
      between: ({ from, to }) =>
        sql.get<{ count: number }>(
          'select count(*) as count from activities where is_fraud = 1 and at_ms >= ? and at_ms < ?',
          dayNumber(from) * dayMs,
          (dayNumber(to) + 1) * dayMs,
        )?.count ?? 0,
    }
  },
  *chunks(size) {
    let last = -1
    for (;;) {
      const rows = sql.all<ActivityRow>('select * from activities where moment > ? order by moment limit ?', last, size)
      const newest = rows.at(-1)
      if (newest === undefined) return
      last = newest.moment
      yield rows.map(pastOf)
    }
  },
})
