import type { Currencies } from '../../../../shared/schema/detection-policy.ts'
import { noCurrencies } from '../../../../shared/schema/detection-policy.ts'
import { featureNames } from '../../features/catalogue.ts'
import { createFeatureEngine } from '../../features/engine.ts'
import type { FeatureMeter } from './collect.ts'

/**
 * The features of this release over nothing yet. Without currencies, amounts in another one than the first count as
 * none.
 */
export const engineMeter = (currencies: Currencies = noCurrencies): FeatureMeter => {
  const engine = createFeatureEngine({ currencies })
  return {
    names: featureNames,
    measure: (event) => engine.measure(event),
    learn: (event, isFraud, knownAtMs) => engine.learn(event, isFraud, knownAtMs),
  }
}
