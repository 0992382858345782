import { branchOf, depthOf, type Forest } from './forest.ts'
import { createShapTables } from './shap-tables.ts'

/**
 * Exact TreeSHAP, path-dependent: Lundberg et al., "Consistent Individualized Feature Attribution for Tree Ensembles"
 * (2018), algorithm 2.
 * The branches of a split weigh by their cover, as in xgboost's `pred_contribs`.
 */
export interface TreeShap {
  /** Share of no feature: the base margin and what the trees answer on average. */
  readonly bias: number
  /** Adds the share of every feature to `shares` (in the model's order). */
  explain(values: Float32Array, shares: Float64Array): void
}

/** The share of a node's cover that each child has; the halves where none was recorded. */
const coverShare = ({ cover }: Forest, node: number, child: number, first: number): number => {
  const whole = (cover[first] as number) + (cover[first + 1] as number)
  const own = cover[node] as number
  // Rounding lets the children's sum differ from the parent's cover; xgboost divides by the parent's.
  if (own > 0) return (cover[child] as number) / own
  return whole > 0 ? (cover[child] as number) / whole : 0.5
}

/** What every node answers on average, the leaves of its branch weighted by their cover. */
const means = (forest: Forest): Float64Array => {
  const { feature, threshold, left } = forest
  const mean = new Float64Array(feature.length)
  for (let node = feature.length - 1; node >= 0; node -= 1) {
    if ((feature[node] as number) < 0) {
      mean[node] = threshold[node] as number
      continue
    }
    const first = left[node] as number
    mean[node] =
      (mean[first] as number) * coverShare(forest, node, first, first) +
      (mean[first + 1] as number) * coverShare(forest, node, first + 1, first)
  }
  return mean
}

/** What a step down a tree adds to the path: the feature that was asked, and the shares that come this way. */
interface Step {
  readonly feature: number
  /** Share of the training that goes this way. */
  readonly zero: number
  /** 1 where the explained values go this way, else 0. */
  readonly one: number
}

/** One row of the path for each depth, behind each other: a child works on a copy of its parent's row. */
class PathRows {
  readonly feature: Int32Array
  readonly zero: Float64Array
  readonly one: Float64Array
  readonly #weight: Float64Array

  constructor(depth: number) {
    const width = depth + 2
    const size = (width * (width + 3)) / 2 + 2
    this.feature = new Int32Array(size)
    this.zero = new Float64Array(size)
    this.one = new Float64Array(size)
    this.#weight = new Float64Array(size)
  }

  copy(from: number, to: number, depth: number): void {
    for (let at = 0; at < depth; at += 1) {
      this.feature[to + at] = this.feature[from + at] as number
      this.zero[to + at] = this.zero[from + at] as number
      this.one[to + at] = this.one[from + at] as number
      this.#weight[to + at] = this.#weight[from + at] as number
    }
  }

  extend(start: number, depth: number, { feature, zero, one }: Step): void {
    const weight = this.#weight
    this.feature[start + depth] = feature
    this.zero[start + depth] = zero
    this.one[start + depth] = one
    weight[start + depth] = depth === 0 ? 1 : 0
    for (let at = depth - 1; at >= 0; at -= 1) {
      const own = weight[start + at] as number
      weight[start + at + 1] = (weight[start + at + 1] as number) + (one * own * (at + 1)) / (depth + 1)
      weight[start + at] = (zero * own * (depth - at)) / (depth + 1)
    }
  }

  /** Takes a step back that was made at `index`. */
  unwind(start: number, depth: number, index: number): void {
    const weight = this.#weight
    const oneShare = this.one[start + index] as number
    const zeroShare = this.zero[start + index] as number
    let next = weight[start + depth] as number
    for (let at = depth - 1; at >= 0; at -= 1) {
      if (oneShare !== 0) {
        const own = weight[start + at] as number
        weight[start + at] = (next * (depth + 1)) / ((at + 1) * oneShare)
        next = own - ((weight[start + at] as number) * zeroShare * (depth - at)) / (depth + 1)
      } else {
        weight[start + at] = ((weight[start + at] as number) * (depth + 1)) / (zeroShare * (depth - at))
      }
    }
    for (let at = index; at < depth; at += 1) {
      this.feature[start + at] = this.feature[start + at + 1] as number
      this.zero[start + at] = this.zero[start + at + 1] as number
      this.one[start + at] = this.one[start + at + 1] as number
    }
  }

  /** The sum of the weights without the step at `index`. */
  unwoundSum(start: number, depth: number, index: number): number {
    const weight = this.#weight
    const oneShare = this.one[start + index] as number
    const zeroShare = this.zero[start + index] as number
    let next = weight[start + depth] as number
    let total = 0
    for (let at = depth - 1; at >= 0; at -= 1) {
      if (oneShare !== 0) {
        const part = (next * (depth + 1)) / ((at + 1) * oneShare)
        total += part
        next = (weight[start + at] as number) - (part * zeroShare * (depth - at)) / (depth + 1)
      } else if (zeroShare !== 0) {
        total += ((weight[start + at] as number) * (depth + 1)) / (zeroShare * (depth - at))
      }
    }
    return total
  }
}

/** Walks every path of every tree: for trees of any depth. */
export const createShapWalk = (forest: Forest): Pick<TreeShap, 'explain'> => {
  const { feature, threshold, left, roots } = forest
  const path = new PathRows(depthOf(forest))

  const addLeaf = (shares: Float64Array, leaf: number, start: number, depth: number): void => {
    for (let at = 1; at <= depth; at += 1) {
      const owner = path.feature[start + at] as number
      const change =
        path.unwoundSum(start, depth, at) *
        ((path.one[start + at] as number) - (path.zero[start + at] as number)) *
        leaf
      shares[owner] = (shares[owner] as number) + change
    }
  }

  const explain = (values: Float32Array, shares: Float64Array): void => {
    const walk = (node: number, parent: number, start: number, depth: number, step: Step): void => {
      // Nothing of the training and nothing of this activity comes here: the branch has no share, and taking it back
      // would divide by zero.
      if (step.zero === 0 && step.one === 0) return
      path.copy(parent, start, depth)
      path.extend(start, depth, step)
      const split = feature[node] as number
      if (split < 0) return addLeaf(shares, threshold[node] as number, start, depth)
      const first = left[node] as number
      const hot = first + branchOf(forest, node, values[split] as number)
      const cold = first + first + 1 - hot
      // A feature that the path asked for already: its earlier split is taken back, and the shares multiply.
      let seen = 1
      while (seen <= depth && path.feature[start + seen] !== split) seen += 1
      let zeroBefore = 1
      let oneBefore = 1
      let length = depth
      if (seen <= depth) {
        zeroBefore = path.zero[start + seen] as number
        oneBefore = path.one[start + seen] as number
        path.unwind(start, depth, seen)
        length -= 1
      }
      const below = start + length + 1
      const zeroOf = (child: number): number => zeroBefore * coverShare(forest, node, child, first)
      walk(hot, start, below, length + 1, { feature: split, zero: zeroOf(hot), one: oneBefore })
      walk(cold, start, below, length + 1, { feature: split, zero: zeroOf(cold), one: 0 })
    }
    for (const root of roots) if ((feature[root] as number) >= 0) walk(root, 0, 0, 0, { feature: -1, zero: 1, one: 1 })
  }
  return { explain }
}

/** What the trees answer on average over their training: the bias of TreeSHAP. */
export const meanMargin = (forest: Forest, base: number): number => {
  const mean = means(forest)
  return forest.roots.reduce((sum, root) => sum + (mean[root] as number), base)
}

/** Prepares the explanation of a forest's margins; the answer is not to be used by two callers at once. */
export const createTreeShap = (forest: Forest, base: number): TreeShap => {
  const bias = meanMargin(forest, base)
  const way =
    createShapTables(forest, (node, child, first) => coverShare(forest, node, child, first)) ?? createShapWalk(forest)
  return { bias, explain: (values, shares) => way.explain(values, shares) }
}
