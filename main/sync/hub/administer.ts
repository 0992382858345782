import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fingerprintOfCode } from '../../../shared/protocol/enrolment-code.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { NoteVerifier } from '../../seal/checkpoint.ts'
import { openCosignatures } from '../../seal/cosignature.ts'
import { decodeFrontier, frontierRoot } from '../../seal/frontier.ts'
import { toHex } from '../../seal/hash.ts'
import type { CodeRecord, DeviceRecord, HubAdministration } from './administration.ts'
import type { CallRefusal } from './answer.ts'
import { hubFingerprint } from './code.ts'
import type { Hub } from './create-hub.ts'
import { isSilent, lastHeardMs, silenceOf, usualSilenceDays } from './fleet.ts'
import type { SilenceRule } from './fleet.ts'
import { stuckOf } from './refusals.ts'
import type { HubCode, HubDevice, HubHealth, HubRefusals } from './records.ts'
import type { HubStore } from './store.ts'

/** In the place of the device that used a code: nobody did, and nobody will. */
const withdrawn = ''

const codeRecord = (code: HubCode, nowMs: number): CodeRecord => ({
  id: code.hash,
  userUid: code.userUid,
  deviceName: code.deviceName,
  cases: code.cases,
  createdAtMs: code.createdAtMs,
  expiresAtMs: code.expiresAtMs,
  state:
    code.usedBy === withdrawn
      ? 'withdrawn'
      : code.usedBy !== null
        ? 'used'
        : code.expiresAtMs <= nowMs
          ? 'expired'
          : 'open',
})

const deviceRecord = (
  device: HubDevice,
  rule: SilenceRule,
  {
    refused = [],
    told,
  }: { readonly refused?: readonly HubRefusals[] | undefined; readonly told?: HubHealth | undefined },
): DeviceRecord => {
  const { deviceId, number, name, userUid, kid, state, enrolledAtMs, lastContactMs, leaseUntilMs } = device
  return {
    deviceId,
    number,
    name,
    userUid,
    kid,
    state,
    enrolledAtMs,
    lastContactMs: lastContactMs === null && told === undefined ? null : lastHeardMs(device, told),
    silent: isSilent(device, told, rule),
    told: told ?? null,
    leaseUntilMs,
    leaseEnded: state === 'active' && leaseUntilMs <= rule.nowMs,
    refused,
  }
}

const listedDevices = async (store: HubStore, rule: SilenceRule): Promise<readonly DeviceRecord[]> => {
  const [devices, refusals, healths] = await store.reading(
    async (tx) => [await tx.devices(), await tx.refusals(), await tx.healths()] as const,
  )
  const refused = Map.groupBy(stuckOf(devices, refusals), ({ deviceId }) => deviceId)
  const told = new Map(healths.map((one) => [one.deviceId, one]))
  return devices
    .map((device) =>
      deviceRecord(device, rule, { refused: refused.get(device.deviceId), told: told.get(device.deviceId) }),
    )
    .sort((a, b) => a.number - b.number)
}

/** A refusal of a call, as the interface says it. */
const asRefusal = ({ code, message }: CallRefusal): Refusal =>
  refusal(code === 'unavailable' || code === 'storage_full' ? code : 'unknown_reference', message)

const mapped = <T, U>(result: Result<T, CallRefusal>, map: (value: T) => U): Result<U, Refusal> =>
  result.ok ? ok(map(result.value)) : fail(asRefusal(result.error))

const alreadyDone = (message: string): Result<never, Refusal> => fail(refusal('already_done', message))

/** Ends a device's part unless that has been done: then it is said, and nothing is sealed. */
const ending = async (
  hub: Hub,
  rule: SilenceRule,
  ended: readonly HubDevice['state'][],
  deviceId: string,
  act: () => Promise<Result<HubDevice, CallRefusal>>,
): Promise<Result<DeviceRecord, Refusal>> => {
  const before = (await hub.listDevices()).find((device) => device.deviceId === deviceId)
  if (before === undefined) return fail(refusal('not_found', 'There is no device with this id.'))
  return ended.includes(before.state)
    ? alreadyDone(`The device is ${before.state} already.`)
    : mapped(await act(), (device) => deviceRecord(device, rule, {}))
}

const changedOr = (unchanged: string, done: Result<boolean, CallRefusal>): Result<void, Refusal> => {
  if (done.ok && !done.value) return alreadyDone(unchanged)
  return mapped(done, () => undefined)
}

/** Entries in quarantine that are looked through for one page. */
const quarantinedMax = 10_000

/** What an administrator does on a hub, as the interface asks for it. */
export const createHubAdministration = (
  hub: Hub,
  store: HubStore,
  {
    nowMs,
    witnesses,
    silentAfterMs = silenceOf(usualSilenceDays),
  }: {
    readonly nowMs: () => number
    readonly witnesses: readonly NoteVerifier[]
    readonly silentAfterMs?: number
  },
): HubAdministration => {
  const rule = (): SilenceRule => ({ nowMs: nowMs(), afterMs: silentAfterMs })
  return {
    codes: async () =>
      (await hub.listCodes()).map((code) => codeRecord(code, nowMs())).sort((a, b) => b.createdAtMs - a.createdAtMs),
    createCode: async (input) => {
      const made = await hub.createCode(input)
      const kept = await store.reading((tx) => tx.code(made.hash))
      if (kept === null) throw new Error('a code that was made is not kept')
      return ok({ ...codeRecord(kept, nowMs()), code: made.code, fingerprint: fingerprintOfCode(made.code) ?? '' })
    },
    withdrawCode: (id) =>
      store.exclusively(async (tx) => {
        const code = await tx.code(id)
        if (code === null) return fail(refusal('not_found', 'There is no enrolment code with this id.'))
        if (code.usedBy !== null) return fail(refusal('already_done', 'The code was used or withdrawn already.'))
        const after: HubCode = { ...code, usedBy: withdrawn }
        await tx.saveCode(after)
        return ok(codeRecord(after, nowMs()))
      }),
    devices: () => listedDevices(store, rule()),
    epochsOf: (deviceId) => hub.epochsOf(deviceId),
    revokeDevice: (deviceId, reason, actor) =>
      ending(hub, rule(), ['revoked', 'removed'], deviceId, () => hub.revoke(deviceId, { actor, reason })),
    removeDevice: (deviceId, reason, actor) =>
      ending(hub, rule(), ['removed'], deviceId, () => hub.remove(deviceId, { actor, reason })),
    grants: async (caseUid) =>
      (await hub.grants(caseUid)).flatMap(({ subject: { kind, id }, endedFeed }) =>
        endedFeed !== null || kind === 'member' ? [] : [{ kind, id }],
      ),
    giveGrant: async (caseUid, to, actor) =>
      changedOr('The case is shared with them already.', await hub.grant(caseUid, to, { actor })),
    endGrant: async (caseUid, to, actor) =>
      changedOr('The case is not shared with them.', await hub.endGrant(caseUid, to, { actor })),
    quarantined: async ({ offset, limit }) => {
      const [entries, { quarantined: total }] = await store.reading(
        async (tx) => [await tx.quarantined(Math.min(quarantinedMax, offset + limit)), await tx.totals()] as const,
      )
      return {
        total,
        entries: entries
          .slice(offset)
          .map(({ id, case: name, deviceId, code, atMs }) => ({ entryId: id, case: name, deviceId, code, atMs })),
      }
    },
    log: async () => {
      const head = await store.reading((tx) => tx.logHead())
      const cosigned = await hub.provenLogCheckpoint('cosigned')
      const stamped = await hub.provenLogCheckpoint('timestamped')
      const opened = cosigned === null ? null : openCosignatures(cosigned.note, witnesses)
      const seen = opened?.ok === true ? opened.value : []
      return {
        origin: `${hub.identity.origin}/log`,
        fingerprint: toHex(hubFingerprint(hub.identity.spki)),
        size: head?.size ?? 0,
        root: head === null ? null : toHex(frontierRoot(decodeFrontier(head.frontier))),
        note: head?.note ?? null,
        witnesses: witnesses.map(({ name }) => {
          const at = seen.filter((one) => one.name === name).map((one) => one.atSeconds * 1_000)
          return { name, atMs: at.length === 0 ? null : Math.max(...at) }
        }),
        timeStamped: stamped !== null,
      }
    },
  }
}
