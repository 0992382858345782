import { parentPort, workerData } from 'node:worker_threads'
import { closeThread } from './closed-thread.ts'
import type { ByteSource } from './byte-source.ts'
import { gathered } from './gather.ts'
import type { TextAnswer, TextReply, TextRequest } from './messages.ts'
import { readTextOfPiece } from './read-piece.ts'

const port = parentPort
if (port === null) throw new Error('this is a thread of the service')

closeThread()

const askNow = (reply: TextReply): Promise<TextAnswer> =>
  new Promise((resolve) => {
    port.once('message', resolve)
    port.postMessage(reply)
  })

/** One thing is asked at a time, though a reader may want several parts at once. */
const createAsk = () => {
  let last: Promise<unknown> = Promise.resolve()
  return (reply: TextReply): Promise<TextAnswer> => {
    const answer = last.then(() => askNow(reply))
    last = answer
    return answer
  }
}

const ask = createAsk()
const { name, size } = workerData as TextRequest
const source: ByteSource = {
  size,
  read: async (start, end) => (await ask({ kind: 'bytes', start, end })) ?? new Uint8Array(0),
}

const characterMap = async (map: string): Promise<Uint8Array> =>
  (await ask({ kind: 'character_map', name: map })) ?? new Uint8Array(0)

// What a library leaves behind unheard says nothing of what it answered.
process.on('unhandledRejection', () => undefined)

const { format, found } = await readTextOfPiece({ source, name, characterMap })
await ask({ kind: 'format', format })
for await (const batch of gathered(found)) await ask({ kind: 'found', found: batch })
port.postMessage({ kind: 'end' } satisfies TextReply)
