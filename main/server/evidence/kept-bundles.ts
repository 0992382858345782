import type { Refusal } from '../../../shared/api/errors.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { BlobStore } from '../../blobs/file-store.ts'
import type { Env } from '../../platform/env.ts'
import { createKeyedLock } from '../../platform/keyed-lock.ts'
import type { Scheduler } from '../../platform/scheduler.ts'
import type { ExportStore, KeptExport } from '../../storage/evidence/export-store.ts'
import type { Ledger } from '../../storage/ledger/ledger.ts'

/** What keeping bundles stands on. */
export interface KeptBundlesParts {
  readonly store: ExportStore
  /** The folder of finished bundles. */
  readonly bundles: BlobStore
  readonly ledger: Pick<Ledger, 'onCommitted'>
  readonly env: Pick<Env, 'clock' | 'log'>
  readonly scheduler: Scheduler
  /** Called once for an export that was ended from outside: what makes it must stop. */
  readonly onEnded: (id: string) => void
}

/**
 * The bundles that lie in the data folder, and how long (E-31, E-32). The row of an export holds the key of its file,
 * so a bundle has ended for everybody with its row; the file is removed after that, and where a crash or the disk stood
 * in the way, by the next look at the folder.
 */
export interface KeptBundles {
  /** Null: there is none, or it is older than a day. */
  read(id: string): KeptExport | null
  /** Newest first. */
  list(caseId?: number): readonly KeptExport[]
  /** From now on it is noticed when this export is ended from outside. */
  watch(kept: KeptExport): void
  /**
   * Gives a bundle that was made, as the partial file of its export, its place; answers whether it is kept: it may have
   * been ended meanwhile.
   */
  keep(kept: KeptExport & { readonly sha256: string }): Promise<Result<boolean, Refusal>>
  /** Ends an export; its key goes with its row. */
  discard(id: string): Promise<Result<void, Refusal>>
  /** Deletes what is older than a day, if anything is. */
  dropOld(): Promise<void>
  close(): Promise<void>
}

const keptMs = 24 * 3_600_000
const tidyMs = 3_600_000
const folder = 'folder'

/** Begins to keep bundles: what is old, and files that no export names, go now and every hour. */
export const openKeptBundles = async ({
  store,
  bundles,
  ledger,
  env,
  scheduler,
  onEnded,
}: KeptBundlesParts): Promise<KeptBundles> => {
  const locks = createKeyedLock()
  /** Exports that are watched, with their cases. */
  const watched = new Map<string, number>()
  let cancel: () => void = () => undefined
  let isClosed = false

  const oldestMs = (): number => env.clock.nowMs() - keptMs

  const removeUnnamed = async (): Promise<void> => {
    const named = store.files()
    for await (const sha256 of bundles.list()) if (!named.has(sha256)) await bundles.remove(sha256)
  }

  const tidy = (): Promise<void> =>
    locks.run(folder, async () => {
      try {
        await store.forgetEndedBefore(oldestMs())
        await removeUnnamed()
      } catch (error) {
        env.log.error(
          { err: error },
          'a bundle that has ended could not be removed from the disk; it is tried again within the hour',
        )
      }
    })

  const everyHour = (): void => {
    cancel = scheduler.after(tidyMs, () => {
      void tidy().finally(() => {
        if (!isClosed) everyHour()
      })
    })
  }

  /**
   * An erasure, here or by sync, ends exports in its own transaction (L-56): after it their makers stop and their files
   * go.
   */
  const offCommitted = ledger.onCommitted((chains) => {
    const ended = [...watched].filter(([id, caseId]) => chains.has(caseId) && store.read(id) === null)
    for (const [id] of ended) {
      watched.delete(id)
      onEnded(id)
    }
    if (ended.length > 0) void tidy()
  })

  const isOld = ({ finished_at: finishedMs }: KeptExport): boolean => finishedMs !== null && finishedMs < oldestMs()

  await tidy()
  for (const { id, case_id: caseId } of store.list()) watched.set(id, caseId)
  everyHour()

  return {
    read: (id) => {
      const kept = store.read(id)
      return kept === null || isOld(kept) ? null : kept
    },
    list: (caseId) => store.list(caseId).filter((kept) => !isOld(kept)),
    watch: ({ id, case_id: caseId }) => {
      // What shared a commit with the making of its row has been told to the listeners already.
      if (store.read(id) === null) onEnded(id)
      else watched.set(id, caseId)
    },
    keep: (kept) =>
      locks.run(folder, async () => {
        await bundles.place([{ id: kept.id, sha256: kept.sha256 }])
        const saved = await store.save(kept)
        if (!saved.ok || !saved.value) await removeUnnamed()
        return saved
      }),
    discard: async (id) => {
      watched.delete(id)
      const forgotten = await store.forget(id)
      if (!forgotten.ok) return forgotten
      await tidy()
      return ok(undefined)
    },
    dropOld: async () => {
      if (store.hasEndedBefore(oldestMs())) await tidy()
    },
    close: async () => {
      isClosed = true
      cancel()
      offCommitted()
      await locks.run(folder, () => Promise.resolve())
    },
  }
}
