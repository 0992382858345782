import { parentPort } from 'node:worker_threads'
import { createShortBlobWriter } from '../../../blobs/short-blob.ts'
import { systemRandom } from '../../../platform/random.ts'
import { takeLongFile } from './long-file.ts'
import { measureSource } from './measure.ts'
import { plainError } from './messages.ts'
import type { ReadingReply, ReadingRequest, ReadingTasks } from './messages.ts'
import { createShortFiles } from './short-files.ts'

const random = systemRandom()
const takeShortFiles = createShortFiles(createShortBlobWriter(random), () => Date.now())

const tell = (reply: ReadingReply): void => parentPort?.postMessage(reply)

const work = async (request: ReadingRequest): Promise<ReadingTasks[keyof ReadingTasks]['answers']> => {
  const { n } = request
  switch (request.kind) {
    case 'short':
      return await takeShortFiles(request.files, request.stop)
    case 'long':
      return await takeLongFile(request.file, request.stop, random, {
        onBytes: (bytes) => tell({ n, bytes }),
        onDurable: () => tell({ n, durable: true }),
      })
    case 'measure':
      return await measureSource(request.root, request.stop)
  }
}

parentPort?.on('message', (request: ReadingRequest) => {
  work(request).then(
    (answer) => tell({ n: request.n, answer }),
    (error: unknown) => tell({ n: request.n, error: plainError(error) }),
  )
})
