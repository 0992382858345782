import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { allInclusionProofs } from '../../../main/bundle/format/proofs.ts'
import { inclusionProof, treeRoot } from '../../../main/seal/merkle.ts'
import { cpuMs } from '../../support/cpu-time.ts'

const leaf = (n: number): Uint8Array => createHash('sha256').update(String(n)).digest()

describe('B-33: the inclusion proofs of all entries', () => {
  test('are those that the seal computes one by one', () => {
    for (let size = 0; size <= 70; size += 1) {
      const leaves = Array.from({ length: size }, (_, n) => leaf(n))
      const { root, paths } = allInclusionProofs(leaves)
      expect(root).toEqual(treeRoot(leaves))
      expect(paths).toEqual(leaves.map((_, index) => inclusionProof(leaves, index, size)))
    }
  })

  test('cost each node of the tree once', () => {
    const leaves = Array.from({ length: 50_000 }, (_, n) => leaf(n))
    const started = cpuMs()
    expect(allInclusionProofs(leaves).paths).toHaveLength(50_000)
    expect(cpuMs() - started).toBeLessThan(10_000)
  })
})
