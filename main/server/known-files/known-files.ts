import type { Readable } from 'node:stream'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { KnownFileList, KnownFiles, Standing } from '../../../shared/schema/known-files.ts'
import { fail } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Actor } from '../../domain/access/actor.ts'
import { isDiskFull } from '../../platform/disk-full.ts'
import type { Log } from '../../platform/log.ts'
import type { Scheduler } from '../../platform/scheduler.ts'
import type { Ledger } from '../../storage/ledger/ledger.ts'
import { compareDue, hashNext } from './compare-pieces.ts'
import type { ComparingParts } from './compare-pieces.ts'
import { readHashList } from './read-hash-list.ts'

/** What known files stand on. */
export interface KnownFilesParts extends ComparingParts {
  readonly ledger: Pick<Ledger, 'onCommitted'>
  readonly scheduler: Scheduler
  readonly log: Pick<Log, 'warn' | 'error'>
  /** So long it waits before it compares what came by itself, in milliseconds. */
  readonly quietMs?: number | undefined
}

/** What is told of a list beside its content. */
export interface ListTold {
  readonly name: string
  readonly standing: Standing
  readonly fileName: string | null
}

/** Lists of known files: imported, compared with the evidence in the background, removed (E-50 to E-53). */
export interface KnownFilesService {
  overview(): Promise<KnownFiles>
  take(body: Readable, told: ListTold, actor: Actor): Promise<Result<KnownFileList, Refusal>>
  remove(id: number): Promise<Result<{ readonly removed: true }, Refusal>>
  close(): Promise<void>
}

/** Bytes come without an entry: so often it is looked for them. */
const lookMs = 30_000

const usualQuietMs = 1_000

/** What failed is left alone for so long. */
const restMs = 60_000

const diskFull = refusal(
  'storage_full',
  'The disk is full, so the list was not imported. Free space and import it again.',
)

/** Begins to compare what is due. */
export const createKnownFiles = (parts: KnownFilesParts): KnownFilesService => {
  const { store, ledger, scheduler, log, quietMs = usualQuietMs } = parts
  const { comparing } = store
  const stopping = new AbortController()
  let running: Promise<void> | null = null
  let cancelWake: (() => void) | null = null
  let cancelLook: () => void = () => undefined

  const compareAll = async (): Promise<void> => {
    do await compareDue(parts, stopping.signal)
    while (await hashNext(parts, stopping.signal))
  }
  const isDue = (): boolean =>
    running === null &&
    !stopping.signal.aborted &&
    (comparing.due(comparing.newest(), 1).length > 0 || comparing.unhashed() !== null)

  function begin(): void {
    if (!isDue()) return
    let nextMs = quietMs
    running = compareAll()
      .catch((error: unknown) => {
        if (stopping.signal.aborted) return
        log.error({ err: error }, 'evidence could not be compared with known files; it is tried again in a minute')
        nextMs = restMs
      })
      .finally(() => {
        running = null
        // What came while the last piece ended.
        wakeAfter(nextMs)
      })
  }
  function wakeAfter(ms: number): void {
    if (cancelWake !== null || !isDue()) return
    cancelWake = scheduler.after(ms, () => {
      cancelWake = null
      begin()
    })
  }
  const look = (): void => {
    cancelLook = scheduler.after(lookMs, () => {
      wakeAfter(quietMs)
      look()
    })
  }
  const endListening = ledger.onCommitted(() => wakeAfter(quietMs))
  store.files.tidy()
  wakeAfter(quietMs)
  look()

  const taken = async (body: Readable, told: ListTold, actor: Actor): Promise<Result<KnownFileList, Refusal>> => {
    const file = store.files.make()
    try {
      const read = await readHashList(body, file.writer)
      if (!read.ok) return read
      file.writer.end()
      return await store.keep(file, { ...told, ...read.value }, actor)
    } finally {
      file.writer.close()
      store.files.tidy()
    }
  }

  return {
    overview: () => store.overview(),
    take: async (body, told, actor) => {
      try {
        const kept = await taken(body, told, actor)
        begin()
        return kept
      } catch (error) {
        if (isDiskFull(error)) return fail(diskFull)
        throw error
      }
    },
    remove: (id) => store.remove(id),
    close: async () => {
      endListening()
      cancelLook()
      cancelWake?.()
      stopping.abort()
      await running
    },
  }
}
