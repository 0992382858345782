import type { Activity, EntityKind } from '../../../shared/schema/activity.ts'
import type { Currencies } from '../../../shared/schema/detection-policy.ts'
import type { Features, FeatureSource, Profile } from '../ports.ts'
import type { BaseCurrency, CountedCurrencies } from './currencies.ts'
import type { JournalChunk } from './journal.ts'
import type { EntityState } from './kind-book.ts'

/** What has changed since the last save. */
export interface FeatureChanges {
  /** Milliseconds since the epoch: how far the engine's clock has come. */
  readonly clock: number
  readonly currencies: CountedCurrencies
  readonly activities: JournalChunk
  readonly labels: JournalChunk
  readonly entities: readonly { readonly kind: EntityKind; readonly id: string; readonly state: EntityState }[]
}

/** What was saved, in the order in which it was. */
export interface SavedFeatures {
  readonly clock: number
  readonly currencies: CountedCurrencies
  readonly activities: Iterable<Uint8Array>
  readonly labels: Iterable<Uint8Array>
}

/** Windows, labels and profiles over every activity that was counted. */
export interface FeatureEngine extends FeatureSource {
  /**
   * The time of the latest activity that was counted, or that at which it was received where it lay ahead of that
   * (F-4); -Infinity before the first.
   */
  clock(): number
  /** The currency in which is counted. */
  currency(): Pick<BaseCurrency, 'code' | 'unitsOf' | 'counted'>
  /** Counts on by other rates. What was counted must be the same by them (`isCountedBy`). */
  useCurrencies(told: Currencies): void
  /**
   * Counts an activity and answers what was known of it just before, in the order of `featureNames`; NaN where nothing
   * is known. The array is the engine's own: the next call writes into it. `receivedMs` as with `observe`.
   */
  measure(event: Activity, receivedMs?: number): Float64Array
  /** What is usual for an entity, and its windows as of the clock; null for one that was never seen. */
  inspect(kind: EntityKind, id: string): { readonly profile: Profile | null; readonly features: Features } | null
  /**
   * Takes back a label that was learnt, as if it had never been said; or, with `again`, puts one that was taken back in
   * its place. Answers false, and changes nothing, where the label is not kept any more (31 days after it was known):
   * then everything is to be counted anew.
   */
  unlearn(event: Activity, isFraud: boolean, knownAtMs: number, again?: boolean): boolean
  changes(): FeatureChanges
  /** Tells that the changes are saved. */
  saved(): void
  /** How much is kept in memory. */
  size(): Readonly<
    Record<EntityKind, { readonly entities: number; readonly activities: number; readonly labels: number }>
  >
}
