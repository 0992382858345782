/** Up to where the saved state goes. */
export interface FeatureStateRow {
  id: 1
  version: number
  clock_ms: number | null
  last_activity: number
  last_finding: number
  /** JSON text; null where an earlier release saved. */
  currencies: string | null
}

export interface FeatureEntityRow {
  /** Place in `entityKinds`. */
  kind: number
  id: string
  state: string
}

export interface FeatureChunkRow {
  n: number
  about: 'activities' | 'labels'
  until_ms: number
  bytes: Uint8Array
}

/** The tables of windowed features. */
export interface FeatureTables {
  feature_state: FeatureStateRow
  feature_entities: FeatureEntityRow
  feature_chunks: FeatureChunkRow
}
