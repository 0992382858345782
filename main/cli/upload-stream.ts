import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Transform, type Readable } from 'node:stream'
import type { Io } from './io.ts'
import { createProgress } from './progress.ts'

/** A file on its way to the service. */
export interface UploadStream {
  readonly stream: Readable
  /** Ends what is shown of the progress. */
  end(): void
}

/** Reads a file as a stream, and shows how much of it is on its way. */
export const uploadStream = async (file: string, io: Io): Promise<UploadStream> => {
  const { size } = await stat(file)
  const progress = createProgress(io, 'bytes sent')
  let sent = 0
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sent += chunk.length
      progress.update(sent, size)
      done(null, chunk)
    },
  })
  const source = createReadStream(file, { highWaterMark: 1_048_576 })
  source.on('error', (error) => counter.destroy(error))
  return { stream: source.pipe(counter), end: () => progress.end() }
}

/** Whether there is a file with this name. */
export const isFile = async (file: string): Promise<boolean> => {
  try {
    return (await stat(file)).isFile()
  } catch {
    return false
  }
}
