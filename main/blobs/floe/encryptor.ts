import type { Random } from '../../platform/random.ts'
import { encryptSegmentInto, plainLength, segmentOverhead } from './segments.ts'
import type { FloeState } from './segments.ts'

const nonceBytes = 12

/** Cuts plaintext into segments and encrypts them in order. */
export interface Encryptor {
  /**
   * Takes bytes; gives, one by one, the segments that are full now, and known not to be the last. The walk must be gone
   * through to its end.
   *
   * @param moreFollow whether it is certain that more bytes come after these: then a full segment need not wait
   */
  push(chunk: Uint8Array, moreFollow?: boolean): Generator<Uint8Array, void>
  /** The last segment, which may be empty. Nothing can be pushed after it. */
  finish(): Uint8Array
}

/**
 * Encrypts a message piece by piece; it holds one segment of plaintext at most, for a full one may yet be the last.
 *
 * @param state a message that was started, or one that is resumed
 * @param position of the first segment that is written here
 * @param room gives the memory for a segment of so many bytes; whoever gives the same memory again must be through with
 * the segment before
 */
export const createEncryptor = (
  state: FloeState,
  random: Pick<Random, 'bytes'>,
  position = 0,
  room: (length: number) => Uint8Array = (length) => Buffer.allocUnsafe(length),
): Encryptor => {
  const full = plainLength(state.parameters)
  // Grows with what comes: most files are far shorter than a segment.
  let held = Buffer.alloc(0)
  let heldBytes = 0
  let next = position

  const seal = (plaintext: Uint8Array, isFinal: boolean): Uint8Array => {
    const out = room(segmentOverhead + plaintext.length)
    const length = encryptSegmentInto(out, state, plaintext, { position: next, isFinal }, random.bytes(nonceBytes))
    next += 1
    return out.subarray(0, length)
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
    *push(chunk, moreFollow = false) {
      let from = 0
      while (from < chunk.length) {
        if (heldBytes === full) {
          heldBytes = 0
          yield seal(held.subarray(0, full), false)
        }
        const left = chunk.length - from
        // A whole segment that more bytes follow needs no copy.
        if (heldBytes === 0 && (left > full || (moreFollow && left === full))) {
          from += full
          yield seal(chunk.subarray(from - full, from), false)
        } else {
          const taken = Math.min(full - heldBytes, left)
          hold(chunk.subarray(from, from + taken))
          from += taken
        }
      }
      if (moreFollow && heldBytes === full) {
        heldBytes = 0
        yield seal(held.subarray(0, full), false)
      }
    },
    finish: () => {
      const segment = seal(held.subarray(0, heldBytes), true)
      held.fill(0)
      return segment
    },
  }
}
