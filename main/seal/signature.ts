import { createPublicKey, sign, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { sha256, toBase64url } from './hash.ts'

/** An Ed25519 signature is 64 bytes (RFC 8032). */
export const signatureLength = 64

/** The DER head of an Ed25519 SubjectPublicKeyInfo (RFC 8410 section 4); the 32 raw bytes follow. */
const spkiHead = Buffer.from('302a300506032b6570032100', 'hex')

/** Key id: base64url of SHA-256 over the DER SubjectPublicKeyInfo. */
export const keyId = (spkiDer: Uint8Array): string => toBase64url(sha256(spkiDer))

/** DER SubjectPublicKeyInfo of a raw 32-byte Ed25519 public key. */
export const spkiFromRaw = (raw: Uint8Array): Uint8Array => {
  if (raw.length !== 32) throw new RangeError('an Ed25519 public key is 32 bytes')
  return Buffer.concat([spkiHead, raw])
}

/** The raw 32 bytes within a DER SubjectPublicKeyInfo; null where it is no Ed25519 key in its one DER form. */
export const rawFromSpki = (spki: Uint8Array): Uint8Array | null => {
  const isEd25519 =
    spki.length === spkiHead.length + 32 && Buffer.compare(spki.subarray(0, spkiHead.length), spkiHead) === 0
  return isEd25519 ? spki.subarray(spkiHead.length) : null
}

/** The top bit of an encoded point is the sign of x; the other 255 are y, little-endian (RFC 8032 section 5.1.2). */
const yOf = (point: Uint8Array): string => {
  const y = Buffer.from(point)
  y[31] = (y[31] ?? 0) & 0x7f
  return y.toString('hex')
}

/**
 * Every y, in each of its encodings, of a point whose order divides 8: of orders 4, 1, 2, 8 and 8, then the first two
 * plus the prime.
 */
const smallOrder: ReadonlySet<string> = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  `ec${'ff'.repeat(30)}7f`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
])

const isSmallOrder = (point: Uint8Array): boolean => smallOrder.has(yOf(point))

/** Whether y is below the prime, 2^255 - 19, as RFC 8032 section 5.1.3 asks of an encoded point. */
const isReduced = (point: Uint8Array): boolean => !/^(?:e[d-f]|f[0-9a-f])(?:ff){30}7f$/u.test(yOf(point))

/**
 * The verification key of a DER SubjectPublicKeyInfo; null where it is no usable Ed25519 key. A key of small order,
 * under which signatures hold that nobody made, and one in an encoding other than its own are none (S-15): engines
 * differ in what they take, so it is said here.
 */
export const publicKeyFromSpki = (spki: Uint8Array): KeyObject | null => {
  const raw = rawFromSpki(spki)
  if (raw === null || isSmallOrder(raw) || !isReduced(raw)) return null
  try {
    return createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' })
  } catch {
    return null
  }
}

/** Ed25519 signature (RFC 8032, 64 bytes) over a message. */
export const signMessage = (message: Uint8Array, privateKey: KeyObject): Uint8Array => sign(null, message, privateKey)

/**
 * Whether the 64 bytes can be a signature: its point R, the first half, is not of small order, which some engines take
 * (S-15).
 */
const isWellFormed = (signature: Uint8Array): boolean =>
  signature.length === signatureLength && !isSmallOrder(signature.subarray(0, 32))

/**
 * Whether a signature is the key's Ed25519 signature over the message. Wrong lengths are a plain false.
 *
 * @param publicKey from `publicKeyFromSpki`, which judges the key itself
 */
export const verifyMessage = (message: Uint8Array, publicKey: KeyObject, signature: Uint8Array): boolean =>
  isWellFormed(signature) && verify(null, message, publicKey, signature)

/** As `verifyMessage`, on the thread pool, so that verifying many keeps every core busy and the event loop free. */
export const verifyMessageAsync = (
  message: Uint8Array,
  publicKey: KeyObject,
  signature: Uint8Array,
): Promise<boolean> =>
  new Promise((resolve, reject) => {
    if (!isWellFormed(signature)) {
      resolve(false)
      return
    }
    verify(null, message, publicKey, signature, (error, valid) => {
      if (error) reject(error)
      else resolve(valid)
    })
  })
