import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import type { Features, Model } from '../ports.ts'
import { modelFault, type ModelFault } from './fault.ts'
import { probabilityOf } from './objectives.ts'
import { createScorer } from './scorer.ts'
import { createTreeShap, meanMargin } from './tree-shap.ts'
import { readTail, unusualness } from './unusual.ts'
import type { XgboostModel } from './xgboost-json.ts'

/** Puts the features that a model asks for into its order; one that is absent, or no finite number, counts as missing. */
export const fillVector = (names: readonly string[], features: Features, values: Float32Array): void => {
  for (let index = 0; index < names.length; index += 1) {
    const value = features[names[index] as string]
    values[index] = typeof value === 'number' && Number.isFinite(value) ? value : Number.NaN
  }
}

/** Whether a file holds an isolation forest of this program; every other model answers a risk by its objective. */
export const isIsolation = ({ attributes }: Pick<XgboostModel, 'attributes'>): boolean => attributes['fieldseal_kind'] === 'isolation_forest'

/** How the margin of a model becomes a score of 0 to 1. */
export const scoreOfMargin = (from: XgboostModel): Result<(margin: number) => number, ModelFault> => {
  if (!isIsolation(from)) return ok((margin) => probabilityOf(from.objective, margin))
  const tail = readTail(from.attributes['fieldseal_tail'])
  if (tail === null) return fail(modelFault('bad_kind', 'it is an isolation forest without a readable table of its tail (the attribute fieldseal_tail)'))
  return ok((margin) => unusualness(tail, margin))
}

/** Makes a model that scores by the names of its features. It needs a file that names them. */
export const createModel = (name: string, version: string, from: XgboostModel): Result<Model, ModelFault> => {
  const { forest, baseMargin, featureNames } = from
  if (featureNames === null) return fail(modelFault('no_feature_names', 'the model names no features; train it from a DataFrame, or set feature_names, so that each value finds its place'))
  const scoreOf = scoreOfMargin(from)
  if (!scoreOf.ok) return scoreOf
  const scorer = createScorer(forest, baseMargin)
  const values = new Float32Array(featureNames.length)
  let shap: ReturnType<typeof createTreeShap> | null = null
  return ok({
    name,
    version,
    featureNames,
    baseRate: scoreOf.value(meanMargin(forest, baseMargin)),
    score(features) {
      fillVector(featureNames, features, values)
      const margin = scorer(values)
      return { margin, score: scoreOf.value(margin) }
    },
    explain(features) {
      fillVector(featureNames, features, values)
      shap ??= createTreeShap(forest, baseMargin)
      const shares = new Float64Array(featureNames.length)
      shap.explain(values, shares)
      const contributions = featureNames.map((feature, index) => {
        const value = values[index] as number
        return { feature, value: Number.isNaN(value) ? null : value, share: shares[index] as number }
      })
      return { bias: shap.bias, contributions }
    },
  })
}
