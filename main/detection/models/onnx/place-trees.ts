import { fail, ok, type Result } from '../../../../shared/schema/result.ts'
import { modelFault, type ModelFault } from '../fault.ts'
import { splitsMax } from '../tree-reader.ts'
import type { WrittenNode } from '../write-json.ts'
import type { NodeComparison, EnsembleColumns } from './ensemble-columns.ts'
import { graphNodesMax } from './messages.ts'

const greatest = 3.4028234663852886e38

/** The least float32 above a value: `x <= value` and `x < nextFloat(value)` hold of the same float32. */
export const nextFloat = (value: number): number => {
  const floats = Float32Array.of(value)
  const bits = new Int32Array(floats.buffer)
  const [read] = bits
  if (read === undefined) return value
  // Both zeros have the same successor.
  bits[0] = value === 0 ? 1 : value > 0 ? read + 1 : read - 1
  return floats[0] ?? value
}

/** A split as the forest makes it, `value < threshold` goes left. */
interface Split {
  readonly threshold: number
  /** Whether the branch of what holds is the left one. */
  readonly trueIsLeft: boolean
}

/**
 * A comparison with a threshold as `value < other` over finite float32, exactly. What holds of every value or of none,
 * as where a tree only parts the missing from the others (`<= inf` in LightGBM's), becomes `value < -greatest`, which
 * holds of none.
 */
export const splitOf = (comparison: NodeComparison, threshold: number): Split => {
  const isInclusive = comparison === 'BRANCH_LEQ' || comparison === 'BRANCH_GT'
  const isBelow = comparison === 'BRANCH_LEQ' || comparison === 'BRANCH_LT'
  const always = isInclusive ? threshold >= greatest : threshold === Infinity
  if (always) return { threshold: -greatest, trueIsLeft: !isBelow }
  if (threshold === -Infinity) return { threshold: -greatest, trueIsLeft: isBelow }
  return { threshold: isInclusive ? nextFloat(threshold) : threshold, trueIsLeft: isBelow }
}

const bad = (tree: number, reason: string): { readonly ok: false; readonly error: ModelFault } =>
  fail(modelFault('bad_tree', `tree ${tree}: ${reason}`))

/**
 * Puts each tree in order, breadth first, siblings beside each other: no cycle, no node reached twice, none deeper than
 * is walked.
 *
 * @param features how many there are
 * @param covers the cover of each place of the columns; null: 0 everywhere
 */
export const placeTrees = (
  columns: EnsembleColumns,
  features: number,
  covers: readonly number[] | null,
): Result<(readonly WrittenNode[])[], ModelFault> => {
  const { comparisons, whenTrue, whenFalse, thresholds, weights } = columns
  const { length } = comparisons
  if (length > graphNodesMax) return fail(modelFault('too_large', `the trees have more than ${graphNodesMax} nodes`))
  const reached = new Uint8Array(length)
  const trees: (readonly WrittenNode[])[] = []
  for (const [tree, root] of columns.roots.entries()) {
    if (reached[root] === 1) return bad(tree, `node ${root} is reached twice`)
    reached[root] = 1
    const queue: { at: number; parent: number; depth: number }[] = [{ at: root, parent: -1, depth: 0 }]
    const nodes: WrittenNode[] = []
    for (let next = 0; next < queue.length; next += 1) {
      const { at, parent, depth } = queue[next] as { at: number; parent: number; depth: number }
      if (depth > splitsMax) return bad(tree, `it is deeper than ${splitsMax} splits`)
      const cover = covers?.[at] ?? 0
      const comparison = comparisons[at] ?? null
      if (comparison === null) {
        const value = weights[at] as number
        if (!Number.isFinite(value)) return bad(tree, `node ${at} has no finite value`)
        nodes.push({ parent, left: -1, feature: 0, threshold: 0, missingLeft: false, gain: 0, value, cover })
        continue
      }
      const feature = columns.features[at] as number
      if (!(feature >= 0 && feature < features))
        return fail(
          modelFault(
            'bad_features',
            `tree ${tree}: node ${at} asks for feature ${feature}, which is none of the ${features}`,
          ),
        )
      const given = thresholds[at] as number
      if (Number.isNaN(given)) return bad(tree, `node ${at} has no threshold`)
      const { threshold, trueIsLeft } = splitOf(comparison, given)
      const [first, second] = [whenTrue[at] as number, whenFalse[at] as number]
      for (const child of [first, second]) {
        if (!(child >= 0 && child < length)) return bad(tree, `node ${at} leads to no node`)
        if (reached[child] === 1) return bad(tree, `node ${child} is reached twice`)
        reached[child] = 1
      }
      nodes.push({
        parent,
        left: queue.length,
        feature,
        threshold,
        missingLeft: columns.missingIsTrue[at] === trueIsLeft,
        gain: 0,
        value: 0,
        cover,
      })
      const below = { parent: next, depth: depth + 1 }
      queue.push({ at: trueIsLeft ? first : second, ...below }, { at: trueIsLeft ? second : first, ...below })
    }
    trees.push(nodes)
  }
  return ok(trees)
}
