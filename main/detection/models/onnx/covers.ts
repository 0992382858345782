import { branchOf, type Forest } from '../forest.ts'
import type { EnsembleColumns } from './ensemble-columns.ts'

/** Rounding of float32 lets the sum of two branches differ from their node by so much of it. */
const rounding = 1e-3

/**
 * The covers that a file says of its nodes: its hit rates, where those of both branches sum to that of their node, at
 * every split. Exporters that know of none write 1 everywhere.
 */
export const coversOfFile = ({
  hitrates,
  comparisons,
  roots,
  whenTrue,
  whenFalse,
}: EnsembleColumns): readonly number[] | null => {
  if (hitrates === null || !hitrates.every((rate) => Number.isFinite(rate) && rate >= 0)) return null
  const isSplit = comparisons.some((comparison) => comparison !== null)
  if (!isSplit || roots.some((root) => !((hitrates[root] ?? 0) > 0))) return null
  const isWhole = comparisons.every((comparison, at) => {
    if (comparison === null) return true
    const whole = hitrates[at] ?? 0
    const parts = (hitrates[whenTrue[at] ?? -1] ?? Number.NaN) + (hitrates[whenFalse[at] ?? -1] ?? Number.NaN)
    return Math.abs(parts - whole) <= rounding * whole
  })
  return isWhole ? hitrates : null
}

/**
 * How many activities reach each node; each is the values of the features in the model's order, NaN where one is
 * absent.
 */
export const countCovers = (
  forest: Forest,
  activities: Iterable<Float32Array>,
): { readonly activities: number; readonly covers: Float32Array } => {
  const { roots, feature, left } = forest
  const counts = new Uint32Array(feature.length)
  let seen = 0
  for (const values of activities) {
    seen += 1
    for (const root of roots) {
      let node = root
      counts[node] = (counts[node] as number) + 1
      for (let asked = feature[node] as number; asked >= 0; asked = feature[node] as number) {
        node = (left[node] as number) + branchOf(forest, node, values[asked] as number)
        counts[node] = (counts[node] as number) + 1
      }
    }
  }
  return { activities: seen, covers: Float32Array.from(counts) }
}
