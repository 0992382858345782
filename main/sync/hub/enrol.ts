import { enrolRequest } from '../../../shared/protocol/sync.ts'
import type { EnrolAnswer, EnrolRequest } from '../../../shared/protocol/sync.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { dayMs } from '../../../shared/text/days.ts'
import { fromBase64url, toBase64url } from '../../seal/hash.ts'
import { keyId, publicKeyFromSpki, verifyMessage } from '../../seal/signature.ts'
import { enrolMessage } from '../enrolment.ts'
import { decodeJson } from '../wire.ts'
import { epochMessage } from '../signed-messages.ts'
import { refuseCall, refuseMessage, versionRefusal } from './answer.ts'
import type { CallRefusal } from './answer.ts'
import { codeHash, codeSecretBytes, makeCode } from './code.ts'
import { sealing } from './core.ts'
import type { HubCore } from './core.ts'
import { grantFromStart } from './first-grants.ts'
import { leaseOf, renewLease } from './slots.ts'
import type { HubCode, HubDevice } from './records.ts'
import type { HubReader } from './store.ts'
import type { HubWork } from './work.ts'

/** What an enrolment code is made for. */
export interface NewCode {
  /** The user who will work on the device. */
  readonly userUid: string
  readonly deviceName: string
  /** Cases that are granted from the start; `all`: every case, those to come included. */
  readonly cases: readonly string[] | 'all'
  readonly validForMs: number
}

/** Makes a code (Y-10). Its text is shown once; the hub keeps a hash. */
export const createCode = async (
  core: HubCore,
  input: NewCode,
): Promise<{ readonly code: string; readonly hash: string; readonly expiresAtMs: number }> => {
  const code = makeCode(core.env.random.bytes(codeSecretBytes), core.identity.spki)
  const hash = codeHash(code) as string
  const createdAtMs = core.env.clock.nowMs()
  const expiresAtMs = createdAtMs + input.validForMs
  const { userUid, deviceName, cases } = input
  await core.store.exclusively(async (tx) =>
    tx.saveCode({ hash, userUid, deviceName, cases, createdAtMs, expiresAtMs, usedBy: null }),
  )
  return { code, hash, expiresAtMs }
}

const answerOf = ({ identity }: HubCore, device: HubDevice): EnrolAnswer => ({
  workspace_id: identity.workspaceUid,
  institution: identity.institution,
  workspace_name: identity.name,
  hub: { origin: identity.origin, kid: identity.kid, spki: toBase64url(identity.spki) },
  root_kid: identity.rootKid,
  device_id: device.deviceId,
  device_number: device.number,
  user_uid: device.userUid,
  lease: leaseOf(device),
})

/** Slots that a folder that joins may get for the cases that it brings. */
const maxSlotsAtOnce = 50

const badKey = refuseCall('invalid_request', 'The device has not proven that it holds the key that it brings.')
const oldProof = refuseCall(
  'invalid_request',
  'The folder that wants to join was signed for by a release before the hub’s, which leaves out what the folder states of itself. Nothing was changed: bring this device to the hub’s release, then join with the same code.',
)
const badCode = refuseCall(
  'code_invalid',
  'This code is not one of this hub’s, or its time has passed. Ask for another one.',
)

/** What admits a device: a code, or the old key of a folder that begins a new epoch. */
interface Admission {
  readonly userUid: string
  readonly cases: readonly string[] | 'all'
  readonly codeHash: string
  readonly code: HubCode | null
  readonly old: HubDevice | null
}

const provenKey = ({
  code,
  spki: text,
  proof: signed,
  joining,
}: EnrolRequest): Result<{ readonly spki: Uint8Array; readonly kid: string }, CallRefusal> => {
  const spki = fromBase64url(text)
  const proof = fromBase64url(signed)
  const key = spki === null ? null : publicKeyFromSpki(spki)
  if (spki === null || proof === null || key === null) return badKey
  if (verifyMessage(enrolMessage(code, text, joining), key, proof)) return ok({ spki, kid: keyId(spki) })
  return joining !== undefined && verifyMessage(enrolMessage(code, text), key, proof) ? oldProof : badKey
}

/** Where a request is held against what the hub has: within the transaction that enrols, or before it. */
interface Gate {
  readonly tx: HubReader
  readonly nowMs: number
}

const admitByCode = async (gate: Gate, request: EnrolRequest): Promise<Result<Admission, CallRefusal>> => {
  const hash = codeHash(request.code)
  const code = hash === null ? null : await gate.tx.code(hash)
  if (hash === null || code === null) return badCode
  if (code.usedBy !== null)
    return refuseCall('code_used', 'This code was used for another device. Ask for another one.')
  if (code.expiresAtMs <= gate.nowMs) return badCode
  return ok({ userUid: code.userUid, cases: code.cases, codeHash: hash, code, old: null })
}

/** In a day. Whoever has a device's key could else have keys, device numbers and slots of case numbers without end. */
const epochsOfOne = 20
const epochAgainMs = 3_600_000

const tooManyEpochs = async (work: HubWork, userUid: string): Promise<boolean> =>
  (await work.tx.devices()).filter(
    (one) => one.userUid === userUid && one.codeHash.startsWith('epoch:') && work.nowMs - one.enrolledAtMs < dayMs,
  ).length >= epochsOfOne

/** The device that a folder was before its new epoch, which has signed for it. */
const provenOld = async (
  { tx }: Gate,
  request: EnrolRequest,
  epoch: NonNullable<EnrolRequest['epoch']>,
): Promise<Result<HubDevice, CallRefusal>> => {
  const old = await tx.device(epoch.device_id)
  const sig = fromBase64url(epoch.sig)
  const key = old === null ? null : publicKeyFromSpki(old.spki)
  const isProven =
    old !== null && sig !== null && key !== null && verifyMessage(epochMessage(epoch.device_id, request.spki), key, sig)
  if (!isProven)
    return refuseCall('code_invalid', 'The key of the device that this folder was has not signed for its new one.')
  // A device that was taken out does not come back by itself.
  if (old.state === 'revoked' || old.state === 'removed')
    return refuseCall(old.state, 'This device was revoked or removed; a new enrolment code is needed.')
  return ok(old)
}

const admitEpoch = async (
  work: HubWork,
  request: EnrolRequest,
  epoch: NonNullable<EnrolRequest['epoch']>,
): Promise<Result<Admission, CallRefusal>> => {
  const proven = await provenOld(work, request, epoch)
  if (!proven.ok) return proven
  const old = proven.value
  if (await tooManyEpochs(work, old.userUid))
    return refuseCall(
      'busy',
      `Devices of this person have begun ${epochsOfOne} new epochs within a day. Nothing was changed: try again later, or ask for an enrolment code.`,
      epochAgainMs,
    )
  const everything = (await work.workspace()).everything.includes(old.deviceId)
  return ok({
    userUid: old.userUid,
    cases: everything ? 'all' : [],
    codeHash: `epoch:${old.deviceId}:${request.spki}`,
    code: null,
    old,
  })
}

const admit = async (
  core: HubCore,
  work: HubWork,
  request: EnrolRequest,
  key: { readonly spki: Uint8Array; readonly kid: string },
  admission: Admission,
): Promise<Result<HubDevice, CallRefusal>> => {
  const { joining } = request
  const deviceId = joining?.device_id ?? core.env.random.uuidv7(work.nowMs)
  const { keys } = await work.workspace()
  const isKnown = Object.hasOwn(keys, key.kid) || Object.values(keys).some((known) => known.deviceId === deviceId)
  if (isKnown || (await work.tx.device(deviceId)) !== null || (await work.tx.deviceOfKey(key.kid)) !== null) {
    return refuseCall('invalid_request', 'This device, or its key, is enrolled already.')
  }
  const enrolled: HubDevice = {
    deviceId,
    number: await work.tx.nextDeviceNumber(),
    name: request.device_name,
    userUid: admission.userUid,
    kid: key.kid,
    spki: key.spki,
    state: 'active',
    enrolledAtMs: work.nowMs,
    lastContactMs: work.nowMs,
    dseq: 0,
    revokedFromDseq: null,
    slots: [],
    leaseUntilMs: work.nowMs,
    pastSlots: [],
    joined: joining !== undefined,
    codeHash: admission.codeHash,
  }
  const device = await renewLease(
    { tx: work.tx, own: core.identity.institution },
    enrolled,
    work.nowMs,
    Math.min(maxSlotsAtOnce, Math.max(1, joining?.slots ?? 1)),
  )
  await work.seal('workspace', {
    type: 'key.enrolled',
    actor: admission.userUid,
    subject: deviceId,
    pub: {
      kid: key.kid,
      spki: request.spki,
      device_id: deviceId,
      device_number: device.number,
      device_name: device.name,
      user_uid: admission.userUid,
      // Sealed, so that a hub that was set back grants them again (Y-55).
      ...(admission.cases.length === 0 ? {} : { cases: admission.cases }),
      ...(joining === undefined
        ? {}
        : { joined: true, joined_dseq: joining.dseq, joined_workspace: joining.workspace_id }),
      ...(admission.old === null ? {} : { follows: admission.old.deviceId }),
    },
  })
  await grantFromStart(work, device, admission)
  return ok(device)
}

const otherUser = refuseCall(
  'code_invalid',
  'This hub took the folder in before, for another user than this code is for, and has nothing of it yet. Nothing was changed, and the code was not used. Join with the code of then, or ask for one for the same user.',
)

/**
 * Y-89: a folder that was taken in and has sent nothing, as its joining came to nothing on its own computer, is
 * answered again, with as many slots as it needs now. It stays the device that it was made.
 */
const admitAgain = async (
  core: HubCore,
  work: HubWork,
  { joining }: EnrolRequest,
  before: HubDevice,
  admission: Admission,
): Promise<Result<HubDevice, CallRefusal>> => {
  if (admission.userUid !== before.userUid) return otherUser
  const wanted = Math.min(maxSlotsAtOnce, joining?.slots ?? 1)
  const device = await renewLease(
    { tx: work.tx, own: core.identity.institution },
    before,
    work.nowMs,
    Math.max(0, wanted - before.slots.length),
  )
  await grantFromStart(work, device, admission)
  return ok(device)
}

/** Whether a device is a folder that was taken in and has not come. */
const hasNotCome = (device: HubDevice, { joining, epoch }: EnrolRequest): boolean =>
  epoch === undefined &&
  device.joined &&
  device.state === 'active' &&
  device.dseq === 0 &&
  joining?.device_id === device.deviceId

/** The device that this very request has enrolled already; null where it is new. */
const enrolledBefore = async (
  { tx }: Gate,
  request: EnrolRequest,
  before: HubDevice | null,
): Promise<HubDevice | null> => {
  const hash = request.epoch === undefined ? codeHash(request.code) : `epoch:${request.epoch.device_id}:${request.spki}`
  const code = hash === null ? null : await tx.code(hash)
  return before !== null && (before.codeHash === hash || code?.usedBy === before.deviceId) ? before : null
}

/**
 * What a stranger is asked before anything waits for them: who enrols holds the one transaction that seals, and
 * worthless codes would hold it for everybody. All of it is asked again within.
 */
const gateFault = (core: HubCore, request: EnrolRequest, kid: string): Promise<Result<unknown, CallRefusal>> =>
  core.store.reading(async (tx): Promise<Result<unknown, CallRefusal>> => {
    const gate: Gate = { tx, nowMs: core.env.clock.nowMs() }
    if ((await enrolledBefore(gate, request, await tx.deviceOfKey(kid))) !== null) return ok(undefined)
    return request.epoch === undefined
      ? await admitByCode(gate, request)
      : await provenOld(gate, request, request.epoch)
  })

/** Y-11: enrols a device. The same request again gets the same answer; of what is refused nothing is kept. */
export const enrol = async (core: HubCore, body: Uint8Array): Promise<Result<EnrolAnswer, CallRefusal>> => {
  const version = versionRefusal(body, core.env.versions)
  if (version !== null) return version
  const read = decodeJson(enrolRequest, body)
  if (!read.ok) return refuseMessage(read.error)
  const request = read.value
  const key = provenKey(request)
  if (!key.ok) return key
  const gate = await gateFault(core, request, key.value.kid)
  if (!gate.ok) return gate
  return await sealing(core, async (work) => {
    const before = await work.tx.deviceOfKey(key.value.kid)
    const enrolled = await enrolledBefore(work, request, before)
    if (enrolled !== null) return ok(answerOf(core, enrolled))
    const admission =
      request.epoch === undefined ? await admitByCode(work, request) : await admitEpoch(work, request, request.epoch)
    if (!admission.ok) return admission
    const admitted =
      before !== null && hasNotCome(before, request)
        ? await admitAgain(core, work, request, before, admission.value)
        : await admit(core, work, request, key.value, admission.value)
    if (!admitted.ok) return admitted
    await work.tx.saveDevice(admitted.value)
    if (admission.value.code !== null)
      await work.tx.saveCode({ ...admission.value.code, usedBy: admitted.value.deviceId })
    if (admission.value.old !== null) {
      await work.tx.saveDevice({ ...admission.value.old, state: 'forked' })
      await work.tx.endRefusals(admission.value.old.deviceId)
    }
    return ok(answerOf(core, admitted.value))
  })
}
