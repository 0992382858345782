/**
 * Trees in flat typed arrays: all nodes of all trees behind each other, the children of a node beside each other (the
 * right one at `left + 1`), every child behind its parent.
 */
export interface Forest {
  /** Index of each tree's first node. */
  readonly roots: Int32Array
  /** The feature that a node asks for; -1 for a leaf. */
  readonly feature: Int32Array
  /** Where a node splits (`value < threshold` goes left), compared as float32; a leaf's value. */
  readonly threshold: Float32Array
  readonly left: Int32Array
  /** 1 where an absent value goes left. */
  readonly missingLeft: Uint8Array
  /** Sum of the second derivatives of what reached the node in training: the weight of its branch in TreeSHAP. */
  readonly cover: Float32Array
  /** What the split gained in training; 0 for a leaf. */
  readonly gain: Float32Array
  /**
   * Of a categorical split, the categories that go right; null for a split by threshold. Absent where no tree has one.
   */
  readonly categories: readonly (ReadonlySet<number> | null)[] | null
}

// xgboost: a category is a whole number from 0 to 2^24 - 1; whatever else goes where no category of the split goes.
const categoryEnd = 16_777_216

/** Which child a value leads to: 0 left, 1 right. `value` is a float32; NaN where it is absent. */
export const branchOf = (forest: Forest, node: number, value: number): 0 | 1 => {
  if (value !== value) return forest.missingLeft[node] === 1 ? 0 : 1
  const categories = forest.categories?.[node] ?? null
  if (categories === null) return value < (forest.threshold[node] ?? 0) ? 0 : 1
  return value >= 0 && value < categoryEnd && categories.has(Math.trunc(value)) ? 1 : 0
}

const marginByThresholds = (
  { roots, feature, threshold, left, missingLeft }: Forest,
  values: Float32Array,
  base: number,
): number => {
  let margin = base
  for (let tree = 0; tree < roots.length; tree += 1) {
    let node = roots[tree] as number
    let asked = feature[node] as number
    while (asked >= 0) {
      const value = values[asked] as number
      const goesLeft = value < (threshold[node] as number) || (value !== value && missingLeft[node] === 1)
      node = (left[node] as number) + (goesLeft ? 0 : 1)
      asked = feature[node] as number
    }
    margin = Math.fround(margin + (threshold[node] as number))
  }
  return margin
}

/**
 * The sum of the leaves that an activity reaches, added to `base` tree by tree in float32, as xgboost does.
 * `values` holds the features in the model's order, NaN where one is absent.
 */
export const marginOf = (forest: Forest, values: Float32Array, base: number): number => {
  if (forest.categories === null) return marginByThresholds(forest, values, base)
  let margin = base
  for (const root of forest.roots) {
    let node = root
    for (let asked = forest.feature[node] as number; asked >= 0; asked = forest.feature[node] as number) {
      node = (forest.left[node] as number) + branchOf(forest, node, values[asked] as number)
    }
    margin = Math.fround(margin + (forest.threshold[node] as number))
  }
  return margin
}

/** Depth of the deepest tree: the number of splits above its deepest leaf. */
export const depthOf = ({ roots, feature, left }: Forest): number => {
  const depths = new Uint16Array(feature.length)
  const rootSet = new Set(roots)
  let deepest = 0
  for (let node = 0; node < feature.length; node += 1) {
    if (rootSet.has(node)) depths[node] = 0
    const depth = depths[node] as number
    if (depth > deepest) deepest = depth
    if ((feature[node] as number) < 0) continue
    depths[left[node] as number] = depth + 1
    depths[(left[node] as number) + 1] = depth + 1
  }
  return deepest
}

/** The gain of each feature over all splits, as shares of the whole; all 0 where nothing was gained. */
export const gainShares = ({ feature, gain }: Forest, features: number): Float64Array => {
  const sums = new Float64Array(features)
  let whole = 0
  for (let node = 0; node < feature.length; node += 1) {
    const asked = feature[node] as number
    if (asked < 0) continue
    sums[asked] = (sums[asked] as number) + Math.max(0, gain[node] as number)
    whole += Math.max(0, gain[node] as number)
  }
  return whole === 0 ? sums : sums.map((sum) => sum / whole)
}
