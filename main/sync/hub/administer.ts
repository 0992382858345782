import { createHash } from 'node:crypto'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fingerprintOfCode, readCode } from '../../../shared/protocol/enrolment-code.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { parseNote } from '../../seal/checkpoint.ts'
import type { CodeRecord, DeviceRecord, HubAdministration, NewCode } from './administration.ts'
import type { HubCode, HubDevice, HubGrant, HubIdentity, HubQuarantined, HubStore } from './store.ts'

/** Why a hub refuses an act. */
interface ActRefusal {
  readonly code: string
  readonly message: string
}

type Act<T> = Promise<Result<T, ActRefusal>>
interface By {
  readonly actor: string
  readonly reason?: string
}

/** What of a hub an administrator sets in motion (main/sync/hub/create-hub.ts). */
export interface HubActs {
  readonly identity: Pick<HubIdentity, 'origin' | 'spki'>
  createCode(input: NewCode): Promise<{ readonly code: string; readonly expiresAtMs: number }>
  listCodes(): Promise<readonly HubCode[]>
  listDevices(): Promise<readonly HubDevice[]>
  revoke(deviceId: string, by: By): Act<HubDevice>
  remove(deviceId: string, by: By): Act<HubDevice>
  grant(caseUid: string, subject: HubGrant['subject'], by: By): Act<boolean>
  endGrant(caseUid: string, subject: HubGrant['subject'], by: By): Act<boolean>
  grants(caseUid: string): Promise<readonly HubGrant[]>
  quarantined(limit: number): Promise<readonly HubQuarantined[]>
  logCheckpoint(): Promise<{ readonly size: number; readonly note: string; readonly timestamp: Uint8Array | null } | null>
}

export interface AdministrationParts {
  readonly hub: HubActs
  readonly store: Pick<HubStore, 'exclusively'>
  readonly nowMs: () => number
}

/** The most quarantined entries that are counted and shown. */
const quarantineMax = 10_000

const noCode = refusal('not_found', 'There is no enrolment code with this id.')
const noDevice = refusal('not_found', 'There is no device with this id.')

/** A withdrawn code ended in the moment in which it began. */
const stateOf = (code: HubCode, nowMs: number): CodeRecord['state'] => {
  if (code.usedBy !== null) return 'used'
  if (code.expiresAtMs <= code.createdAtMs) return 'withdrawn'
  return code.expiresAtMs <= nowMs ? 'expired' : 'open'
}

const recordOf = (code: HubCode, nowMs: number): CodeRecord => {
  const { hash: id, userUid, deviceName, cases, createdAtMs, expiresAtMs } = code
  return { id, userUid, deviceName, cases, createdAtMs, expiresAtMs, state: stateOf(code, nowMs) }
}

const deviceOf = ({ deviceId, number, name, userUid, kid, state, enrolledAtMs, lastContactMs, leaseUntilMs }: HubDevice): DeviceRecord => ({ deviceId, number, name, userUid, kid, state, enrolledAtMs, lastContactMs, leaseUntilMs })

/** Words of the hub as a refusal of the interface: what it does not know is not there, what it cannot do now it may later. */
const refusedAs = ({ code, message }: ActRefusal): Refusal => {
  if (code === 'storage_full') return refusal('storage_full', message)
  return refusal(code === 'busy' || code === 'unavailable' ? 'unavailable' : 'not_found', message)
}

const signedAtMs = (sig: Uint8Array): number | null => (sig.length === 72 ? Number(Buffer.from(sig).readBigUInt64BE(0)) * 1_000 : null)

const codes = ({ hub, store, nowMs }: AdministrationParts): Pick<HubAdministration, 'codes' | 'createCode' | 'withdrawCode'> => ({
  codes: async () => (await hub.listCodes()).map((code) => recordOf(code, nowMs())).sort((a, b) => b.createdAtMs - a.createdAtMs),
  createCode: async (input) => {
    const before = new Set((await hub.listCodes()).map(({ hash }) => hash))
    const { code } = await hub.createCode(input)
    const made = (await hub.listCodes()).find(({ hash, deviceName }) => !before.has(hash) && deviceName === input.deviceName)
    const fingerprint = fingerprintOfCode(code)
    if (made === undefined || fingerprint === null || readCode(code) === null) throw new Error('a code that was just made is not kept')
    return ok({ ...recordOf(made, nowMs()), code, fingerprint })
  },
  withdrawCode: (id) =>
    store.exclusively(async (tx) => {
      const code = await tx.code(id)
      if (code === null) return fail(noCode)
      const state = stateOf(code, nowMs())
      if (state !== 'open') return fail(refusal('already_done', state === 'used' ? 'The code was used already; revoke the device instead.' : 'The code is not good any more.'))
      const withdrawn = { ...code, expiresAtMs: code.createdAtMs }
      await tx.saveCode(withdrawn)
      return ok(recordOf(withdrawn, nowMs()))
    }),
})

const devices = ({ hub }: AdministrationParts): Pick<HubAdministration, 'devices' | 'revokeDevice' | 'removeDevice'> => {
  const ending = (ended: readonly HubDevice['state'][], act: (deviceId: string, by: By) => Act<HubDevice>) => async (deviceId: string, reason: string, actor: string): Promise<Result<DeviceRecord, Refusal>> => {
    const before = (await hub.listDevices()).find((device) => device.deviceId === deviceId)
    if (before === undefined) return fail(noDevice)
    if (ended.includes(before.state)) return fail(refusal('already_done', `The device is ${before.state} already.`))
    const done = await act(deviceId, { actor, reason })
    return done.ok ? ok(deviceOf(done.value)) : fail(refusedAs(done.error))
  }
  return {
    devices: async () => (await hub.listDevices()).map(deviceOf).sort((a, b) => a.number - b.number),
    revokeDevice: ending(['revoked', 'removed'], (id, by) => hub.revoke(id, by)),
    removeDevice: ending(['removed'], (id, by) => hub.remove(id, by)),
  }
}

const grants = ({ hub }: AdministrationParts): Pick<HubAdministration, 'grants' | 'giveGrant' | 'endGrant'> => {
  const changed = (done: Result<boolean, ActRefusal>, unchanged: Refusal): Result<void, Refusal> => {
    if (!done.ok) return fail(refusedAs(done.error))
    return done.value ? ok(undefined) : fail(unchanged)
  }
  return {
    grants: async (caseUid) => (await hub.grants(caseUid)).filter(({ endedFeed }) => endedFeed === null).map(({ subject }) => subject),
    giveGrant: async (caseUid, to, actor) => changed(await hub.grant(caseUid, to, { actor }), refusal('already_done', 'The case is shared with them already.')),
    endGrant: async (caseUid, to, actor) => changed(await hub.endGrant(caseUid, to, { actor }), refusal('unknown_reference', 'The case is not shared with them.')),
  }
}

const proofs = ({ hub }: AdministrationParts): Pick<HubAdministration, 'quarantined' | 'log'> => ({
  quarantined: async ({ offset, limit }) => {
    const all = await hub.quarantined(quarantineMax)
    const entries = all.slice(offset, offset + limit).map(({ id, case: name, deviceId, code, atMs }) => ({ entryId: id, case: name, deviceId, code, atMs }))
    return { total: all.length, entries }
  },
  log: async () => {
    const { origin, spki } = hub.identity
    const fingerprint = createHash('sha256').update(spki).digest('hex').slice(0, 20)
    const head = await hub.logCheckpoint()
    const empty = { origin: `${origin}/log`, fingerprint, size: 0, root: null, note: null, witnesses: [], timeStamped: false }
    if (head === null) return empty
    const parsed = parseNote(head.note)
    const root = parsed?.text.split('\n')[2]
    // The first signature is the hub's own; the hub keeps no cosignature that it has not checked.
    const witnesses = (parsed?.signatures ?? []).slice(1).map(({ name, sig }) => ({ name, atMs: signedAtMs(sig) }))
    return { ...empty, size: head.size, root: root === undefined ? null : Buffer.from(root, 'base64').toString('hex'), note: head.note, witnesses, timeStamped: head.timestamp !== null }
  },
})

/** Makes the administration of a hub out of its acts. */
export const createHubAdministration = (parts: AdministrationParts): HubAdministration => ({ ...codes(parts), ...devices(parts), ...grants(parts), ...proofs(parts) })
