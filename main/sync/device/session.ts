import { challengeAnswer, rotationsMost, sessionAnswer } from '../../../shared/protocol/sync.ts'
import type { SessionRequest, WireWord } from '../../../shared/protocol/sync.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toBase64url } from '../../seal/hash.ts'
import type { CarriedRotations, CarriedWord, EnrolmentProof } from '../entry.ts'
import type { SyncLink } from '../link.ts'
import { decodeJson, encodeJson } from '../wire.ts'
import { sessionMessage } from '../signed-messages.ts'
import type { CallFault } from './machine.ts'

/** The device as it proves itself to the hub. */
export interface SyncDevice {
  readonly deviceId: string
  /** Ed25519 signature by the device's key. */
  readonly sign: (message: Uint8Array) => Uint8Array
  /** What is shown to a hub that does not know the device or its key (Y-105); absent: nothing. */
  readonly enrolment?: () => Promise<EnrolmentProof>
}

/** A session of a device. */
export interface OpenedSession {
  readonly token: string
  readonly expiresInMs: number
}

const onWire = ({ payload, sig }: CarriedWord): WireWord => ({
  p: Buffer.from(payload).toString('utf8'),
  s: toBase64url(sig),
})

const rotationsShown = (carried: CarriedRotations): Pick<SessionRequest, 'rotations'> =>
  carried.length === 0 ? {} : { rotations: carried.slice(-rotationsMost).map(onWire) }

/** What shows who a device is, as it travels (Y-105). */
export const enrolmentShown = ({
  enrolled,
  rotations,
}: EnrolmentProof): Pick<SessionRequest, 'rotations' | 'enrolled'> => ({
  ...rotationsShown(rotations),
  ...(enrolled === null ? {} : { enrolled: onWire(enrolled) }),
})

/** What goes with the answer to a challenge. */
type Shown = Pick<SessionRequest, 'only' | 'rotations' | 'enrolled'>

const answerChallenge = async (
  link: SyncLink,
  device: SyncDevice,
  shown: Shown,
  signal: AbortSignal,
): Promise<Result<OpenedSession, CallFault>> => {
  const asked = await link.call({ name: 'challenge', body: encodeJson({ device_id: device.deviceId }) }, signal)
  if (!asked.ok) return fail({ kind: 'link', fault: asked.error })
  const challenge = decodeJson(challengeAnswer, asked.value)
  if (!challenge.ok) return fail({ kind: 'unusable', message: challenge.error.message })
  const sig = toBase64url(device.sign(sessionMessage(challenge.value.challenge)))
  const request: SessionRequest = { device_id: device.deviceId, challenge: challenge.value.challenge, sig, ...shown }
  const opened = await link.call({ name: 'session', body: encodeJson(request) }, signal)
  if (!opened.ok) return fail({ kind: 'link', fault: opened.error })
  const session = decodeJson(sessionAnswer, opened.value)
  return session.ok
    ? ok({ token: session.value.token, expiresInMs: session.value.expires_in * 1_000 })
    : fail({ kind: 'unusable', message: session.error.message })
}

const refusedWith = (fault: CallFault, codes: readonly string[]): boolean =>
  fault.kind === 'link' && fault.fault.kind === 'refused' && codes.includes(fault.fault.code ?? '')

/** A hub answers so where it has no record of the device, or of the key with which it signed. */
const isUnknown = (fault: CallFault): boolean => refusedWith(fault, ['code_invalid', 'session_expired'])

/**
 * Opens a session: the device signs a challenge of the hub (Y-12). Where the hub does not know it, the device asks once
 * more and shows the hub's own sealed word that enrolled it (Y-105): a hub that was restored has forgotten that.
 *
 * @param only a session that brings bytes of evidence and does nothing else: a device that was removed gets no other
 * (Y-77)
 */
export const openSession = async (
  link: SyncLink,
  device: SyncDevice,
  carried: CarriedRotations,
  signal: AbortSignal,
  only?: 'evidence',
): Promise<Result<OpenedSession, CallFault>> => {
  const kind = only === undefined ? {} : { only }
  const first = await answerChallenge(link, device, { ...rotationsShown(carried), ...kind }, signal)
  if (first.ok || !isUnknown(first.error)) return first
  const proof = await device.enrolment?.()
  if (proof === undefined || (proof.enrolled === null && proof.rotations.length === 0)) return first
  const again = await answerChallenge(link, device, { ...enrolmentShown(proof), ...kind }, signal)
  // A hub of an earlier release does not read the question.
  return !again.ok && refusedWith(again.error, ['invalid_request']) ? first : again
}
