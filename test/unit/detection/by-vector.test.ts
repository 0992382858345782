import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDetector } from '../../../main/detection/detector.ts'
import { featureNames } from '../../../main/detection/features/catalogue.ts'
import { createFeatureEngine } from '../../../main/detection/features/engine.ts'
import { createModel } from '../../../main/detection/models/model.ts'
import { shippedModel } from '../../../main/detection/models/shipped/shipped-model.ts'
import { readXgboostJson } from '../../../main/detection/models/xgboost-json.ts'
import type { Detector, FeatureSource, Model } from '../../../main/detection/ports.ts'
import { createRuleBook } from '../../../main/detection/rules/rule-book.ts'
import { starterLists, starterRules } from '../../../main/detection/rules/starter/starter-rules.ts'
import { defaultDetectionPolicy } from '../../../shared/schema/detection-policy.ts'
import { vocabularyOf } from '../../support/rules.ts'
import { feed } from './features/activities.ts'
import { runsOf } from '../../support/tries.ts'

const file = readXgboostJson(shippedModel.text)
const made = file.ok ? createModel(shippedModel.name, shippedModel.version, file.value) : file
if (!made.ok) throw new Error(made.error.message)
const model: Model = { ...made.value, isGeneral: true }
const vocabulary = vocabularyOf({
  features: featureNames,
  lists: Object.fromEntries(starterLists.map(({ key }) => [key, []])),
})
const { book } = createRuleBook(
  starterRules.map((content) => ({ version: 1, content, shadow: false })),
  vocabulary,
)

const detectorOver = (features: FeatureSource): Detector =>
  createDetector({
    features,
    rules: () => book,
    model: () => model,
    policy: () => ({ ...defaultDetectionPolicy, levels: { medium: 0.02, high: 0.1, critical: 0.5 } }),
  })

/** Shows records only. */
const withoutVector = (source: FeatureSource): FeatureSource => ({
  ...source,
  observeWith: (event, look) =>
    source.observeWith(event, (sight) => look({ features: sight.features, profiles: sight.profiles, vector: null })),
})

describe('an activity that comes in', () => {
  it('is assessed by the vector of its features as by their record, to the last bit of every score and share', () => {
    const levels = new Set<string>()
    fc.assert(
      fc.property(feed(60), (told) => {
        const [engine, other] = [createFeatureEngine(), createFeatureEngine()]
        const [byVector, byRecord] = [detectorOver(engine), detectorOver(withoutVector(other))]
        for (const one of told) {
          if ('isFraud' in one) {
            for (const each of [engine, other]) each.learn(one.event, one.isFraud, one.knownAt)
            continue
          }
          const assessment = byVector.take(one.event, Infinity)
          expect(assessment).toEqual(byRecord.take(one.event, Infinity))
          levels.add(assessment.riskLevel)
        }
      }),
      { numRuns: runsOf(40) },
    )
    expect([...levels].sort()).toEqual(['critical', 'high', 'low', 'medium'])
  }, 120_000)
})
