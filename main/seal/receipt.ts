import type { KeyObject } from 'node:crypto'
import { receiptPayload, wireReceipt } from '../../shared/protocol/sync.ts'
import type { ReceiptPayload, WireReceipt } from '../../shared/protocol/sync.ts'
import { fail, ok } from '../../shared/schema/result.ts'
import type { Result } from '../../shared/schema/result.ts'
import { canonicalBytes, readCanonical } from './canonical.ts'
import type { Signer } from './entry.ts'
import { fromBase64, toBase64 } from './hash.ts'
import { publicKeyFromSpki, signMessage, verifyMessage } from './signature.ts'

/** The DSSE payload type of a hub's receipts (S-120). */
export const receiptPayloadType = 'application/vnd.fieldseal.receipt.v1+json'

/** Why an envelope is no receipt that we can believe. */
export interface ReceiptError {
  readonly code: 'receipt_invalid'
  readonly reason: 'malformed' | 'unknown_signer' | 'bad_signature'
  readonly message: string
}

/** The key that receipts are checked with. */
export interface ReceiptKey {
  readonly kid: string
  /** DER SubjectPublicKeyInfo. */
  readonly spki: Uint8Array
  /** The same, made ready by `publicKeyFromSpki`: whoever opens many makes it once. */
  readonly publicKey?: KeyObject | null
}

/** DSSE's pre-authentication encoding of a receipt (github.com/secure-systems-lab/dsse, protocol.md). */
const receiptPae = (payload: Uint8Array): Uint8Array =>
  Buffer.concat([
    Buffer.from(`DSSEv1 ${Buffer.byteLength(receiptPayloadType)} ${receiptPayloadType} ${payload.length} `, 'ascii'),
    payload,
  ])

/**
 * Signs a receipt: at that time the entries of the case from `first` on were received, and the first `size` in hub
 * order have that root.
 *
 * @throws RangeError where it covers nothing
 */
export const signReceipt = (receipt: ReceiptPayload, signer: Signer): WireReceipt => {
  if (receipt.first >= receipt.size) throw new RangeError('a receipt covers at least one entry')
  const payload = canonicalBytes(receiptPayload.parse(receipt))
  return {
    payload: toBase64(payload),
    payloadType: receiptPayloadType,
    signatures: [{ keyid: signer.kid, sig: toBase64(signMessage(receiptPae(payload), signer.privateKey)) }],
  }
}

const refuse = (reason: ReceiptError['reason'], message: string): Result<never, ReceiptError> =>
  fail({ code: 'receipt_invalid', reason, message })

/**
 * Opens a receipt: form, signature, canonical payload (S-120). Whether the entries give its root is for the caller to
 * compute.
 */
export const openReceipt = (envelope: unknown, key: ReceiptKey): Result<ReceiptPayload, ReceiptError> => {
  const form = wireReceipt.safeParse(envelope)
  if (!form.success) return refuse('malformed', 'the envelope is not that of a receipt')
  const payload = fromBase64(form.data.payload)
  const [signature] = form.data.signatures
  const sig = signature === undefined ? null : fromBase64(signature.sig)
  if (payload === null || signature === undefined || sig === null)
    return refuse('malformed', 'the payload or the signature is not base64')
  if (signature.keyid !== key.kid) return refuse('unknown_signer', 'the receipt names another key than the hub’s')
  const publicKey = key.publicKey ?? publicKeyFromSpki(key.spki)
  if (publicKey === null || !verifyMessage(receiptPae(payload), publicKey, sig))
    return refuse('bad_signature', 'the signature of the receipt does not hold')
  const reading = readCanonical(payload)
  const parsed = reading?.canonical === true ? receiptPayload.safeParse(reading.value) : null
  if (parsed?.success !== true) return refuse('malformed', 'the payload is no canonical receipt')
  return parsed.data.first < parsed.data.size ? ok(parsed.data) : refuse('malformed', 'the receipt covers nothing')
}
