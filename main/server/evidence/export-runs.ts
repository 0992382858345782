import type { Refusal } from '../../../shared/api/errors.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { createKeyedLock } from '../../platform/keyed-lock.ts'
import type { KeptExport } from '../../storage/evidence/export-store.ts'
import type { KeptBundles } from './kept-bundles.ts'
import { failureOf, makeBundle } from './make-bundle.ts'
import type { BundleMaking, EndedExport, ExportRun, WantedBundle } from './make-bundle.ts'

/** The exports that are being made, one at a time. */
export class ExportRuns {
  readonly #making: BundleMaking
  readonly #runs = new Map<string, ExportRun>()
  readonly #oneAtATime = createKeyedLock()

  constructor(making: BundleMaking) {
    this.#making = making
  }

  /** Begins to make a bundle; how it ended is kept in `held`. */
  begin(kept: KeptExport, wanted: WantedBundle, held: KeptBundles): void {
    const run: ExportRun = { kept, stop: new AbortController(), done: Promise.resolve() }
    this.#runs.set(kept.id, run)
    held.watch(kept)
    run.done = this.#toEnd(run, wanted, held)
  }

  async #toEnd(run: ExportRun, wanted: WantedBundle, held: KeptBundles): Promise<void> {
    const { log } = this.#making.workspace.env
    const failed = (error: unknown): EndedExport => ({ ...run.kept, state: 'failed', error: failureOf(error, log) })
    const ended = await this.#oneAtATime
      .run('export', async () =>
        run.stop.signal.aborted
          ? { ...run.kept, state: 'cancelled' as const }
          : await makeBundle(this.#making, run, wanted),
      )
      .catch(failed)
    const saved = await this.#saveEnd(ended, held).catch((error: unknown) => this.#saveEnd(failed(error), held))
    if (!saved.ok) log.error({ code: saved.error.code }, 'the end of an export could not be kept')
    this.#runs.delete(run.kept.id)
  }

  /** Keeps how an export ended, and its bundle where there is one; false where it was ended from outside. */
  async #saveEnd(ended: EndedExport, held: KeptBundles): Promise<Result<boolean, Refusal>> {
    const { env, evidence } = this.#making.workspace
    const kept = { ...ended, finished_at: env.clock.nowMs() }
    return kept.state === 'done' ? await held.keep(kept) : await evidence.exports.save(kept)
  }

  /** The export as far as it has come, where it is being made; else as it was kept. */
  now(kept: KeptExport): KeptExport {
    return this.#runs.get(kept.id)?.kept ?? kept
  }

  /** Stops one; it takes a moment. */
  stop(id: string): void {
    this.#runs.get(id)?.stop.abort()
  }

  /** Resolves when this one, if it was being made, is made no more. */
  async ended(id: string): Promise<void> {
    await this.#runs.get(id)?.done
  }

  async close(): Promise<void> {
    for (const run of this.#runs.values()) run.stop.abort()
    await Promise.all([...this.#runs.values()].map((run) => run.done))
  }
}
