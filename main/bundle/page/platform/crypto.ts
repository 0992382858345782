import { md5, sha1 } from '@noble/hashes/legacy.js'
import { sha224, sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import type { CreateHasher, HashAlgorithm } from '../../check/source.ts'
import { Buffer, type Bytes } from './buffer.ts'
import { verificationKey, verifyEd25519, type VerificationKey } from './ed25519.ts'

/**
 * The part of `node:crypto` that the checks of a bundle use, for a browser. It holds no secret: it hashes and verifies.
 */

const hashes = { md5, sha1, sha224, sha256, sha384, sha512 } as const

/** As `crypto.hash(algorithm, data, 'buffer')`. */
export const hash = (algorithm: HashAlgorithm, data: string | Uint8Array, _output: 'buffer'): Bytes =>
  Buffer.from(hashes[algorithm](typeof data === 'string' ? Buffer.from(data, 'utf8') : data))

/** Hashes in a stream. */
export const pageHasher: CreateHasher = (algorithm) => {
  const hasher = hashes[algorithm].create()
  return { update: (bytes) => void hasher.update(bytes), digest: () => Buffer.from(hasher.digest()).toString('hex') }
}

/** An Ed25519 public key. */
export class KeyObject {
  readonly key: VerificationKey

  constructor(raw: Uint8Array) {
    this.key = verificationKey(raw)
  }
}

/** The DER head of an Ed25519 SubjectPublicKeyInfo (RFC 8410 section 4). */
const spkiHead = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * As `crypto.createPublicKey` for Ed25519 in DER.
 *
 * @throws TypeError on anything else
 */
export const createPublicKey = ({
  key,
}: {
  readonly key: Uint8Array
  readonly format: 'der'
  readonly type: 'spki'
}): KeyObject => {
  const raw = key.subarray(spkiHead.length)
  if (raw.length !== 32 || Buffer.compare(key.subarray(0, spkiHead.length), spkiHead) !== 0)
    throw new TypeError('this is no Ed25519 public key')
  return new KeyObject(raw)
}

type VerifyCallback = (error: Error | null, valid: boolean) => void

/** As `crypto.verify(null, ...)` for Ed25519; with a callback the answer comes by it. */
export function verify(algorithm: null, message: Uint8Array, publicKey: KeyObject, signature: Uint8Array): boolean
export function verify(
  algorithm: null,
  message: Uint8Array,
  publicKey: KeyObject,
  signature: Uint8Array,
  callback: VerifyCallback,
): void
export function verify(
  _algorithm: null,
  message: Uint8Array,
  publicKey: KeyObject,
  signature: Uint8Array,
  callback?: VerifyCallback,
): boolean | void {
  const valid = verifyEd25519(message, publicKey.key, signature)
  if (callback === undefined) return valid
  queueMicrotask(() => callback(null, valid))
}

/** A verifier holds no private key. */
export const sign = (): never => {
  throw new TypeError('a verifier signs nothing')
}
