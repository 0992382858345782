const prefixMax = 4
const prefixWorth = 0.1
/** Below this similarity a common beginning adds nothing (Winkler 1990). */
const boostFrom = 0.7

/** Places of `b` that stand for the places of `a`, in the order of `a`: equal characters not further apart than the window. */
const matchesOf = (a: string, b: string): { readonly left: readonly number[]; readonly right: readonly number[] } => {
  const window = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1)
  const taken = new Array<boolean>(b.length).fill(false)
  const left: number[] = []
  for (let i = 0; i < a.length; i += 1) {
    for (let j = Math.max(0, i - window); j < Math.min(b.length, i + window + 1); j += 1) {
      if (taken[j] === true || a.charCodeAt(i) !== b.charCodeAt(j)) continue
      taken[j] = true
      left.push(i)
      break
    }
  }
  return { left, right: taken.flatMap((isTaken, place) => (isTaken ? [place] : [])) }
}

const jaro = (a: string, b: string): number => {
  const { left, right } = matchesOf(a, b)
  if (left.length === 0) return 0
  const crossed = left.filter((place, order) => a.charCodeAt(place) !== b.charCodeAt(right[order] ?? -1)).length
  return (left.length / a.length + left.length / b.length + (left.length - crossed / 2) / left.length) / 3
}

const commonPrefix = (a: string, b: string): number => {
  let length = 0
  while (length < prefixMax && length < Math.min(a.length, b.length) && a.charCodeAt(length) === b.charCodeAt(length)) length += 1
  return length
}

/** Jaro-Winkler similarity of two texts by UTF-16 units, 0 to 1 (Jaro 1989, Winkler 1990). Two empty texts are the same. */
export const jaroWinkler = (a: string, b: string): number => {
  if (a === b) return 1
  const similarity = jaro(a, b)
  return similarity > boostFrom ? similarity + commonPrefix(a, b) * prefixWorth * (1 - similarity) : similarity
}
