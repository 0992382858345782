import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { segmentBytes } from '../../blobs/partial-blob.ts'
import type { PartialBlob } from '../../blobs/partial-blob.ts'
import { sourceFault, sourceVersion } from './source-walk.ts'
import type { OpenSource } from './source-walk.ts'

/** How a source was read: to its end, or until it was to pause. */
export type Reading = 'whole' | 'interrupted'

/** Whole segments: all but the last of a chunk are encrypted where they lie. */
const chunkBytes = 4 * segmentBytes

/** A long file is made durable this often, so that a crash costs little of it. */
const syncBytes = 256 * 1_048_576

/** What the reader tells and asks while it reads. */
export interface ReadHooks {
  readonly isInterrupted: () => boolean
  readonly onBytes: (bytes: number) => void
  readonly onDurable: () => Promise<void>
}

const changed = refusal('unknown_reference', 'The file changed while it was read. Nothing of it was taken; take it again when it is at rest.')

const readAt = async (source: OpenSource, buffer: Buffer, position: number): Promise<Result<number, Refusal>> => {
  try {
    return ok((await source.handle.read(buffer, 0, buffer.length, position)).bytesRead)
  } catch (error) {
    const fault = sourceFault(error)
    if (fault === null) throw error
    return fail(refusal('unknown_reference', fault))
  }
}

/**
 * Streams a source into a partial file from where that stands. Two buffers take turns: one is read into while the other is hashed,
 * encrypted and written.
 *
 * @returns a refusal where the source cannot be read or is no longer the same file
 */
export const readInto = async (source: OpenSource, partial: PartialBlob, hooks: ReadHooks): Promise<Result<Reading, Refusal>> => {
  const size = source.size === null ? chunkBytes : Math.min(chunkBytes, Math.max(1, source.size + 1))
  let [filling, full] = [Buffer.allocUnsafe(size), Buffer.allocUnsafe(size)]
  let position = partial.taken()
  let unsynced = 0
  let reading = readAt(source, filling, position)
  for (;;) {
    const read = await reading
    if (!read.ok) return read
    const bytes = read.value
    if (bytes === 0) break
    ;[filling, full] = [full, filling]
    position += bytes
    const goesOn = !hooks.isInterrupted()
    if (goesOn) reading = readAt(source, filling, position)
    await partial.append(full.subarray(0, bytes))
    hooks.onBytes(bytes)
    if (!goesOn) return ok('interrupted')
    unsynced += bytes
    if (unsynced >= syncBytes) {
      unsynced = 0
      await partial.sync()
      await hooks.onDurable()
    }
  }
  if (source.size !== null && (position !== source.size || (await sourceVersion(source.handle)) !== source.version)) return fail(changed)
  return ok('whole')
}
