import type { ZipPlatform } from '../zip/zip-source.ts'

const polynomial = 0xedb8_8320

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 1 ? (value >>> 1) ^ polynomial : value >>> 1
  return value
})

/** CRC-32 (ISO 3309) of bytes after others whose CRC-32 is `before`. */
const crc32 = (bytes: Uint8Array, before: number): number => {
  let value = ~before
  // A plain loop: each byte of a bundle of gigabytes goes through it.
  for (let at = 0; at < bytes.length; at += 1)
    value = (value >>> 8) ^ (table[(value ^ (bytes[at] as number)) & 0xff] as number)
  return ~value >>> 0
}

const streamOf = (parts: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>> => {
  const iterator = parts[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const next = await iterator.next()
      if (next.done === true) controller.close()
      else controller.enqueue(Uint8Array.from(next.value))
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}

async function* inflateRaw(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = streamOf(packed).pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    // Of a stream that broke, the break was thrown already.
    await reader.cancel().catch(() => undefined)
  }
}

/** Unpacks with what the browser brings. */
export const pageZip: ZipPlatform = { crc32, inflateRaw }
