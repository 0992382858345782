import { binsMax, type BinnedMatrix } from './bins.ts'

/** Sums of first and second derivatives by feature and bin: `[(feature * 256 + bin) * 2]` and the place behind it. */
export type Histogram = Float64Array

/** First and second derivative of the loss of each row, weighted. */
export interface Gradients {
  readonly first: Float64Array
  readonly second: Float64Array
}

export const emptyHistogram = (features: number): Histogram => new Float64Array(features * binsMax * 2)

/** The rows of `order` from `start` to `end` (exclusive). */
interface RowRange {
  readonly order: Int32Array
  readonly start: number
  readonly end: number
}

/**
 * Counts rows into an emptied histogram; of the features only those
 * that are used.
 */
export const fillHistogram = (
  { bins, features }: BinnedMatrix,
  { first, second }: Gradients,
  { order, start, end }: RowRange,
  used: Int32Array,
  into: Histogram,
): void => {
  into.fill(0)
  const count = used.length
  for (let at = start; at < end; at += 1) {
    const row = order[at] as number
    const gradient = first[row] as number
    const hessian = second[row] as number
    const base = row * features
    for (let index = 0; index < count; index += 1) {
      const feature = used[index] as number
      const slot = (feature * binsMax + (bins[base + feature] as number)) * 2
      into[slot] = (into[slot] as number) + gradient
      into[slot + 1] = (into[slot + 1] as number) + hessian
    }
  }
}

/** Takes a child's sums from its parent's: what stays is the other child. */
export const subtractHistogram = (from: Histogram, taken: Histogram): void => {
  for (let slot = 0; slot < from.length; slot += 1) from[slot] = (from[slot] as number) - (taken[slot] as number)
}
