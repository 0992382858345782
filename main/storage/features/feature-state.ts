import type { Activity } from '../../../shared/schema/activity.ts'
import { createFeatureEngine } from '../../detection/features/engine.ts'
import type { FeatureEngine } from '../../detection/features/engine.ts'
import type { FeatureSource } from '../../detection/ports.ts'
import type { Statements } from '../sqlite/statements.ts'
import { saveFeatures } from './feature-store.ts'
import type { FeatureCursor, FeatureStore } from './feature-store.ts'

/** An activity that is kept, with the label that came with it. */
export interface PastActivity {
  readonly row: number
  readonly event: Activity
  readonly label: { readonly isFraud: boolean; readonly knownAtMs: number } | null
}

/** What a person found of a past activity; null takes a finding back. */
export interface PastFinding {
  readonly n: number
  readonly event: Activity
  readonly isFraud: boolean | null
  readonly knownAtMs: number
}

/** What is committed, in the order in which it came. */
export interface Past {
  activitiesAfter(row: number, limit: number): readonly PastActivity[]
  findingsAfter(n: number, limit: number): readonly PastFinding[]
}

/** Windows and profiles that survive any end of the process. */
export interface FeatureState {
  readonly features: FeatureSource
  /** What is usual for an entity and in its windows, as of the latest activity; null for one that was never seen. */
  inspect(...of: Parameters<FeatureEngine['inspect']>): ReturnType<FeatureEngine['inspect']>
  /** Called before activities are counted that one transaction keeps: what the last one saved is settled, and what persons found since is learnt. */
  catchUp(): void
  /** Called in the transaction that keeps activities, after them, with the number of the last row. Saves where it is time to; may be called again where the transaction is done again. */
  kept(tx: { readonly sql: Statements }, lastRow: number): Promise<void>
  /** Forgets what was counted and counts anew from what is committed. */
  reload(): Promise<void>
}

export interface FeatureStateParts {
  readonly store: FeatureStore
  readonly past: Past
  /** Gives others their turn between two pages of what is counted again. */
  readonly pause: () => Promise<void>
  /** Rows between two saves: at most as many are counted again after a crash, which takes about a second. */
  readonly rowsBetweenSaves?: number
}

const usualRowsBetweenSaves = 50_000
const page = 1_000

/**
 * Opens the state as of the last committed activity: what is saved, and what came after it counted again.
 *
 * A state is saved with the activities that it goes up to, in one transaction, and at once where a person's finding was learnt before them. So what is counted again
 * comes in the order in which it came at first: activities, then findings.
 */
export const openFeatureState = async ({ store, past, pause, rowsBetweenSaves = usualRowsBetweenSaves }: FeatureStateParts): Promise<FeatureState> => {
  let engine = createFeatureEngine()
  let cursor: FeatureCursor = { activity: 0, finding: 0 }
  let savedAt = 0
  let mustSave = false
  /** Whether changes were written in a transaction that may be open yet, or be undone and done again. */
  let written = false

  const settle = (): void => {
    if (!written) return
    written = false
    engine.saved()
  }

  const learnFindings = (): void => {
    for (let some = past.findingsAfter(cursor.finding, page); some.length > 0; some = past.findingsAfter(cursor.finding, page)) {
      for (const { n, event, isFraud, knownAtMs } of some) {
        if (isFraud !== null) engine.learn(event, isFraud, knownAtMs)
        cursor = { ...cursor, finding: n }
      }
      mustSave = true
    }
  }

  const reload = async (): Promise<void> => {
    const saved = store.saved()
    engine = createFeatureEngine({ load: (kind, id) => store.load(kind, id), ...(saved === null ? {} : { from: saved }) })
    cursor = store.cursor()
    savedAt = cursor.activity
    mustSave = false
    written = false
    for (let some = past.activitiesAfter(cursor.activity, page); some.length > 0; some = past.activitiesAfter(cursor.activity, page)) {
      for (const { row, event, label } of some) {
        engine.measure(event)
        if (label !== null) engine.learn(event, label.isFraud, label.knownAtMs)
        cursor = { ...cursor, activity: row }
      }
      await pause()
    }
    learnFindings()
  }

  await reload()
  return {
    features: {
      peek: (event) => engine.peek(event),
      observe: (event) => engine.observe(event),
      learn: (event, isFraud, knownAtMs) => engine.learn(event, isFraud, knownAtMs),
    },
    inspect: (kind, id) => engine.inspect(kind, id),
    catchUp: () => {
      settle()
      learnFindings()
    },
    kept: async ({ sql }, lastRow) => {
      cursor = { ...cursor, activity: lastRow }
      if (!mustSave && !written && lastRow - savedAt < rowsBetweenSaves) return
      await saveFeatures(sql, engine.changes(), cursor)
      savedAt = lastRow
      mustSave = false
      written = true
    },
    reload,
  }
}
