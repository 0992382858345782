import type { Activity } from '../../../shared/schema/activity.ts'
import type { Features, FeatureSource, RuleFacts } from '../../detection/ports.ts'
import type { PastActivity } from '../../detection/rules/dry-run.ts'
import { ruleFactsOf } from '../../detection/rules/facts.ts'
import { amountOf } from '../../domain/transactions/amounts.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { momentOfMs } from '../transactions/moments.ts'
import { activityOf } from '../transactions/rows.ts'
import type { ActivityRow } from '../transactions/tables.ts'
import { openPastLabels } from './past-labels.ts'

/** Which activities of the past are looked at. */
export interface PastRange {
  readonly fromMs: number | undefined
  readonly toMs: number | undefined
  /** At most so many, the newest. */
  readonly most: number
}

/** A walk through the past. */
export interface PastWalk {
  /** Activities that the walk passes: those before the range too, from which windows and profiles are counted. */
  readonly total: number
  /**
   * The next activities that it passes, and which of them are of the range; null at the end. One call takes some
   * milliseconds.
   */
  next(): { readonly passed: number; readonly activities: readonly PastActivity[] } | null
}

/** What others know of the past beside windows and profiles. */
export interface PastFacts {
  /** Of an activity just before it was taken in. */
  of(event: Activity, features: Features): { readonly modelScore: number | null; readonly graph: RuleFacts['graph'] }
  /** It was taken in; each is told once, in the order in which they came. */
  take(row: number, event: Activity): void
}

/** The activities that were taken in, each with what was known just before it. */
export interface PastActivities {
  walk(range: PastRange, facts: PastFacts): PastWalk
}

/** Rows of one step. */
const chunk = 250

const afterLast = Number.MAX_SAFE_INTEGER

/**
 * Opens the past. Windows and profiles are counted anew from the first activity, in the order in which the activities
 * came, so that a rule sees of each what it would have seen then. What else it may read is asked of `facts`, which sees
 * the same activities in the same order.
 *
 * @param newFeatures windows and profiles that have counted nothing yet
 */
export const openPast = (sql: SyncStatements, newFeatures: () => FeatureSource): PastActivities => ({
  walk: ({ fromMs, toMs, most }, facts) => {
    const total = sql.get<{ last: number | null }>('select max(n) as last from activities')?.last ?? 0
    const upTo = toMs ?? afterLast
    const oldest = sql.get<{ at_ms: number }>(
      'select at_ms from activities where moment >= ? and moment < ? and n <= ? order by moment desc limit 1 offset ?',
      momentOfMs(fromMs ?? 0),
      toMs === undefined ? afterLast : momentOfMs(toMs + 999),
      total,
      most - 1,
    )
    const from = Math.max(fromMs ?? Number.NEGATIVE_INFINITY, oldest?.at_ms ?? Number.NEGATIVE_INFINITY)
    const features = newFeatures()
    const labels = openPastLabels(sql, features)
    let last = 0

    const taken = (row: ActivityRow): PastActivity | null => {
      const event = activityOf(row)
      labels.before(row.n)
      const observed = features.observe(event, row.received_ms)
      labels.with(row)
      const isAsked = row.at_ms >= from && row.at_ms < upTo
      const known = isAsked ? facts.of(event, observed.features) : null
      facts.take(row.n, event)
      if (known === null) return null
      return {
        transactionId: row.transaction_id,
        atMs: row.at_ms,
        amount: row.amount === null ? null : amountOf(row.amount),
        isFraud: row.is_fraud === null ? null : row.is_fraud === 1,
        facts: ruleFactsOf(event, observed, known.modelScore, known.graph),
      }
    }
    return {
      total,
      next: () => {
        const rows = sql.all<ActivityRow>(
          'select * from activities where n > ? and n <= ? order by n limit ?',
          last,
          total,
          chunk,
        )
        last = rows.at(-1)?.n ?? last
        return rows.length === 0 ? null : { passed: rows.length, activities: rows.flatMap((row) => taken(row) ?? []) }
      },
    }
  },
})
