import type { Random } from '../../platform/random.ts'
import { encryptSegment, plainLength } from './segments.ts'
import type { FloeState } from './segments.ts'

const nonceBytes = 12

/** Cuts plaintext into segments and encrypts them in order. */
export interface Encryptor {
  /**
   * Takes bytes; answers the segments that are full now, and known not to be the last.
   *
   * @param moreFollow whether it is certain that more bytes come after these: then a full segment need not wait
   */
  push(chunk: Uint8Array, moreFollow?: boolean): Uint8Array[]
  /** The last segment, which may be empty. Nothing can be pushed after it. */
  finish(): Uint8Array
}

/**
 * Encrypts a message piece by piece; it holds one segment of plaintext at most, for a full one may yet be the last.
 *
 * @param state a message that was started, or one that is resumed
 * @param position of the first segment that is written here
 */
export const createEncryptor = (state: FloeState, random: Pick<Random, 'bytes'>, position = 0): Encryptor => {
  const full = plainLength(state.parameters)
  // Grows with what comes: most files are far shorter than a segment.
  let held = Buffer.alloc(0)
  let heldBytes = 0
  let next = position

  const seal = (plaintext: Uint8Array, isFinal: boolean): Uint8Array => {
    const segment = encryptSegment(state, plaintext, next, isFinal, random.bytes(nonceBytes))
    next += 1
    return segment
  }

  const hold = (bytes: Uint8Array): void => {
    const needed = heldBytes + bytes.length
    if (needed > held.length) {
      const grown = Buffer.allocUnsafe(Math.min(full, Math.max(needed, 2 * held.length)))
      held.copy(grown, 0, 0, heldBytes)
      held = grown
    }
    held.set(bytes, heldBytes)
    heldBytes = needed
  }

  return {
    push: (chunk, moreFollow = false) => {
      const segments: Uint8Array[] = []
      let from = 0
      while (from < chunk.length) {
        if (heldBytes === full) {
          segments.push(seal(held.subarray(0, full), false))
          heldBytes = 0
        }
        // A whole segment that more bytes follow needs no copy.
        if (heldBytes === 0 && chunk.length - from > full) {
          segments.push(seal(chunk.subarray(from, from + full), false))
          from += full
        } else {
          const taken = Math.min(full - heldBytes, chunk.length - from)
          hold(chunk.subarray(from, from + taken))
          from += taken
        }
      }
      if (moreFollow && heldBytes === full) {
        segments.push(seal(held.subarray(0, full), false))
        heldBytes = 0
      }
      return segments
    },
    finish: () => {
      const segment = seal(held.subarray(0, heldBytes), true)
      held.fill(0)
      return segment
    },
  }
}
