import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { appendLeaf, decodeFrontier, emptyFrontier, encodeFrontier, frontierRoot } from '../../../main/seal/frontier.ts'
import type { Frontier } from '../../../main/seal/frontier.ts'
import {
  consistencyProof,
  createInclusionProofs,
  emptyRoot,
  inclusionProof,
  leafHash,
  nodeHash,
  treeRoot,
  verifyConsistency,
  verifyInclusion,
} from '../../../main/seal/merkle.ts'
import { flipBit } from './support.ts'

const leaves = (count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, index) => leafHash(Buffer.from(`leaf ${index}`)))
const frontierOf = (list: readonly Uint8Array[]): Frontier => list.reduce(appendLeaf, emptyFrontier)
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

const indexedTree = fc
  .integer({ min: 1, max: 80 })
  .chain((size) => fc.tuple(fc.constant(size), fc.integer({ min: 0, max: size - 1 })))
const grownTree = fc
  .integer({ min: 1, max: 80 })
  .chain((size2) => fc.tuple(fc.integer({ min: 1, max: size2 }), fc.constant(size2)))

describe('S-50: the tree', () => {
  test('the empty tree, one leaf, three leaves', () => {
    const [a, b, c] = leaves(3) as [Uint8Array, Uint8Array, Uint8Array]
    expect(hex(treeRoot([]))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(treeRoot([a])).toEqual(a)
    expect(treeRoot([a, b, c])).toEqual(nodeHash(nodeHash(a, b), c))
  })
})

describe('S-51: the frontier', () => {
  test('has the root of the whole tree at every size, and survives storing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200 }), (size) => {
        const list = leaves(size)
        const frontier = frontierOf(list)
        expect(hex(frontierRoot(frontier))).toBe(hex(treeRoot(list)))
        const stored = decodeFrontier(encodeFrontier(frontier))
        expect(stored.size).toBe(size)
        expect(hex(frontierRoot(appendLeaf(stored, emptyRoot)))).toBe(hex(treeRoot([...list, emptyRoot])))
      }),
    )
  })

  test('refuses stored bytes that do not fit their size', () => {
    const bytes = encodeFrontier(frontierOf(leaves(5)))
    expect(() => decodeFrontier(bytes.subarray(0, -1))).toThrow(RangeError)
    expect(() => decodeFrontier(new Uint8Array(3))).toThrow(RangeError)
  })
})

describe('S-52: inclusion proofs', () => {
  test('every one verifies, and no tampered one does', () => {
    fc.assert(
      fc.property(indexedTree, fc.nat(), fc.nat(), ([size, index], which, bit) => {
        const list = leaves(size + 1)
        const proof = inclusionProof(list, index, size)
        const root = treeRoot(list.slice(0, size))
        const claim = { leafHash: list[index] as Uint8Array, index, size, proof, root }
        expect(verifyInclusion(claim)).toBe(true)
        expect(createInclusionProofs(list.slice(0, size))(index)).toEqual(proof)
        expect(verifyInclusion({ ...claim, leafHash: list[size] as Uint8Array })).toBe(false)
        expect(verifyInclusion({ ...claim, root: flipBit(root, bit % 256) })).toBe(false)
        expect(verifyInclusion({ ...claim, proof: [...proof, root] })).toBe(false)
        expect(verifyInclusion({ ...claim, index: size })).toBe(false)
        expect(verifyInclusion({ ...claim, index: -1 })).toBe(false)
        if (size > 1) {
          const at = which % proof.length
          const tampered = proof.map((hash, i) => (i === at ? flipBit(hash, bit % 256) : hash))
          expect(verifyInclusion({ ...claim, proof: tampered })).toBe(false)
          expect(verifyInclusion({ ...claim, proof: proof.slice(1) })).toBe(false)
          expect(verifyInclusion({ ...claim, index: (index + 1) % size })).toBe(false)
        }
      }),
    )
  })
})

describe('S-53: consistency proofs', () => {
  test('every one verifies, and no tampered one does', () => {
    fc.assert(
      fc.property(grownTree, fc.nat(), fc.nat(), ([size1, size2], which, bit) => {
        const list = leaves(size2)
        const proof = consistencyProof(list, size1, size2)
        const claim = { size1, size2, root1: treeRoot(list.slice(0, size1)), root2: treeRoot(list), proof }
        expect(verifyConsistency(claim)).toBe(true)
        expect(verifyConsistency({ ...claim, root1: flipBit(claim.root1, bit % 256) })).toBe(false)
        expect(verifyConsistency({ ...claim, root2: flipBit(claim.root2, bit % 256) })).toBe(false)
        expect(verifyConsistency({ ...claim, proof: [...proof, claim.root2] })).toBe(false)
        if (proof.length > 0) {
          const at = which % proof.length
          const tampered = proof.map((hash, i) => (i === at ? flipBit(hash, bit % 256) : hash))
          expect(verifyConsistency({ ...claim, proof: tampered })).toBe(false)
        }
      }),
    )
  })

  test('a proof from the empty tree proves nothing and is refused', () => {
    const [leaf] = leaves(1) as [Uint8Array]
    expect(verifyConsistency({ size1: 0, size2: 1, root1: emptyRoot, root2: leaf, proof: [] })).toBe(false)
    expect(verifyConsistency({ size1: 0, size2: 0, root1: emptyRoot, root2: emptyRoot, proof: [] })).toBe(false)
  })

  test('sizes outside the tree are the caller’s bug', () => {
    expect(() => consistencyProof(leaves(3), 0, 3)).toThrow(RangeError)
    expect(() => consistencyProof(leaves(3), 2, 4)).toThrow(RangeError)
    expect(() => inclusionProof(leaves(3), 3, 3)).toThrow(RangeError)
    expect(() => createInclusionProofs(leaves(3))(3)).toThrow(RangeError)
  })
})
