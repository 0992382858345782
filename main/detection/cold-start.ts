import type { Activity } from '../../shared/schema/activity.ts'
import { entityKinds } from '../../shared/schema/activity.ts'
import type { FeatureVector, Observed, Reason } from './ports.ts'

/** Activities of whoever pays from which on a model's score counts in full. */
export const fullHistory = 30

/** Name of the reason that tells of the adjustment. */
export const coldStartSignal = 'cold_start'

/** What a model's score was taken down to, because little is known of whoever pays. */
export interface ColdStart {
  /** Activities that are known of whoever pays, before this one; fewer than `fullHistory`. */
  readonly known: number
  /** The model's own score. */
  readonly from: number
  /** What it counts as. */
  readonly score: number
}

const payers = ['customer', 'account'] as const

const activitiesOf = ({ profiles }: Observed, kind: (typeof payers)[number]): number => {
  const count = profiles[kind]?.['activities']
  return typeof count === 'number' ? count : 0
}

const fraudFeatures = entityKinds.map((kind) => `${kind}_frauds_30d`)

const inVector = ({ values, places }: FeatureVector, feature: string): number => values[places.get(feature) ?? -1] ?? 0

/** A known fraud of anyone that the activity names is fact enough, whatever is known of the payer. */
const hasKnownFraud = (observed: Observed, vector: FeatureVector | null): boolean =>
  fraudFeatures.some((feature) => (vector === null ? (observed.features[feature] ?? 0) : inVector(vector, feature)) > 0)

/**
 * What a score counts as where little is known of whoever pays. A model learnt from customers with a history; of one
 * without, its features are absent or rest on a few activities, and it would read habits out of them. So the part of
 * its score above its base rate counts in proportion to the history: `base + (score - base) * known / 30`.
 *
 * @param baseRate what the model scores on average, 0 to 1
 * @param vector the observed features once more, so that their record need not be made
 * @returns null where the score counts as it is: there is history enough, a fraud is known of anyone whom the activity
 * names, the activity names neither customer nor account, or the score is not above the base rate
 */
export const coldStartOf = (
  event: Activity,
  observed: Observed,
  score: number,
  baseRate: number,
  vector: FeatureVector | null = null,
): ColdStart | null => {
  if (!(score > baseRate)) return null
  if (event.customer_id === undefined && event.account_id === undefined) return null
  if (hasKnownFraud(observed, vector)) return null
  const known = Math.max(...payers.map((kind) => activitiesOf(observed, kind)))
  if (known >= fullHistory) return null
  return { known, from: score, score: baseRate + ((score - baseRate) * known) / fullHistory }
}

const percent = (score: number): string => `${(score * 100).toFixed(1)} %`

/** The adjustment in words. It raises nothing, so it has no share of the risk. */
export const coldStartReason = ({ known, from, score }: ColdStart): Reason => ({
  signal: coldStartSignal,
  text: `Little is known of who pays (${known === 1 ? '1 activity' : `${known} activities`}; a model’s score counts in full from ${fullHistory} on): its ${percent(from)} counts as ${percent(score)}.`,
  share: 0,
  source: 'model',
})
