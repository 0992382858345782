import { z } from 'zod'
import type { LogKind } from '../../../shared/protocol/sync.ts'
import { bundlePaths } from './layout.ts'

/** The files of what is proven in a head of the hub's log (B-99). */
export const logFiles = (kind: LogKind) => {
  const folder = `${bundlePaths.hubLog}${kind}/`
  return {
    folder,
    head: `${folder}head.txt`,
    leaf: `${folder}leaf.txt`,
    proof: `${folder}proof.json`,
    token: `${folder}token.tst`,
    witnesses: `${folder}witnesses.txt`,
  }
}

const hex32 = z.string().regex(/^[0-9a-f]{64}$/)

/** That the leaf stands in the head (RFC 9162 section 2.1.3). */
export const logProofFile = z.strictObject({
  leaf_index: z.int().min(0),
  tree_size: z.int().min(1),
  hashes: z.array(hex32).max(128),
})
export type LogProofFile = z.infer<typeof logProofFile>
