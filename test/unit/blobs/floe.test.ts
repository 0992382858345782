import { describe, expect, test } from 'vitest'
import { openEncrypted } from '../../../main/blobs/floe/encrypted-reader.ts'
import type { CiphertextSource } from '../../../main/blobs/floe/encrypted-reader.ts'
import { createEncryptor } from '../../../main/blobs/floe/encryptor.ts'
import {
  encryptSegment,
  floeHeaderLength,
  plainLength,
  segmentOverhead,
  startEncryption,
} from '../../../main/blobs/floe/segments.ts'
import { systemRandom } from '../../../main/platform/random.ts'
import { seededRandom } from '../../support/random.ts'

const random = systemRandom()
const key = random.bytes(32)
const aad = Buffer.from('case 7, evidence 9', 'utf8')
const parameters = { segmentLength: 64, rotationBits: 1 }
const full = plainLength(parameters)

const encrypt = (plain: Uint8Array, pieces: readonly Uint8Array[] = [plain]): Buffer => {
  const { state, header } = startEncryption(key, aad, random.bytes(32), parameters)
  const encryptor = createEncryptor(state, random)
  return Buffer.concat([header, ...pieces.flatMap((piece) => [...encryptor.push(piece)]), encryptor.finish()])
}

const sourceOf = (bytes: Uint8Array): CiphertextSource => ({
  length: bytes.length,
  read: (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)),
})

/** The plaintext of a range, or the code of the first fault. */
const readRange = async (
  ciphertext: Uint8Array,
  start?: number,
  end?: number,
  parts: Partial<{ key: Uint8Array; aad: Uint8Array; parameters: typeof parameters }> = {},
): Promise<Buffer | string> => {
  const opened = await openEncrypted(sourceOf(ciphertext), { key, aad, parameters, ...parts })
  if (!opened.ok) return opened.error.code
  const plain: Uint8Array[] = []
  for await (const part of opened.value.read(start ?? 0, end ?? opened.value.length)) {
    if (!part.ok) return part.error.code
    plain.push(part.value)
  }
  return Buffer.concat(plain)
}

const sizes = [0, 1, full - 1, full, full + 1, 2 * full, 5 * full + 7]

describe('E-2: FLOE', () => {
  test.each(sizes)('%i bytes come back, and cost one overhead a segment', async (size) => {
    const plain = Buffer.from(random.bytes(size))
    const ciphertext = encrypt(plain)
    expect(await readRange(ciphertext)).toEqual(plain)
    expect(ciphertext.length).toBe(floeHeaderLength + size + segmentOverhead * Math.max(1, Math.ceil(size / full)))
  })

  test('how the bytes arrive does not matter, and any range can be read by itself', async () => {
    const random01 = seededRandom(20_261_121)
    const below = (limit: number): number => Math.floor(random01() * limit)
    for (let round = 0; round < 60; round++) {
      const plain = Buffer.from(random.bytes(below(6 * full)))
      const pieces: Buffer[] = []
      for (let at = 0; at < plain.length;) {
        const until = at + 1 + below(2 * full)
        pieces.push(plain.subarray(at, until))
        at = until
      }
      const ciphertext = encrypt(plain, pieces)
      const start = below(plain.length + 1)
      const end = start + below(plain.length - start + 1)
      expect(await readRange(ciphertext, start, end)).toEqual(plain.subarray(start, end))
    }
  })

  test('a range outside the plaintext is a bug of the caller', async () => {
    const opened = await openEncrypted(sourceOf(encrypt(Buffer.from('abc'))), { key, aad, parameters })
    if (!opened.ok) throw new Error(opened.error.message)
    await expect(opened.value.read(4, 5).next()).rejects.toThrow(RangeError)
  })

  test('any single flipped bit of the ciphertext is caught', async () => {
    const ciphertext = encrypt(Buffer.from(random.bytes(2 * full + 5)))
    for (let at = 0; at < ciphertext.length; at++) {
      const altered = Buffer.from(ciphertext)
      altered[at] = (altered[at] ?? 0) ^ (1 << (at % 8))
      expect(await readRange(altered), `byte ${at}`).toMatch(/^wrong_/)
    }
  })

  test('cut, lengthened, exchanged and repeated segments are caught', async () => {
    const ciphertext = encrypt(Buffer.from(random.bytes(3 * full)))
    const at = (position: number): Buffer =>
      ciphertext.subarray(floeHeaderLength + position * 64, floeHeaderLength + (position + 1) * 64)
    const header = ciphertext.subarray(0, floeHeaderLength)
    for (let length = 0; length < ciphertext.length; length++)
      expect(await readRange(ciphertext.subarray(0, length)), `cut to ${length}`).toMatch(/^wrong_/)
    const altered = [
      [at(0), at(1), at(2), at(2)],
      [at(1), at(0), at(2)],
      [at(0), at(2)],
      [at(0), at(0), at(2)],
      [at(2), at(1), at(0)],
    ]
    for (const segments of altered) expect(await readRange(Buffer.concat([header, ...segments]))).toBe('wrong_segment')
    expect(await readRange(Buffer.concat([ciphertext, Buffer.from([0])]))).toBe('wrong_segment')
  })

  test('another key, context or segment length is told before anything is read', async () => {
    const ciphertext = encrypt(Buffer.from('abc'))
    expect(await readRange(ciphertext, 0, 3, { key: random.bytes(32) })).toBe('wrong_header')
    expect(await readRange(ciphertext, 0, 3, { aad: Buffer.from('case 8') })).toBe('wrong_header')
    expect(await readRange(ciphertext, 0, 3, { parameters: { segmentLength: 128, rotationBits: 1 } })).toBe(
      'wrong_parameters',
    )
  })

  test('segments of another message do not fit', async () => {
    const [one, two] = [encrypt(Buffer.alloc(full)), encrypt(Buffer.alloc(full))]
    expect(await readRange(Buffer.concat([one.subarray(0, floeHeaderLength), two.subarray(floeHeaderLength)]))).toBe(
      'wrong_segment',
    )
  })

  test('wrong lengths are refused before anything is encrypted', () => {
    const { state } = startEncryption(key, aad, random.bytes(32), parameters)
    const nonce = random.bytes(12)
    expect(() => startEncryption(random.bytes(16), aad, random.bytes(32), parameters)).toThrow(RangeError)
    expect(() =>
      startEncryption(key, aad, random.bytes(32), { segmentLength: segmentOverhead, rotationBits: 20 }),
    ).toThrow(RangeError)
    expect(() => encryptSegment(state, new Uint8Array(full - 1), 0, false, nonce)).toThrow(RangeError)
    expect(() => encryptSegment(state, new Uint8Array(full + 1), 0, true, nonce)).toThrow(RangeError)
    expect(() => encryptSegment(state, new Uint8Array(full), 2 ** 40, false, nonce)).toThrow(RangeError)
  })
})
