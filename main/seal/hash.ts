import { hash } from 'node:crypto'

/** SHA-256 of bytes, 32 bytes. */
export const sha256 = (data: Uint8Array): Uint8Array => hash('sha256', data, 'buffer')

/** Lower-case hex. */
export const toHex = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')

/** Whether a value is the lower-case hex form of 32 bytes, the shape of every entry id. */
export const isHex32 = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)

/** base64url without padding. */
export const toBase64url = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64url')

/**
 * Bytes of strict, unpadded base64url; null where the text is anything else (other letters, padding, loose end bits).
 */
export const fromBase64url = (text: string): Uint8Array | null => {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : null
}

/** base64 with padding. */
export const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/** Bytes of strict, padded base64; null where the text is anything else. */
export const fromBase64 = (text: string): Uint8Array | null => {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : null
}

/** Whether two byte strings are equal (public values: not constant time). */
export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && Buffer.compare(a, b) === 0
