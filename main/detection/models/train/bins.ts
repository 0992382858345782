import { exactSigmoid } from './exp.ts'
import type { FeatureMatrix } from './matrix.ts'

/** Bins of a feature, the absent values' included: a bin's number fits a byte. */
export const binsMax = 256
/** The bin of absent values. */
export const missingBin = binsMax - 1

/** A matrix whose values are cut into at most 255 bins a feature. */
export interface BinnedMatrix {
  readonly rows: number
  readonly features: number
  /** Row after row: `bins[row * features + feature]`. */
  readonly bins: Uint8Array
  /** By feature, ascending: a value lies in bin b where b of the cuts are at most as large as it. */
  readonly cuts: readonly Float32Array[]
}

/** A float32 above `low` and at most `high` that lies between them: values on both sides of it are told apart. */
const between = (low: number, high: number): number => {
  const middle = Math.fround(low + (high - low) / 2)
  return middle > low ? middle : high
}

/** How far into both tails the cuts reach: the outermost lie at ranks of 1 / (1 + e^11), 17 in a million. */
const tailLogit = 11

/** Cuts between all different values. */
const cutsBetween = (different: Float32Array): Float32Array =>
  Float32Array.from(different.subarray(1), (value, index) => between(different[index] as number, value))

/**
 * Cuts a column into at most `limit` bins: between all its different values where they are few, else at ranks whose
 * logits are evenly spaced.
 * So the cuts lie close in both tails, where frauds are told apart (an amount above all others), and far apart among
 * the usual values; at even ranks the largest twentieth of all amounts would share twelve bins.
 */
export const cutsOf = (column: Float32Array, limit: number): Float32Array => {
  const sorted = column.filter((value) => Number.isFinite(value)).sort()
  const different = sorted.filter((value, at) => at === 0 || value !== sorted[at - 1])
  if (different.length <= limit) return cutsBetween(different)
  const cuts: number[] = []
  for (let index = 0; index < limit - 1; index += 1) {
    const share = exactSigmoid(tailLogit * ((2 * index) / (limit - 2) - 1))
    let at = Math.max(1, Math.min(sorted.length - 1, Math.ceil(share * sorted.length)))
    while (at < sorted.length && sorted[at] === sorted[at - 1]) at += 1
    if (at === sorted.length) break
    const cut = between(sorted[at - 1] as number, sorted[at] as number)
    if (cuts.length === 0 || cut > (cuts.at(-1) as number)) cuts.push(cut)
  }
  return Float32Array.from(cuts)
}

/** The bin of a value. */
export const binOf = (cuts: Float32Array, value: number): number => {
  if (!Number.isFinite(value)) return missingBin
  let low = 0
  let high = cuts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((cuts[middle] as number) <= value) low = middle + 1
    else high = middle
  }
  return low
}

/** Bins a matrix, by cuts of its own or by given ones. */
export const binMatrix = (matrix: FeatureMatrix, given?: readonly Float32Array[]): BinnedMatrix => {
  const features = matrix.columns.length
  const cuts = given ?? matrix.columns.map((column) => cutsOf(column, missingBin))
  const bins = new Uint8Array(matrix.rows * features)
  matrix.columns.forEach((column, feature) => {
    const own = cuts[feature] ?? new Float32Array(0)
    for (let row = 0; row < matrix.rows; row += 1) bins[row * features + feature] = binOf(own, column[row] as number)
  })
  return { rows: matrix.rows, features, bins, cuts }
}
