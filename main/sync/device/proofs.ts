import type { KeyObject } from 'node:crypto'
import type { ReceiptPayload, WireReceipt } from '../../../shared/protocol/sync.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { caseOrigin } from '../../seal/case-origin.ts'
import { openCheckpoint } from '../../seal/checkpoint.ts'
import { openReceipt } from '../../seal/receipt.ts'
import { rawFromSpki } from '../../seal/signature.ts'
import type { HubFaultCode } from './hub-fault.ts'
import type { HubRelation } from './replica.ts'

/** What a hub signs with, as the device knows it since its enrolment. */
export interface KnownHub extends Pick<HubRelation, 'origin' | 'kid' | 'spki'> {
  /** Of `spki`, made ready once for all proofs of a page. */
  readonly publicKey?: KeyObject | null
}

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

/**
 * Y-23: opens a receipt: the hub's own signature, its canonical form, its hub and case. The root is for the caller to
 * compute.
 */
export const openReceiptOf = (
  hub: KnownHub,
  name: string,
  receipt: WireReceipt,
): Result<ReceiptPayload, ProofFault> => {
  const opened = openReceipt(receipt, hub)
  if (!opened.ok)
    return fault(opened.error.reason === 'unknown_signer' ? 'hub_key_changed' : 'receipt_invalid', opened.error.message)
  if (opened.value.hub !== hub.origin) return fault('hub_origin_changed', 'a receipt is of another hub')
  if (opened.value.case !== name) return fault('receipt_invalid', 'a receipt is of another case')
  return opened
}

/** Y-50: opens a checkpoint of a case: signed by the hub's key, of this hub and this case. */
export const openCheckpointOf = (hub: KnownHub, name: string, note: string): Result<CheckedCheckpoint, ProofFault> => {
  const origin = caseOrigin(hub.origin, name)
  const publicKeyRaw = rawFromSpki(hub.spki) as Uint8Array
  const key = { publicKeyRaw, ...(hub.publicKey === undefined ? {} : { publicKey: hub.publicKey }) }
  const opened = openCheckpoint(note, [
    { name: hub.origin, ...key },
    { name: origin, ...key },
  ])
  if (!opened.ok)
    return fault(
      opened.error.reason === 'unknown_signer' ? 'hub_key_changed' : 'checkpoint_invalid',
      opened.error.message,
    )
  const { checkpoint } = opened.value
  if (checkpoint.origin !== origin)
    return fault('hub_origin_changed', 'a checkpoint is of another hub or another case than it was sent for')
  return ok({ size: checkpoint.size, root: checkpoint.root, note })
}
