import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { BlobName, BlobsLacking, BlobState } from '../../../shared/protocol/blobs.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { BlobStore } from '../../blobs/file-store.ts'
import { ObjectStoreFault } from '../../blobs/object-store-fault.ts'
import { finishAndClose } from '../../blobs/partial-blob.ts'
import type { Clock } from '../../platform/clock.ts'
import { isDiskFull } from '../../platform/disk-full.ts'
import { createKeyedLock } from '../../platform/keyed-lock.ts'
import type { Log } from '../../platform/log.ts'
import type { Scheduler } from '../../platform/scheduler.ts'
import { refuseCall } from './answer.ts'
import type { CallRefusal } from './answer.ts'
import { erasedByOrder } from './blobs.ts'
import type { HubBlobs, OfferedBlob } from './blobs.ts'
import { removeErasedFiles } from './erased-files.ts'
import { createLackingBytes } from './lacking-bytes.ts'
import { createLiveUploads, storeAgainMs } from './live-uploads.ts'
import type { LiveUpload } from './live-uploads.ts'
import { HubStoreFault } from './store-fault.ts'

/** What taking in bytes and giving them out stands on. */
export interface HubBytesParts {
  readonly blobs: HubBlobs
  readonly store: BlobStore
  readonly clock: Pick<Clock, 'monoMs' | 'nowMs'>
  readonly scheduler: Scheduler
  readonly log: Pick<Log, 'error' | 'info' | 'warn'>
}

/**
 * How far an upload is; `offset` counts what need not be sent again while this process runs, and whole segments of it
 * after a restart.
 */
export interface UploadedBytes {
  readonly size: number
  readonly offset: number
}

/** Bytes that the hub has, to be read at any place. */
export interface ReadableBytes {
  readonly size: number
  /** From `start` up to `end` (exclusive). Throws where they were altered, or the device may not read them any more. */
  read(start: number, end: number): AsyncGenerator<Uint8Array, void>
}

type Refused<T> = Promise<Result<T, CallRefusal>>

/** An upload whose lock is held. */
interface HeldUpload {
  readonly id: string
  readonly deviceId: string
  readonly blob: BlobName
  readonly offered: OfferedBlob
}

/**
 * The bytes of evidence at a hub (Y-61): gathered on the disk of this process, encrypted, and put into the store when
 * they are whole.
 */
export interface HubBytes {
  /**
   * What is here of bytes that a device offers. Once they are whole it waits a while for their seal, which it shows to
   * a device that does not get the case any more.
   */
  offer(deviceId: string, blob: BlobName, prove?: boolean): Refused<BlobState>
  state(deviceId: string, blob: BlobName): Refused<UploadedBytes>
  /**
   * Takes bytes from an offset on. The last one has them hashed: other bytes than were sealed are refused, and nothing
   * of them is kept.
   */
  write(deviceId: string, blob: BlobName, offset: number, bytes: Readable): Refused<UploadedBytes>
  /** Forgets what is here of an upload. */
  drop(deviceId: string, blob: BlobName): Refused<void>
  open(deviceId: string, name: Pick<BlobName, 'case' | 'sha256'>): Refused<ReadableBytes>
  /** What the hub sealed as received and does not have any more (Y-55): whoever has it offers it again. */
  lacking(deviceId: string): Refused<BlobsLacking>
  /** Ends uploads under way; what came of them stays. */
  interrupt(): void
  close(): Promise<void>
}

/** A store may need minutes for a long file; nobody is kept waiting longer than this. */
const patienceMs = 20_000
const againMs = 3_000
/** Between two looks whether a device that reads may still do so. */
const recheckBytes = 16 * 1_048_576

const diskFull = refuseCall(
  'storage_full',
  'The disk of the hub is full. What came before is kept; the device goes on from there.',
  300_000,
)
const otherBytes = refuseCall(
  'hash_mismatch',
  'The bytes that came do not have the hash that was sealed for them. Nothing of them was kept.',
)
const tooLong = refuseCall('too_large', 'More bytes came than the sealed entry states. The rest was not kept.')
const lost = refuseCall(
  'not_found',
  'The hub does not have these bytes any more, as after a backup that lacked them. It asks the devices that have them.',
)
const gone = refuseCall(
  'unavailable',
  'The hub cannot read these bytes any more. Its log says why; tell its administrator.',
  300_000,
)

/** What a partial file is called: the same for the same device and bytes, so that no restart forgets it. */
const partialIdOf = (deviceId: string, { case: name, sha256 }: Pick<BlobName, 'case' | 'sha256'>): string => {
  const hex = createHash('sha256')
    .update(JSON.stringify([deviceId, name, sha256]))
    .digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}

/** Turns what the ground of a store does into a refusal; a bug throws on. */
const faultOf = (error: unknown): Result<never, CallRefusal> => {
  if (error instanceof ObjectStoreFault || error instanceof HubStoreFault)
    return refuseCall(error.refusal.code, error.refusal.message, storeAgainMs)
  if (isDiskFull(error)) return diskFull
  throw error
}

/** Makes the part of a hub that holds bytes. */
export const createHubBytes = ({ blobs, store, clock, scheduler, log }: HubBytesParts): HubBytes => {
  const locks = createKeyedLock()
  const live = createLiveUploads({ store, clock, scheduler, locks, log })
  const placing = new Map<string, Refused<void>>()
  const lacking = createLackingBytes({ blobs, store, clock, log })
  const erasedFiles = removeErasedFiles({
    blobs,
    store,
    log,
    forget: (blob) => lacking.forget(blob),
    drop: async ({ case: name, sha256 }, deviceId) => {
      const id = partialIdOf(deviceId, { case: name, sha256 })
      live.interrupt(id)
      await locks.run(id, () => live.letGo(id).then(() => store.discard(id)))
    },
  })

  /**
   * What is known of bytes that a device brings: what was sealed as received is so only where the store has it still.
   */
  const offeredOf = async (deviceId: string, blob: BlobName): Refused<OfferedBlob> => {
    const offered = await blobs.offered(deviceId, blob)
    if (!offered.ok || !offered.value.received || (await store.has(offered.value.name))) return offered
    return ok({ ...offered.value, received: false })
  }

  /** Puts whole bytes in their place and has their arrival sealed; whoever asks meanwhile hears of the end. */
  const place = (
    { id, deviceId, name }: Pick<HeldUpload, 'id' | 'deviceId'> & Pick<OfferedBlob, 'name'>,
    blob: BlobName,
    work: () => Promise<void>,
  ): Refused<void> => {
    const run = async (): Refused<void> => {
      try {
        await work()
        const received = await blobs.receive(deviceId, blob)
        if (received === erasedByOrder) await store.remove(name)
        return received
      } catch (error) {
        return faultOf(error)
      }
    }
    const placed = run().finally(() => placing.delete(id))
    placing.set(id, placed)
    // Whoever asks next hears of a bug; until then it must not count as unhandled.
    placed.catch((error: unknown) => log.error({ err: error }, 'evidence could not be put in its place'))
    return placed
  }

  /** All bytes are here: they are hashed, and on their way to their place when this resolves. */
  const finish = async (
    id: string,
    deviceId: string,
    blob: BlobName,
    { name }: OfferedBlob,
    { partial }: LiveUpload,
  ): Refused<void> => {
    live.forget(id)
    const { sha256 } = await finishAndClose(partial)
    if (sha256 !== blob.sha256) {
      await store.discard(id)
      return otherBytes
    }
    void place({ id, deviceId, name }, blob, () => store.place([{ id, sha256: name }]))
    return ok(undefined)
  }

  /** Whether the whole bytes lie in the store already, of an attempt whose seal did not come to be. */
  const isPlaced = async (id: string, blob: BlobName, { name, key }: OfferedBlob): Promise<boolean> =>
    !live.has(id) &&
    !(await store.hasPartial(id)) &&
    (await store.has(name)) &&
    (await store.hashOf(name, key)) === blob.sha256

  const waitFor = async (placed: Refused<void>, size: number): Refused<BlobState> => {
    let cancel = (): void => undefined
    const tired = new Promise<null>((resolve) => {
      cancel = scheduler.after(patienceMs, () => resolve(null))
    })
    const ended = await Promise.race([placed, tired])
    cancel()
    if (ended === null) return ok({ size, offset: size, received: false, retry_after: againMs / 1_000 })
    return ended.ok ? ok({ size, offset: size, received: true }) : ended
  }

  const guarded = async <T>(job: () => Refused<T>): Refused<T> => {
    try {
      return await job()
    } catch (error) {
      return faultOf(error)
    }
  }

  const offer = (deviceId: string, blob: BlobName): Refused<BlobState> =>
    guarded(async () => {
      const offered = await offeredOf(deviceId, blob)
      if (!offered.ok) return offered
      const { size, received } = offered.value
      const id = partialIdOf(deviceId, blob)
      if (received) {
        if (await store.hasPartial(id)) await locks.run(id, () => live.letGo(id).then(() => store.discard(id)))
        return ok({ size, offset: size, received: true })
      }
      live.interrupt(id)
      const begun = await locks.run(id, async (): Refused<number | 'placing'> => {
        if (placing.has(id)) return ok('placing')
        if (await isPlaced(id, blob, offered.value)) {
          void place({ id, deviceId, name: offered.value.name }, blob, () => Promise.resolve())
          return ok('placing')
        }
        const open = await live.open(id, deviceId, offered.value)
        if (!open.ok) return open
        if (open.value.partial.taken() < size) return ok(open.value.partial.taken())
        const finished = await finish(id, deviceId, blob, offered.value, open.value)
        return finished.ok ? ok('placing') : finished
      })
      if (!begun.ok) return begun
      if (begun.value !== 'placing') return ok({ size, offset: begun.value, received: false })
      return await waitFor(placing.get(id) ?? Promise.resolve(ok(undefined)), size)
    })

  const proven = async (blob: BlobName, state: BlobState): Refused<BlobState> => {
    const seal = state.received ? await blobs.arrival(blob) : null
    return ok(seal === null ? state : { ...state, seal })
  }

  /** Whether the stream brought the last byte. A connection that broke leaves what came before it. */
  const take = async ({ partial }: LiveUpload, size: number, bytes: Readable): Refused<boolean> => {
    try {
      for await (const chunk of bytes as AsyncIterable<Buffer>) {
        const after = partial.taken() + chunk.length
        if (after > size) return tooLong
        if (!(await live.hasRoomFor(chunk.length))) return diskFull
        await partial.append(chunk, after < size)
      }
    } catch (error) {
      // A connection that broke; whatever else fails ends the stream too, by another error.
      if (error !== bytes.errored) throw error
    }
    return ok(partial.taken() === size)
  }

  const writeHeld = async (
    { id, deviceId, blob, offered }: HeldUpload,
    offset: number,
    bytes: Readable,
  ): Refused<UploadedBytes> => {
    const { size } = offered
    const open = placing.has(id) ? null : await live.open(id, deviceId, offered)
    if (open?.ok === false) return open
    const taken = open === null ? size : open.value.partial.taken()
    if (open === null || taken !== offset)
      return refuseCall('offset_mismatch', `These bytes stand at ${taken}, not at ${offset}.`)
    const written = live.write(id, () => bytes.destroy(new Error('the device has come back by another connection')))
    try {
      const whole = await take(open.value, size, bytes)
      live.used(open.value)
      if (!whole.ok) return whole
      if (!whole.value) return ok({ size, offset: open.value.partial.taken() })
      const finished = await finish(id, deviceId, blob, offered, open.value)
      return finished.ok ? ok({ size, offset: size }) : finished
    } catch (error) {
      await live.letGo(id)
      throw error
    } finally {
      written()
    }
  }

  const open: HubBytes['open'] = (deviceId, name) =>
    guarded(async () => {
      const stored = await blobs.readable(deviceId, name)
      if (!stored.ok) return stored
      const { size, key, name: place } = stored.value
      const opened = await store.open(place, key)
      if (!opened.ok) {
        log.error({ code: opened.error.code, name: place }, 'stored evidence cannot be read')
        if (opened.error.code !== 'missing') return gone
        lacking.missed({ case: name.case, sha256: name.sha256, name: place })
        return lost
      }
      // What is read opens it anew: a file that is asked for and then not read (a range that it does not have, a
      // connection that ends) would stay open.
      await opened.value.close()
      const read = async function* (start: number, end: number): AsyncGenerator<Uint8Array, void> {
        const again = await store.open(place, key)
        if (!again.ok) throw new Error(`stored evidence cannot be read: ${again.error.code}`)
        const blob = again.value
        let left = recheckBytes
        try {
          for await (const part of blob.read(start, end)) {
            if (!part.ok) throw new Error(`stored evidence was altered: ${part.error.message}`)
            yield part.value
            left -= part.value.length
            if (left > 0) continue
            left = recheckBytes
            const still = await blobs.readable(deviceId, name)
            if (!still.ok) throw new Error(`the device may not read on: ${still.error.code}`)
          }
        } finally {
          await blob.close()
        }
      }
      return ok({ size, read })
    })

  return {
    offer: async (deviceId, blob, prove = false) => {
      const offered = await offer(deviceId, blob)
      return offered.ok && prove ? await guarded(() => proven(blob, offered.value)) : offered
    },
    state: (deviceId, blob) =>
      guarded(async () => {
        const offered = await offeredOf(deviceId, blob)
        if (!offered.ok) return offered
        const { size, received } = offered.value
        const id = partialIdOf(deviceId, blob)
        if (received || placing.has(id)) return ok({ size, offset: size })
        live.interrupt(id)
        return await locks.run(id, async () => {
          const opened = await live.open(id, deviceId, offered.value)
          return opened.ok ? ok({ size, offset: opened.value.partial.taken() }) : opened
        })
      }),
    write: (deviceId, blob, offset, bytes) =>
      guarded(async () => {
        const offered = await offeredOf(deviceId, blob)
        if (!offered.ok) return offered
        if (offered.value.received)
          return refuseCall('offset_mismatch', `These bytes stand at ${offered.value.size}, not at ${offset}.`)
        const id = partialIdOf(deviceId, blob)
        return await locks.run(id, () => writeHeld({ id, deviceId, blob, offered: offered.value }, offset, bytes))
      }),
    drop: (deviceId, blob) =>
      guarded(async () => {
        const offered = await offeredOf(deviceId, blob)
        if (!offered.ok) return offered
        const id = partialIdOf(deviceId, blob)
        live.interrupt(id)
        await locks.run(id, async () => {
          if (placing.has(id)) return
          await live.letGo(id)
          await store.discard(id)
        })
        return ok(undefined)
      }),
    open,
    lacking: (deviceId) => guarded(() => lacking.of(deviceId)),
    interrupt: () => live.interruptAll(),
    close: async () => {
      await live.close()
      await Promise.allSettled(placing.values())
      await erasedFiles.settled()
      await lacking.close()
    },
  }
}
