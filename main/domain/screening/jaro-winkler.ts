const prefixMax = 4
const prefixWorth = 0.1
/** Below this similarity a common beginning adds nothing (Winkler 1990). */
const boostFrom = 0.7

/** Jaro similarity. The loops stand as they are because OFAC's mode compares with very many listed names. */
const jaro = (a: string, b: string): number => {
  const window = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1)
  const left = new Uint8Array(a.length)
  const right = new Uint8Array(b.length)
  let matches = 0
  for (let i = 0; i < a.length; i += 1) {
    const unit = a.charCodeAt(i)
    const end = Math.min(b.length, i + window + 1)
    for (let j = Math.max(0, i - window); j < end; j += 1) {
      if (right[j] === 1 || unit !== b.charCodeAt(j)) continue
      left[i] = 1
      right[j] = 1
      matches += 1
      break
    }
  }
  if (matches === 0) return 0
  let crossed = 0
  let j = 0
  for (let i = 0; i < a.length; i += 1) {
    if (left[i] === 0) continue
    while (right[j] === 0) j += 1
    if (a.charCodeAt(i) !== b.charCodeAt(j)) crossed += 1
    j += 1
  }
  return (matches / a.length + matches / b.length + (matches - crossed / 2) / matches) / 3
}

/** Units that two texts begin with alike, of the first four. */
export const commonPrefix = (a: string, b: string): number => {
  let length = 0
  while (length < prefixMax && length < Math.min(a.length, b.length) && a.charCodeAt(length) === b.charCodeAt(length))
    length += 1
  return length
}

const boosted = (similarity: number, prefix: number): number =>
  similarity > boostFrom ? similarity + prefix * prefixWorth * (1 - similarity) : similarity

/**
 * The most that Jaro-Winkler can say of two texts of these lengths that share so many units, wherever these stand, and
 * begin alike with `prefix` of them. Equal up to rounding where all that is shared stands in order.
 */
export const jaroWinklerAtMost = (shared: number, left: number, right: number, prefix: number): number =>
  shared === 0 ? 0 : boosted((shared / left + shared / right + 1) / 3, prefix)

/**
 * Jaro-Winkler similarity of two texts by UTF-16 units, 0 to 1 (Jaro 1989, Winkler 1990). Two empty texts are the same.
 */
export const jaroWinkler = (a: string, b: string): number => {
  if (a === b) return 1
  const similarity = jaro(a, b)
  return similarity > boostFrom ? boosted(similarity, commonPrefix(a, b)) : similarity
}
