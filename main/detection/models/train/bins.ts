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

/** Cuts a column into at most `limit` bins: between all its different values where they are few, else at quantiles. */
export const cutsOf = (column: Float32Array, limit: number): Float32Array => {
  const sorted = column.filter((value) => Number.isFinite(value)).sort()
  if (sorted.length === 0) return new Float32Array(0)
  const different = [sorted[0] as number]
  const ends: number[] = []
  for (let at = 1; at < sorted.length; at += 1) {
    if (sorted[at] === sorted[at - 1]) continue
    ends.push(at)
    different.push(sorted[at] as number)
  }
  const cuts: number[] = []
  let taken = 0
  for (let index = 0; index < ends.length; index += 1) {
    const left = limit - 1 - cuts.length
    // Every cut left takes an equal part of the rows that are left; frequent values take a part of their own.
    const due = ends.length - index <= left || (ends[index] as number) - taken >= (sorted.length - taken) / (left + 1)
    if (!due || left <= 0) continue
    cuts.push(between(different[index] as number, different[index + 1] as number))
    taken = ends[index] as number
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
