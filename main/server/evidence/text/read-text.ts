import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Passage, TextLack, TextRead } from '../../../domain/evidence/passage.ts'
import { codeOf } from '../../../platform/system-error.ts'
import { characterMap } from './character-maps.ts'
import { heap, outsideMax, pdfMax, watchMs, workMs } from './limits.ts'
import type { TextAnswer, TextReply, TextRequest } from './messages.ts'

/** A piece of evidence whose text is read. */
export interface TextPiece {
  readonly name: string
  /** In bytes. */
  readonly size: number
  /** The bytes from `start` up to before `end`; throws where the store cannot give them. */
  readonly read: (start: number, end: number) => AsyncIterable<Uint8Array>
}

const bytesOf = async (piece: TextPiece, start: number, end: number): Promise<Uint8Array> => {
  const parts: Uint8Array[] = []
  for await (const part of piece.read(start, end)) parts.push(part)
  // A copy of its own: it is handed over to the thread.
  const bytes = Uint8Array.from(parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts))
  if (bytes.length !== end - start) throw new Error(`the store gave ${bytes.length} bytes of ${end - start}`)
  return bytes
}

const mebibyte = 1_048_576

/** A thread starts in so long on the busiest computer; it has not seen the piece yet. */
const startMs = 60_000

/** Tells when a thread holds more bytes outside of its heap, which has a limit of its own, than it may. */
const watchMemory = (worker: Worker, most: number) => {
  const passed = new AbortController()
  const watch = setInterval(() => {
    void worker.getHeapStatistics().then(
      ({ external_memory: held }) => {
        if (held > most) passed.abort()
      },
      // It has ended.
      () => undefined,
    )
  }, watchMs)
  return { passed: passed.signal, end: () => clearInterval(watch) }
}

/** A thread that reads a piece. */
const openThread = (piece: TextPiece, signal: AbortSignal, limitMs: number) => {
  const worker = new Worker(new URL('./evidence-text.worker.ts', import.meta.url), {
    workerData: { name: piece.name, size: piece.size } satisfies TextRequest,
    env: {},
    resourceLimits: heap,
    stdout: true,
    stderr: true,
  })
  // What a hostile piece makes its reader print does not reach the log of the service.
  worker.stdout.resume()
  worker.stderr.resume()
  const memory = watchMemory(worker, outsideMax + Math.min(piece.size, pdfMax))
  let leftMs = limitMs
  let hasBegun = false

  const lackOf = (error: unknown): TextLack => {
    signal.throwIfAborted()
    if (memory.passed.aborted) return { kind: 'too_large', limit: `${outsideMax / mebibyte} MiB of memory` }
    if (error instanceof Error && error.name === 'AbortError')
      return { kind: 'took_too_long', seconds: Math.round(limitMs / 1_000) }
    if (codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY')
      return { kind: 'too_large', limit: `${heap.maxOldGenerationSizeMb} MiB of memory` }
    // A thread that never came to read anything is the fault of the installation.
    if (!hasBegun || !(error instanceof Error)) throw error
    return { kind: 'damaged', message: error.message.slice(0, 200) }
  }
  return {
    close: async (): Promise<void> => {
      memory.end()
      await worker.terminate()
    },
    answer: (answer: TextAnswer): void =>
      worker.postMessage(answer, answer === null ? [] : [answer.buffer as ArrayBuffer]),
    /** What the thread tells next, or why it tells no more. */
    next: async (): Promise<TextReply | TextLack> => {
      const began = performance.now()
      const timeout = AbortSignal.timeout(hasBegun ? Math.max(0, Math.ceil(leftMs)) : startMs)
      try {
        const ended = AbortSignal.any([signal, timeout, memory.passed])
        const [reply] = (await once(worker, 'message', { signal: ended })) as [TextReply]
        if (hasBegun) leftMs -= performance.now() - began
        hasBegun = true
        return reply
      } catch (error) {
        return lackOf(error)
      }
    },
  }
}

/**
 * Reads the text of a piece in a thread of its own, which has no keys, no network and no environment, and is ended where
 * it takes too much memory or time. Yields passages in batches, in the order of the piece, and returns what came of it;
 * what was read before a limit stays. Throws where the store gives no bytes, and the signal's reason where it is aborted.
 *
 * @param limitMs milliseconds that the thread may work on it
 */
export async function* readText(
  piece: TextPiece,
  signal: AbortSignal,
  limitMs = workMs(piece.size),
): AsyncGenerator<readonly Passage[], TextRead> {
  signal.throwIfAborted()
  const thread = openThread(piece, signal, limitMs)
  const lacks: { way: Passage['way']; lack: TextLack }[] = []
  let format = 'unknown'
  let passages = 0
  const told = (): TextRead => ({ format, passages, lacks })
  try {
    for (;;) {
      const reply = await thread.next()
      switch (reply.kind) {
        case 'end':
          return told()
        case 'bytes':
          thread.answer(await bytesOf(piece, reply.start, reply.end))
          break
        case 'character_map':
          thread.answer(await characterMap(reply.name))
          break
        case 'format':
          format = reply.format
          thread.answer(null)
          break
        case 'found': {
          const texts = reply.found.filter((one) => 'text' in one)
          lacks.push(...reply.found.filter((one) => 'lack' in one))
          passages += texts.length
          if (texts.length > 0) yield texts
          thread.answer(null)
          break
        }
        default:
          lacks.push({ way: [], lack: reply })
          return told()
      }
    }
  } finally {
    await thread.close()
  }
}
