import { createPublicKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { receiptPayload } from '../../../shared/protocol/sync.ts'
import type { ReceiptPayload, WireReceipt } from '../../../shared/protocol/sync.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { readCanonical } from '../../seal/canonical.ts'
import { openCheckpoint } from '../../seal/checkpoint.ts'
import { fromBase64 } from '../../seal/hash.ts'
import { rawFromSpki, verifyMessage } from '../../seal/signature.ts'
import type { HubFaultCode } from './hub-fault.ts'
import type { HubRelation } from './replica.ts'

/** What a hub signs with, as the device knows it since its enrolment. */
export type KnownHub = Pick<HubRelation, 'origin' | 'kid' | 'spki'>

/** A proof that does not hold. */
export interface ProofFault {
  readonly code: HubFaultCode
  readonly message: string
}

/** A checkpoint of a case, its signature and origin checked; its root is not held against any entry yet. */
export interface CheckedCheckpoint {
  readonly size: number
  readonly root: Uint8Array
  readonly note: string
}

const fault = (code: HubFaultCode, message: string): Result<never, ProofFault> => fail({ code, message })

/** DSSE's pre-authentication encoding (github.com/secure-systems-lab/dsse, protocol.md). */
const dssePae = (type: string, payload: Uint8Array): Uint8Array =>
  Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `, 'utf8'), payload])

const publicKeyOf = (hub: KnownHub): KeyObject => createPublicKey({ key: Buffer.from(hub.spki), format: 'der', type: 'spki' })

/** Y-23: opens a receipt: the hub's own signature, its canonical form, its hub and case. The root is for the caller to compute. */
export const openReceiptOf = (hub: KnownHub, name: string, receipt: WireReceipt): Result<ReceiptPayload, ProofFault> => {
  const [signature] = receipt.signatures
  const payload = fromBase64(receipt.payload)
  const sig = signature === undefined ? null : fromBase64(signature.sig)
  if (signature === undefined || payload === null || sig === null) return fault('receipt_invalid', 'a receipt is not base64')
  if (signature.keyid !== hub.kid) return fault('hub_key_changed', 'a receipt names another key than the hub’s')
  if (!verifyMessage(dssePae(receipt.payloadType, payload), publicKeyOf(hub), sig)) return fault('receipt_invalid', 'the signature of a receipt does not hold')
  const reading = readCanonical(payload)
  const parsed = reading?.canonical === true ? receiptPayload.safeParse(reading.value) : null
  if (parsed?.success !== true) return fault('receipt_invalid', 'a receipt is not of its form')
  if (parsed.data.hub !== hub.origin) return fault('hub_origin_changed', 'a receipt is of another hub')
  if (parsed.data.case !== name) return fault('receipt_invalid', 'a receipt is of another case')
  if (parsed.data.first >= parsed.data.size) return fault('receipt_invalid', 'a receipt covers nothing')
  return ok(parsed.data)
}

/** The origin of a hub's checkpoints of a chain (Y-50). */
export const hubCaseOrigin = (hubOrigin: string, name: string): string => `${hubOrigin}/case/${name}`

/** Y-50: opens a checkpoint of a case: signed by the hub's key, of this hub and this case. */
export const openCheckpointOf = (hub: KnownHub, name: string, note: string): Result<CheckedCheckpoint, ProofFault> => {
  const origin = hubCaseOrigin(hub.origin, name)
  const publicKeyRaw = rawFromSpki(hub.spki) as Uint8Array
  const opened = openCheckpoint(note, [{ name: hub.origin, publicKeyRaw }, { name: origin, publicKeyRaw }])
  if (!opened.ok) return fault(opened.error.reason === 'unknown_signer' ? 'hub_key_changed' : 'checkpoint_invalid', opened.error.message)
  const { checkpoint } = opened.value
  if (checkpoint.origin !== origin) return fault('hub_origin_changed', 'a checkpoint is of another hub or another case than it was sent for')
  return ok({ size: checkpoint.size, root: checkpoint.root, note })
}
