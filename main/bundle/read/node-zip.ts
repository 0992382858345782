import { pipeline, Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import type { ZipPlatform } from '../zip/zip-source.ts'

async function* inflateRaw(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let given = 0
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const part of packed) {
      given += part.length
      yield part
    }
  }
  // What breaks either stream is thrown to whoever reads from the last.
  const inflate = pipeline(Readable.from(counted(), { objectMode: false }), createInflateRaw(), () => undefined)
  yield* inflate as AsyncIterable<Uint8Array>
  if (inflate.bytesWritten !== given) throw new Error('there are bytes after the end of its compressed data')
}

/** Unpacks with what Node brings. */
export const nodeZip: ZipPlatform = { crc32, inflateRaw }
