import { Readable } from 'node:stream'
import { zstdCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../support/random.ts'
import { chooseEncoding, encodings, pack, unpack } from '../../../main/sync/compression.ts'

const text = Buffer.from('a sealed entry and what it withholds\n'.repeat(2_000))
const limit = 1_048_576

const inPieces = async function* (bytes: Uint8Array, size: number, failAt = Infinity): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) {
    if (from >= failAt) throw new Error('the line was cut')
    yield await Promise.resolve(bytes.subarray(from, from + size))
  }
}

describe('Y-28: messages are compressed', () => {
  for (const encoding of encodings) {
    test(`${encoding}: what was packed is unpacked, however it is cut into pieces`, async () => {
      const packed = await pack(text, encoding)
      if (encoding !== 'identity') expect(packed.length).toBeLessThan(text.length / 20)
      for (const size of [1_000_000, 7])
        expect(await unpack(inPieces(packed, size), encoding, limit)).toEqual({
          ok: true,
          value: { bytes: text, whole: true },
        })
      expect(await unpack(packed, encoding, text.length)).toMatchObject({ ok: true })
    })

    test(`${encoding}: one byte over the limit is too large`, async () => {
      expect(await unpack(await pack(text, encoding), encoding, text.length - 1)).toMatchObject({
        ok: false,
        error: { code: 'too_large' },
      })
    })
  }

  test('a bomb stops at the limit: its other gigabytes are never made', async () => {
    const bombs = { zstd: zstdCompressSync(Buffer.alloc(64 * 1_048_576)), gzip: gzipSync(Buffer.alloc(64 * 1_048_576)) }
    for (const encoding of ['zstd', 'gzip'] as const) {
      let taken = 0
      const source = async function* (): AsyncGenerator<Uint8Array> {
        for (let i = 0; i < 1_000; i += 1) {
          taken += 1
          yield await Promise.resolve(bombs[encoding])
        }
      }
      expect(await unpack(source(), encoding, 100_000)).toMatchObject({ ok: false, error: { code: 'too_large' } })
      expect(taken).toBeLessThan(1_000)
    }
  })

  test('a message that is cut off gives what came, and says so where its source failed', async () => {
    const draw = seededRandom(28)
    const noise = Buffer.from(Array.from({ length: 400_000 }, () => draw() * 256))
    for (const encoding of ['zstd', 'gzip'] as const) {
      const packed = await pack(noise, encoding)
      const cut = await unpack(inPieces(packed, 10_000, 200_000), encoding, limit)
      if (!cut.ok) throw new Error(cut.error.message)
      expect(cut.value.whole).toBe(false)
      expect(cut.value.bytes.length).toBeGreaterThan(50_000)
      expect(noise.subarray(0, cut.value.bytes.length).equals(cut.value.bytes)).toBe(true)
      const short = await unpack(packed.subarray(0, packed.length - 5), encoding, limit)
      expect(short.ok && noise.subarray(0, short.value.bytes.length).equals(short.value.bytes)).toBe(true)
    }
  })

  test('bytes of another kind are malformed', async () => {
    for (const encoding of ['zstd', 'gzip'] as const) {
      expect(await unpack(Buffer.from('this is no such thing'), encoding, limit)).toMatchObject({
        ok: false,
        error: { code: 'malformed' },
      })
    }
  })

  test('an abort ends the reading with its reason', async () => {
    const controller = new AbortController()
    const endless = Readable.from(
      (async function* () {
        for (;;) yield await new Promise<Buffer>((resolve) => setImmediate(() => resolve(Buffer.alloc(1))))
      })(),
    )
    const reading = unpack(endless, 'identity', limit, controller.signal)
    controller.abort(new Error('enough'))
    await expect(reading).rejects.toThrow('enough')
  })

  test('the best that both sides speak is chosen', () => {
    expect(chooseEncoding('gzip, deflate, br, zstd')).toBe('zstd')
    expect(chooseEncoding('gzip;q=0.5, zstd;q=0')).toBe('gzip')
    expect(chooseEncoding('br')).toBeNull()
    expect(chooseEncoding('*')).toBe('zstd')
    expect(chooseEncoding(undefined)).toBe('identity')
  })
})
