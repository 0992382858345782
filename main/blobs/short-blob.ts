import { createHash } from 'node:crypto'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import type { Random } from '../platform/random.ts'
import { encryptSegmentInto, evidenceParameters, floeHeaderLength, startEncryption } from './floe/segments.ts'
import { evidenceContext, segmentBytes } from './partial-blob.ts'
import type { FinishedBlob } from './partial-blob.ts'

const ivBytes = 32
const nonceBytes = 12

/** A file that was written whole and is not durable yet: sync the handle, and close it. */
export interface WrittenBlob extends FinishedBlob {
  readonly handle: number
}

/** What is to be written, and where. */
export interface ShortBlob {
  /** A file that is not there yet. */
  readonly file: string
  readonly key: Uint8Array
  /** Plaintext bytes. */
  readonly size: number
  /** Fills the buffer with the plaintext from an offset on; false where the source has no more, or cannot be read. */
  readonly fill: (buffer: Uint8Array, offset: number) => boolean
}

/** Writes one short file after another; the memory of a segment is all that it takes. */
export interface ShortBlobWriter {
  /**
   * @returns null where the source did not give its bytes. Then, and where it throws (a full disk), no file is left.
   */
  write(blob: ShortBlob): WrittenBlob | null
}

const writeWhole = (handle: number, bytes: Uint8Array): void => {
  for (let done = 0; done < bytes.length;) done += writeSync(handle, bytes, done)
}

/**
 * Makes a writer whose calls block, for a thread of its own: a short file costs a handful of system calls, and handing
 * each of them to another thread costs more than the work itself.
 */
export const createShortBlobWriter = (random: Pick<Random, 'bytes'>): ShortBlobWriter => {
  const plain = Buffer.allocUnsafe(segmentBytes)
  const cipher = Buffer.allocUnsafe(floeHeaderLength + evidenceParameters.segmentLength)

  const writeInto = (handle: number, { key, size, fill }: ShortBlob): WrittenBlob | null => {
    const { state, header } = startEncryption(key, evidenceContext, random.bytes(ivBytes), evidenceParameters)
    const hash = createHash('sha256')
    cipher.set(header)
    let offset = 0
    for (let position = 0; ; position++) {
      const segment = plain.subarray(0, Math.min(segmentBytes, size - offset))
      if (!fill(segment, offset)) return null
      hash.update(segment)
      offset += segment.length
      const from = position === 0 ? header.length : 0
      const sealed = encryptSegmentInto(
        cipher.subarray(from),
        state,
        segment,
        { position, isFinal: offset === size },
        random.bytes(nonceBytes),
      )
      writeWhole(handle, cipher.subarray(0, from + sealed))
      if (offset === size) return { handle, sha256: hash.digest('hex'), size }
    }
  }

  return {
    write: (blob) => {
      const handle = openSync(blob.file, 'wx', 0o600)
      let written: WrittenBlob | null = null
      try {
        written = writeInto(handle, blob)
        return written
      } finally {
        if (written === null) {
          closeSync(handle)
          rmSync(blob.file, { force: true })
        }
      }
    },
  }
}
