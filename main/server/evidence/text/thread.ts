import { Worker } from 'node:worker_threads'
import type { TextLack } from '../../../domain/evidence/passage.ts'
import { codeOf } from '../../../platform/system-error.ts'
import { heap, outsideMax, pdfMax, watchMs } from './limits.ts'
import type { TextAnswer, TextReply, TextRequest } from './messages.ts'

/** A thread that reads a piece. */
export interface TextThread {
  /** What the thread tells next, or why it tells no more. Rejects with the signal's reason where that is aborted. */
  next(): Promise<TextReply | TextLack>
  answer(answer: TextAnswer): void
  /** Ends the thread, whatever it does. */
  close(): Promise<void>
}

const mebibyte = 1_048_576

/** A thread starts in so long on the busiest computer; it has not seen the piece yet. */
const startMs = 60_000

const start = (request: TextRequest): Worker => {
  const worker = new Worker(new URL('./evidence-text.worker.ts', import.meta.url), {
    workerData: request,
    env: {},
    resourceLimits: heap,
    stdout: true,
    stderr: true,
  })
  // What a hostile piece makes its reader print does not reach the log of the service.
  worker.stdout.resume()
  worker.stderr.resume()
  return worker
}

/** Calls back when a thread holds more bytes outside of its heap, which has a limit of its own, than it may. */
const watchMemory = (worker: Worker, most: number, passed: () => void): (() => void) => {
  const watch = setInterval(() => {
    worker.getHeapStatistics().then(
      ({ external_memory: held }) => {
        if (held > most) passed()
      },
      // It has ended.
      () => undefined,
    )
  }, watchMs)
  return () => clearInterval(watch)
}

const lackOf = (error: Error): TextLack =>
  codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY'
    ? { kind: 'too_large', limit: `${heap.maxOldGenerationSizeMb} MiB of memory` }
    : { kind: 'damaged', message: error.message.slice(0, 200) }

/**
 * Starts a thread that reads a piece. Whatever becomes of it, now or while nobody waits, is an answer of `next`, and
 * never an error of the service.
 *
 * @param limitMs milliseconds that the thread may work; what it waits for is not counted
 */
export const openThread = (request: TextRequest, signal: AbortSignal, limitMs: number): TextThread => {
  const worker = start(request)
  const told: (TextReply | TextLack)[] = []
  let failed: Error | null = null
  let leftMs = limitMs
  let hasBegun = false
  let wake = (): void => undefined

  const tell = (reply: TextReply | TextLack): void => {
    told.push(reply)
    wake()
  }
  const fail = (error: Error): void => {
    // A thread that never came to read anything is the fault of the installation.
    if (hasBegun) tell(lackOf(error))
    else failed = error
    wake()
  }
  const abort = (): void => wake()
  worker.on('message', (reply: TextReply) => {
    hasBegun = true
    tell(reply)
  })
  worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', () => fail(new Error('its reader ended in the middle')))
  signal.addEventListener('abort', abort)
  const unwatch = watchMemory(worker, outsideMax + Math.min(request.size, pdfMax), () =>
    tell({ kind: 'too_large', limit: `${outsideMax / mebibyte} MiB of memory` }),
  )

  /** Waits until there is something to tell, or the time is up. */
  const waited = async (): Promise<void> => {
    if (told.length > 0 || failed !== null || signal.aborted) return
    const began = performance.now()
    const timed = hasBegun
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timed ? Math.max(0, leftMs) : startMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    if (timed) leftMs -= performance.now() - began
  }
  return {
    next: async () => {
      await waited()
      signal.throwIfAborted()
      const reply = told.shift()
      if (reply !== undefined) return reply
      if (failed !== null) throw failed
      return { kind: 'took_too_long', seconds: Math.round(limitMs / 1_000) }
    },
    answer: (answer) => worker.postMessage(answer, answer === null ? [] : [answer.buffer as ArrayBuffer]),
    close: async () => {
      unwatch()
      signal.removeEventListener('abort', abort)
      await worker.terminate()
    },
  }
}
