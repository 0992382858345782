import { Worker } from 'node:worker_threads'
import { errorOf } from './messages.ts'
import type { LongFile, LongOutcome, Measure, ReadingReply, ReadingTasks, ShortFile, ShortOutcome } from './messages.ts'

/** What is told while the thread works on a request. */
interface Told {
  readonly onBytes?: (bytes: number) => void
  readonly onDurable?: () => void
}

/**
 * The thread that reads sources, hashes, encrypts and writes, so that the service goes on answering whatever a medium
 * does. Each call rejects where the thread ends before its answer; what it was writing then is left for whoever asked.
 */
export interface ReadingThread {
  takeShort(files: readonly ShortFile[], stop: Int32Array): Promise<readonly ShortOutcome[]>
  takeLong(file: LongFile, stop: Int32Array, told: Required<Told>): Promise<LongOutcome>
  measure(root: string, stop: Int32Array): Promise<Measure>
  /** Ends the thread, whatever it does. */
  close(): Promise<void>
}

interface Waiting {
  readonly told: Told
  readonly resolve: (answer: ReadingTasks[keyof ReadingTasks]['answers']) => void
  readonly reject: (error: Error) => void
}

/** Its heap holds a few lists of names; what it works on lies outside of it. */
const heap = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 }

/** A flag that both threads see; raise it with `Atomics.store(stop, 0, 1)`. */
export const stopFlag = (): Int32Array => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

/** Makes the thread when it is first needed, and anew where it has died. */
export const createReadingThread = (): ReadingThread => {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let last = 0

  const settle = (reply: ReadingReply): void => {
    const asked = waiting.get(reply.n)
    if (asked === undefined) return
    if ('bytes' in reply) asked.told.onBytes?.(reply.bytes)
    else if ('durable' in reply) asked.told.onDurable?.()
    else {
      waiting.delete(reply.n)
      if ('answer' in reply) asked.resolve(reply.answer)
      else asked.reject(errorOf(reply.error))
    }
  }

  const ended = (died: Worker, error: Error): void => {
    if (worker !== died) return
    worker = null
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  const start = (): Worker => {
    const started = new Worker(new URL('./source-reading.worker.ts', import.meta.url), { resourceLimits: heap })
    // Nobody waits for it to end.
    started.unref()
    started.on('message', settle)
    started.on('error', (error: Error) => ended(started, error))
    started.on('exit', () => ended(started, new Error('the thread that reads sources has ended')))
    return started
  }

  const ask = <K extends keyof ReadingTasks>(
    kind: K,
    asks: ReadingTasks[K]['asks'],
    told: Told = {},
  ): Promise<ReadingTasks[K]['answers']> =>
    new Promise((resolve, reject) => {
      worker ??= start()
      last += 1
      waiting.set(last, { told, resolve, reject })
      worker.postMessage({ n: last, kind, ...asks })
    })

  return {
    takeShort: (files, stop) => ask('short', { files, stop }),
    takeLong: (file, stop, told) => ask('long', { file, stop }, told),
    measure: (root, stop) => ask('measure', { root, stop }),
    close: async () => {
      await worker?.terminate()
    },
  }
}
