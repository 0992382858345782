import { errorOf } from './reading/messages.ts'
import type { ShortOutcome } from './reading/messages.ts'
import { isStopping, refuse, sealFiles } from './running-acquisition.ts'
import type { ReadFile, RunningAcquisition, TakerParts } from './running-acquisition.ts'
import type { SourceFile } from './source-walk.ts'

/** A file of a batch, and where its bytes go. */
interface Prepared {
  readonly source: SourceFile
  readonly id: string
  readonly key: Uint8Array
  readonly partial: string
}

/** What a batch has not taken. */
interface Untaken {
  /** Files that are to be streamed. */
  readonly long: readonly SourceFile[]
  /** Files that were not read yet. */
  readonly left: readonly SourceFile[]
}

/**
 * Takes files in batches: each is read, hashed, encrypted and synced by itself, then all of a batch get their places
 * and their entries together. Nothing of a short file is remembered while it is on its way, for it is read again after
 * a stop.
 */
export const createShortTaker = (parts: TakerParts) => {
  const { blobs, env, keys, thread } = parts

  const prepare = async (source: SourceFile): Promise<Prepared> => {
    const id = env.random.uuidv7(env.clock.nowMs())
    return { source, id, key: keys.newFileKey(), partial: await blobs.partialPath(id) }
  }

  const takeRead = async (
    run: RunningAcquisition,
    batch: readonly Prepared[],
    outcomes: readonly ShortOutcome[],
  ): Promise<void> => {
    const read = batch.flatMap(({ source, id, key }, at): ReadFile[] => {
      const outcome = outcomes[at]
      if (outcome?.kind === 'refused') refuse(run, source, outcome.message)
      return outcome?.kind === 'written'
        ? [{ source, arrived: { ...outcome, partialId: id, key, isResumable: false } }]
        : []
    })
    if (read.length === 0) return
    const taken = await sealFiles(parts, run, 'logical_copy', read)
    for (const [at, { arrived }] of read.entries()) if (taken[at] === true) run.progress.bytesDone += arrived.size
  }

  const takeSome = async (run: RunningAcquisition, files: readonly SourceFile[]): Promise<Untaken> => {
    const batch = await Promise.all(files.map(prepare))
    try {
      const outcomes = await thread.takeShort(
        batch.map(({ source: { location }, partial, key }) => ({ location, partial, key })),
        run.stop,
      )
      await takeRead(run, batch, outcomes)
      for (const outcome of outcomes) if (outcome.kind === 'failed') throw errorOf(outcome.error)
      const those = (kind: ShortOutcome['kind']): SourceFile[] =>
        files.filter((_file, at) => outcomes[at]?.kind === kind)
      return { long: those('long'), left: those('left') }
    } catch (error) {
      for (const { id } of batch) await blobs.discard(id)
      throw error
    }
  }

  /**
   * Takes those of the files that are short, and answers those that are not. Throws where the disk is full or the
   * service itself fails.
   */
  return async (run: RunningAcquisition, files: readonly SourceFile[]): Promise<readonly SourceFile[]> => {
    const long: SourceFile[] = []
    for (let left = files; left.length > 0 && !isStopping(run);) {
      const untaken = await takeSome(run, left)
      long.push(...untaken.long)
      left = untaken.left
    }
    return long
  }
}
