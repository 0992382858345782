import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { fail, ok } from '../../shared/schema/result.ts'
import type { Result } from '../../shared/schema/result.ts'
import type { Random } from '../platform/random.ts'
import { isAbsent } from '../platform/system-error.ts'
import { createEncryptor } from './floe/encryptor.ts'
import {
  decryptSegment,
  evidenceParameters,
  floeHeaderLength,
  plainLength,
  startDecryption,
  startEncryption,
} from './floe/segments.ts'
import type { FloeState } from './floe/segments.ts'

/**
 * What the ciphertext of evidence is bound to; the key of each file is its own, so that one never stands for another.
 */
export const evidenceContext = Buffer.from('fieldseal evidence v1', 'ascii')

/** Plaintext bytes of a whole segment: a partial file is durable in steps of this. */
export const segmentBytes = plainLength(evidenceParameters)

const ivBytes = 32

/** What a finished file is. */
export interface FinishedBlob {
  /** Lower-case hex SHA-256 of the plaintext. */
  readonly sha256: string
  /** Plaintext bytes. */
  readonly size: number
}

/** A file that is being taken in: hashed and encrypted while it streams, never in the clear on the disk. */
export interface PartialBlob {
  /** Plaintext bytes taken, of which the last, unfinished segment is only in memory. */
  taken(): number
  /** Plaintext bytes in segments that were written; durable once `sync` has resolved. */
  written(): number
  /** `moreFollow`: whether it is certain that more bytes come, so that a full segment can be written at once. */
  append(chunk: Uint8Array, moreFollow?: boolean): Promise<void>
  /** Resolves when what is written survives a power cut. */
  sync(): Promise<void>
  /** Writes the last segment and syncs. Close it afterwards. */
  finish(): Promise<FinishedBlob>
  /** Gives the file free; what `written` says can be resumed from. */
  close(): Promise<void>
}

/** Finishes a file and gives it free, also where it cannot be finished. */
export const finishAndClose = async (partial: Pick<PartialBlob, 'finish' | 'close'>): Promise<FinishedBlob> => {
  try {
    return await partial.finish()
  } finally {
    await partial.close()
  }
}

const writeAt = async (handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> => {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done)
    done += bytesWritten
  }
}

const partialOver = (
  handle: FileHandle,
  state: FloeState,
  hash: Hash,
  random: Pick<Random, 'bytes'>,
  startSegment: number,
): PartialBlob => {
  // Two whole segments take turns: one is written while the next is encrypted.
  const turns: Buffer[] = []
  let turn = 0
  const room = (length: number): Buffer => {
    if (length < evidenceParameters.segmentLength) return Buffer.allocUnsafe(length)
    turn = 1 - turn
    return (turns[turn] ??= Buffer.allocUnsafe(length))
  }
  const encryptor = createEncryptor(state, random, startSegment, room)
  let segments = startSegment
  let taken = startSegment * segmentBytes
  let end = floeHeaderLength + startSegment * evidenceParameters.segmentLength
  let writing: Promise<void> = Promise.resolve()

  const write = async (segment: Uint8Array): Promise<void> => {
    await writing
    writing = writeAt(handle, segment, end)
    // Whoever awaits next hears of the failure; until then it must not count as unhandled.
    writing.catch(() => undefined)
    end += segment.length
  }

  return {
    taken: () => taken,
    written: () => segments * segmentBytes,
    append: async (chunk, moreFollow = false) => {
      hash.update(chunk)
      taken += chunk.length
      for (const segment of encryptor.push(chunk, moreFollow)) {
        await write(segment)
        segments += 1
      }
    },
    sync: async () => {
      await writing
      await handle.datasync()
    },
    finish: async () => {
      await write(encryptor.finish())
      await writing
      await handle.sync()
      return { sha256: hash.digest('hex'), size: taken }
    },
    close: async () => {
      await writing.catch(() => undefined)
      await handle.close()
    },
  }
}

/** Begins a file. Throws where it exists, and leaves none where it cannot be begun. */
export const beginPartial = async (
  file: string,
  key: Uint8Array,
  random: Pick<Random, 'bytes'>,
): Promise<PartialBlob> => {
  const { state, header } = startEncryption(key, evidenceContext, random.bytes(ivBytes), evidenceParameters)
  const handle = await open(file, 'wx+', 0o600)
  try {
    await writeAt(handle, header, 0)
  } catch (error) {
    await handle.close()
    await rm(file, { force: true })
    throw error
  }
  return partialOver(handle, state, createHash('sha256'), random, 0)
}

/** The whole segments of a partial file that are what was written, hashed again. */
const rehash = async (handle: FileHandle, state: FloeState, hash: Hash, upTo: number): Promise<number> => {
  const { segmentLength } = evidenceParameters
  const buffer = Buffer.allocUnsafe(segmentLength)
  const whole = Math.floor(upTo / segmentBytes)
  for (let position = 0; position < whole; position++) {
    const { bytesRead } = await handle.read(buffer, 0, segmentLength, floeHeaderLength + position * segmentLength)
    const plain = bytesRead === segmentLength ? decryptSegment(state, buffer, position, false) : null
    if (plain?.ok !== true) return position
    hash.update(plain.value)
  }
  return whole
}

/**
 * Goes on with a file that an earlier run left, from the last whole segment that is sound: each is decrypted and hashed
 * again.
 *
 * @returns a refusal where the file is gone or its header is not ours; begin anew then
 */
export const resumePartial = async (
  file: string,
  key: Uint8Array,
  random: Pick<Random, 'bytes'>,
): Promise<Result<PartialBlob, 'lost'>> => {
  const handle = await open(file, 'r+').catch((error: unknown) => {
    if (isAbsent(error)) return null
    throw error
  })
  if (handle === null) return fail('lost')
  try {
    const header = Buffer.alloc(floeHeaderLength)
    const { bytesRead } = await handle.read(header, 0, floeHeaderLength, 0)
    const started = startDecryption(key, evidenceContext, header.subarray(0, bytesRead), evidenceParameters)
    if (!started.ok) {
      await handle.close()
      return fail('lost')
    }
    const hash = createHash('sha256')
    const { size } = await handle.stat()
    const stored = Math.max(0, Math.floor((size - floeHeaderLength) / evidenceParameters.segmentLength)) * segmentBytes
    const segments = await rehash(handle, started.value, hash, stored)
    await handle.truncate(floeHeaderLength + segments * evidenceParameters.segmentLength)
    return ok(partialOver(handle, started.value, hash, random, segments))
  } catch (error) {
    await handle.close()
    throw error
  }
}
