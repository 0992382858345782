import { emptyRoot, nodeHash } from '../../seal/merkle.ts'

interface Subtree {
  readonly root: Uint8Array
  /** The audit path of each leaf within the subtree. */
  readonly paths: Uint8Array[][]
}

const largestPowerBelow = (n: number): number => {
  let k = 1
  while (k * 2 < n) k *= 2
  return k
}

const subtree = (leaves: readonly Uint8Array[], from: number, to: number): Subtree => {
  if (to - from === 1) return { root: leaves[from] as Uint8Array, paths: [[]] }
  const middle = from + largestPowerBelow(to - from)
  const left = subtree(leaves, from, middle)
  const right = subtree(leaves, middle, to)
  for (const path of left.paths) path.push(right.root)
  for (const path of right.paths) path.push(left.root)
  return { root: nodeHash(left.root, right.root), paths: [...left.paths, ...right.paths] }
}

/**
 * The inclusion proofs (RFC 9162 section 2.1.3.1) of every leaf in the tree of all leaves, and the tree's root; each
 * node is hashed once.
 *
 * @param leaves leaf hashes of 32 bytes
 */
export const allInclusionProofs = (leaves: readonly Uint8Array[]): Subtree =>
  leaves.length === 0 ? { root: emptyRoot, paths: [] } : subtree(leaves, 0, leaves.length)
