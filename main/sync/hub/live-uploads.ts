import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { BlobStore } from '../../blobs/file-store.ts'
import type { PartialBlob } from '../../blobs/partial-blob.ts'
import type { Clock } from '../../platform/clock.ts'
import type { KeyedLock } from '../../platform/keyed-lock.ts'
import type { Log } from '../../platform/log.ts'
import type { Scheduler } from '../../platform/scheduler.ts'
import { refuseCall } from './answer.ts'
import type { CallRefusal } from './answer.ts'
import type { OfferedBlob } from './blobs.ts'

/** What files under way stand on. */
export interface LiveParts {
  readonly store: Pick<BlobStore, 'resume' | 'begin' | 'discard' | 'freeBytes' | 'sweepOlder'>
  readonly clock: Pick<Clock, 'monoMs' | 'nowMs'>
  readonly scheduler: Scheduler
  /** By the ids of the files: whoever does something to one holds its lock. */
  readonly locks: KeyedLock
  readonly log: Pick<Log, 'error'>
}

/** A file under way that is open. */
export interface LiveUpload {
  readonly partial: PartialBlob
  readonly deviceId: string
  usedMs: number
}

/**
 * The files of uploads under way: some of them stay open between two pieces, and what nobody goes on with is forgotten
 * in the end.
 */
export interface LiveUploads {
  has(id: string): boolean
  /**
   * Opens the file of an upload, begun now or earlier; refused where there is no room for it, on the disk or among
   * those that are open. The caller holds its lock.
   */
  open(id: string, deviceId: string, blob: OfferedBlob): Promise<Result<LiveUpload, CallRefusal>>
  /**
   * Whether the disk has room for more of what comes in; it is looked at after so many bytes of all uploads together.
   */
  hasRoomFor(bytes: number): Promise<boolean>
  used(upload: LiveUpload): void
  /** Closes a file; what came of it stays. */
  letGo(id: string): Promise<void>
  /** Another one closes it. */
  forget(id: string): void
  /** Notes that a connection writes to a file, and how to end it; the answered function says that it is through. */
  write(id: string, interruption: () => void): () => void
  /** A device that comes back has given up the connection by which it wrote. */
  interrupt(id: string): void
  interruptAll(): void
  close(): Promise<void>
}

/** After which a store that has no room or does not answer is asked again. */
export const storeAgainMs = 5_000
const reserveBytes = 64 * 1_048_576
/** Files under way that stay open between two pieces, each with three mebibytes of memory. */
const openMost = 32
/** Of these, those of one device, which brings one file after the other: none keeps the others out. */
const openOfOne = 8
/** Bytes of all uploads between two looks at the disk: what may be missing of the reserve. */
const lookAfterBytes = 8 * 1_048_576
const idleMs = 120_000
/** An upload that nobody goes on with for so long is begun anew. */
const forgottenMs = 7 * 86_400_000

const noRoom = refuseCall(
  'storage_full',
  'The hub has not enough room for these bytes. Nothing was lost: they stay on the device that has them.',
  300_000,
)
const busy = refuseCall('busy', 'The hub takes in as many files as it can at once.', storeAgainMs)

const roomOn = (store: Pick<BlobStore, 'freeBytes'>): LiveUploads['hasRoomFor'] => {
  let unlooked = 0
  return async (bytes) => {
    unlooked += bytes
    if (unlooked < lookAfterBytes) return true
    const hasRoom = (await store.freeBytes()) >= reserveBytes
    // As long as there is none, each piece that comes is asked about.
    if (hasRoom) unlooked = 0
    return hasRoom
  }
}

export const createLiveUploads = ({ store, clock, scheduler, locks, log }: LiveParts): LiveUploads => {
  const live = new Map<string, LiveUpload>()
  const writing = new Map<string, () => void>()
  /**
   * Files that are being opened, with their devices: they count already, since reading a long one again takes its time.
   */
  const opening = new Map<string, string>()

  const letGo = async (id: string): Promise<void> => {
    const open = live.get(id)
    live.delete(id)
    await open?.partial.close()
  }

  const letGoLater = (id: string): void => {
    locks
      .run(id, () => letGo(id))
      .catch((error: unknown) => log.error({ err: error }, 'the file of an upload that rests could not be closed'))
  }

  const sweep = (): void => {
    for (const [id, { usedMs }] of live) if (!writing.has(id) && clock.monoMs() - usedMs > idleMs) letGoLater(id)
    store
      .sweepOlder(clock.nowMs() - forgottenMs)
      .catch((error: unknown) => log.error({ err: error }, 'forgotten uploads could not be removed'))
    cancelSweep = scheduler.after(idleMs, sweep)
  }
  let cancelSweep = scheduler.after(idleMs, sweep)

  /**
   * Makes room for one more open file; null where all that could go are at work. What it decides holds at once, so that
   * no other is let in meanwhile.
   */
  const makeRoom = (deviceId: string): Promise<void> | null => {
    const own = [...live].filter(([, upload]) => upload.deviceId === deviceId)
    const hasShare = own.length + [...opening.values()].filter((one) => one === deviceId).length < openOfOne
    if (hasShare && live.size + opening.size < openMost) return Promise.resolve()
    const [oldest] = (hasShare ? [...live] : own)
      .filter(([id]) => !locks.isHeld(id))
      .sort(([, a], [, b]) => a.usedMs - b.usedMs)
    return oldest === undefined ? null : letGo(oldest[0])
  }

  const openFile = async (
    id: string,
    deviceId: string,
    { key, size }: OfferedBlob,
  ): Promise<Result<LiveUpload, CallRefusal>> => {
    // Asked first: where the store does not answer, no file is left open.
    const free = await store.freeBytes()
    const resumed = await store.resume(id, key)
    const before = resumed.ok ? resumed.value.taken() : 0
    if (free < size - before + reserveBytes) {
      if (resumed.ok) await resumed.value.close()
      return noRoom
    }
    // What was cut off before its header was whole stands in the way of a new beginning.
    if (!resumed.ok) await store.discard(id)
    const opened: LiveUpload = {
      partial: resumed.ok ? resumed.value : await store.begin(id, key),
      deviceId,
      usedMs: clock.monoMs(),
    }
    live.set(id, opened)
    return ok(opened)
  }

  const open: LiveUploads['open'] = async (id, deviceId, blob) => {
    const known = live.get(id)
    if (known !== undefined) return ok(known)
    const room = makeRoom(deviceId)
    if (room === null) return busy
    opening.set(id, deviceId)
    try {
      await room
      return await openFile(id, deviceId, blob)
    } finally {
      opening.delete(id)
    }
  }

  const interruptAll = (): void => {
    for (const interruption of writing.values()) interruption()
  }

  return {
    has: (id) => live.has(id),
    open,
    hasRoomFor: roomOn(store),
    used: (upload) => {
      upload.usedMs = clock.monoMs()
    },
    letGo,
    forget: (id) => void live.delete(id),
    write: (id, interruption) => {
      writing.set(id, interruption)
      return () => void writing.delete(id)
    },
    interrupt: (id) => writing.get(id)?.(),
    interruptAll,
    close: async () => {
      cancelSweep()
      interruptAll()
      for (const id of [...live.keys()]) await locks.run(id, () => letGo(id))
    },
  }
}
