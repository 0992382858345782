import type { Readable } from 'node:stream'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { Acquisition, AcquisitionFacts } from '../../../shared/schema/evidence.ts'
import type { Role } from '../../../shared/schema/user.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { finishAndClose, segmentBytes } from '../../blobs/partial-blob.ts'
import type { PartialBlob } from '../../blobs/partial-blob.ts'
import type { Actor } from '../../domain/access/actor.ts'
import { recordedName } from '../../domain/evidence/names.ts'
import { createKeyedLock } from '../../platform/keyed-lock.ts'
import type { KeptAcquisition } from '../../storage/evidence/acquisition-store.ts'
import { acquisitionAnswer, dropPartials, newAcquisition } from './kept-acquisition.ts'
import type { NamedActor } from './kept-acquisition.ts'
import { caseGone } from './running-acquisition.ts'
import type { AcquisitionParts } from './running-acquisition.ts'
import { takeIn } from './intake.ts'
import { impossibleTimes } from './stated-times.ts'

/** A file that is going to come over HTTP. */
export interface AnnouncedFile {
  readonly name: string
  readonly path?: string
  /** Bytes; null where only the end of the stream tells. */
  readonly size: number | null
  readonly facts: AcquisitionFacts
}

/** How far an upload is. */
export interface UploadState {
  readonly size: number | null
  /** Bytes that are durable. */
  readonly offset: number
}

/** Files that come over HTTP, in one go or in pieces over days. */
export interface Uploads {
  open(caseId: number, file: AnnouncedFile, by: NamedActor): Promise<Result<Acquisition, Refusal>>
  /**
   * Why somebody may not send the bytes of an upload or ask how far it is (`send`), or give it up (`steer`); null: they
   * may. The seal names who opened it, so nobody else’s bytes may come under that name; whoever
   * opened it, and those who lead, may steer it.
   */
  whyNot(id: string, by: Actor, act: 'send' | 'steer'): Refusal | null
  state(id: string): Promise<Result<UploadState, Refusal>>
  /** Takes bytes from an offset on; the answer counts what is durable. The last byte makes evidence. */
  write(id: string, offset: number, bytes: Readable): Promise<Result<UploadState, Refusal>>
  /** Of whoever may; a piece that is on its way is let go. */
  steer(id: string, action: 'pause' | 'resume' | 'cancel'): Promise<Result<Acquisition, Refusal>>
  close(): Promise<void>
}

/** Clients do best with pieces of this many bytes: whole segments, so that none is sent twice. */
export const uploadChunkBytes = 64 * segmentBytes

const idleMs = 120_000
const reserveBytes = 64 * 1_048_576

const unknown = refusal('not_found', 'There is no upload with this id, or it has ended.')
const othersUpload = refusal(
  'forbidden',
  'Somebody else opened this upload, and the seal will say that they acquired the file. Nothing was taken; open an upload of your own.',
)
const othersToSteer = refusal(
  'forbidden',
  'Somebody else opened this upload; they, a supervisor or an administrator may pause it, go on with it or cancel it. Nothing was changed.',
)
const tooShort = (offset: number): Refusal =>
  refusal(
    'invalid_request',
    `A part that does not end the file brings at least ${segmentBytes} bytes, which is how evidence is kept. Nothing of this part was kept; the upload stands at ${offset}. Send longer parts.`,
  )
const noRoom = refusal(
  'storage_full',
  'The disk has not enough room for this file. Nothing was kept; free space and try again.',
)

interface Live {
  readonly partialId: string
  readonly key: Uint8Array
  readonly partial: PartialBlob
  usedMs: number
}

const leading: readonly Role[] = ['supervisor', 'admin']

const isOver = ({ state }: KeptAcquisition): boolean => state === 'done' || state === 'cancelled' || state === 'failed'

/** Makes the service of uploads. */
export const createUploads = (parts: AcquisitionParts): Uploads => {
  const { acquisitions, blobs, env, keys, scheduler } = parts
  const live = new Map<string, Live>()
  const arriving = new Map<string, Readable>()
  const locks = createKeyedLock()

  const letGo = async (id: string): Promise<void> => {
    const open = live.get(id)
    live.delete(id)
    await open?.partial.close()
  }

  // Between two pieces the file stays open, so that it need not be hashed again; one that is forgotten is closed.
  const sweep = (): void => {
    for (const [id, { usedMs }] of live) {
      if (env.clock.monoMs() - usedMs > idleMs)
        locks
          .run(id, () => letGo(id))
          .catch((error: unknown) =>
            env.log.error({ err: error }, 'the file of an upload that rests could not be closed'),
          )
    }
    cancelSweep = scheduler.after(idleMs / 2, sweep)
  }
  let cancelSweep = scheduler.after(idleMs / 2, sweep)

  const openLive = async (kept: KeptAcquisition): Promise<Live | null> => {
    const known = live.get(kept.id)
    if (known !== undefined) return known
    const row = await acquisitions.partialOf(kept, '')
    if (row === null) return null
    const resumed = await blobs.resume(row.id, row.key)
    // What was cut off before its header was whole stands in the way of a new beginning.
    if (!resumed.ok) await blobs.discard(row.id)
    const partial = resumed.ok ? resumed.value : await blobs.begin(row.id, row.key)
    const opened: Live = { partialId: row.id, key: row.key, partial, usedMs: env.clock.monoMs() }
    live.set(kept.id, opened)
    return opened
  }

  const end = async (kept: KeptAcquisition, change: Partial<KeptAcquisition>): Promise<KeptAcquisition> => {
    await dropPartials(parts, kept.id)
    const ended = { ...kept, ...change, finishedAtMs: env.clock.nowMs() }
    await acquisitions.save(ended)
    return ended
  }

  const finish = async (
    kept: KeptAcquisition,
    { partialId, key, partial }: Live,
  ): Promise<Result<UploadState, Refusal>> => {
    live.delete(kept.id)
    const finished = await finishAndClose(partial)
    const { caseId, facts, actor, actorName, name, path, startedAtMs, activeMs } = kept
    const taken = await takeIn(
      parts,
      { caseId, acquisitionId: kept.id, method: 'upload', facts, actor, actorName, endsAfterMs: activeMs },
      {
        ...finished,
        partialId,
        key,
        isResumable: true,
        sourcePath: '',
        name,
        path,
        sourceBytes: path === null ? null : Buffer.from(path, 'utf8'),
        startedAtMs,
        endedAtMs: env.clock.nowMs(),
      },
    )
    if (!taken.ok) {
      // The case may come back: until then nobody but this upload has the bytes.
      if (taken.error.code === 'not_found')
        await acquisitions.save({ ...kept, state: 'paused', bytesDone: finished.size, error: caseGone })
      // A full disk can be mended, so the upload can go on; other bytes than announced cannot.
      else if (taken.error.code !== 'storage_full') await end(kept, { state: 'failed', error: taken.error.message })
      return taken
    }
    const { size } = finished
    return ok({ size, offset: size })
  }

  /**
   * Appends whole segments only, so that what is counted is what is durable; answers whether the stream brought the
   * last byte, or else whether it ended by itself.
   */
  const receive = async (
    kept: KeptAcquisition,
    { partial }: Live,
    bytes: Readable,
  ): Promise<Result<'whole' | 'part' | 'broken', Refusal>> => {
    const size = kept.bytesTotal
    let held: Buffer[] = []
    let heldBytes = 0
    const flush = async (count: number): Promise<void> => {
      const all = held.length === 1 ? (held[0] ?? Buffer.alloc(0)) : Buffer.concat(held)
      await partial.append(all.subarray(0, count), size !== null && partial.taken() + count < size)
      held = [all.subarray(count)]
      heldBytes = all.length - count
    }
    try {
      for await (const chunk of bytes as AsyncIterable<Buffer>) {
        held.push(chunk)
        heldBytes += chunk.length
        if (size !== null && partial.taken() + heldBytes > size)
          return fail(refusal('payload_too_large', `The file is longer than the ${size} bytes that were announced.`))
        if (heldBytes >= segmentBytes) await flush(heldBytes - (heldBytes % segmentBytes))
      }
    } catch (error) {
      // A connection that broke: what came before is kept. Everything else is ours to tell.
      if (!bytes.errored) throw error
      return ok('broken')
    }
    if (size !== null && partial.taken() + heldBytes < size) return ok('part')
    await flush(heldBytes)
    return ok('whole')
  }

  const writeLocked = async (id: string, offset: number, bytes: Readable): Promise<Result<UploadState, Refusal>> => {
    const kept = acquisitions.read(id)
    if (kept?.via !== 'upload' || isOver(kept)) return fail(unknown)
    const open = await openLive(kept)
    if (open === null) return fail(unknown)
    if (open.partial.taken() !== offset)
      return fail(refusal('offset_mismatch', `The upload stands at ${open.partial.taken()}, not at ${offset}.`))
    const started = env.clock.monoMs()
    arriving.set(id, bytes)
    try {
      const received = await receive(kept, open, bytes)
      if (!received.ok) return received
      const activeMs = kept.activeMs + (env.clock.monoMs() - started)
      if (received.value === 'whole') return await finish({ ...kept, activeMs }, open)
      await open.partial.sync()
      open.usedMs = env.clock.monoMs()
      const durable = open.partial.written()
      if (received.value === 'part' && durable === offset) return fail(tooShort(offset))
      // Of a file whose length nobody knows the last whole segment waits in memory for what follows: it is sent again.
      if (open.partial.taken() !== durable) await letGo(id)
      await acquisitions.save({ ...kept, state: 'running', bytesDone: durable, activeMs })
      return ok({ size: kept.bytesTotal, offset: durable })
    } catch (error) {
      await letGo(id)
      throw error
    } finally {
      arriving.delete(id)
    }
  }

  const announce = (caseId: number, { name, path, size, facts }: AnnouncedFile, by: NamedActor): KeptAcquisition => {
    const nowMs = env.clock.nowMs()
    const kept = newAcquisition({
      id: env.random.uuidv7(nowMs),
      caseId,
      via: 'upload',
      state: 'waiting',
      name: recordedName(name),
      root: null,
      facts,
      by,
      startedAtMs: nowMs,
    })
    return { ...kept, path: path ?? null, filesTotal: 1, bytesTotal: size }
  }

  const answerOf = (id: string): Result<Acquisition, Refusal> => {
    const kept = acquisitions.read(id)
    return kept === null ? fail(unknown) : ok(acquisitionAnswer(kept))
  }

  return {
    open: async (caseId, file, by) => {
      const impossible = impossibleTimes(file.facts, env.clock.nowMs())
      if (impossible !== null) return fail(impossible)
      if (file.size !== null && (await blobs.freeBytes()) < file.size + reserveBytes) return fail(noRoom)
      const kept = announce(caseId, file, by)
      const created = await acquisitions.create(kept)
      if (!created.ok) return created
      const partial = {
        id: env.random.uuidv7(kept.startedAtMs),
        path: '',
        size: file.size ?? 0,
        modified: '',
        key: keys.newFileKey(),
      }
      const remembered = await acquisitions.keepPartial(kept, partial, kept.startedAtMs)
      if (!remembered.ok) return remembered
      if (file.size !== 0) return ok(acquisitionAnswer(kept))
      const opened = await openLive(kept)
      if (opened === null) return fail(unknown)
      const taken = await finish(kept, opened)
      return taken.ok ? answerOf(kept.id) : taken
    },
    state: (id) =>
      locks.run(id, async () => {
        const kept = acquisitions.read(id)
        if (kept?.via !== 'upload' || kept.state === 'cancelled' || kept.state === 'failed') return fail(unknown)
        if (kept.state === 'done') return ok({ size: kept.bytesTotal, offset: kept.bytesDone })
        const open = await openLive(kept)
        return open === null ? fail(unknown) : ok({ size: kept.bytesTotal, offset: open.partial.written() })
      }),
    whyNot: (id, { userUid, role }, act) => {
      const kept = acquisitions.read(id)
      if (kept?.via !== 'upload' || kept.actor.userUid === userUid) return null
      if (act === 'send') return othersUpload
      return leading.includes(role) ? null : othersToSteer
    },
    write: (id, offset, bytes) => locks.run(id, () => writeLocked(id, offset, bytes)),
    steer: (id, action) => {
      arriving.get(id)?.destroy(new Error('The upload was paused or cancelled while this piece was on its way.'))
      return locks.run(id, async () => {
        const kept = acquisitions.read(id)
        if (kept?.via !== 'upload') return fail(unknown)
        if (isOver(kept)) return fail(refusal('already_done', `The upload is ${kept.state} already.`))
        await letGo(id)
        if (action === 'cancel') return ok(acquisitionAnswer(await end(kept, { state: 'cancelled' })))
        const saved = await acquisitions.save({ ...kept, state: action === 'pause' ? 'paused' : 'waiting' })
        return saved.ok ? answerOf(id) : saved
      })
    },
    close: async () => {
      cancelSweep()
      for (const id of [...live.keys()]) await locks.run(id, () => letGo(id))
    },
  }
}
