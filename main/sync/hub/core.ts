import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { refuseCall } from './answer.ts'
import type { CallRefusal } from './answer.ts'
import type { HubBlob, HubDevice } from './records.ts'
import type { HubReader, HubStore } from './store.ts'
import { beginWork } from './work.ts'
import type { CheckedSignatures } from '../../seal/checked-signatures.ts'
import type { HubSealing, HubWork } from './work.ts'
import { newWorkspaceHead, readWorkspaceHead } from './workspace-head.ts'
import type { WorkspaceHead } from './workspace-head.ts'

/** Something that people have to look at. */
export interface HubAlarm {
  readonly code: string
  readonly case: string | null
  readonly deviceId: string | null
  readonly entryId: string | null
  readonly message: string
}

/** Whose bytes, of which case. */
export type BlobOfCase = Pick<HubBlob, 'case' | 'sha256'>

/** Who is told that bytes were erased. */
export interface ErasedTold {
  listener: () => void
}

/** What all calls of a hub stand on. */
export interface HubCore extends HubSealing {
  readonly store: HubStore
  alarm(alarm: HubAlarm): void
  /**
   * Where signatures that held are noted for the hub's own folder, which stands in the same process; absent: nobody
   * asks.
   */
  readonly checked?: CheckedSignatures
  /**
   * Bytes that count as received by what a device brought back (Y-55), and that nobody has looked for in the store
   * since.
   */
  readonly broughtBack: BlobOfCase[]
  /** Told after each transaction that erased bytes: their files are to go from the store. */
  readonly erased: ErasedTold
  /** Told after each transaction by how much the clock is behind the hub's time (Y-56). */
  readonly clockIs: (behindMs: number) => void
}

/** The workspace chain as the hub's rules read it. */
export const readWorkspace = async (tx: HubReader): Promise<WorkspaceHead> => {
  const chain = await tx.chain('workspace')
  return chain === null ? newWorkspaceHead : readWorkspaceHead(chain.head)
}

const refusalOfState: Readonly<Record<Exclude<HubDevice['state'], 'active'>, Result<never, CallRefusal>>> = {
  revoked: refuseCall('revoked', 'This device was revoked.'),
  removed: refuseCall('removed', 'This device was removed from the workspace.'),
  forked: refuseCall(
    'device_forked',
    'This device was copied or restored: another entry stands where it sealed one before.',
  ),
}

/** What a device is told of which the hub has no record. */
export const notEnrolled = refuseCall(
  'code_invalid',
  'This hub does not know this device: it was never enrolled here, or the hub was restored from a backup that is older than its enrolment, and the device never finished a sync since. Then let the other devices sync, which bring the enrolment back. Where none of them has heard of it, enrol the device anew, in a new folder and with a new code. Keep this folder: what the hub lacks exists only here.',
)

/** A device that may call; else why not. */
export const activeDevice = async (tx: HubReader, deviceId: string): Promise<Result<HubDevice, CallRefusal>> => {
  const device = await tx.device(deviceId)
  if (device === null) return notEnrolled
  return device.state === 'active' ? ok(device) : refusalOfState[device.state]
}

/** Runs a job that works on chains, in one durable transaction; then it is known how far the clock is behind (Y-56). */
export const working = async <T>(core: HubCore, job: (work: HubWork) => Promise<T>): Promise<T> => {
  let behindMs = 0
  let erased = false
  const done = await core.store.exclusively(async (tx) => {
    const work = beginWork(tx, core)
    const result = await job(work)
    behindMs = work.behindMs()
    erased = work.hasErasedBytes()
    return result
  })
  core.clockIs(behindMs)
  if (erased) core.erased.listener()
  return done
}

/** Runs a job that seals entries of the hub's own, in one durable transaction. What it refuses changes nothing. */
export const sealing = <T>(
  core: HubCore,
  job: (work: HubWork) => Promise<Result<T, CallRefusal>>,
): Promise<Result<T, CallRefusal>> =>
  working(core, async (work) => {
    // What the hub seals counts for nobody before the workspace's own chain has brought its key (S-31).
    if (!Object.hasOwn((await work.workspace()).keys, core.identity.kid))
      return refuseCall('unavailable', 'The hub is still being set up: its own folder has not brought its key yet.')
    const done = await job(work)
    if (done.ok) await work.finish()
    return done
  })
