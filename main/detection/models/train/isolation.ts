import { createScorer } from '../scorer.ts'
import { createForestBuilder } from '../tree-reader.ts'
import { writeXgboostJson, type WrittenNode } from '../write-json.ts'
import { floatText } from '../float-text.ts'
import { tailShares, type TailTable } from '../unusual.ts'
import type { FeatureMatrix } from './matrix.ts'
import { drawn, seededRandom, type SeededRandom } from './random.ts'

/** How an isolation forest is grown. */
export interface IsolationParameters {
  readonly seed: number
  readonly trees: number
  /** Activities that each tree is grown on. */
  readonly sample: number
}

export const defaultIsolation: IsolationParameters = { seed: 1, trees: 200, sample: 256 }

export interface IsolationForest {
  readonly names: readonly string[]
  readonly trees: readonly (readonly WrittenNode[])[]
  readonly tail: TailTable
}

const eulerGamma = 0.5772156649015329

/**
 * The mean path of an unsuccessful search in a binary search tree of `count` values: what a leaf that holds several
 * still lacks.
 */
export const meanPath = (count: number): number => {
  if (count <= 1) return 0
  if (count === 2) return 1
  // A sum, not a logarithm, below the sizes that occur: the same on every machine.
  let harmonic = 0
  if (count <= 100_000) for (let term = 1; term < count; term += 1) harmonic += 1 / term
  else harmonic = Math.log(count - 1) + eulerGamma
  return 2 * harmonic - (2 * (count - 1)) / count
}

interface Range {
  readonly feature: number
  readonly low: number
  readonly high: number
}

const rangeOf = (column: Float32Array, rows: Int32Array): { low: number; high: number } => {
  let low = Infinity
  let high = -Infinity
  for (const row of rows) {
    const value = column[row] as number
    if (!Number.isFinite(value)) continue
    if (value < low) low = value
    if (value > high) high = value
  }
  return { low, high }
}

const thresholdIn = ({ low, high }: Range, random: SeededRandom): number => {
  const threshold = Math.fround(low + (high - low) * random.unit())
  return threshold > low ? threshold : high
}

const growTree = (
  matrix: FeatureMatrix,
  rows: Int32Array,
  answerOf: (path: number) => number,
  random: SeededRandom,
): WrittenNode[] => {
  let deepest = 1
  while (2 ** deepest < rows.length) deepest += 1
  const nodes: WrittenNode[] = []
  const parts: { rows: Int32Array; parent: number; depth: number }[] = [{ rows, parent: -1, depth: 0 }]
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] as { rows: Int32Array; parent: number; depth: number }
    const value = Math.fround(answerOf(part.depth + meanPath(part.rows.length)))
    const bare = {
      parent: part.parent,
      left: -1,
      feature: 0,
      threshold: 0,
      missingLeft: false,
      gain: 0,
      value,
      cover: part.rows.length,
    }
    const ranges: Range[] = []
    if (part.depth < deepest && part.rows.length > 1) {
      matrix.columns.forEach((column, feature) => {
        const { low, high } = rangeOf(column, part.rows)
        if (low < high) ranges.push({ feature, low, high })
      })
    }
    const chosen = ranges[ranges.length === 0 ? 0 : random.below(ranges.length)]
    if (chosen === undefined) {
      nodes.push(bare)
      continue
    }
    const threshold = thresholdIn(chosen, random)
    const column = matrix.columns[chosen.feature] as Float32Array
    const present = part.rows.filter((row) => Number.isFinite(column[row]))
    const below = present.filter((row) => (column[row] as number) < threshold)
    // An absent value tells nothing: it goes with the many.
    const missingLeft = below.length * 2 >= present.length
    const goesLeft = (row: number): boolean =>
      Number.isFinite(column[row]) ? (column[row] as number) < threshold : missingLeft
    nodes.push({ ...bare, left: parts.length, feature: chosen.feature, threshold, missingLeft, gain: 1 })
    parts.push(
      { rows: part.rows.filter(goesLeft), parent: at, depth: part.depth + 1 },
      { rows: part.rows.filter((row) => !goesLeft(row)), parent: at, depth: part.depth + 1 },
    )
  }
  return nodes
}

/**
 * Grows an isolation forest (Liu, Ting and Zhou 2008) in the shape of boosted trees: a leaf holds its path's length,
 * divided by the number of trees and by the mean path of the sample and taken negative, so that the margin is -E[h]/c
 * and the paper's anomaly score is 2^margin.
 */
export const trainIsolation = (matrix: FeatureMatrix, parameters: IsolationParameters): IsolationForest => {
  const random = seededRandom(parameters.seed)
  const size = Math.min(parameters.sample, matrix.rows)
  const usual = meanPath(Math.max(2, size))
  const answerOf = (path: number): number => -path / (usual * parameters.trees)
  const trees = Array.from({ length: parameters.trees }, () =>
    growTree(matrix, drawn(random, size, matrix.rows), answerOf, random),
  )
  return { names: matrix.names, trees, tail: tailShares(marginsOf(matrix, trees)) }
}

/** What the forest itself answers for each row that it was grown from. */
const marginsOf = (matrix: FeatureMatrix, trees: readonly (readonly WrittenNode[])[]): Float32Array => {
  const builder = createForestBuilder(matrix.names.length)
  trees.forEach((tree, index) => {
    const added = builder.add(
      {
        left_children: tree.map(({ left }) => left),
        right_children: tree.map(({ left }) => (left < 0 ? -1 : left + 1)),
        split_indices: tree.map(({ feature }) => feature),
        split_conditions: tree.map((node) => (node.left < 0 ? node.value : node.threshold)),
        default_left: tree.map(({ missingLeft }) => (missingLeft ? 1 : 0)),
        sum_hessian: tree.map(({ cover }) => cover),
      },
      `tree ${index}`,
    )
    if (!added.ok) throw new Error(added.error.message)
  })
  const scorer = createScorer(builder.build(), 0)
  const values = new Float32Array(matrix.names.length)
  return Float32Array.from({ length: matrix.rows }, (_, row) => {
    matrix.columns.forEach((column, feature) => {
      const value = column[row] as number
      values[feature] = Number.isFinite(value) ? value : Number.NaN
    })
    return scorer(values)
  })
}

/** Writes an isolation forest as a model file; its kind and the table of its tail stand in the attributes. */
export const writeIsolation = (
  { names, trees, tail }: IsolationForest,
  attributes: Readonly<Record<string, string>>,
): string =>
  writeXgboostJson({
    objective: 'reg:squarederror',
    baseScore: 0,
    featureNames: names,
    parallelTrees: trees.length,
    trees,
    attributes: {
      ...attributes,
      fieldseal_kind: 'isolation_forest',
      fieldseal_tail: JSON.stringify(tail.map(({ share, margin }) => [share, Number(floatText(margin))])),
    },
  })
