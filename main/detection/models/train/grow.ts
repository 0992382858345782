import { missingBin, type BinnedMatrix } from './bins.ts'
import { emptyHistogram, fillHistogram, subtractHistogram, type Gradients, type Histogram } from './histogram.ts'
import { bestSplit, leafWeight, type NodeSums, type Split, type SplitRules } from './split.ts'

/** A node as it grew; `left` is -1 for a leaf, the right child stands behind the left one. */
export interface GrownNode {
  readonly parent: number
  left: number
  feature: number
  /** Index of the cut; the threshold is `cuts[feature][cut]`. */
  cut: number
  missingLeft: boolean
  gain: number
  /** What the node answers, learning rate included, as float32. */
  readonly value: number
  readonly cover: number
}

export type GrownTree = readonly GrownNode[]

export interface GrowthRules extends SplitRules {
  readonly maxDepth: number
  readonly learningRate: number
}

interface Part {
  readonly node: number
  readonly start: number
  readonly end: number
  readonly sums: NodeSums
  readonly depth: number
}

/** Grows trees on one binned matrix; buffers are kept from tree to tree. */
export interface TreeGrower {
  /** Grows a tree on the rows of `order` (which is reordered) with the features that are used. */
  grow(gradients: Gradients, order: Int32Array, used: Int32Array): GrownTree
}

/**
 * Makes a grower: depth-limited trees by the histogram method; of two children the smaller is counted, the larger is
 * what the parent's sums leave.
 */
export const createTreeGrower = (matrix: BinnedMatrix, rules: GrowthRules): TreeGrower => {
  const spare: Histogram[] = []
  const aside = new Int32Array(matrix.rows)
  const histogramOf = (): Histogram => spare.pop() ?? emptyHistogram(matrix.features)

  /**
   * Puts the rows that go left before those that go right, each side in its order; answers where the right ones begin.
   */
  const partition = (order: Int32Array, { start, end }: Part, { feature, cut, missingLeft }: Split): number => {
    const { bins, features } = matrix
    let left = start
    let right = 0
    for (let at = start; at < end; at += 1) {
      const row = order[at] as number
      const bin = bins[row * features + feature] as number
      if (bin === missingBin ? missingLeft : bin <= cut) {
        order[left] = row
        left += 1
      } else {
        aside[right] = row
        right += 1
      }
    }
    order.set(aside.subarray(0, right), left)
    return left
  }

  return {
    grow(gradients, order, used) {
      const nodes: GrownNode[] = []
      const add = (parent: number, sums: NodeSums): number => {
        const value = Math.fround(leafWeight(sums, rules.lambda) * rules.learningRate)
        return (
          nodes.push({ parent, left: -1, feature: 0, cut: 0, missingLeft: false, gain: 0, value, cover: sums.second }) -
          1
        )
      }

      /** Splits a part as far as it goes; `histogram` is given back when it is no longer needed. */
      const split = (part: Part, histogram: Histogram): void => {
        const found = part.depth < rules.maxDepth ? bestSplit(part.sums, histogram, matrix, used, rules) : null
        if (found === null) {
          spare.push(histogram)
          return
        }
        const middle = partition(order, part, found)
        const left = add(part.node, found.left)
        const right = add(part.node, found.right)
        Object.assign(nodes[part.node] as GrownNode, {
          left,
          feature: found.feature,
          cut: found.cut,
          missingLeft: found.missingLeft,
          gain: found.gain,
        })
        const children: readonly [Part, Part] = [
          { node: left, start: part.start, end: middle, sums: found.left, depth: part.depth + 1 },
          { node: right, start: middle, end: part.end, sums: found.right, depth: part.depth + 1 },
        ]
        if (part.depth + 1 >= rules.maxDepth) {
          spare.push(histogram)
          return
        }
        const [small, large] = middle - part.start <= part.end - middle ? children : [children[1], children[0]]
        const counted = histogramOf()
        fillHistogram(matrix, gradients, { order, start: small.start, end: small.end }, used, counted)
        subtractHistogram(histogram, counted)
        split(small, counted)
        split(large, histogram)
      }

      let first = 0
      let second = 0
      for (const row of order) {
        first += gradients.first[row] as number
        second += gradients.second[row] as number
      }
      const sums = { first, second, lowest: -Infinity, highest: Infinity }
      const whole = { node: add(-1, sums), start: 0, end: order.length, sums, depth: 0 }
      const histogram = histogramOf()
      fillHistogram(matrix, gradients, { order, start: 0, end: order.length }, used, histogram)
      split(whole, histogram)
      return nodes
    },
  }
}

/** What a tree answers for a row of a binned matrix. */
export const leafValue = (tree: GrownTree, { bins, features }: BinnedMatrix, row: number): number => {
  let node = tree[0] as GrownNode
  while (node.left >= 0) {
    const bin = bins[row * features + node.feature] as number
    const goesLeft = bin === missingBin ? node.missingLeft : bin <= node.cut
    node = tree[goesLeft ? node.left : node.left + 1] as GrownNode
  }
  return node.value
}
