import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sha256 } from '../../../main/seal/hash.ts'
import {
  consistencyProof,
  inclusionProof,
  nodeHash,
  treeRoot,
  verifyConsistency,
  verifyInclusion,
} from '../../../main/seal/merkle.ts'
import {
  entriesBundle,
  entriesPath,
  parseTilePath,
  tiledTree,
  tilePath,
  tilesAt,
  tileWidth,
  TileMissing,
} from '../../../main/seal/tiles.ts'
import type { TileReader } from '../../../main/seal/tiles.ts'
import { someOf } from '../../support/tries.ts'

const leaves = Array.from({ length: 70_000 }, (_, index) => sha256(Buffer.from(String(index))))

/** The hashes of each tile level: level 0 the leaves, each next one the roots of runs of 256. */
const levels: Uint8Array[][] = [leaves]
while ((levels.at(-1) as Uint8Array[]).length >= tileWidth) {
  const below = levels.at(-1) as Uint8Array[]
  levels.push(
    Array.from({ length: Math.floor(below.length / tileWidth) }, (_, index) => {
      let row = below.slice(index * tileWidth, (index + 1) * tileWidth)
      while (row.length > 1)
        row = Array.from({ length: row.length / 2 }, (_unused, place) =>
          nodeHash(row[2 * place] as Uint8Array, row[2 * place + 1] as Uint8Array),
        )
      return row[0] as Uint8Array
    }),
  )
}

const reader: TileReader = ({ level, index, width }) =>
  Promise.resolve(Buffer.concat((levels[level] ?? []).slice(index * tileWidth, index * tileWidth + width)))

describe('S-122: tiles', () => {
  test('paths are those of C2SP tlog-tiles', () => {
    expect(tilePath({ level: 0, index: 1_234_067, width: 256 })).toBe('tile/0/x001/x234/067')
    expect(tilePath({ level: 2, index: 0, width: 17 })).toBe('tile/2/000.p/17')
    expect(entriesPath({ index: 5, width: 256 })).toBe('tile/entries/005')
    expect(entriesPath({ index: 999_000, width: 1 })).toBe('tile/entries/x999/000.p/1')
  })

  test('each path is read back, and no other spelling of it', () => {
    fc.assert(
      fc.property(fc.nat(63), fc.nat(1e12), fc.integer({ min: 1, max: 256 }), (level, index, width) => {
        expect(parseTilePath(tilePath({ level, index, width }))).toEqual({ kind: 'hashes', level, index, width })
        expect(parseTilePath(entriesPath({ index, width }))).toEqual({ kind: 'entries', index, width })
      }),
    )
    for (const path of [
      'tile/0/x000/001',
      'tile/0/1',
      'tile/00/001',
      'tile/64/001',
      'tile/0/001.p/256',
      'tile/0/001.p/0',
      'tile/0/001.p/01',
      'tile/0/../001',
      'tile/0/001/',
      '/tile/0/001',
      'tile/entries/x1/001',
    ]) {
      expect(parseTilePath(path)).toBeNull()
    }
  })

  test('a bundle of entries holds each with its length', () => {
    expect(
      Buffer.from(entriesBundle([Buffer.from('ab'), Buffer.alloc(300, 1)]))
        .subarray(0, 6)
        .toString('hex'),
    ).toBe('00026162012c')
    expect(() => entriesBundle([Buffer.alloc(65_536)])).toThrow(RangeError)
  })

  test('root and proofs from tiles are those of the whole tree, at every size', { timeout: 60_000 }, async () => {
    const sizes = [1, 2, 3, 255, 256, 257, 511, 512, 1_000, 65_536, 65_537, 70_000]
    for (const size of someOf(sizes, 3, (one) => (one > 1_000 ? 'of three levels' : `${one}`))) {
      const part = leaves.slice(0, size)
      const tree = tiledTree(size, reader)
      const root = treeRoot(part)
      expect(await tree.root()).toEqual(root)
      for (const index of new Set([0, Math.floor(size / 2), size - 1])) {
        const proof = await tree.inclusionProof(index)
        expect(proof).toEqual(inclusionProof(part, index, size))
        expect(verifyInclusion({ leafHash: leaves[index] as Uint8Array, index, size, proof, root })).toBe(true)
      }
      for (const from of new Set([1, Math.ceil(size / 3), size])) {
        const proof = await tree.consistencyProof(from)
        expect(proof).toEqual(consistencyProof(part, from, size))
        expect(
          verifyConsistency({ size1: from, size2: size, root1: treeRoot(leaves.slice(0, from)), root2: root, proof }),
        ).toBe(true)
      }
    }
  })

  test('a tile that is lacking or too short is an error, never a wrong proof; an index out of range too', async () => {
    await expect(tiledTree(300, () => Promise.resolve(null)).inclusionProof(0)).rejects.toThrow(TileMissing)
    await expect(tiledTree(300, (tile) => reader({ ...tile, width: tile.width - 1 })).root()).rejects.toThrow(
      TileMissing,
    )
    await expect(tiledTree(300, reader).inclusionProof(300)).rejects.toThrow(RangeError)
    await expect(tiledTree(300, reader).consistencyProof(0)).rejects.toThrow(RangeError)
    expect(tilesAt(70_000, 1)).toEqual({ full: 1, edge: 17 })
  })
})
