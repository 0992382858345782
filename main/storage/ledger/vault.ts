import { createSecretKey } from 'node:crypto'
import { keyBytes, nonceBytes, openBox, sealBox, unwrapKey } from '../../platform/key-wrap.ts'
import type { Random } from '../../platform/random.ts'

/** A disclosure as it is stored. */
export interface SealedDisclosure {
  readonly sealed: Buffer
  readonly wrappedKey: Buffer
}

/**
 * Encrypts each disclosure under a key of its own, wrapped by the workspace key: destroying the key erases every copy.
 */
export interface Vault {
  seal(digest: string, encoded: string): SealedDisclosure
  /** The encoded disclosure; null where key or ciphertext were altered. */
  open(digest: string, stored: SealedDisclosure): string | null
}

/**
 * Makes the vault of a workspace.
 *
 * @param workspaceKey 32 bytes
 */
export const createVault = (workspaceKey: Uint8Array, random: Pick<Random, 'bytes'>): Vault => {
  const wrapping = createSecretKey(workspaceKey)
  return {
    seal: (digest, encoded) => {
      const key = random.bytes(keyBytes)
      const nonces = random.bytes(2 * nonceBytes)
      return {
        sealed: sealBox(createSecretKey(key), nonces.subarray(0, nonceBytes), digest, Buffer.from(encoded, 'ascii')),
        wrappedKey: sealBox(wrapping, nonces.subarray(nonceBytes), digest, key),
      }
    },
    open: (digest, { sealed, wrappedKey }) => {
      const key = unwrapKey(wrapping, wrappedKey, digest)
      return key === null ? null : (openBox(key, digest, sealed)?.toString('ascii') ?? null)
    },
  }
}
