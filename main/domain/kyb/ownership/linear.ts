/** Sweeps of an iteration, after which it is given up. */
const sweepsMax = 100_000

/** From this difference between two sweeps on an iteration stands. */
const standsBelow = 1e-13

/**
 * Inverts a square matrix by Gauss-Jordan elimination with partial pivoting; null where it has no inverse (a pivot
 * below 1e-12).
 *
 * @param rows is not changed
 */
export const inverted = (rows: readonly Float64Array[]): readonly Float64Array[] | null => {
  const size = rows.length
  const work = rows.map((row, at) => {
    const wide = new Float64Array(2 * size)
    wide.set(row)
    wide[size + at] = 1
    return wide
  })
  for (let column = 0; column < size; column += 1) {
    let best = column
    for (let row = column + 1; row < size; row += 1)
      if (Math.abs(work[row]?.[column] as number) > Math.abs(work[best]?.[column] as number)) best = row
    const pivotRow = work[best] as Float64Array<ArrayBuffer>
    const pivot = pivotRow[column] as number
    if (Math.abs(pivot) < 1e-12) return null
    work[best] = work[column] as Float64Array<ArrayBuffer>
    work[column] = pivotRow
    for (let at = 0; at < 2 * size; at += 1) pivotRow[at] = (pivotRow[at] as number) / pivot
    for (const [row, values] of work.entries()) {
      const factor = values[column] as number
      if (row === column || factor === 0) continue
      for (let at = 0; at < 2 * size; at += 1) values[at] = (values[at] as number) - factor * (pivotRow[at] as number)
    }
  }
  return work.map((row) => row.slice(size))
}

/**
 * Solves x = inflow + W x for a sparse W without negative entries, by Gauss-Seidel sweeps from nothing upwards.
 *
 * @param from for each unknown where it comes from, and how much of that
 * @returns null where it does not come to a stand
 */
export const sweptUp = (
  from: readonly (readonly { readonly at: number; readonly weight: number }[])[],
  inflow: Float64Array,
): Float64Array | null => {
  const x = Float64Array.from(inflow)
  for (let sweep = 0; sweep < sweepsMax; sweep += 1) {
    let moved = 0
    for (const [at, sources] of from.entries()) {
      let value = inflow[at] as number
      for (const { at: source, weight } of sources) value += weight * (x[source] as number)
      moved = Math.max(moved, Math.abs(value - (x[at] as number)))
      x[at] = value
    }
    if (moved < standsBelow) return x
  }
  return null
}
