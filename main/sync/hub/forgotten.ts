import type { WireWord } from '../../../shared/protocol/sync.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { entryPae, openEntry } from '../../seal/entry.ts'
import type { EntryPayload } from '../../seal/entry.ts'
import { fromBase64url } from '../../seal/hash.ts'
import { isOfHub } from '../../seal/hub-epochs.ts'
import { publicKeyFromSpki, verifyMessage } from '../../seal/signature.ts'
import { refuseCall } from './answer.ts'
import type { CallRefusal } from './answer.ts'
import { enrolledAgain } from './brought-back.ts'
import { sealing } from './core.ts'
import type { HubCore } from './core.ts'
import type { HubDevice, HubIdentity } from './records.ts'
import { broughtKey } from './workspace-head.ts'

/** A device that this hub enrolled before it was restored, by the hub's own sealed word (Y-105). */
export interface ForgottenDevice {
  readonly payload: EntryPayload
  readonly deviceId: string
  readonly kid: string
  readonly spki: Uint8Array
}

/**
 * Y-105: reads the word by which this hub enrolled a device.
 *
 * @returns null, never an exception, for whatever is not this hub's own word about this very device
 */
export const forgottenDevice = (
  { kid, spki }: Pick<HubIdentity, 'kid' | 'spki'>,
  deviceId: string,
  { p, s }: WireWord,
): ForgottenDevice | null => {
  const payload = Buffer.from(p, 'utf8')
  const opened = openEntry({ payload })
  const sig = fromBase64url(s)
  const hubKey = publicKeyFromSpki(spki)
  if (!opened.ok || sig === null || hubKey === null) return null
  const word = opened.value
  const isOwn = word.type === 'key.enrolled' && word.case === 'workspace' && isOfHub({ kid }, word)
  if (!isOwn || !verifyMessage(entryPae(payload), hubKey, sig)) return null
  const key = broughtKey(word)
  const keySpki = key === null ? null : fromBase64url(key.spki)
  return key === null || keySpki === null || key.deviceId !== deviceId
    ? null
    : { payload: word, deviceId, kid: key.kid, spki: keySpki }
}

const numberTaken = refuseCall(
  'code_invalid',
  'This hub was restored from a backup that is older than the enrolment of this device, and has given the number of this device to another one since. Enrol this device anew, in a new folder and with a new code. Keep this folder: what the hub lacks exists only here.',
)

/** Enrols a forgotten device again, as it was, once it has shown that it holds its key. */
export const enrolForgotten = (
  core: HubCore,
  { payload, deviceId }: ForgottenDevice,
): Promise<Result<HubDevice, CallRefusal>> =>
  sealing(core, async (work) => {
    // Another request of the device, or another device, may have brought it meanwhile.
    const known = await work.tx.device(deviceId)
    if (known !== null) return ok(known)
    const device = await enrolledAgain(work, payload)
    if (device === null) return numberTaken
    await work.tx.saveDevice(device)
    // Whatever the device is told from now on, by a file too, is later than what it knows of before (Y-71).
    await work.feed()
    return ok(device)
  })
