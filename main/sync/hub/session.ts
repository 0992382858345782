import { SignJWT, errors, jwtVerify } from 'jose'
import { challengeRequest, sessionRequest } from '../../../shared/protocol/sync.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { fromBase64url, toBase64url } from '../../seal/hash.ts'
import { publicKeyFromSpki, verifyMessage } from '../../seal/signature.ts'
import { decodeJson } from '../wire.ts'
import { sessionMessage } from '../signed-messages.ts'
import { refuseCall, refuseMessage } from './answer.ts'
import type { CallRefusal } from './answer.ts'
import { activeDevice, notEnrolled } from './core.ts'
import type { HubCore } from './core.ts'
import { enrolForgotten, forgottenDevice } from './forgotten.ts'
import { keyFor } from './hub-key.ts'
import { keyAfter } from './rotated-key.ts'
import { isLeaseDue, renewLease } from './slots.ts'

/**
 * Sessions (Y-12): a challenge and a token are signed texts that every process of the hub can check and none has to
 * keep. Their times are the hub's own.
 */

const challengeSeconds = 120
export const sessionSeconds = 900
const challenges = 'fieldseal sync challenge'
const sessions = 'fieldseal sync session'
/** Sessions that bring bytes of evidence and do nothing else (Y-77). */
const evidenceSessions = 'fieldseal sync session for evidence'

/** Who calls. */
export interface SyncCaller {
  readonly deviceId: string
  readonly kid: string
  /**
   * The key that the hub had of the device, where the session was opened with one that a rotation on its way brings.
   */
  readonly was?: string
}

type SignedText = Pick<HubCore, 'env' | 'identity'>

const issue = (core: SignedText, audience: string, caller: SyncCaller, seconds: number): Promise<string> => {
  const nowSeconds = Math.floor(core.env.clock.nowMs() / 1_000)
  return new SignJWT({ kid: caller.kid, ...(caller.was === undefined ? {} : { was: caller.was }) })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(core.identity.origin)
    .setAudience(audience)
    .setSubject(caller.deviceId)
    .setIssuedAt(nowSeconds)
    .setExpirationTime(nowSeconds + seconds)
    .setJti(toBase64url(core.env.random.bytes(16)))
    .sign(keyFor(core.env.hubSecret, 'sessions'))
}

const check = async (core: SignedText, audience: string, token: string): Promise<SyncCaller | null> => {
  try {
    const { payload } = await jwtVerify(token, keyFor(core.env.hubSecret, 'sessions'), {
      algorithms: ['HS256'],
      issuer: core.identity.origin,
      audience,
      currentDate: new Date(core.env.clock.nowMs()),
      requiredClaims: ['sub', 'exp', 'kid'],
    })
    const { sub, kid, was } = payload as { readonly sub?: unknown; readonly kid?: unknown; readonly was?: unknown }
    return typeof sub === 'string' && typeof kid === 'string'
      ? { deviceId: sub, kid, ...(typeof was === 'string' ? { was } : {}) }
      : null
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

/** `challenge`: whoever asks gets one; only the device's key can answer it. */
export const challenge = async (
  core: HubCore,
  body: Uint8Array,
): Promise<Result<{ readonly challenge: string }, CallRefusal>> => {
  const read = decodeJson(challengeRequest, body)
  if (!read.ok) return refuseMessage(read.error)
  return ok({ challenge: await issue(core, challenges, { deviceId: read.value.device_id, kid: '' }, challengeSeconds) })
}

const wrongAnswer = refuseCall(
  'session_expired',
  'The challenge is not answered by this device’s key, or it is too old. Ask for another one.',
)

/**
 * `session`: a token for the device that signed the challenge. A device that may not call learns so here, once it has
 * shown who it is.
 */
export const openDeviceSession = async (
  core: HubCore,
  body: Uint8Array,
): Promise<Result<{ readonly token: string; readonly expires_in: number }, CallRefusal>> => {
  const read = decodeJson(sessionRequest, body)
  if (!read.ok) return refuseMessage(read.error)
  const { device_id: deviceId, challenge: text, sig, only, enrolled } = read.value
  const challenged = await check(core, challenges, text)
  const signature = fromBase64url(sig)
  const known = await core.store.reading((tx) => tx.device(deviceId))
  const forgotten = known === null && enrolled !== undefined ? forgottenDevice(core.identity, deviceId, enrolled) : null
  const device = known ?? forgotten
  if (device === null) return notEnrolled
  const held = keyAfter(device, read.value.rotations ?? [])
  const key = held === null ? null : publicKeyFromSpki(held.spki)
  if (
    challenged?.deviceId !== deviceId ||
    signature === null ||
    held === null ||
    key === null ||
    !verifyMessage(sessionMessage(text), key, signature)
  )
    return wrongAnswer
  if (forgotten !== null) {
    const again = await enrolForgotten(core, forgotten)
    if (!again.ok) return again
  }
  const active = only === 'evidence' && known?.state === 'removed' ? ok(undefined) : await contact(core, deviceId)
  const audience = only === 'evidence' ? evidenceSessions : sessions
  return active.ok
    ? ok({
        token: await issue(
          core,
          audience,
          { deviceId, kid: held.kid, ...(held.kid === device.kid ? {} : { was: device.kid }) },
          sessionSeconds,
        ),
        expires_in: sessionSeconds,
      })
    : active
}

/** Minutes between two notes of a device's contact. */
const noteAfterMs = 60_000

/** Notes the contact of a device, and renews its lease where that is due (Y-16). */
const contact = async (core: HubCore, deviceId: string): Promise<Result<void, CallRefusal>> => {
  const nowMs = core.env.clock.nowMs()
  const seen = await core.store.reading((tx) => activeDevice(tx, deviceId))
  if (!seen.ok) return seen
  const isRecent = seen.value.lastContactMs !== null && Math.abs(nowMs - seen.value.lastContactMs) < noteAfterMs
  if (isRecent && !isLeaseDue(seen.value, nowMs)) return ok(undefined)
  return await core.store.exclusively(async (tx) => {
    const device = await activeDevice(tx, deviceId)
    if (!device.ok) return device
    const renewed = isLeaseDue(device.value, nowMs)
      ? await renewLease({ tx, own: core.identity.institution }, device.value, nowMs)
      : device.value
    await tx.saveDevice({ ...renewed, lastContactMs: nowMs })
    return ok(undefined)
  })
}

/**
 * Who a token belongs to; the device's key must still be the one that it was given for, and the device one that may
 * call: but for bytes of evidence, of which those who keep them decide (Y-77).
 */
export const syncCallerOf = async (
  core: HubCore,
  token: string | null,
  only?: 'evidence',
): Promise<Result<SyncCaller, CallRefusal>> => {
  const whole = token === null ? null : await check(core, sessions, token)
  const caller = whole ?? (token === null || only === undefined ? null : await check(core, evidenceSessions, token))
  if (caller === null) return refuseCall('session_expired', 'The session has ended. Open another one.')
  return await core.store.reading(async (tx) => {
    const device = await tx.device(caller.deviceId)
    // The token is from before the hub was restored: with another session the device shows who it is (Y-105).
    if (device === null)
      return refuseCall('session_expired', 'This hub does not know the device. Open another session.')
    if (device.kid !== caller.kid && device.kid !== caller.was)
      return refuseCall('session_expired', 'The device has another key now. Open another session.')
    const active = only === undefined ? await activeDevice(tx, caller.deviceId) : ok(device)
    return active.ok ? ok(caller) : active
  })
}
