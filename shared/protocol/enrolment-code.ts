/**
 * The form of an enrolment code (Y-10): 80 random bits that the hub keeps as a hash, and 80 bits of the SHA-256 of the hub's public key, in Crockford's base 32,
 * in groups of four. It is read with or without its hyphens, in either case, with O for 0 and I or L for 1.
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const partBytes = 10
const partDigits = 16

const encode = (bytes: Uint8Array): string => {
  let bits = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  let text = ''
  for (let digit = 0; digit < partDigits; digit++) {
    text = `${alphabet[Number(bits & 31n)] ?? ''}${text}`
    bits >>= 5n
  }
  return text
}

const decode = (text: string): Uint8Array => {
  let bits = [...text].reduce((sum, digit) => (sum << 5n) | BigInt(alphabet.indexOf(digit)), 0n)
  const bytes = new Uint8Array(partBytes)
  for (let place = partBytes - 1; place >= 0; place--) {
    bytes[place] = Number(bits & 255n)
    bits >>= 8n
  }
  return bytes
}

/** What a code holds, each part 10 bytes. */
export interface EnrolmentCodeParts {
  readonly secret: Uint8Array
  /** The first 80 bits of the SHA-256 of the hub's SPKI. */
  readonly keyDigest: Uint8Array
}

/** Writes a code: eight groups of four. */
export const writeEnrolmentCode = ({ secret, keyDigest }: EnrolmentCodeParts): string => {
  if (secret.length !== partBytes || keyDigest.length !== partBytes) throw new RangeError('each part of a code has ten bytes')
  return (`${encode(secret)}${encode(keyDigest)}`.match(/.{4}/g) ?? []).join('-')
}

/** Reads a code as people type it; null where it is none. `code` is its one written form. */
export const readEnrolmentCode = (text: string): (EnrolmentCodeParts & { readonly code: string }) | null => {
  if (text.length > 200) return null
  const digits = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  if (digits.length !== 2 * partDigits || [...digits].some((digit) => !alphabet.includes(digit))) return null
  const parts = { secret: decode(digits.slice(0, partDigits)), keyDigest: decode(digits.slice(partDigits)) }
  return { ...parts, code: writeEnrolmentCode(parts) }
}

/** How people compare a hub's key: 20 hexadecimal digits. */
export const fingerprintOf = (keyDigest: Uint8Array): string => [...keyDigest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
