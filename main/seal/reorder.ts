import { nodeHash } from './merkle.ts'
import { sameBytes } from './hash.ts'

/** Pairs tried at most; some tenths of a second, spent only on a case that has already failed. */
const maxPairs = 20_000

/** The levels of an RFC 6962 tree from the leaves up; a node without a sibling moves up as it is. */
const treeLevels = (leaves: readonly Uint8Array[]): Uint8Array[][] => {
  const levels: Uint8Array[][] = [[...leaves]]
  for (let level = levels[0] as Uint8Array[]; level.length > 1; level = levels[levels.length - 1] as Uint8Array[]) {
    const next: Uint8Array[] = []
    for (let i = 0; i < level.length; i += 2) {
      const left = level[i] as Uint8Array
      const right = level[i + 1]
      next.push(right === undefined ? left : nodeHash(left, right))
    }
    levels.push(next)
  }
  return levels
}

const rootWithSwap = (levels: readonly Uint8Array[][], i: number, j: number): Uint8Array => {
  const leaves = levels[0] as Uint8Array[]
  let changed = new Map<number, Uint8Array>([
    [i, leaves[j] as Uint8Array],
    [j, leaves[i] as Uint8Array],
  ])
  for (const level of levels.slice(0, -1)) {
    const next = new Map<number, Uint8Array>()
    for (const index of changed.keys()) {
      const parent = Math.floor(index / 2)
      if (next.has(parent)) continue
      const at = (k: number): Uint8Array | undefined => changed.get(k) ?? level[k]
      const left = at(parent * 2) as Uint8Array
      const right = at(parent * 2 + 1)
      next.set(parent, right === undefined ? left : nodeHash(left, right))
    }
    changed = next
  }
  return changed.get(0) as Uint8Array
}

/**
 * S-93: looks for two leaves whose exchange gives the root, nearest neighbours first, to tell entries in the wrong
 * order from entries that were replaced.
 *
 * @returns the 0-based index of the first of the two, or null where no pair within the limit does
 */
export const findSwap = (leaves: readonly Uint8Array[], root: Uint8Array): number | null => {
  const levels = treeLevels(leaves)
  let tried = 0
  for (let distance = 1; distance < leaves.length; distance += 1) {
    for (let i = 0; i + distance < leaves.length; i += 1) {
      if (tried >= maxPairs) return null
      tried += 1
      if (sameBytes(rootWithSwap(levels, i, i + distance), root)) return i
    }
  }
  return null
}
