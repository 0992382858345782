/**
 * Optimal string alignment distance (Damerau-Levenshtein with transpositions of neighbours) by UTF-16 units, each edit
 * 1; `bound + 1` where it is more than `bound`. Time O(length x length), space O(length); tokens are short. The loops
 * stand as they are because every search runs them hundreds of times.
 */
export const editDistance = (a: string, b: string, bound: number): number => {
  if (Math.abs(a.length - b.length) > bound) return bound + 1
  const width = b.length + 1
  const rows = new Uint16Array(3 * width)
  for (let j = 0; j < width; j += 1) rows[j] = j
  for (let i = 1; i <= a.length; i += 1) {
    const row = (i % 3) * width
    const last = ((i + 2) % 3) * width
    const beforeLast = ((i + 1) % 3) * width
    const unit = a.charCodeAt(i - 1)
    rows[row] = i
    let least = i
    for (let j = 1; j < width; j += 1) {
      const other = b.charCodeAt(j - 1)
      let cost = Math.min(
        (rows[last + j] ?? 0) + 1,
        (rows[row + j - 1] ?? 0) + 1,
        (rows[last + j - 1] ?? 0) + (unit === other ? 0 : 1),
      )
      const crossed = i > 1 && j > 1 && unit === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other
      if (crossed) cost = Math.min(cost, (rows[beforeLast + j - 2] ?? 0) + 1)
      rows[row + j] = cost
      if (cost < least) least = cost
    }
    if (least > bound) return bound + 1
  }
  return Math.min(rows[(a.length % 3) * width + b.length] ?? 0, bound + 1)
}
