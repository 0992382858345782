import { averagePrecision } from '../measure/ranking.ts'
import { baseMargin } from '../objectives.ts'
import { binMatrix, type BinnedMatrix } from './bins.ts'
import { exactSigmoid } from './exp.ts'
import { createTreeGrower, leafValue, type GrownTree } from './grow.ts'
import type { FeatureMatrix } from './matrix.ts'
import { drawn, seededRandom } from './random.ts'

/** How boosted trees are trained. */
export interface BoostParameters {
  readonly seed: number
  readonly trees: number
  readonly learningRate: number
  readonly maxDepth: number
  readonly minChildWeight: number
  readonly lambda: number
  readonly gamma: number
  /** Share of the rows that a tree is grown on, drawn without putting back. */
  readonly subsample: number
  /** Share of the features that a tree may ask for. */
  readonly columnSample: number
  /** Weight of a fraud beside that of another activity. */
  readonly positiveWeight: number
  /** By a feature's name: 1 where the score may only rise with it, -1 where it may only fall. */
  readonly monotone: Readonly<Record<string, 1 | -1>>
  /** Trees without a better average precision on the hold-out after which training ends; null: never early. */
  readonly patience: number | null
}

/** Settings that need no tuning to be of use. */
export const defaultBoost: BoostParameters = {
  seed: 1,
  trees: 300,
  learningRate: 0.05,
  maxDepth: 6,
  minChildWeight: 5,
  lambda: 1,
  gamma: 0,
  subsample: 0.8,
  columnSample: 0.8,
  positiveWeight: 1,
  monotone: {},
  patience: null,
}

/** Activities that are not learned from; training ends where more trees rank them no better. */
export interface HoldOut {
  readonly matrix: FeatureMatrix
  readonly labels: Uint8Array
}

export interface BoostInput {
  readonly matrix: FeatureMatrix
  /** 1 for fraud. */
  readonly labels: Uint8Array
  /** By row; absent: every row counts 1. */
  readonly weights?: Float32Array
  readonly holdOut?: HoldOut
  /** Called after each tree; false ends the training there. */
  readonly onTree?: (done: number, total: number) => boolean
}

/** Trees as they grew, with the cuts that their nodes name. */
export interface BoostedTrees {
  readonly names: readonly string[]
  readonly baseScore: number
  readonly trees: readonly GrownTree[]
  readonly cuts: readonly Float32Array[]
  /** Average precision on the hold-out after each tree; empty without one. */
  readonly curve: readonly number[]
}

/** The share of frauds by weight, as float32; kept off 0 and 1, where no log-odds is finite. */
const baseScoreOf = (labels: Uint8Array, weightOf: (row: number) => number): number => {
  let frauds = 0
  let whole = 0
  for (let row = 0; row < labels.length; row += 1) {
    const weight = weightOf(row)
    whole += weight
    if (labels[row] === 1) frauds += weight
  }
  return Math.fround(Math.min(1 - 1e-6, Math.max(1e-6, whole === 0 ? 0.5 : frauds / whole)))
}

const addTree = (margins: Float32Array, tree: GrownTree, matrix: BinnedMatrix): void => {
  for (let row = 0; row < matrix.rows; row += 1) margins[row] = (margins[row] as number) + leafValue(tree, matrix, row)
}

/**
 * Trains gradient-boosted trees for the logistic loss by the histogram method (Chen and Guestrin 2016). The same input
 * and seed give the same trees on every machine: sums run in one order, and nothing rests on the engine's own
 * exponential function.
 */
export const trainBoosted = (input: BoostInput, parameters: BoostParameters): BoostedTrees => {
  const { matrix, labels, weights, holdOut } = input
  const { positiveWeight, subsample, columnSample, learningRate } = parameters
  const binned = binMatrix(matrix)
  const held = holdOut === undefined ? null : binMatrix(holdOut.matrix, binned.cuts)
  const random = seededRandom(parameters.seed)
  const weightOf = (row: number): number => (weights?.[row] ?? 1) * (labels[row] === 1 ? positiveWeight : 1)
  const baseScore = baseScoreOf(labels, weightOf)
  const start = baseMargin('binary:logistic', baseScore)
  const margins = new Float32Array(matrix.rows).fill(start)
  const heldMargins = new Float32Array(held?.rows ?? 0).fill(start)
  const gradients = { first: new Float64Array(matrix.rows), second: new Float64Array(matrix.rows) }
  const monotone = Int8Array.from(matrix.names, (name) =>
    Object.hasOwn(parameters.monotone, name) ? (parameters.monotone[name] as number) : 0,
  )
  const grower = createTreeGrower(binned, { ...parameters, monotone, learningRate })
  // A feature without a cut is the same everywhere: no tree can ask for it, and it takes no other's place among those
  // drawn.
  const telling = Int32Array.from(binned.cuts.flatMap((cuts, feature) => (cuts.length > 0 ? [feature] : [])))
  const trees: GrownTree[] = []
  const curve: number[] = []
  let best = { trees: 0, value: -1 }

  for (let round = 0; round < parameters.trees; round += 1) {
    for (let row = 0; row < matrix.rows; row += 1) {
      const probability = exactSigmoid(margins[row] as number)
      const weight = weightOf(row)
      gradients.first[row] = (probability - (labels[row] as number)) * weight
      gradients.second[row] = Math.max(probability * (1 - probability), 1e-16) * weight
    }
    const order = drawn(random, Math.max(1, Math.round(matrix.rows * subsample)), matrix.rows)
    const used = drawn(
      random,
      Math.min(telling.length, Math.max(1, Math.round(telling.length * columnSample))),
      telling.length,
    ).map((place) => telling[place] as number)
    const tree = grower.grow(gradients, order, used)
    trees.push(tree)
    addTree(margins, tree, binned)
    if (held !== null && holdOut !== undefined) {
      addTree(heldMargins, tree, held)
      const value = averagePrecision(heldMargins, holdOut.labels) ?? 0
      curve.push(value)
      if (value > best.value) best = { trees: trees.length, value }
      if (parameters.patience !== null && trees.length - best.trees >= parameters.patience) break
    }
    if (input.onTree?.(trees.length, parameters.trees) === false) break
  }
  const kept = held !== null && parameters.patience !== null ? trees.slice(0, best.trees) : trees
  return { names: matrix.names, baseScore, trees: kept, cuts: binned.cuts, curve }
}
