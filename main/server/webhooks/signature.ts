import { createHmac, timingSafeEqual } from 'node:crypto'

/** The headers of a delivery (Standard Webhooks, section "Webhook headers"). */
export interface SignedHeaders {
  readonly 'webhook-id': string
  /** Unix seconds. */
  readonly 'webhook-timestamp': string
  readonly 'webhook-signature': string
}

/** How far a receiver lets the timestamp be from its clock, by the scheme's libraries. */
export const toleranceSeconds = 300

const version = 'v1'

const mac = (key: Uint8Array, id: string, timestamp: string, body: string | Uint8Array): Buffer =>
  createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()

/**
 * Signs a message with every secret in force: `v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`, one after
 * another (Standard Webhooks).
 *
 * @param keys the bytes that `whsec_` encodes
 */
export const signWebhook = (
  keys: readonly Uint8Array[],
  id: string,
  timestampSeconds: number,
  body: string,
): SignedHeaders => {
  const timestamp = String(timestampSeconds)
  const signature = keys.map((key) => `${version},${mac(key, id, timestamp, body).toString('base64')}`).join(' ')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
}

/** A message as a receiver got it. */
export interface ReceivedMessage {
  readonly id: string
  readonly timestamp: string
  readonly signature: string
  readonly body: Uint8Array
}

export type SignatureFault =
  | 'malformed_signature'
  | 'malformed_timestamp'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'no_matching_signature'

/** The signatures of version 1 that a header holds; others, of later versions, are passed over. */
const signaturesIn = (header: string): readonly Buffer[] =>
  header
    .split(' ')
    .filter((part) => part.startsWith(`${version},`))
    .map((part) => Buffer.from(part.slice(version.length + 1), 'base64'))
    .filter((signature) => signature.length === 32)

/** What is wrong with the time of a message; null where nothing is. */
const timeFault = (timestamp: string, nowSeconds: number, tolerance: number): SignatureFault | null => {
  if (!/^[0-9]{1,12}$/u.test(timestamp)) return 'malformed_timestamp'
  if (Number(timestamp) < nowSeconds - tolerance) return 'timestamp_too_old'
  return Number(timestamp) > nowSeconds + tolerance ? 'timestamp_too_new' : null
}

/** Finds which of some keys signed a message; or why none counts. A wrong signature is told before a wrong time. */
export const verifyWebhook = <K extends { readonly key: Uint8Array }>(
  keys: readonly K[],
  message: ReceivedMessage,
  nowSeconds: number,
  tolerance = toleranceSeconds,
): { readonly signedBy: K | null; readonly fault: SignatureFault | null } => {
  const signatures = signaturesIn(message.signature)
  if (signatures.length === 0) return { signedBy: null, fault: 'malformed_signature' }
  const late = timeFault(message.timestamp, nowSeconds, tolerance)
  if (late === 'malformed_timestamp') return { signedBy: null, fault: late }
  const signedBy = keys.find(({ key }) => {
    const right = mac(key, message.id, message.timestamp, message.body)
    return signatures.some((signature) => timingSafeEqual(signature, right))
  })
  return signedBy === undefined ? { signedBy: null, fault: 'no_matching_signature' } : { signedBy, fault: late }
}
