import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { Random } from '../../platform/random.ts'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16
const keyBytes = 32

/** A disclosure as it is stored. */
export interface SealedDisclosure {
  readonly sealed: Buffer
  readonly wrappedKey: Buffer
}

/** Encrypts each disclosure under a key of its own, wrapped by the workspace key: destroying the key erases every copy. */
export interface Vault {
  seal(digest: string, encoded: string): SealedDisclosure
  /** The encoded disclosure; null where key or ciphertext were altered. */
  open(digest: string, stored: SealedDisclosure): string | null
}

// Keys go to node:crypto as KeyObjects: raw bytes cost it four times as long.
const encrypt = (key: KeyObject, nonce: Uint8Array, context: string, plain: Uint8Array): Buffer => {
  const cipher = createCipheriv(algorithm, key, nonce)
  cipher.setAAD(Buffer.from(context, 'utf8'))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

const decrypt = (key: KeyObject, context: string, sealed: Buffer): Buffer | null => {
  if (key.symmetricKeySize !== keyBytes || sealed.length < nonceBytes + tagBytes) return null
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes))
  decipher.setAAD(Buffer.from(context, 'utf8'))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()])
  } catch {
    return null
  }
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
        sealed: encrypt(createSecretKey(key), nonces.subarray(0, nonceBytes), digest, Buffer.from(encoded, 'ascii')),
        wrappedKey: encrypt(wrapping, nonces.subarray(nonceBytes), digest, key),
      }
    },
    open: (digest, { sealed, wrappedKey }) => {
      const key = decrypt(wrapping, digest, wrappedKey)
      return key === null ? null : (decrypt(createSecretKey(key), digest, sealed)?.toString('ascii') ?? null)
    },
  }
}
