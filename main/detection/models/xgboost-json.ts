import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { modelFault, type ModelFault, type ModelFaultCode } from './fault.ts'
import { featureNamesFault } from './feature-names.ts'
import type { Forest } from './forest.ts'
import { baseMargin, objectives, type Objective } from './objectives.ts'
import { createForestBuilder } from './tree-reader.ts'

/** Largest model file, in bytes. */
export const modelBytesMax = 268_435_456
const featuresMax = 10_000
const treesMax = 100_000
/** So much of a name that is not known is said again. */
const shownMost = 60

/** What a model file says, ready to be scored with. */
export interface XgboostModel {
  readonly objective: Objective
  /** As the file stores it: a probability or a margin, see `baseMargin`. */
  readonly baseScore: number
  readonly baseMargin: number
  /** In the order of the model's features; null where the file names none. */
  readonly featureNames: readonly string[] | null
  readonly featureCount: number
  readonly forest: Forest
  /** What whoever trained the model wrote beside it: text by name. */
  readonly attributes: Readonly<Record<string, string>>
  /** Release of the xgboost format, for example `3.2.0`. */
  readonly formatVersion: string
}

type Fields = Readonly<Record<string, unknown>>

const own = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, name)
    ? (value as Fields)[name]
    : undefined

const at = (value: unknown, ...names: readonly string[]): unknown => names.reduce(own, value)

const refused = (code: ModelFaultCode, message: string): { readonly ok: false; readonly error: ModelFault } =>
  fail(modelFault(code, message))

/** Numbers of the parameters stand as text; some releases write one number as a list: `5E-1`, `[5E-1]`. */
const parameterNumber = (value: unknown): number => {
  const text = typeof value === 'string' ? value.replace(/^\[(.*)\]$/u, '$1') : ''
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/iu.test(text) ? Number(text) : Number.NaN
}

const readObjective = (learner: unknown): Result<Objective, ModelFault> => {
  const name = at(learner, 'objective', 'name')
  const found = objectives.find((known) => known === name)
  const said =
    typeof name === 'string'
      ? `the objective ${JSON.stringify(name.slice(0, shownMost))} is not read`
      : 'it names no objective'
  return found === undefined
    ? refused('unsupported_objective', `${said}; these are: ${objectives.join(', ')}`)
    : ok(found)
}

const readBaseScore = (learner: unknown, objective: Objective): Result<number, ModelFault> => {
  const value = parameterNumber(at(learner, 'learner_model_param', 'base_score'))
  if (!Number.isFinite(Math.fround(value))) return refused('bad_base_score', 'base_score is not one finite number')
  if (Number.isFinite(baseMargin(objective, value))) return ok(value)
  return refused('bad_base_score', `base_score ${value} is no probability between 0 and 1, as ${objective} asks for`)
}

const outputsFault = (learner: unknown): string | null => {
  const classes = parameterNumber(at(learner, 'learner_model_param', 'num_class') ?? '0')
  const targets = parameterNumber(at(learner, 'learner_model_param', 'num_target') ?? '1')
  return classes <= 1 && targets <= 1
    ? null
    : `it has ${classes} classes and ${targets} targets; a model with one output is needed`
}

const readNames = (learner: unknown, count: number): Result<readonly string[] | null, ModelFault> => {
  const names = own(learner, 'feature_names') ?? []
  if (!Array.isArray(names)) return refused('bad_features', 'feature_names is no list')
  if (names.length === 0) return ok(null)
  if (names.length !== count)
    return refused('bad_features', `there are ${names.length} names of features for ${count} features`)
  const fault = featureNamesFault(names)
  return fault === null ? ok(names as string[]) : refused('bad_features', fault)
}

const readAttributes = (learner: unknown): Record<string, string> => {
  const given = own(learner, 'attributes')
  if (typeof given !== 'object' || given === null) return {}
  return Object.fromEntries(
    Object.entries(given).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
}

const readForest = (learner: unknown, features: number): Result<Forest, ModelFault> => {
  const booster = own(learner, 'gradient_booster')
  const name = own(booster, 'name')
  if (name !== 'gbtree') {
    const said =
      name === 'dart' || name === 'gblinear'
        ? `the booster ${name} is not read, only gbtree`
        : 'it has no booster gbtree'
    return refused('unsupported_booster', said)
  }
  const trees = at(booster, 'model', 'trees')
  if (!Array.isArray(trees)) return refused('not_xgboost', 'it has no list of trees')
  if (trees.length > treesMax) return refused('too_large', `it has ${trees.length} trees; ${treesMax} are the most`)
  const builder = createForestBuilder(features)
  for (const [index, tree] of trees.entries()) {
    const added = builder.add(tree, `tree ${index}`)
    if (!added.ok) return added
  }
  return ok(builder.build())
}

/** As xgboost writes it: `[3, 2, 0]`. */
const isVersion = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((part) => Number.isInteger(part))

const readLearner = (file: unknown): Result<XgboostModel, ModelFault> => {
  const learner = own(file, 'learner')
  const version = own(file, 'version')
  if (learner === undefined || !isVersion(version))
    return refused(
      'not_xgboost',
      'it is no model that xgboost wrote with save_model("model.json"): learner and version are missing',
    )
  const outputs = outputsFault(learner)
  if (outputs !== null) return refused('several_outputs', outputs)
  const features = parameterNumber(at(learner, 'learner_model_param', 'num_feature'))
  if (!Number.isInteger(features) || features < 1 || features > featuresMax)
    return refused('bad_features', `num_feature is not a whole number of 1 to ${featuresMax}`)
  const forest = readForest(learner, features)
  if (!forest.ok) return forest
  const objective = readObjective(learner)
  if (!objective.ok) return objective
  const baseScore = readBaseScore(learner, objective.value)
  if (!baseScore.ok) return baseScore
  const names = readNames(learner, features)
  if (!names.ok) return names
  return ok({
    objective: objective.value,
    baseScore: baseScore.value,
    baseMargin: baseMargin(objective.value, baseScore.value),
    featureNames: names.value,
    featureCount: features,
    forest: forest.value,
    attributes: readAttributes(learner),
    formatVersion: version.join('.').slice(0, 40),
  })
}

const quote = 0x22
const backslash = 0x5c

/**
 * Releases before 3 write NaN as it stands, where a split has no threshold; JSON has no such word. Every character is
 * looked at once, for a file that is no JSON can hold anything.
 */
const withoutNaN = (text: string): string => {
  const parts: string[] = []
  let from = 0
  let inText = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (inText && code === backslash) at += 1
    else if (code === quote) inText = !inText
    else if (!inText && text.startsWith('NaN', at)) {
      parts.push(text.slice(from, at), 'null')
      from = at + 3
    }
  }
  return parts.join('') + text.slice(from)
}

const parsed = (text: string): { readonly file: unknown } | null => {
  try {
    return { file: JSON.parse(text) }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return null
  }
}

/**
 * Reads a model in xgboost's JSON format (`save_model("model.json")` of 1.7 to 3.2): gradient-boosted trees with one
 * output.
 * Every tree is checked before it is used: no cycle, no index out of range, no number that is not finite.
 * Like `Booster.predict`, it scores with all trees, whatever `best_iteration` says.
 */
export const readXgboostJson = (text: string): Result<XgboostModel, ModelFault> => {
  if (text.length > modelBytesMax) return refused('too_large', `the file is larger than ${modelBytesMax} bytes`)
  const found = parsed(text) ?? (text.includes('NaN') ? parsed(withoutNaN(text)) : null)
  if (found === null)
    return refused('not_json', 'the file is not valid JSON (a model saved as UBJSON is to be saved as .json)')
  return readLearner(found.file)
}
