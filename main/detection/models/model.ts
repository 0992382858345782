import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import type { Contribution, Explanation, Features, FeatureVector, Model, ModelScore } from '../ports.ts'
import { modelFault, type ModelFault } from './fault.ts'
import { probabilityOf } from './objectives.ts'
import { createScorer } from './scorer.ts'
import { createTreeShap, meanMargin } from './tree-shap.ts'
import { readTail, unusualness } from './unusual.ts'
import type { XgboostModel } from './xgboost-json.ts'

/**
 * Puts the features that a model asks for into its order; one that is absent, or no finite number, counts as missing.
 */
export const fillVector = (names: readonly string[], features: Features, values: Float32Array): void => {
  for (let index = 0; index < names.length; index += 1) {
    const value = features[names[index] as string]
    values[index] = typeof value === 'number' && Number.isFinite(value) ? value : Number.NaN
  }
}

/** The same out of vectors: the places of the features are looked up once. */
export const vectorFiller = (names: readonly string[]): ((vector: FeatureVector, values: Float32Array) => void) => {
  let known: FeatureVector['places'] | undefined
  let taken: Int32Array = new Int32Array(0)
  return (vector, values) => {
    if (known !== vector.places) {
      known = vector.places
      taken = Int32Array.from(names, (name) => vector.places.get(name) ?? -1)
    }
    const from = vector.values
    for (let index = 0; index < taken.length; index += 1) {
      const place = taken[index] as number
      const value = place === -1 ? Number.NaN : (from[place] as number)
      values[index] = Number.isFinite(value) ? value : Number.NaN
    }
  }
}

/** Whether a file holds an isolation forest of this program; every other model answers a risk by its objective. */
export const isIsolation = ({ attributes }: Pick<XgboostModel, 'attributes'>): boolean =>
  attributes['fieldseal_kind'] === 'isolation_forest'

/** How the margin of a model becomes a score of 0 to 1. */
export const scoreOfMargin = (from: XgboostModel): Result<(margin: number) => number, ModelFault> => {
  if (!isIsolation(from)) return ok((margin) => probabilityOf(from.objective, margin))
  const tail = readTail(from.attributes['fieldseal_tail'])
  if (tail === null)
    return fail(
      modelFault(
        'bad_kind',
        'it is an isolation forest without a readable table of its tail (the attribute fieldseal_tail)',
      ),
    )
  return ok((margin) => unusualness(tail, margin))
}

/** Makes a model that scores by the names of its features. It needs a file that names them. */
export const createModel = (
  name: string,
  version: string,
  from: XgboostModel,
): Result<Model & Required<Pick<Model, 'scoreVector' | 'rising'>>, ModelFault> => {
  const { forest, baseMargin, featureNames } = from
  if (featureNames === null)
    return fail(
      modelFault(
        'no_feature_names',
        'the model names no features; train it from a DataFrame, or set feature_names, so that each value finds its place',
      ),
    )
  const scoreOf = scoreOfMargin(from)
  if (!scoreOf.ok) return scoreOf
  const scorer = createScorer(forest, baseMargin)
  const values = new Float32Array(featureNames.length)
  const fillByVector = vectorFiller(featureNames)
  let shap: ReturnType<typeof createTreeShap> | null = null
  const scored = (): ModelScore => {
    const margin = scorer(values)
    return { margin, score: scoreOf.value(margin) }
  }
  /** Explains what `values` holds: the shares that are above one. */
  const explained = (above: number): Explanation => {
    shap ??= createTreeShap(forest, baseMargin)
    const shares = new Float64Array(featureNames.length)
    shap.explain(values, shares)
    const contributions: Contribution[] = []
    for (const [index, share] of shares.entries()) {
      const value = values[index] as number
      if (share > above)
        contributions.push({ feature: featureNames[index] as string, value: Number.isNaN(value) ? null : value, share })
    }
    return { bias: shap.bias, contributions }
  }
  return ok({
    name,
    version,
    featureNames,
    baseRate: scoreOf.value(meanMargin(forest, baseMargin)),
    score(features) {
      fillVector(featureNames, features, values)
      return scored()
    },
    scoreVector(vector) {
      fillByVector(vector, values)
      return scored()
    },
    explain(features) {
      fillVector(featureNames, features, values)
      return explained(Number.NEGATIVE_INFINITY)
    },
    rising(vector) {
      fillByVector(vector, values)
      return explained(0).contributions
    },
  })
}
