import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { Random } from './random.ts'

/**
 * Boxes of AES-256-GCM (NIST SP 800-38D): a random 96-bit nonce, the ciphertext, a 128-bit tag. The context is
 * authenticated with it, so that a box which is moved to another place does not open there.
 */

const algorithm = 'aes-256-gcm'
const tagBytes = 16

/** The length of a key in bytes. */
export const keyBytes = 32

/** The length of a nonce in bytes. */
export const nonceBytes = 12

const requireKey = (key: KeyObject): void => {
  if (key.symmetricKeySize !== keyBytes) throw new RangeError('a key that seals boxes is 32 bytes')
}

/**
 * Seals bytes into a box.
 *
 * @param key 32 bytes, as a KeyObject: raw bytes cost node:crypto four times as long
 * @param nonce 12 random bytes, never used before with this key
 * @param context what the box belongs to; opening needs the same
 * @returns nonce, ciphertext and tag, 28 bytes longer than `plain`
 * @throws RangeError on another length of key or nonce
 */
export const sealBox = (key: KeyObject, nonce: Uint8Array, context: string, plain: Uint8Array): Buffer => {
  requireKey(key)
  if (nonce.length !== nonceBytes) throw new RangeError('the nonce of a box is 12 bytes')
  const cipher = createCipheriv(algorithm, key, nonce)
  cipher.setAAD(Buffer.from(context, 'utf8'))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Opens a box; null where key, context or box are not those of the sealing. */
export const openBox = (key: KeyObject, context: string, box: Uint8Array): Buffer | null => {
  if (key.symmetricKeySize !== keyBytes || box.length < nonceBytes + tagBytes) return null
  const decipher = createDecipheriv(algorithm, key, box.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(context, 'utf8'))
  decipher.setAuthTag(box.subarray(box.length - tagBytes))
  try {
    return Buffer.concat([decipher.update(box.subarray(nonceBytes, box.length - tagBytes)), decipher.final()])
  } catch {
    return null
  }
}

/**
 * Wraps a 32-byte key under another one.
 *
 * @param context which key this is (its purpose and the uid of what it belongs to); unwrapping needs the same
 * @returns 60 bytes
 * @throws RangeError where either key is not 32 bytes
 */
export const wrapKey = (
  wrapping: KeyObject,
  key: Uint8Array,
  context: string,
  random: Pick<Random, 'bytes'>,
): Buffer => {
  if (key.length !== keyBytes) throw new RangeError('a key that is wrapped is 32 bytes')
  return sealBox(wrapping, random.bytes(nonceBytes), context, key)
}

/**
 * Unwraps a key for use; null where the wrapping key, the context or the wrapped bytes are not those of the wrapping.
 */
export const unwrapKey = (wrapping: KeyObject, wrapped: Uint8Array, context: string): KeyObject | null => {
  const key = openBox(wrapping, context, wrapped)
  return key?.length === keyBytes ? createSecretKey(key) : null
}
