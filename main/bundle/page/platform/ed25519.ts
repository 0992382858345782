import { ed25519 } from '@noble/curves/ed25519.js'
import { sha512 } from '@noble/hashes/sha2.js'

const { Point } = ed25519
type Point = InstanceType<typeof Point>

const order = Point.Fn.ORDER
const keyLength = 32
const signatureLength = 64

const littleEndian = (bytes: Uint8Array): bigint => bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n)

/** A public key with what is computed for it once. */
export interface VerificationKey {
  readonly raw: Uint8Array
  /**
   * The key's point, negated; null where the bytes are no point of the curve, or one of small order: then no signature
   * holds.
   */
  readonly negated: Point | null
}

const pointOf = (raw: Uint8Array): Point | null => {
  try {
    const point = Point.fromBytes(raw, true)
    return point.isSmallOrder() ? null : point.negate().precompute(6)
  } catch {
    return null
  }
}

/** @param raw 32 bytes */
export const verificationKey = (raw: Uint8Array): VerificationKey => {
  if (raw.length !== keyLength) throw new RangeError('an Ed25519 public key is 32 bytes')
  const copy = Uint8Array.from(raw)
  return { raw: copy, negated: pointOf(copy) }
}

/**
 * Ed25519 verification (RFC 8032 section 5.1.7) with the very verdicts of the OpenSSL within Node 24, by which
 * `fieldseal verify` goes: the equation without the cofactor, compared as encoded bytes; `S` below the order; a key in
 * any encoding of a point; neither the key nor `R` of small order. Implementations differ in these, and another choice
 * would let two verifiers of one bundle disagree.
 */
export const verifyEd25519 = (
  message: Uint8Array,
  { raw, negated }: VerificationKey,
  signature: Uint8Array,
): boolean => {
  if (negated === null || signature.length !== signatureLength) return false
  const r = signature.subarray(0, keyLength)
  const s = littleEndian(signature.subarray(keyLength))
  if (s >= order) return false
  const k = littleEndian(sha512.create().update(r).update(raw).update(message).digest()) % order
  const computed = Point.BASE.multiplyUnsafe(s).add(negated.multiplyUnsafe(k))
  return computed.toBytes().every((byte, index) => byte === r[index]) && !computed.isSmallOrder()
}
