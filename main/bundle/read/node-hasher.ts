import { createHash } from 'node:crypto'
import type { CreateHasher } from '../check/source.ts'

/** Hashes with what the platform brings. */
export const nodeHasher: CreateHasher = (algorithm) => {
  const hash = createHash(algorithm)
  return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest('hex') }
}
