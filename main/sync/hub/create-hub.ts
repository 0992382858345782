import type { Refusal } from '../../../shared/api/errors.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { GrantTo } from './administration.ts'
import type { CallRefusal, HubAnswer } from './answer.ts'
import { answerRefusal } from './answer.ts'
import type { CheckedSignatures } from '../../seal/checked-signatures.ts'
import type { NoteVerifier } from '../../seal/checkpoint.ts'
import { hubEpochId } from '../../seal/hub-epochs.ts'
import { encodeFeed, encodeJson } from '../wire.ts'
import { endGrant, grantCase, removeDevice, revokeDevice } from './acts.ts'
import type { By } from './acts.ts'
import { createHubBlobs } from './blobs.ts'
import type { HubBlobs } from './blobs.ts'
import type { HubAlarm, HubCore } from './core.ts'
import { watchHubClock } from './clock-watch.ts'
import { withFormer } from './ended.ts'
import { createCode, enrol } from './enrol.ts'
import type { NewCode } from './enrol.ts'
import type { HubBytes } from './bytes.ts'
import { readCarried, writeCarried } from './carried.ts'
import type { WrittenFile } from '../service.ts'
import type { CarriedIn } from './carried.ts'
import { copies, returnCopy, takeCopy } from './copies.ts'
import type { DescribeCases } from './copies.ts'
import { health } from './health.ts'
import { hubDeviceIdOf, openHubKey } from './hub-key.ts'
import type { HubEnv } from './hub-key.ts'
import { addCosignature, logCheckpoint, logConsistency, logInclusion, provenLogCheckpoint, tileAt } from './log.ts'
import type { LogCheckpoint, ToldLogProof } from './log.ts'
import { numbers } from './numbers.ts'
import { pull } from './pull.ts'
import { push } from './push.ts'
import { leaveDeviceNumbers } from './leave-numbers.ts'
import { readmit } from './readmit.ts'
import { syncCallerOf, challenge, openDeviceSession } from './session.ts'
import { HubStoreFault } from './store-fault.ts'
import type { HubCheckpoint, HubCode, HubDevice, HubGrant, HubIdentity, HubQuarantined } from './records.ts'
import type { HubStore } from './store.ts'

export type { HubAlarm } from './core.ts'

/** The calls of the protocol. */
export const hubCalls = [
  'challenge',
  'session',
  'enrol',
  'push',
  'pull',
  'copies',
  'take-copy',
  'return-copy',
  'numbers',
  'health',
] as const
export type HubCall = (typeof hubCalls)[number]

/** A hub: the calls of its protocol as bytes, whatever way they come, and what administrators do. */
export interface Hub {
  readonly identity: HubIdentity
  /** Answers a call. Never throws for what a caller sent; a bug, or an abort, does. */
  handle(call: HubCall, token: string | null, body: Uint8Array, signal?: AbortSignal): Promise<HubAnswer>
  /** The device of a session; for what is served beside the protocol (evidence bytes, hints). */
  /** @param only what the session must be good for at least; absent: everything */
  authenticate(token: string | null, only?: 'evidence'): Promise<Result<{ readonly deviceId: string }, CallRefusal>>
  createCode(input: NewCode): Promise<{ readonly code: string; readonly hash: string; readonly expiresAtMs: number }>
  listCodes(): Promise<readonly HubCode[]>
  listDevices(): Promise<readonly HubDevice[]>
  /**
   * A device with those that its folder was in earlier epochs (Y-15), by their ids; the device alone where the hub does
   * not know it.
   */
  epochsOf(deviceId: string): Promise<readonly string[]>
  revoke(deviceId: string, by: By & { readonly fromDseq?: number }): Promise<Result<HubDevice, CallRefusal>>
  remove(deviceId: string, by: By): Promise<Result<HubDevice, CallRefusal>>
  /** Hears a folder of the hub itself again that has left its other course (Y-83). */
  readmit(deviceId: string): Promise<void>
  /** Gives no number of a device again that may have been given since the backup of a hub that was restored (Y-106). */
  leaveDeviceNumbers(): Promise<void>
  grant(caseUid: string, subject: GrantTo, by: By): Promise<Result<boolean, CallRefusal>>
  endGrant(caseUid: string, subject: GrantTo, by: By): Promise<Result<boolean, CallRefusal>>
  grants(caseUid: string): Promise<readonly HubGrant[]>
  /** Who may bring and read which bytes of evidence, and the seal that they arrived (Y-61). */
  readonly blobs: HubBlobs
  /**
   * Takes in a file that a device wrote for this hub, and writes one for a device (Y-70). Rejects with `HubStoreFault`
   * like all that touches the store.
   */
  readCarried(bytes: HubBytes, path: string, into?: string): Promise<Result<CarriedIn, Refusal>>
  writeCarried(
    evidence: Parameters<typeof writeCarried>[1],
    path: string,
    deviceId: string,
  ): Promise<Result<WrittenFile, Refusal>>
  quarantined(limit: number): Promise<readonly HubQuarantined[]>
  /** Sets the feed number below which a device has to compare heads (Y-26). */
  compact(floor: number): Promise<void>
  /** The newest signed checkpoint of a case, or of the chain `workspace`. */
  checkpointOf(name: string): Promise<HubCheckpoint | null>
  logCheckpoint(): Promise<LogCheckpoint | null>
  provenLogCheckpoint(which: 'cosigned' | 'timestamped'): Promise<LogCheckpoint | null>
  tile(path: string): Promise<Uint8Array | null>
  inclusion(index: number, size?: number): Promise<Result<ToldLogProof, CallRefusal>>
  consistency(from: number, size?: number): Promise<Result<ToldLogProof, CallRefusal>>
  addCosignature(note: string, line: string, witnesses: readonly NoteVerifier[]): Promise<Result<void, CallRefusal>>
  /** The newest head that bears a time stamp (Y-54): the note as the log signed it, and the RFC 3161 token over it. */
  timestampedHead(): Promise<{ readonly note: string; readonly token: Uint8Array } | null>
  /** Keeps an RFC 3161 token over the log checkpoint of a size (Y-54). */
  setTimestamp(size: number, token: Uint8Array): Promise<void>
}

export interface HubOptions extends HubEnv {
  /** Told of what people have to look at; it is in the log too. */
  readonly onAlarm?: (alarm: HubAlarm) => void
  /** How cases are called; absent: copies are listed by their uids alone. */
  readonly describeCases?: DescribeCases
  /** Where signatures of entries that held are noted; absent: nowhere. */
  readonly checked?: CheckedSignatures
}

const answered = <T>(result: Result<T, CallRefusal>, encode: (value: T) => Uint8Array): HubAnswer =>
  result.ok ? { status: 200, body: encode(result.value) } : answerRefusal(result.error)

/** Does a job for the device of a session; `only`: what the session must be good for at least. */
const asCaller =
  (core: HubCore) =>
  async <T>(
    token: string | null,
    job: (deviceId: string) => Promise<Result<T, CallRefusal>>,
    only?: 'evidence',
  ): Promise<Result<T, CallRefusal>> => {
    const caller = await syncCallerOf(core, token, only)
    return caller.ok ? await job(caller.value.deviceId) : caller
  }

/** After which a busy or broken store is asked again. */
const retryAfterMs = 2_000

/**
 * Opens the hub of a founded store (`foundHub`).
 *
 * @returns null where the store was not founded, or lies under another secret
 */
export const createHub = async (store: HubStore, options: HubOptions): Promise<Hub | null> => {
  const identity = await store.reading((tx) => tx.identity())
  const signer = identity === null ? null : openHubKey(identity, options.hubSecret)
  if (identity === null || signer === null) return null
  const alarm = (raised: HubAlarm): void => {
    options.log.error({ alarm: raised }, 'the hub raises an alarm')
    options.onAlarm?.(raised)
  }
  const epochId = hubEpochId(hubDeviceIdOf(identity.workspaceUid), Buffer.from(options.random.bytes(8)).toString('hex'))
  const core: HubCore = {
    store,
    identity,
    signer,
    env: options,
    epochId,
    alarm,
    clockIs: watchHubClock(alarm),
    broughtBack: [],
    erased: { listener: () => undefined },
    ...(options.checked === undefined ? {} : { checked: options.checked }),
  }

  const withCaller = asCaller(core)
  const run = async (call: HubCall, token: string | null, body: Uint8Array): Promise<HubAnswer> => {
    switch (call) {
      case 'challenge':
        return answered(await challenge(core, body), encodeJson)
      case 'session':
        return answered(await openDeviceSession(core, body), encodeJson)
      case 'enrol':
        return answered(await enrol(core, body), encodeJson)
      case 'push':
        return answered(await withCaller(token, (deviceId) => push(core, deviceId, body)), encodeJson)
      case 'pull':
        return answered(await withCaller(token, (deviceId) => pull(core, deviceId, body)), encodeFeed)
      case 'copies':
        return answered(
          await withCaller(token, (deviceId) => copies(core, deviceId, body, options.describeCases)),
          encodeJson,
        )
      case 'take-copy':
        return answered(await withCaller(token, (deviceId) => takeCopy(core, deviceId, body)), encodeJson)
      case 'numbers':
        return answered(await withCaller(token, (deviceId) => numbers(core, deviceId, body)), encodeJson)
      case 'health':
        return answered(await withCaller(token, (deviceId) => health(core, deviceId, body), 'evidence'), encodeJson)
      case 'return-copy':
        return answered(await withCaller(token, (deviceId) => returnCopy(core, deviceId, body)), encodeJson)
    }
  }

  return {
    identity,
    handle: async (call, token, body, signal) => {
      signal?.throwIfAborted()
      try {
        return await run(call, token, body)
      } catch (error) {
        if (!(error instanceof HubStoreFault)) throw error
        return answerRefusal({ code: error.refusal.code, message: error.refusal.message, retryAfterMs })
      }
    },
    authenticate: (token, only) => syncCallerOf(core, token, only),
    createCode: (input) => createCode(core, input),
    listCodes: () => store.reading((tx) => tx.codes()),
    listDevices: () => store.reading((tx) => tx.devices()),
    epochsOf: (deviceId) =>
      store.reading(async (tx) => {
        const device = await tx.device(deviceId)
        return device === null ? [deviceId] : (await withFormer(tx, device)).map((one) => one.deviceId)
      }),
    revoke: (deviceId, by) => revokeDevice(core, deviceId, by),
    remove: (deviceId, by) => removeDevice(core, deviceId, by),
    readmit: (deviceId) => readmit(core, deviceId),
    leaveDeviceNumbers: () => leaveDeviceNumbers(core),
    grant: (caseUid, subject, by) => grantCase(core, caseUid, subject, by),
    endGrant: (caseUid, subject, by) => endGrant(core, caseUid, subject, by),
    grants: (caseUid) => store.reading((tx) => tx.grants(caseUid)),
    blobs: createHubBlobs(core),
    readCarried: (bytes, path, into) => readCarried(core, bytes, path, into),
    writeCarried: (evidence, path, deviceId) => writeCarried(core, evidence, path, deviceId),
    quarantined: (limit) => store.reading((tx) => tx.quarantined(limit)),
    compact: (floor) => store.exclusively((tx) => tx.setFloor(floor)),
    checkpointOf: (name) => store.reading((tx) => tx.checkpoint(name)),
    logCheckpoint: () => logCheckpoint(core),
    provenLogCheckpoint: (which) => provenLogCheckpoint(core, which),
    timestampedHead: () =>
      store.reading(async (tx) => {
        const head = await tx.logCheckpoint('timestamped')
        return head === null || head.timestamp === null ? null : { note: head.note, token: head.timestamp }
      }),
    tile: (path) => tileAt(core, path),
    inclusion: (index, size) => logInclusion(core, index, size),
    consistency: (from, size) => logConsistency(core, from, size),
    addCosignature: (note, line, witnesses) => addCosignature(core, note, line, witnesses),
    setTimestamp: (size, token) => store.exclusively((tx) => tx.setTimestamp(size, token)),
  }
}
