/**
 * Enrolment codes as people read them aloud (Y-10): `FS1-` and ten groups of four of Crockford's base32, 120 bits of
 * chance and 80 bits of the SHA-256 of the hub's key.
 */

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const prefix = 'FS1'
const secretBytes = 15
const fingerprintBytes = 10

/** A code taken apart. */
export interface ReadEnrolmentCode {
  readonly secret: Uint8Array
  /** The first ten bytes of the SHA-256 of the hub's SubjectPublicKeyInfo. */
  readonly fingerprint: Uint8Array
}

const encodeBase32 = (bytes: Uint8Array): string => {
  let text = ''
  let value = 0
  let bits = 0
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet.charAt((value >> bits) & 31)
    }
  }
  return text
}

const decodeBase32 = (text: string): Uint8Array | null => {
  const bytes: number[] = []
  let value = 0
  let bits = 0
  for (const letter of text) {
    const digit = alphabet.indexOf(letter)
    if (digit < 0) return null
    value = ((value << 5) | digit) & 0xfff
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push((value >> bits) & 0xff)
    }
  }
  return Uint8Array.from(bytes)
}

/** Writes a code. Throws RangeError on another number of bytes. */
export const encodeCode = (secret: Uint8Array, fingerprint: Uint8Array): string => {
  if (secret.length !== secretBytes || fingerprint.length !== fingerprintBytes)
    throw new RangeError('a code is 15 bytes of chance and 10 of a fingerprint')
  const text = encodeBase32(Uint8Array.from([...secret, ...fingerprint]))
  return [prefix, ...(text.match(/.{4}/gu) ?? [])].join('-')
}

/**
 * Reads a code in any spelling that people give it: small letters, spaces or no hyphens, O for 0, I or L for 1. Null
 * where it is none.
 */
export const readCode = (text: string): ReadEnrolmentCode | null => {
  const plain = text.toUpperCase().replaceAll(/[\s-]/gu, '')
  if (!plain.startsWith(prefix) || plain.length !== prefix.length + 40) return null
  const bytes = decodeBase32(plain.slice(prefix.length).replaceAll('O', '0').replaceAll(/[IL]/gu, '1'))
  return bytes === null ? null : { secret: bytes.slice(0, secretBytes), fingerprint: bytes.slice(secretBytes) }
}

/** The fingerprint of the hub's key that a code carries, as 20 hexadecimal digits; null where the text is no code. */
export const fingerprintOfCode = (text: string): string | null => {
  const read = readCode(text)
  return read === null ? null : [...read.fingerprint].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
