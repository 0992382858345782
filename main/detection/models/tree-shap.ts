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

/** Walks every path of every tree: for trees of any depth. */
export const createShapWalk = (forest: Forest): Pick<TreeShap, 'explain'> => {
  const { feature, threshold, left, roots } = forest
  // One row of the path for each depth, behind each other: a child works on a copy of its parent's row.
  const width = depthOf(forest) + 2
  const size = (width * (width + 3)) / 2 + 2
  const pathFeature = new Int32Array(size)
  const zero = new Float64Array(size)
  const one = new Float64Array(size)
  const weight = new Float64Array(size)

  const extend = (start: number, depth: number, zeroShare: number, oneShare: number, asked: number): void => {
    pathFeature[start + depth] = asked
    zero[start + depth] = zeroShare
    one[start + depth] = oneShare
    weight[start + depth] = depth === 0 ? 1 : 0
    for (let at = depth - 1; at >= 0; at -= 1) {
      const own = weight[start + at] as number
      weight[start + at + 1] = (weight[start + at + 1] as number) + (oneShare * own * (at + 1)) / (depth + 1)
      weight[start + at] = (zeroShare * own * (depth - at)) / (depth + 1)
    }
  }

  const unwind = (start: number, depth: number, index: number): void => {
    const oneShare = one[start + index] as number
    const zeroShare = zero[start + index] as number
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
      pathFeature[start + at] = pathFeature[start + at + 1] as number
      zero[start + at] = zero[start + at + 1] as number
      one[start + at] = one[start + at + 1] as number
    }
  }

  const unwoundSum = (start: number, depth: number, index: number): number => {
    const oneShare = one[start + index] as number
    const zeroShare = zero[start + index] as number
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

  const walk = (
    values: Float32Array,
    shares: Float64Array,
    node: number,
    parent: number,
    start: number,
    depth: number,
    zeroShare: number,
    oneShare: number,
    asked: number,
  ): void => {
    // Nothing of the training and nothing of this activity comes here: the branch has no share, and taking it back
    // would divide by zero.
    if (zeroShare === 0 && oneShare === 0) return
    for (let at = 0; at < depth; at += 1) {
      pathFeature[start + at] = pathFeature[parent + at] as number
      zero[start + at] = zero[parent + at] as number
      one[start + at] = one[parent + at] as number
      weight[start + at] = weight[parent + at] as number
    }
    extend(start, depth, zeroShare, oneShare, asked)
    const split = feature[node] as number
    if (split < 0) {
      const leaf = threshold[node] as number
      for (let at = 1; at <= depth; at += 1) {
        const owner = pathFeature[start + at] as number
        const change =
          unwoundSum(start, depth, at) * ((one[start + at] as number) - (zero[start + at] as number)) * leaf
        shares[owner] = (shares[owner] as number) + change
      }
      return
    }
    const first = left[node] as number
    const hot = first + branchOf(forest, node, values[split] as number)
    const cold = first + first + 1 - hot
    // A feature that the path asked for already: its earlier split is taken back, and the shares multiply.
    let seen = 1
    while (seen <= depth && pathFeature[start + seen] !== split) seen += 1
    let zeroBefore = 1
    let oneBefore = 1
    let length = depth
    if (seen <= depth) {
      zeroBefore = zero[start + seen] as number
      oneBefore = one[start + seen] as number
      unwind(start, depth, seen)
      length -= 1
    }
    const below = start + length + 1
    walk(
      values,
      shares,
      hot,
      start,
      below,
      length + 1,
      zeroBefore * coverShare(forest, node, hot, first),
      oneBefore,
      split,
    )
    walk(values, shares, cold, start, below, length + 1, zeroBefore * coverShare(forest, node, cold, first), 0, split)
  }

  return {
    explain(values, shares) {
      for (const root of roots) if ((feature[root] as number) >= 0) walk(values, shares, root, 0, 0, 0, 1, 1, -1)
    },
  }
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
