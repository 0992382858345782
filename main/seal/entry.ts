import type { KeyObject } from 'node:crypto'
import { fail, ok } from '../../shared/schema/result.ts'
import type { Result } from '../../shared/schema/result.ts'
import { canonicalJson, readCanonical } from './canonical.ts'
import { fromBase64, sha256, toBase64, toHex } from './hash.ts'
import { payloadFault } from './payload.ts'
import type { EntryPayload } from './payload.ts'
import { signMessage } from './signature.ts'

export type { Anchor, EntryPayload } from './payload.ts'
export { keyId } from './signature.ts'

/** The DSSE payload type of version 1 entries. */
export const entryPayloadType = 'application/vnd.fieldseal.entry.v1+json'

/** A sealed entry as it is stored: the exact payload bytes, its signature, and two digests of them. */
export interface SealedEntry {
  /** Lower-case hex of SHA-256(0x00 || PAE || signature), its RFC 6962 leaf hash. */
  readonly id: string
  readonly payload: Uint8Array
  readonly kid: string
  readonly sig: Uint8Array
  /** SHA-256 of the PAE, kept beside the entry to tell an edited payload from an edited signature. */
  readonly paeSha256: Uint8Array
}

/** A device's signing key and its id. */
export interface Signer {
  readonly kid: string
  readonly privateKey: KeyObject
}

/** Why an entry cannot be read. */
export interface OpenError {
  readonly code: 'non_canonical_payload' | 'malformed_entry'
  readonly message: string
}

/** A DSSE envelope in its JSON form (github.com/secure-systems-lab/dsse, protocol.md). */
export interface DsseEnvelope {
  readonly payload: string
  readonly payloadType: string
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[]
}

const paeHead = Buffer.from(`DSSEv1 ${Buffer.byteLength(entryPayloadType)} ${entryPayloadType} `, 'ascii')

/**
 * 0x00, then the DSSE pre-authentication encoding of an entry's payload, then the signature, in one buffer: the leaf's
 * preimage and, within it, the signed message.
 */
const leafPreimage = (payload: Uint8Array, signatureBytes: number): { preimage: Buffer; pae: Buffer } => {
  const length = Buffer.from(`${payload.length} `, 'ascii')
  const paeLength = paeHead.length + length.length + payload.length
  const preimage = Buffer.allocUnsafe(1 + paeLength + signatureBytes)
  preimage[0] = 0
  paeHead.copy(preimage, 1)
  length.copy(preimage, 1 + paeHead.length)
  preimage.set(payload, 1 + paeHead.length + length.length)
  return { preimage, pae: preimage.subarray(1, 1 + paeLength) }
}

/** The DSSE pre-authentication encoding (the signed message) of an entry's payload bytes. */
export const entryPae = (payload: Uint8Array): Uint8Array => leafPreimage(payload, 0).pae

/** The digests that follow from an entry's stored bytes. */
export interface EntryDigests {
  readonly pae: Uint8Array
  readonly paeSha256: Uint8Array
  /** The 32-byte leaf hash, SHA-256(0x00 || PAE || signature). */
  readonly leaf: Uint8Array
}

/** The leaf hash alone, which is an entry's id. */
export const entryLeaf = (payload: Uint8Array, sig: Uint8Array): Uint8Array => {
  const { preimage } = leafPreimage(payload, sig.length)
  preimage.set(sig, preimage.length - sig.length)
  return sha256(preimage)
}

/** Computes an entry's signed message, its digest and its leaf hash from the stored bytes alone. */
export const entryDigests = (payload: Uint8Array, sig: Uint8Array): EntryDigests => {
  const { preimage, pae } = leafPreimage(payload, sig.length)
  preimage.set(sig, preimage.length - sig.length)
  return { pae, paeSha256: sha256(pae), leaf: sha256(preimage) }
}

/**
 * Seals a payload: its canonical bytes, one Ed25519 signature over their PAE, and the digests.
 *
 * @throws TypeError where the payload is not of version 1's form or not JSON, or names another key than the signer's: a
 *   seal that a verifier would refuse must never be made.
 */
export const sealEntry = (payload: EntryPayload, signer: Signer): SealedEntry => {
  const fault = payloadFault(payload)
  if (fault !== null) throw new TypeError(fault)
  if (payload.kid !== signer.kid) throw new TypeError('the payload names another key than the signer')
  const bytes = Buffer.from(canonicalJson(payload), 'utf8')
  const sig = signMessage(entryPae(bytes), signer.privateKey)
  const digests = entryDigests(bytes, sig)
  return { id: toHex(digests.leaf), payload: bytes, kid: signer.kid, sig, paeSha256: digests.paeSha256 }
}

/** Reads an entry's payload: canonical bytes (S-2) of version 1's form (S-20). It does not check the signature. */
export const openEntry = (entry: { readonly payload: Uint8Array }): Result<EntryPayload, OpenError> => {
  const reading = readCanonical(entry.payload)
  if (reading?.canonical !== true) {
    return fail({ code: 'non_canonical_payload', message: 'the payload is not the canonical form of a JSON value' })
  }
  const fault = payloadFault(reading.value)
  return fault === null
    ? ok(reading.value as unknown as EntryPayload)
    : fail({ code: 'malformed_entry', message: fault })
}

/** The entry as a DSSE envelope. */
export const toEnvelope = (entry: Pick<SealedEntry, 'payload' | 'kid' | 'sig'>): DsseEnvelope => ({
  payload: toBase64(entry.payload),
  payloadType: entryPayloadType,
  signatures: [{ keyid: entry.kid, sig: toBase64(entry.sig) }],
})

/** Why a JSON value is no envelope of an entry. */
export interface EnvelopeError {
  readonly code: 'malformed_entry'
  readonly message: string
}

const refuse = (message: string): Result<never, EnvelopeError> => fail({ code: 'malformed_entry', message })

/**
 * Reads a DSSE envelope of one entry. It checks the envelope's form only; its id and PAE digest are computed from what
 * it holds, so they say nothing about a later edit: verify the signature.
 */
export const fromEnvelope = (json: unknown): Result<SealedEntry, EnvelopeError> => {
  if (typeof json !== 'object' || json === null) return refuse('the envelope is not an object')
  const { payload, payloadType, signatures } = json as Partial<Record<string, unknown>>
  if (payloadType !== entryPayloadType) return refuse('the payload type is not that of a version 1 entry')
  if (typeof payload !== 'string') return refuse('the payload is missing')
  if (!Array.isArray(signatures) || signatures.length !== 1) return refuse('an entry has exactly one signature')
  const { keyid, sig } = (signatures[0] ?? {}) as Partial<Record<string, unknown>>
  if (typeof keyid !== 'string' || typeof sig !== 'string') return refuse('the signature has no keyid or no sig')
  const payloadBytes = fromBase64(payload)
  const sigBytes = fromBase64(sig)
  if (payloadBytes === null || sigBytes === null) return refuse('the payload or the signature is not base64')
  const digests = entryDigests(payloadBytes, sigBytes)
  return ok({ id: toHex(digests.leaf), payload: payloadBytes, kid: keyid, sig: sigBytes, paeSha256: digests.paeSha256 })
}
