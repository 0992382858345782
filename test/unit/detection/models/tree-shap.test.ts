import { describe, expect, it } from 'vitest'
import { branchOf, marginOf, type Forest } from '../../../../main/detection/models/forest.ts'
import { createScorer } from '../../../../main/detection/models/scorer.ts'
import { createShapTables } from '../../../../main/detection/models/shap-tables.ts'
import { createShapWalk, createTreeShap } from '../../../../main/detection/models/tree-shap.ts'
import { lesson, read, rowOf, smallModel } from './small-model.ts'

const model = read(smallModel())
const { matrix } = lesson(200, 77)

/**
 * What a tree answers when only some features are known: at a split by another one both branches count by their cover.
 */
const expectation = (forest: Forest, node: number, values: Float32Array, known: ReadonlySet<number>): number => {
  const asked = forest.feature[node] as number
  if (asked < 0) return forest.threshold[node] as number
  const first = forest.left[node] as number
  if (known.has(asked))
    return expectation(forest, first + branchOf(forest, node, values[asked] as number), values, known)
  const cover = forest.cover[node] as number
  return [first, first + 1].reduce(
    (sum, child) => sum + ((forest.cover[child] as number) / cover) * expectation(forest, child, values, known),
    0,
  )
}

/** Shapley values by their definition, over every set of features. */
const shapley = (forest: Forest, values: Float32Array, features: number): number[] => {
  const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1))
  const worth = (known: ReadonlySet<number>): number =>
    forest.roots.reduce((sum, root) => sum + expectation(forest, root, values, known), 0)
  return Array.from({ length: features }, (_, feature) => {
    const others = Array.from({ length: features }, (_, other) => other).filter((other) => other !== feature)
    let share = 0
    for (let set = 0; set < 2 ** others.length; set += 1) {
      const known = new Set(others.filter((_, place) => (set & (1 << place)) !== 0))
      const weight = (factorial(known.size) * factorial(features - known.size - 1)) / factorial(features)
      share += weight * (worth(new Set([...known, feature])) - worth(known))
    }
    return share
  })
}

describe('the shares of a score', () => {
  const shap = createTreeShap(model.forest, model.baseMargin)

  it('and the bias sum to the margin', () => {
    for (let row = 0; row < matrix.rows; row += 1) {
      const values = rowOf(matrix, row)
      const shares = new Float64Array(4)
      shap.explain(values, shares)
      expect(shares.reduce((sum, share) => sum + share, shap.bias)).toBeCloseTo(
        marginOf(model.forest, values, model.baseMargin),
        5,
      )
    }
  })

  it('are the Shapley values by their definition', () => {
    for (let row = 0; row < 20; row += 1) {
      const values = rowOf(matrix, row)
      const shares = new Float64Array(4)
      shap.explain(values, shares)
      const exact = shapley(model.forest, values, 4)
      for (const [feature, share] of exact.entries()) expect(shares[feature]).toBeCloseTo(share, 6)
    }
  })

  it('stay finite where a branch has no cover', () => {
    const bare = { ...model.forest, cover: model.forest.cover.map((cover, node) => (node % 3 === 0 ? 0 : cover)) }
    const shares = new Float64Array(4)
    createTreeShap(bare, 0).explain(rowOf(matrix, 0), shares)
    expect(shares.every((share) => Number.isFinite(share))).toBe(true)
  })
})

describe('shares read from tables', () => {
  const halves = (): number => 0.5

  it('are those of a walk through every path, with absent values and repeated features too', () => {
    const tables = createShapTables(
      model.forest,
      (node, child) => (model.forest.cover[child] as number) / (model.forest.cover[node] as number),
    )
    const walk = createShapWalk(model.forest)
    expect(tables).not.toBeNull()
    for (let row = 0; row < matrix.rows; row += 1) {
      const values = rowOf(matrix, row)
      if (row % 5 === 0) values[row % 4] = Number.NaN
      const quick = new Float64Array(4)
      const slow = new Float64Array(4)
      tables?.explain(values, quick)
      walk.explain(values, slow)
      for (const [feature, share] of slow.entries()) expect(quick[feature]).toBeCloseTo(share, 9)
    }
  })

  it('are left alone where a path asks for more features than a table can hold', () => {
    // One long tree: node 2k splits on feature k, its left child is a leaf.
    const depth = 13
    const splits = Array.from({ length: depth }, (_, level) => level)
    const feature = Int32Array.from([...splits.flatMap((level) => (level === 0 ? [level] : [-1, level])), -1, -1])
    const left = Int32Array.from(feature, (asked, node) => (asked < 0 ? 0 : node === 0 ? 1 : node + 1))
    const zeros = new Float32Array(feature.length)
    const deep: Forest = {
      roots: Int32Array.of(0),
      feature,
      threshold: zeros,
      left,
      missingLeft: new Uint8Array(feature.length),
      cover: zeros,
      gain: zeros,
      categories: null,
    }
    expect(createShapTables(deep, halves)).toBeNull()
    expect(createTreeShap(deep, 0).bias).toBe(0)
  })
})

describe('scoring in bulk', () => {
  it('answers what a walk through every tree answers, bit for bit', () => {
    const quick = createScorer(model.forest, model.baseMargin)
    for (let row = 0; row < matrix.rows; row += 1)
      expect(quick(rowOf(matrix, row))).toBe(marginOf(model.forest, rowOf(matrix, row), model.baseMargin))
  })
})
