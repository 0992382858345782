import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { ContentFault } from '../content-fault.ts'
import type { SheetRow, SheetsTold, WorkbookReply, WorkbookRequest } from './messages.ts'

/** A workbook is held whole while it is read: its file is at most so long. */
export const workbookMax = 67_108_864

/** What a file unpacks to is bounded by the memory of the thread, which holds nothing else. */
const heap = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 384 }

/** A workbook that is not read in so long is not meant to be. */
const readMs = 60_000

/** A workbook that is being read. */
export interface OpenWorkbook extends SheetsTold {
  /** The rows, in batches; ending to read them ends the thread. */
  rows(): AsyncGenerator<readonly SheetRow[]>
  close(): Promise<void>
}

/**
 * Opens a workbook in a thread of its own, which has no keys and no environment, and is ended where it takes too much
 * memory or time. Throws a ContentFault where the file cannot be read.
 */
export const openWorkbook = async (request: WorkbookRequest): Promise<OpenWorkbook> => {
  const worker = new Worker(new URL('./workbook.worker.ts', import.meta.url), {
    workerData: request,
    env: {},
    resourceLimits: heap,
  })
  // It may fail while nobody waits for it, and while it is being ended: that is no error of the service.
  worker.on('error', () => undefined)
  const close = async (): Promise<void> => {
    await worker.terminate()
  }
  const next = async (): Promise<WorkbookReply> => {
    try {
      const [reply] = (await once(worker, 'message', { signal: AbortSignal.timeout(readMs) })) as [WorkbookReply]
      if ('fault' in reply) throw new ContentFault(reply.fault)
      return reply
    } catch (error) {
      await close()
      if (error instanceof ContentFault) throw error
      if (error instanceof Error && error.name === 'AbortError')
        throw new ContentFault(`is a workbook that could not be read in ${readMs / 1_000} seconds`)
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code === 'ERR_WORKER_OUT_OF_MEMORY')
        throw new ContentFault('is a workbook that unpacks to more than the memory that is given to it')
      throw error
    }
  }
  const first = await next()
  if (!('sheets' in first)) throw new Error('the thread of a workbook told no sheets')
  return {
    ...first,
    close,
    rows: async function* () {
      try {
        for (;;) {
          const answer = next()
          worker.postMessage('more')
          const reply = await answer
          if (!('rows' in reply)) return
          yield reply.rows
        }
      } finally {
        await close()
      }
    },
  }
}
