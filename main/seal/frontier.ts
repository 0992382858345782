import { emptyRoot, hashLength, nodeHash } from './merkle.ts'

/**
 * The right edge of a growing RFC 6962 tree (its compact range): the roots of its perfect subtrees, left to right, one
 * for each set bit of the size. Enough to append leaves and to tell the root, without the leaves.
 */
export interface Frontier {
  readonly size: number
  readonly hashes: readonly Uint8Array[]
}

/** The frontier of the empty tree. */
export const emptyFrontier: Frontier = { size: 0, hashes: [] }

/** The frontier after one more leaf (32-byte leaf hash). */
export const appendLeaf = (frontier: Frontier, leaf: Uint8Array): Frontier => {
  const hashes = [...frontier.hashes]
  let hash = leaf
  // Each trailing one bit of the size is a perfect subtree as large as the one just completed: join them.
  for (let size = frontier.size; size % 2 === 1; size = Math.floor(size / 2)) {
    hash = nodeHash(hashes.pop() as Uint8Array, hash)
  }
  hashes.push(hash)
  return { size: frontier.size + 1, hashes }
}

/** The root of the tree. */
export const frontierRoot = (frontier: Frontier): Uint8Array =>
  frontier.hashes.length === 0 ? emptyRoot : frontier.hashes.reduceRight((right, left) => nodeHash(left, right))

const sizeBytes = 8

const word = 2 ** 32

const bitsOfWord = (value: number): number => {
  let bits = 0
  for (let rest = value; rest !== 0; rest &= rest - 1) bits += 1
  return bits
}

const bitCount = (size: number): number => bitsOfWord(Math.floor(size / word)) + bitsOfWord(size % word)

/** Eight bytes of size, big-endian, then the hashes. */
export const encodeFrontier = (frontier: Frontier): Uint8Array => {
  const head = new Uint8Array(sizeBytes)
  new DataView(head.buffer).setBigUint64(0, BigInt(frontier.size))
  return Buffer.concat([head, ...frontier.hashes])
}

/** The frontier of encoded bytes. Throws RangeError where the length does not fit the size: a damaged store. */
export const decodeFrontier = (bytes: Uint8Array): Frontier => {
  const buffer = Buffer.from(bytes)
  if (buffer.length < sizeBytes) throw new RangeError('the frontier is too short')
  const size = Number(new DataView(buffer.buffer, buffer.byteOffset, sizeBytes).getBigUint64(0))
  const count = bitCount(size)
  if (!Number.isSafeInteger(size) || buffer.length !== sizeBytes + count * hashLength)
    throw new RangeError('the frontier does not fit its size')
  const hashes = Array.from({ length: count }, (_, index) =>
    buffer.subarray(sizeBytes + index * hashLength, sizeBytes + (index + 1) * hashLength),
  )
  return { size, hashes }
}
