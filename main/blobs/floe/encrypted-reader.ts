import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { decryptSegment, floeHeaderLength, plainLength, segmentOverhead, startDecryption } from './segments.ts'
import type { FloeFault, FloeParameters } from './segments.ts'

/** Stored ciphertext that can be read at any place: a file, an object of a bucket. */
export interface CiphertextSource {
  /** Bytes in all. */
  readonly length: number
  /** The bytes from `offset` on; fewer than asked for only where the source ends. */
  read(offset: number, length: number): Promise<Uint8Array>
}

/** The plaintext of a FLOE message, read at any place. */
export interface EncryptedReader {
  /** Plaintext bytes in all; what the length of the ciphertext says until the last segment was read. */
  readonly length: number
  /** The plaintext between two offsets (`end` is exclusive), a segment at a time; ends with the first fault. */
  read(start: number, end: number): AsyncGenerator<Result<Uint8Array, FloeFault>, void>
}

/** What decrypts a message. */
export interface DecryptionParts {
  readonly key: Uint8Array
  readonly aad: Uint8Array
  readonly parameters: FloeParameters
}

const truncated: Result<never, FloeFault> = fail({
  code: 'wrong_segment',
  message: 'the ciphertext ends within a segment',
})

/**
 * Opens a ciphertext for reading at random. The length of the source says which segment is the last, and each segment's
 * seal says whether that is true, so a ciphertext that was cut or lengthened fails at its end.
 */
export const openEncrypted = async (
  source: CiphertextSource,
  { key, aad, parameters }: DecryptionParts,
): Promise<Result<EncryptedReader, FloeFault>> => {
  const started = startDecryption(key, aad, await source.read(0, floeHeaderLength), parameters)
  if (!started.ok) return started
  const state = started.value
  const { segmentLength } = parameters
  const full = plainLength(parameters)
  const body = source.length - floeHeaderLength
  const segments = Math.ceil(body / segmentLength)
  const lastLength = body - (segments - 1) * segmentLength
  if (body < segmentOverhead || lastLength < segmentOverhead) return truncated
  const length = (segments - 1) * full + lastLength - segmentOverhead

  const segment = async (position: number): Promise<Result<Uint8Array, FloeFault>> => {
    const isFinal = position === segments - 1
    const expected = isFinal ? lastLength : segmentLength
    const bytes = await source.read(floeHeaderLength + position * segmentLength, expected)
    return bytes.length === expected ? decryptSegment(state, bytes, position, isFinal) : truncated
  }

  return ok({
    length,
    async *read(start, end) {
      const to = Math.min(end, length)
      if (!Number.isSafeInteger(start) || start < 0 || start > to)
        throw new RangeError('the range is not within the plaintext')
      // An empty last segment is read too: it alone says that the message ends here.
      for (
        let position = Math.floor(start / full);
        position < segments && (position * full < to || to === length);
        position++
      ) {
        const plain = await segment(position)
        if (!plain.ok) {
          yield plain
          return
        }
        const from = Math.max(0, start - position * full)
        const until = Math.min(plain.value.length, to - position * full)
        if (until > from) yield ok(plain.value.subarray(from, until))
      }
    },
  })
}
