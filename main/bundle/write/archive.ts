import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import yazl from 'yazl'

/** A ZIP file in the making, a member at a time. */
export interface Archive {
  /** The bytes of the ZIP file. */
  readonly output: Readable
  /** Adds a member from memory. */
  add(path: string, content: Uint8Array): Promise<void>
  /**
   * Adds a member of a known size from a stream; resolves when all of it was taken, and rejects with what the stream
   * throws.
   */
  stream(path: string, content: AsyncIterable<Uint8Array>, size: number | undefined, compress: boolean): Promise<void>
  /** Ends the ZIP file. */
  end(): void
}

const mode = 0o100644

/** Members from memory that may wait to be written at a time. */
const window = 64

/**
 * Starts a ZIP file (B-1). It is written as fast as `output` is read, and no faster.
 *
 * @param atMs the time of every member, Unix milliseconds
 * @param signal ends every wait; its reason is what the calls then reject with
 */
export const createArchive = (atMs: number, signal: AbortSignal): Archive => {
  const zip = new yazl.ZipFile()
  const mtime = new Date(atMs)
  const broken = new AbortController()
  zip.on('error', (error) => broken.abort(error))
  const stopped = AbortSignal.any([signal, broken.signal])
  // A source that is read from may never settle once nobody wants it; the export must not wait for it.
  const untilStopped = new Promise<never>((_, reject) =>
    stopped.addEventListener('abort', () => reject(stopped.reason as Error), { once: true }),
  )
  untilStopped.catch(() => undefined)
  let waiting = 0

  const stream: Archive['stream'] = async (path, content, size, compress) => {
    stopped.throwIfAborted()
    const source = Readable.from(content, { objectMode: false, signal: stopped })
    const taken = finished(source)
    zip.addReadStreamLazy(path, { mtime, mode, compress, size }, (callback) => callback(null, source))
    waiting = 0
    await Promise.race([untilStopped, taken])
  }

  return {
    output: zip.outputStream as Readable,
    async add(path, content) {
      stopped.throwIfAborted()
      waiting += 1
      // A stream is taken only when its turn has come: everything before it has been written by then.
      if (waiting === window) await stream(path, Readable.from([content]), content.length, true)
      else zip.addBuffer(Buffer.from(content), path, { mtime, mode })
    },
    stream,
    end: () => zip.end(),
  }
}
