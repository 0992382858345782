import { describe, expect, test } from 'vitest'
import { verifyConsistency, verifyInclusion } from '../../main/seal/merkle.ts'
import { haveVectors, listVectors, readVector } from './vectors.ts'

interface InclusionVector {
  leafIdx: number
  treeSize: number
  root: string
  leafHash: string
  proof: string[] | null
  desc: string
  wantErr: boolean
}

interface ConsistencyVector {
  size1: number
  size2: number
  root1: string
  root2: string
  proof: string[] | null
  desc: string
  wantErr: boolean
}

const bytes = (base64: string): Uint8Array => Buffer.from(base64, 'base64')
const path = (proof: string[] | null): Uint8Array[] => (proof ?? []).map(bytes)
const present = haveVectors('merkle')

const load = <T>(kind: string): [string, T][] =>
  present ? listVectors(kind).map((name) => [name, JSON.parse(readVector(kind, name).toString('utf8')) as T]) : []

describe.skipIf(!present)('S-52: inclusion proofs are those of RFC 6962', () => {
  const vectors = load<InclusionVector>('merkle/inclusion')

  test('there are vectors, good and bad', () => {
    expect(vectors.length).toBe(98)
    expect(new Set(vectors.map(([, vector]) => vector.wantErr)).size).toBe(2)
  })

  test.each(vectors)('%s', (_, vector) => {
    const claim = {
      leafHash: bytes(vector.leafHash),
      index: vector.leafIdx,
      size: vector.treeSize,
      proof: path(vector.proof),
      root: bytes(vector.root),
    }
    expect(verifyInclusion(claim)).toBe(!vector.wantErr)
  })
})

describe.skipIf(!present)('S-53: consistency proofs are those of RFC 6962', () => {
  const vectors = load<ConsistencyVector>('merkle/consistency')

  test('there are vectors, good and bad', () => {
    expect(vectors.length).toBe(98)
    expect(new Set(vectors.map(([, vector]) => vector.wantErr)).size).toBe(2)
  })

  test.each(vectors)('%s', (_, vector) => {
    const claim = {
      size1: vector.size1,
      size2: vector.size2,
      root1: bytes(vector.root1),
      root2: bytes(vector.root2),
      proof: path(vector.proof),
    }
    expect(verifyConsistency(claim)).toBe(!vector.wantErr)
  })
})
