import { toBase64url } from './hash.ts'

/**
 * Signatures that held when this process checked them. An entry's id is the hash of what was signed and of the
 * signature, so that key and id say all that a check could:
 * the same bytes under the same key need no second one. Bounded: what was checked long ago is checked again.
 */
export interface CheckedSignatures {
  /** Notes that the signature of the entry with this id holds under a key (DER SubjectPublicKeyInfo). */
  add(spki: Uint8Array, id: string): void
  has(spki: Uint8Array, id: string): boolean
}

const nameOf = (spki: Uint8Array, id: string): string => `${toBase64url(spki)} ${id}`

/**
 * Remembers signatures of one process.
 *
 * @param most how many are remembered at least, once there were so many; twice as many at most
 */
export const createCheckedSignatures = (most = 10_000): CheckedSignatures => {
  let young = new Set<string>()
  let old = new Set<string>()
  return {
    add: (spki, id) => {
      young.add(nameOf(spki, id))
      if (young.size < most) return
      old = young
      young = new Set()
    },
    has: (spki, id) => young.has(nameOf(spki, id)) || old.has(nameOf(spki, id)),
  }
}
