import { createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { unfinishedBeside } from './unfinished.ts'

/**
 * Tries whether a file can be written where `saveTo` will write it, and leaves what is there. Throws what the file
 * system says.
 */
export const tryTarget = async (file: string): Promise<void> => {
  const unfinished = unfinishedBeside(file)
  await (await open(unfinished, 'wx', 0o600)).close()
  await rm(unfinished, { force: true })
  const there = await stat(file).catch(() => null)
  if (there?.isDirectory() === true)
    throw Object.assign(new Error(`${file} is a folder`), { code: 'EISDIR', path: file })
}

/** Streams an answer into a file that appears only when it is whole, and is readable by its owner only. */
export const saveTo = async (file: string, content: ReadableStream<Uint8Array>): Promise<void> => {
  const unfinished = unfinishedBeside(file)
  try {
    await pipeline(
      Readable.fromWeb(content as Parameters<typeof Readable.fromWeb>[0]),
      createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }),
    )
    await rename(unfinished, file)
  } finally {
    await rm(unfinished, { force: true })
  }
}
