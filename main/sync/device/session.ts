import { challengeAnswer, sessionAnswer } from '../../../shared/protocol/sync.ts'
import type { SessionRequest, WireRotation } from '../../../shared/protocol/sync.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toBase64url } from '../../seal/hash.ts'
import type { CarriedEntry } from '../entry.ts'
import type { SyncLink } from '../link.ts'
import { decodeJson, encodeJson } from '../wire.ts'
import { sessionMessage } from '../signed-messages.ts'
import type { CallFault } from './machine.ts'

/** The device as it proves itself to the hub. */
export interface SyncDevice {
  readonly deviceId: string
  /** Ed25519 signature by the device's key. */
  readonly sign: (message: Uint8Array) => Uint8Array
}

/** A session of a device. */
export interface OpenedSession {
  readonly token: string
  readonly expiresInMs: number
}

/** Sealed `key.rotated` entries of the device that the hub may not have yet (Y-13). */
export type CarriedRotations = readonly Pick<CarriedEntry, 'payload' | 'sig'>[]

/** Rotations as they travel ahead of the push that brings them. */
export const rotationsOnWire = (carried: CarriedRotations): readonly WireRotation[] =>
  carried.map(({ payload, sig }) => ({ p: Buffer.from(payload).toString('utf8'), s: toBase64url(sig) }))

/**
 * Opens a session: the device signs a challenge of the hub (Y-12).
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
  const asked = await link.call({ name: 'challenge', body: encodeJson({ device_id: device.deviceId }) }, signal)
  if (!asked.ok) return fail({ kind: 'link', fault: asked.error })
  const challenge = decodeJson(challengeAnswer, asked.value)
  if (!challenge.ok) return fail({ kind: 'unusable', message: challenge.error.message })
  const sig = toBase64url(device.sign(sessionMessage(challenge.value.challenge)))
  const rotations = rotationsOnWire(carried)
  const request: SessionRequest = {
    device_id: device.deviceId,
    challenge: challenge.value.challenge,
    sig,
    ...(rotations.length === 0 ? {} : { rotations: [...rotations] }),
    ...(only === undefined ? {} : { only }),
  }
  const opened = await link.call({ name: 'session', body: encodeJson(request) }, signal)
  if (!opened.ok) return fail({ kind: 'link', fault: opened.error })
  const session = decodeJson(sessionAnswer, opened.value)
  return session.ok
    ? ok({ token: session.value.token, expiresInMs: session.value.expires_in * 1_000 })
    : fail({ kind: 'unusable', message: session.error.message })
}
