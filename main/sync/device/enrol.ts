import { enrolAnswer } from '../../../shared/protocol/sync.ts'
import type { EnrolAnswer, EnrolRequest } from '../../../shared/protocol/sync.ts'
import { fingerprintOfCode } from '../../../shared/protocol/enrolment-code.ts'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { fromBase64url, toBase64url } from '../../seal/hash.ts'
import { keyId, publicKeyFromSpki } from '../../seal/signature.ts'
import { enrolMessage } from '../enrolment.ts'
import { isCodeOf } from '../hub/code.ts'
import type { SyncLink } from '../link.ts'
import { epochMessage } from '../signed-messages.ts'
import type { HubRelation } from './replica.ts'
import { decodeJson, encodeJson } from '../wire.ts'
import { createAgreedVersion } from './agreed-version.ts'

/** A device that asks to be taken in. */
export interface EnrolInput {
  readonly code: string
  readonly deviceName: string
  readonly spki: Uint8Array
  /** Ed25519 signature by the device's key. */
  readonly sign: (message: Uint8Array) => Uint8Array
  /** A folder that worked alone and joins (Y-14). */
  readonly joining?: EnrolRequest['joining']
}

/** A folder that was copied or restored, as it asks for a new epoch (Y-15). */
export interface EpochInput {
  readonly hub: Pick<HubRelation, 'kid' | 'origin' | 'workspaceUid'>
  /** The device that the folder was. */
  readonly deviceId: string
  readonly deviceName: string
  /** The key of the new epoch. */
  readonly spki: Uint8Array
  /** Ed25519 signature by the key of the new epoch. */
  readonly sign: (message: Uint8Array) => Uint8Array
  /** Ed25519 signature by the key that the folder had. */
  readonly signBefore: (message: Uint8Array) => Uint8Array
}

const notACode = refusal(
  'enrolment_refused',
  'This is no enrolment code. It begins with FS1 and has ten groups of four letters and digits; the hub’s administrator gives it out.',
)
const otherHub = refusal(
  'enrolment_refused',
  'This is not the hub that the code belongs to: its key is another. Nothing was changed. Check the address, and compare the code with the person who gave it to you.',
)
const notOurHub = refusal(
  'enrolment_refused',
  'This is not the hub that this folder belongs to: its key is another. Nothing was changed.',
)
const strangeAnswer = refusal(
  'hub_unreachable',
  'What answers at this address is no Fieldseal hub, or one of another version.',
)

/** Sends the request and reads the answer; the hub's key in it is one, and has the id that is told. */
const ask = async (
  link: SyncLink,
  request: Omit<EnrolRequest, 'protocol'>,
  signal: AbortSignal,
): Promise<Result<EnrolAnswer, Refusal>> => {
  const answered = await createAgreedVersion().call(
    link,
    (protocol) => ({ name: 'enrol', body: encodeJson({ protocol, ...request }) }),
    signal,
  )
  if (!answered.ok) {
    const { kind, message, code: reason } = answered.error
    return fail(
      refusal(
        kind === 'refused' && reason !== undefined && reason !== 'busy' && reason !== 'unavailable'
          ? 'enrolment_refused'
          : 'hub_unreachable',
        message,
      ),
    )
  }
  const answer = decodeJson(enrolAnswer, answered.value)
  if (!answer.ok) return fail(strangeAnswer)
  const hubSpki = fromBase64url(answer.value.hub.spki)
  return hubSpki === null || publicKeyFromSpki(hubSpki) === null || keyId(hubSpki) !== answer.value.hub.kid
    ? fail(otherHub)
    : ok(answer.value)
}

/**
 * Enrols with a hub: sends the code and the proof of the key, and takes nothing from a hub whose key the code does not
 * name.
 */
export const enrolWith = async (
  link: SyncLink,
  { code, deviceName, spki, sign, joining }: EnrolInput,
  signal: AbortSignal,
): Promise<Result<EnrolAnswer, Refusal>> => {
  if (fingerprintOfCode(code) === null) return fail(notACode)
  const key = toBase64url(spki)
  const request: Omit<EnrolRequest, 'protocol'> = {
    code,
    device_name: deviceName,
    spki: key,
    proof: toBase64url(sign(enrolMessage(code, key, joining))),
    ...(joining === undefined ? {} : { joining }),
  }
  const answer = await ask(link, request, signal)
  if (!answer.ok) return answer
  return isCodeOf(code, Buffer.from(answer.value.hub.spki, 'base64url')) ? answer : fail(otherHub)
}

/**
 * Enrols a folder that was copied or restored under a new key, for which its old one speaks; takes nothing from another
 * hub than the one that it has.
 */
export const enrolEpoch = async (
  link: SyncLink,
  { hub, deviceId, deviceName, spki, sign, signBefore }: EpochInput,
  signal: AbortSignal,
): Promise<Result<EnrolAnswer, Refusal>> => {
  const key = toBase64url(spki)
  const request: Omit<EnrolRequest, 'protocol'> = {
    code: '',
    device_name: deviceName,
    spki: key,
    proof: toBase64url(sign(enrolMessage('', key))),
    epoch: { device_id: deviceId, sig: toBase64url(signBefore(epochMessage(deviceId, key))) },
  }
  const answer = await ask(link, request, signal)
  if (!answer.ok) return answer
  const {
    hub: { kid, origin },
    workspace_id: workspaceUid,
    device_id: given,
  } = answer.value
  const isOurs = kid === hub.kid && origin === hub.origin && workspaceUid === hub.workspaceUid && given !== deviceId
  return isOurs ? answer : fail(notOurHub)
}
