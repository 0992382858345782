import type { ExchangeHeader } from '../carried/format.ts'
import { forgottenDevice } from './forgotten.ts'
import type { ForgottenDevice } from './forgotten.ts'
import type { HubIdentity } from './records.ts'
import { keyAfter } from './rotated-key.ts'
import type { HubReader } from './store.ts'

/** Who wrote a file. */
export interface CarriedSender {
  readonly deviceId: string
  readonly spki: Uint8Array
  /** Where the hub has forgotten the device: what it shows of its enrolment (Y-105). */
  readonly forgotten: ForgottenDevice | null
}

/**
 * Who signs with a key: the device of which the hub has it, or the one whose rotations, which the file brings, lead to
 * it (Y-13); it may be one that the hub enrolled before it was restored.
 */
export const senderIn = async (
  tx: HubReader,
  identity: HubIdentity,
  kid: string,
  { device: deviceId, rotations = [], enrolled }: ExchangeHeader,
): Promise<CarriedSender | null> => {
  const known = await tx.deviceOfKey(kid)
  if (known !== null) return { deviceId: known.deviceId, spki: known.spki, forgotten: null }
  const named = await tx.device(deviceId)
  const forgotten = named !== null || enrolled === undefined ? null : forgottenDevice(identity, deviceId, enrolled)
  const device = named ?? forgotten
  const held = device === null ? null : keyAfter(device, rotations)
  return held?.kid === kid ? { deviceId, spki: held.spki, forgotten } : null
}
