import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { segmentBytes } from '../../blobs/partial-blob.ts'
import type { PartialBlob } from '../../blobs/partial-blob.ts'
import { sourceFault, sourceVersion } from './open-source.ts'
import type { OpenSource } from './open-source.ts'

/** How a source was read: to its end, or until it was to pause. */
export type Reading = 'whole' | 'interrupted'

/** Whole segments: each is encrypted where it lies. */
const chunkBytes = 2 * segmentBytes

/**
 * A long file is made durable this often, so that a crash costs little of it, and its last fsync finds little left to
 * do.
 */
const syncBytes = 64 * 1_048_576

/** What the reader tells and asks while it reads. */
export interface ReadHooks {
  readonly isInterrupted: () => boolean
  readonly onBytes: (bytes: number) => void
  readonly onDurable: () => Promise<void>
}

/** What is said of a source that did not stand still. */
export const changedSource =
  'The file changed while it was read. Nothing of it was taken; take it again when it is at rest.'

const changed = refusal('unknown_reference', changedSource)

const readAt = async (source: OpenSource, buffer: Buffer, position: number): Promise<Result<number, Refusal>> => {
  try {
    return ok((await source.handle.read(buffer, 0, buffer.length, position)).bytesRead)
  } catch (error) {
    const fault = sourceFault(error)
    if (fault === null) throw error
    return fail(refusal('unknown_reference', fault))
  }
}

/** Makes what was written durable beside the reading, one sync at a time. */
const syncBeside = (
  partial: PartialBlob,
  onDurable: () => Promise<void>,
): { wrote(bytes: number): void; settled(): Promise<void> } => {
  let unsynced = 0
  let running: Promise<void> | null = null
  let failure: { readonly error: unknown } | null = null
  const run = async (): Promise<void> => {
    try {
      await partial.sync()
      await onDurable()
    } catch (error) {
      failure ??= { error }
    } finally {
      running = null
    }
  }
  const raise = (): void => {
    if (failure !== null) throw failure.error
  }
  return {
    wrote: (bytes) => {
      raise()
      unsynced += bytes
      if (unsynced < syncBytes || running !== null) return
      unsynced = 0
      running = run()
    },
    settled: async () => {
      await running
      raise()
    },
  }
}

/**
 * Streams a source into a partial file from where that stands. Two buffers take turns: one is read into while the other
 * is hashed, encrypted and written.
 *
 * @returns a refusal where the source cannot be read or is no longer the same file
 */
export const readInto = async (
  source: OpenSource,
  partial: PartialBlob,
  hooks: ReadHooks,
): Promise<Result<Reading, Refusal>> => {
  const size = source.size === null ? chunkBytes : Math.min(chunkBytes, Math.max(1, source.size + 1))
  let [filling, full] = [Buffer.allocUnsafe(size), Buffer.allocUnsafe(size)]
  let position = partial.taken()
  const durable = syncBeside(partial, hooks.onDurable)
  let reading = readAt(source, filling, position)
  try {
    for (;;) {
      const read = await reading
      if (!read.ok) return read
      const bytes = read.value
      if (bytes === 0) break
      ;[filling, full] = [full, filling]
      position += bytes
      const goesOn = !hooks.isInterrupted()
      if (goesOn) reading = readAt(source, filling, position)
      // A file that turns out to be shorter than it was is not taken, so its last segment need not be known.
      await partial.append(full.subarray(0, bytes), source.size !== null && position < source.size)
      hooks.onBytes(bytes)
      if (!goesOn) return ok('interrupted')
      durable.wrote(bytes)
    }
  } finally {
    // Neither a read nor a sync may outlive what it works on.
    await Promise.allSettled([reading])
    await durable.settled()
  }
  if (source.size !== null && (position !== source.size || (await sourceVersion(source.handle)) !== source.version))
    return fail(changed)
  return ok('whole')
}
