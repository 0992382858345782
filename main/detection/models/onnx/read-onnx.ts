import { createHash } from 'node:crypto'
import type { ModelOrigin } from '../../../../shared/schema/models.ts'
import { fail, ok, type Result } from '../../../../shared/schema/result.ts'
import { modelFault, type ModelFault } from '../fault.ts'
import { featureNamesFault } from '../feature-names.ts'
import { writeXgboostJson, type WrittenNode } from '../write-json.ts'
import { modelBytesMax, readXgboostJson } from '../xgboost-json.ts'
import { countCovers, coversOfFile } from './covers.ts'
import { readColumns, type EnsembleColumns } from './ensemble-columns.ts'
import { findEnsemble, type FoundEnsemble } from './ensemble-graph.ts'
import { readOnnxFile, type OnnxFile } from './messages.ts'
import { originAttributes } from './origin.ts'
import { placeTrees } from './place-trees.ts'

/** Fewest activities whose ways through the trees stand for those of the training. */
export const backgroundLeast = 200

/** A model file in ONNX, understood and ready to be kept. */
export interface OnnxModel {
  readonly featureNames: readonly string[]
  /** Whether the file says of no node how often it was met, so that exact reasons need activities to count it with. */
  readonly needsBackground: boolean
  /**
   * The model in xgboost's JSON format, the same text for the same file and background.
   *
   * @param background activities as values of the features in the model's order; looked at only where they are needed
   * @returns `no_covers` where they are needed and there are too few
   */
  text(background: Iterable<Float32Array>): Result<string, ModelFault>
}

/** Bytes that begin a file of JSON: what a model file is can be told without its name. */
const jsonBegins = new Set([0x7b, 0x5b, 0x20, 0x09, 0x0a, 0x0d, 0xef])

/** Whether a model file may be ONNX: it does not begin as text in JSON does. */
export const mayBeOnnx = (bytes: Uint8Array): boolean => bytes.length > 0 && !jsonBegins.has(bytes[0] as number)

/** Names that whoever made the file wrote beside it, as `feature_names`: a list in JSON. */
const namesInFile = ({ metadata }: OnnxFile): unknown => {
  const text = metadata.get('feature_names')
  if (text === undefined) return null
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return text
  }
}

const namesOf = (
  file: OnnxFile,
  { width }: FoundEnsemble,
  given: readonly string[] | null,
): Result<readonly string[], ModelFault> => {
  const names = given ?? namesInFile(file)
  if (names === null)
    return fail(
      modelFault(
        'no_feature_names',
        'ONNX names no features; give their names in the order of the model’s input, or write them as a JSON list into the property feature_names of the file',
      ),
    )
  if (!Array.isArray(names) || names.length === 0)
    return fail(modelFault('bad_features', 'feature_names is no list of names'))
  const fault = featureNamesFault(names)
  if (fault !== null) return fail(modelFault('bad_features', fault))
  if (width !== null && width !== names.length)
    return fail(modelFault('bad_features', `there are ${names.length} names of features for ${width} features`))
  return ok(names as string[])
}

/** The base as a last tree of one leaf: onnxruntime adds it behind all others, and so float32 rounds alike. */
const baseTree = ({ base }: EnsembleColumns): (readonly WrittenNode[])[] =>
  base === 0
    ? []
    : [[{ parent: -1, left: -1, feature: 0, threshold: 0, missingLeft: false, gain: 0, value: base, cover: 0 }]]

/**
 * Reads the trees of an ONNX file (`TreeEnsembleClassifier`, `TreeEnsembleRegressor`, `TreeEnsemble` of ai.onnx.ml)
 * into the form of every other model. The answers are those of onnxruntime: values and thresholds are
 * compared as float32 and leaves summed in float32, tree by tree. Whatever it cannot turn exactly is refused by name.
 *
 * @param names of the features in the order of the input; null: as the file says
 */
export const readOnnx = (bytes: Uint8Array, names: readonly string[] | null): Result<OnnxModel, ModelFault> => {
  if (bytes.length > modelBytesMax)
    return fail(modelFault('too_large', `the file is larger than ${modelBytesMax} bytes`))
  const file = readOnnxFile(bytes)
  if (!file.ok) return file
  const found = findEnsemble(file.value)
  if (!found.ok) return found
  const columns = readColumns(found.value)
  if (!columns.ok) return columns
  if (!Number.isFinite(columns.value.base)) return fail(modelFault('bad_base_score', 'its base value is not finite'))
  const featureNames = namesOf(file.value, found.value, names)
  if (!featureNames.ok) return featureNames
  const ownCovers = coversOfFile(columns.value)
  const placed = placeTrees(columns.value, featureNames.value.length, ownCovers)
  if (!placed.ok) return placed
  const trees = [...placed.value, ...baseTree(columns.value)]
  if (trees.length === 0) return fail(modelFault('bad_tree', 'it has no tree'))
  const written = (
    of: readonly (readonly WrittenNode[])[],
    covers: Pick<ModelOrigin, 'covers' | 'activities'>,
  ): string =>
    writeXgboostJson({
      objective: columns.value.isLogistic ? 'binary:logitraw' : 'reg:squarederror',
      baseScore: 0,
      featureNames: featureNames.value,
      trees: of,
      parallelTrees: 1,
      attributes: originAttributes({
        format: 'onnx',
        sha256: createHash('sha256').update(bytes).digest('hex'),
        producer: file.value.producer,
        ...covers,
      }),
    })
  const plain = written(trees, { covers: 'file', activities: null })
  const model = readXgboostJson(plain)
  if (!model.ok) return model
  return ok({
    featureNames: featureNames.value,
    needsBackground: ownCovers === null,
    text(background) {
      if (ownCovers !== null) return ok(plain)
      const { activities, covers } = countCovers(model.value.forest, background)
      if (activities < backgroundLeast) {
        const message = `the file does not say how often each branch was taken, which exact reasons need; ${backgroundLeast} activities to count it with are needed, and there are ${activities}`
        return fail(modelFault('no_covers', message))
      }
      let place = 0
      const covered = trees.map((nodes) => nodes.map((node) => ({ ...node, cover: covers[place++] as number })))
      return ok(written(covered, { covers: 'activities', activities }))
    },
  })
}
