import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Streams an answer into a file that appears only when it is whole. */
export const saveTo = async (file: string, content: ReadableStream<Uint8Array>): Promise<void> => {
  const unfinished = `${file}.part`
  try {
    await pipeline(Readable.fromWeb(content as Parameters<typeof Readable.fromWeb>[0]), createWriteStream(unfinished, { mode: 0o600, flush: true }))
    await rename(unfinished, file)
  } finally {
    await rm(unfinished, { force: true })
  }
}
