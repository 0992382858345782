import { sameBytes, sha256 } from './hash.ts'

/** Bytes of every hash in the tree. */
export const hashLength = 32

/** RFC 6962 leaf hash: SHA-256(0x00 || data). */
export const leafHash = (data: Uint8Array): Uint8Array => sha256(Buffer.concat([Buffer.from([0]), data]))

/** RFC 6962 node hash: SHA-256(0x01 || left || right). */
export const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array => {
  const preimage = Buffer.allocUnsafe(1 + left.length + right.length)
  preimage[0] = 1
  preimage.set(left, 1)
  preimage.set(right, 1 + left.length)
  return sha256(preimage)
}

/** The root of the empty tree: SHA-256 of nothing (RFC 6962 section 2.1). */
export const emptyRoot: Uint8Array = sha256(new Uint8Array(0))

/** The largest power of two below n, for n > 1. */
const splitPoint = (n: number): number => {
  let k = 1
  while (k * 2 < n) k *= 2
  return k
}

const subtreeRoot = (leaves: readonly Uint8Array[], from: number, to: number): Uint8Array => {
  if (to - from === 1) return leaves[from] as Uint8Array
  const middle = from + splitPoint(to - from)
  return nodeHash(subtreeRoot(leaves, from, middle), subtreeRoot(leaves, middle, to))
}

/** RFC 6962 tree hash over leaf hashes. */
export const treeRoot = (leaves: readonly Uint8Array[]): Uint8Array =>
  leaves.length === 0 ? emptyRoot : subtreeRoot(leaves, 0, leaves.length)

const assertSize = (size: number, limit: number): void => {
  if (!Number.isSafeInteger(size) || size < 1 || size > limit) throw new RangeError('tree size out of range')
}

const path = (leaves: readonly Uint8Array[], index: number, from: number, to: number): Uint8Array[] => {
  if (to - from === 1) return []
  const middle = from + splitPoint(to - from)
  return index < middle
    ? [...path(leaves, index, from, middle), subtreeRoot(leaves, middle, to)]
    : [...path(leaves, index, middle, to), subtreeRoot(leaves, from, middle)]
}

/**
 * RFC 9162 section 2.1.3.1: the audit path of a leaf in the tree of the first `size` leaves.
 *
 * @param index 0-based; throws RangeError where it or the size does not fit the leaves
 */
export const inclusionProof = (leaves: readonly Uint8Array[], index: number, size: number): Uint8Array[] => {
  assertSize(size, leaves.length)
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) throw new RangeError('leaf index out of range')
  return path(leaves, index, 0, size)
}

/**
 * Audit paths of many leaves in one tree, as `inclusionProof` gives them; every subtree is hashed once.
 *
 * @returns the path of a leaf (0-based, below the number of leaves)
 */
export const createInclusionProofs = (leaves: readonly Uint8Array[]): ((index: number) => Uint8Array[]) => {
  const roots = new Map<string, Uint8Array>()
  const rootOf = (from: number, to: number): Uint8Array => {
    if (to - from === 1) return leaves[from] as Uint8Array
    const name = `${from}-${to}`
    const known = roots.get(name)
    if (known !== undefined) return known
    const middle = from + splitPoint(to - from)
    const root = nodeHash(rootOf(from, middle), rootOf(middle, to))
    roots.set(name, root)
    return root
  }
  return (index) => {
    if (!Number.isSafeInteger(index) || index < 0 || index >= leaves.length)
      throw new RangeError('leaf index out of range')
    const siblings: Uint8Array[] = []
    let [from, to] = [0, leaves.length]
    while (to - from > 1) {
      const middle = from + splitPoint(to - from)
      siblings.push(index < middle ? rootOf(middle, to) : rootOf(from, middle))
      if (index < middle) to = middle
      else from = middle
    }
    return siblings.reverse()
  }
}

const subproof = (
  leaves: readonly Uint8Array[],
  size1: number,
  from: number,
  to: number,
  whole: boolean,
): Uint8Array[] => {
  if (size1 === to) return whole ? [] : [subtreeRoot(leaves, from, to)]
  const middle = from + splitPoint(to - from)
  return size1 <= middle
    ? [...subproof(leaves, size1, from, middle, whole), subtreeRoot(leaves, middle, to)]
    : [...subproof(leaves, size1, middle, to, false), subtreeRoot(leaves, from, middle)]
}

/** RFC 9162 section 2.1.4.1: the proof that the tree of `size2` leaves extends that of `size1` (0 < size1 <= size2). */
export const consistencyProof = (leaves: readonly Uint8Array[], size1: number, size2: number): Uint8Array[] => {
  assertSize(size2, leaves.length)
  assertSize(size1, size2)
  return subproof(leaves, size1, 0, size2, true)
}

/** An inclusion claim: the leaf hash is at `index` (0-based) of the tree with this size and root. */
export interface InclusionClaim {
  readonly leafHash: Uint8Array
  readonly index: number
  readonly size: number
  readonly proof: readonly Uint8Array[]
  readonly root: Uint8Array
}

const wellSized = (hashes: readonly Uint8Array[]): boolean => hashes.every((hash) => hash.length === hashLength)

const isOdd = (n: number): boolean => n % 2 === 1
const half = (n: number): number => Math.floor(n / 2)

/** RFC 9162 section 2.1.3.2. False, never an exception, for every claim that does not hold, of whatever shape. */
export const verifyInclusion = ({ leafHash: leaf, index, size, proof, root }: InclusionClaim): boolean => {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return false
  if (!wellSized([leaf, root, ...proof])) return false
  let node = index
  let last = size - 1
  let hash = leaf
  for (const sibling of proof) {
    if (last === 0) return false
    if (isOdd(node) || node === last) {
      hash = nodeHash(sibling, hash)
      while (!isOdd(node) && node !== 0) {
        node = half(node)
        last = half(last)
      }
    } else {
      hash = nodeHash(hash, sibling)
    }
    node = half(node)
    last = half(last)
  }
  return last === 0 && sameBytes(hash, root)
}

/** A consistency claim: the tree (size2, root2) extends the tree (size1, root1). */
export interface ConsistencyClaim {
  readonly size1: number
  readonly size2: number
  readonly root1: Uint8Array
  readonly root2: Uint8Array
  readonly proof: readonly Uint8Array[]
}

/**
 * RFC 9162 section 2.1.4.2. False for every claim that does not hold, and for size1 = 0: every tree extends the empty
 * one, so such a claim would prove nothing while looking like proof.
 */
export const verifyConsistency = ({ size1, size2, root1, root2, proof }: ConsistencyClaim): boolean => {
  if (!Number.isSafeInteger(size1) || !Number.isSafeInteger(size2) || size1 < 1 || size1 > size2) return false
  // Equal sizes prove nothing but that the two roots are the same bytes, whatever their length.
  if (size1 === size2) return proof.length === 0 && sameBytes(root1, root2)
  if (!wellSized([root1, root2, ...proof])) return false
  // Where size1 is a power of two its root is a node of the larger tree and the proof leaves it out.
  const isPowerOfTwo = splitPoint(size1 + 1) === size1
  const [seed, ...rest] = isPowerOfTwo ? [root1, ...proof] : proof
  if (seed === undefined) return false
  let node = size1 - 1
  let last = size2 - 1
  while (isOdd(node)) {
    node = half(node)
    last = half(last)
  }
  let first = seed
  let second = seed
  for (const sibling of rest) {
    if (last === 0) return false
    if (isOdd(node) || node === last) {
      first = nodeHash(sibling, first)
      second = nodeHash(sibling, second)
      while (!isOdd(node) && node !== 0) {
        node = half(node)
        last = half(last)
      }
    } else {
      second = nodeHash(second, sibling)
    }
    node = half(node)
    last = half(last)
  }
  return last === 0 && sameBytes(first, root1) && sameBytes(second, root2)
}
