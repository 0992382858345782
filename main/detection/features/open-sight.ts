import type { Features, FeatureVector, Observed, Sight } from '../ports.ts'
import { featureNames } from './catalogue.ts'
import { recordMaker } from './record.ts'

/** Makes a record of the values of all features, in the order of `featureNames`. */
export const makeRecord = recordMaker(featureNames)

/**
 * What is known of the activity that was measured last, made as it is asked for; it holds until it is closed. A class,
 * because an object literal with accessors costs a microsecond.
 */
export class OpenSight implements Sight {
  readonly vector: FeatureVector
  readonly #profilesNow: () => Observed['profiles']
  #isOpen = true
  #features: Features | undefined
  #profiles: Observed['profiles'] | undefined

  constructor(vector: FeatureVector, profilesNow: () => Observed['profiles']) {
    this.vector = vector
    this.#profilesNow = profilesNow
  }

  close(): void {
    this.#isOpen = false
  }

  get features(): Features {
    this.#mustBeOpen()
    return (this.#features ??= makeRecord(this.vector.values))
  }

  get profiles(): Observed['profiles'] {
    this.#mustBeOpen()
    return (this.#profiles ??= this.#profilesNow())
  }

  #mustBeOpen(): void {
    if (!this.#isOpen) throw new Error('what is known of an activity was asked for after it was counted')
  }
}
