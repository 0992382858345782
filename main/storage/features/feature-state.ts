import type { Activity } from '../../../shared/schema/activity.ts'
import type { Currencies } from '../../../shared/schema/detection-policy.ts'
import { isCountedBy } from '../../detection/features/currencies.ts'
import type { BaseCurrency } from '../../detection/features/currencies.ts'
import { createFeatureEngine } from '../../detection/features/engine.ts'
import type { FeatureEngine } from '../../detection/features/feature-engine.ts'
import type { FeatureSource } from '../../detection/ports.ts'
import type { Statements } from '../sqlite/statements.ts'
import { clearFeatures, saveFeatures } from './feature-store.ts'
import type { FeatureCursor, FeatureStore } from './feature-store.ts'

/** An activity that is kept, with the label that came with it. */
export interface KeptActivity {
  readonly row: number
  readonly event: Activity
  /** When it was received, in milliseconds. */
  readonly receivedMs: number
  readonly label: PastLabel | null
}

/** Whether an activity was fraud, and from when on that is known. */
export interface PastLabel {
  readonly isFraud: boolean
  readonly knownAtMs: number
}

/** What a person found of a past activity: the label that stood before, and the one that stands since. */
export interface PastFinding {
  readonly n: number
  readonly event: Activity
  readonly was: PastLabel | null
  readonly now: PastLabel | null
  /** What stands since is the label that came with the activity: a person took a finding back. */
  readonly isBack: boolean
}

/** A finding that stands in place of what came with its activity. */
export interface StandingFinding {
  /** Row of the activity. */
  readonly row: number
  /** Row of the last activity that was there when it was found. */
  readonly afterRow: number
  readonly event: Activity
  readonly now: PastLabel | null
}

/** What is committed, in the order in which it came. */
export interface Past {
  activitiesAfter(row: number, limit: number): readonly KeptActivity[]
  findingsAfter(n: number, limit: number): readonly PastFinding[]
  /** The findings that stand, in the order in which they were made. */
  standing(): readonly StandingFinding[]
  /** Number of the last finding; 0 where there is none. */
  lastFinding(): number
}

/** Windows and profiles that survive any end of the process. */
export interface FeatureState {
  readonly features: FeatureSource
  /** What is usual for an entity and in its windows, as of the latest activity; null for one that was never seen. */
  inspect(...of: Parameters<FeatureEngine['inspect']>): ReturnType<FeatureEngine['inspect']>
  /**
   * How far the clock of what is counted has come (F-4), in milliseconds; -Infinity before the first. What lies too far
   * behind it has no windows.
   */
  clockMs(): number
  /** The currency in which is counted. */
  currency(): Pick<BaseCurrency, 'code' | 'unitsOf' | 'counted'>
  /**
   * Called before activities are counted that one transaction keeps, and where something became known since: what the
   * last one saved is settled, and what persons found since is learnt. Where the policy tells other currencies now, by
   * which something counts otherwise, all is counted anew.
   */
  catchUp(): Promise<void>
  /**
   * Called in the transaction that keeps activities, after them, with the number of the last row. Saves where it is
   * time to; may be called again where the transaction is done again.
   */
  kept(tx: { readonly sql: Statements }, lastRow: number): Promise<void>
  /** Forgets what was counted and counts anew from what is committed. */
  reload(): Promise<void>
}

export interface FeatureStateParts {
  readonly store: FeatureStore
  readonly past: Past
  /** What the policy in force says of currencies; the same object while it says the same. */
  readonly currencies: () => Currencies
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
 * A state is saved with the activities that it goes up to, in one transaction, and at once where a person's finding was
 * learnt before them. So what is counted again comes in the order in which it came at first: activities, then findings.
 */
export const openFeatureState = async ({
  store,
  past,
  currencies,
  pause,
  rowsBetweenSaves = usualRowsBetweenSaves,
}: FeatureStateParts): Promise<FeatureState> => {
  let engine = createFeatureEngine()
  /** What answers while all is counted anew: half of a count is no answer. Null: the engine itself. */
  let before: FeatureEngine | null = null
  let cursor: FeatureCursor = { activity: 0, finding: 0 }
  let savedAt = 0
  let mustSave = false
  /** Of the engine: whether nothing of what is saved holds any more, and the next save takes its place. */
  let counted = { isAnew: false }
  /** Whether changes were written in a transaction that may be open yet, or be undone and done again. */
  let written = false

  const settle = (): void => {
    if (!written) return
    written = false
    counted.isAnew = false
    engine.saved()
  }

  /** Answers false where a label is to be taken back that is not kept any more. */
  const learnFinding = ({ event, was, now, isBack }: PastFinding): boolean => {
    if (was !== null && !engine.unlearn(event, was.isFraud, was.knownAtMs)) return false
    if (now === null) return true
    if (isBack) return engine.unlearn(event, now.isFraud, now.knownAtMs, true)
    engine.learn(event, now.isFraud, now.knownAtMs)
    return true
  }

  const learnFindings = (): boolean => {
    let isWhole = true
    for (
      let some = past.findingsAfter(cursor.finding, page);
      some.length > 0;
      some = past.findingsAfter(cursor.finding, page)
    ) {
      for (const finding of some) {
        isWhole = learnFinding(finding) && isWhole
        cursor = { ...cursor, finding: finding.n }
      }
      mustSave = true
    }
    return isWhole
  }

  const countAfter = async (standing: readonly StandingFinding[]): Promise<void> => {
    const overruled = new Set(standing.map(({ row }) => row))
    let next = 0
    const tellUntil = (row: number): void => {
      for (
        let finding = standing[next];
        finding !== undefined && finding.afterRow < row;
        finding = standing[(next += 1)]
      ) {
        if (finding.now !== null) engine.learn(finding.event, finding.now.isFraud, finding.now.knownAtMs)
      }
    }
    for (
      let some = past.activitiesAfter(cursor.activity, page);
      some.length > 0;
      some = past.activitiesAfter(cursor.activity, page)
    ) {
      for (const { row, event, receivedMs, label } of some) {
        tellUntil(row)
        engine.measure(event, receivedMs)
        if (label !== null && !overruled.has(row)) engine.learn(event, label.isFraud, label.knownAtMs)
        cursor = { ...cursor, activity: row }
      }
      await pause()
    }
    tellUntil(Number.POSITIVE_INFINITY)
  }

  /**
   * Counts everything from the first activity on, as if what does not stand had never been said. Until it has ended
   * what was counted before answers who looks.
   */
  const countAnew = async (): Promise<void> => {
    before ??= engine
    try {
      await countFromFirst()
    } finally {
      before = null
    }
  }

  const countFromFirst = async (): Promise<void> => {
    const own = { isAnew: true }
    counted = own
    engine = createFeatureEngine({
      load: (kind, id) => (own.isAnew ? null : store.load(kind, id)),
      currencies: currencies(),
    })
    const standing = past.standing()
    cursor = { activity: 0, finding: past.lastFinding() }
    savedAt = 0
    mustSave = cursor.finding > 0
    written = false
    await countAfter(standing)
    // What was found meanwhile.
    if (!learnFindings()) await countFromFirst()
  }

  const reload = async (): Promise<void> => {
    const saved = store.saved()
    if (saved === null || !isCountedBy(saved.currencies, currencies(), saved.clock)) return countAnew()
    engine = createFeatureEngine({ load: (kind, id) => store.load(kind, id), from: saved, currencies: currencies() })
    cursor = store.cursor()
    savedAt = cursor.activity
    mustSave = false
    written = false
    counted = { isAnew: false }
    await countAfter([])
    if (!learnFindings()) await countAnew()
  }

  /** Follows the policy; answers false where what was counted is not what it would be by it. */
  const isOfNow = (): boolean => {
    const now = currencies()
    const by = engine.currency().counted()
    if (now === by.told) return true
    if (!isCountedBy(by, now, engine.clock())) return false
    engine.useCurrencies(now)
    return true
  }

  await reload()
  return {
    features: {
      peek: (event) => (before ?? engine).peek(event),
      observe: (event, receivedMs) => engine.observe(event, receivedMs),
      observeWith: (event, look, receivedMs) => engine.observeWith(event, look, receivedMs),
      learn: (event, isFraud, knownAtMs) => engine.learn(event, isFraud, knownAtMs),
    },
    inspect: (kind, id) => (before ?? engine).inspect(kind, id),
    clockMs: () => engine.clock(),
    currency: () => engine.currency(),
    catchUp: async () => {
      settle()
      if (!isOfNow() || !learnFindings()) await countAnew()
    },
    kept: async ({ sql }, lastRow) => {
      cursor = { ...cursor, activity: lastRow }
      if (!mustSave && !written && lastRow - savedAt < rowsBetweenSaves) return
      if (counted.isAnew) await clearFeatures(sql)
      await saveFeatures(sql, engine.changes(), cursor)
      savedAt = lastRow
      mustSave = false
      written = true
    },
    reload,
  }
}
