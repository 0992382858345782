import type { FeatureSource } from '../../detection/ports.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { activityOf } from '../transactions/rows.ts'
import type { ActivityRow } from '../transactions/tables.ts'

type StandingRow = ActivityRow & { readonly found: number; readonly after_row: number }

/** Labels that stand and did not come with their activity, in the order in which they were told. */
const toldAfter = `select a.*, l.n as found, l.after_row from activity_labels l join activities a on a.n = l.activity and a.is_fraud = l.is_fraud and a.known_at_ms = l.known_at_ms
  where l.n > ? and l.is_back = 0 and not exists (select 1 from activity_labels x where x.activity = l.activity and x.n < l.n and x.is_back = 0 and x.is_fraud = l.is_fraud and x.known_at_ms = l.known_at_ms)
  order by l.n limit ?`

const page = 250

/** The labels of the past, each told when it was told at first. */
export interface PastLabels {
  /** Lets features learn what was told before the activity of this row came. */
  before(row: number): void
  /** Lets features learn what came with an activity, after it was counted. */
  with(row: ActivityRow): void
}

/** Opens the labels that stand now. What was undone or replaced since is not among them. */
export const openPastLabels = (sql: SyncStatements, features: Pick<FeatureSource, 'learn'>): PastLabels => {
  let told: readonly StandingRow[] = []
  let next = 0
  let isEnd = false
  const first = (): StandingRow | undefined => {
    if (next === told.length && !isEnd) {
      told = sql.all<StandingRow>(toldAfter, told.at(-1)?.found ?? 0, page)
      next = 0
      isEnd = told.length < page
    }
    return told[next]
  }
  const learn = (row: ActivityRow): void => {
    if (row.is_fraud !== null && row.known_at_ms !== null)
      features.learn(activityOf(row), row.is_fraud === 1, row.known_at_ms)
  }
  return {
    before: (row) => {
      for (let one = first(); one !== undefined && one.after_row < row; one = first()) {
        next += 1
        learn(one)
      }
    },
    with: (row) => {
      if (row.is_fraud === row.came_fraud && row.known_at_ms === row.came_known_ms) learn(row)
    },
  }
}
