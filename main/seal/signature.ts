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
  const isEd25519 = spki.length === spkiHead.length + 32 && Buffer.compare(spki.subarray(0, spkiHead.length), spkiHead) === 0
  return isEd25519 ? spki.subarray(spkiHead.length) : null
}

/** The verification key of a DER SubjectPublicKeyInfo; null where it is no usable Ed25519 key. */
export const publicKeyFromSpki = (spki: Uint8Array): KeyObject | null => {
  if (rawFromSpki(spki) === null) return null
  try {
    return createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' })
  } catch {
    return null
  }
}

/** Ed25519 signature (RFC 8032, 64 bytes) over a message. */
export const signMessage = (message: Uint8Array, privateKey: KeyObject): Uint8Array => sign(null, message, privateKey)

/** Whether a signature is the key's Ed25519 signature over the message. Wrong lengths are a plain false. */
export const verifyMessage = (message: Uint8Array, publicKey: KeyObject, signature: Uint8Array): boolean =>
  signature.length === signatureLength && verify(null, message, publicKey, signature)

/** As `verifyMessage`, on the thread pool, so that verifying many keeps every core busy and the event loop free. */
export const verifyMessageAsync = (message: Uint8Array, publicKey: KeyObject, signature: Uint8Array): Promise<boolean> =>
  new Promise((resolve, reject) => {
    if (signature.length !== signatureLength) {
      resolve(false)
      return
    }
    verify(null, message, publicKey, signature, (error, valid) => {
      if (error) reject(error)
      else resolve(valid)
    })
  })
