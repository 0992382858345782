import { featureNames } from '../../features/catalogue.ts'
import { createFeatureEngine } from '../../features/engine.ts'
import type { FeatureMeter } from './collect.ts'

/** The features of this release over nothing yet. */
export const engineMeter = (): FeatureMeter => {
  const engine = createFeatureEngine()
  return { names: featureNames, measure: (event) => engine.measure(event), learn: (event, isFraud, knownAtMs) => engine.learn(event, isFraud, knownAtMs) }
}
