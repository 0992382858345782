import { openSource } from './open-source.ts'
import type { OpenSource } from './open-source.ts'
import type { LongOutcome } from './reading/messages.ts'
import { asError, CaseGone, isStopping, refuse, sealFiles } from './running-acquisition.ts'
import type { RunningAcquisition, TakerParts } from './running-acquisition.ts'
import type { SourceFile } from './source-walk.ts'

/** A shorter file is read again after a stop: remembering it would cost as much. */
const resumableFrom = 16 * 1_048_576
const reserveBytes = 64 * 1_048_576

/** What a source was when it was chosen. */
type Chosen = Pick<OpenSource, 'size' | 'version'>

interface Opened {
  readonly id: string
  readonly key: Uint8Array
  /** Whether an earlier try may have left a part of it. */
  readonly resumes: boolean
}

// A question, not a value: what is asked of a run changes while it waits.
const asked = (run: RunningAcquisition): RunningAcquisition['ask'] => run.ask

const isResumable = ({ size }: Chosen): boolean => size === null || size >= resumableFrom

/**
 * Takes files that are streamed, one at a time; what stands in the way of one is told among the problems of its
 * acquisition.
 */
export const createLongTaker = (parts: TakerParts & { readonly save: (run: RunningAcquisition) => Promise<void> }) => {
  const { acquisitions, blobs, env, keys, save, thread, turns } = parts

  /** A partial file for a source: the one of an earlier try where the source is still the same, or a new one. */
  const openPartial = async (run: RunningAcquisition, file: SourceFile, source: Chosen): Promise<Opened> => {
    const earlier = isResumable(source) ? await acquisitions.partialOf(run.kept, file.key) : null
    if (earlier !== null && earlier.modified === source.version)
      return { id: earlier.id, key: earlier.key, resumes: true }
    if (earlier !== null) await blobs.discard(earlier.id)
    const id = env.random.uuidv7(env.clock.nowMs())
    const key = keys.newFileKey()
    if (isResumable(source)) {
      const kept = await acquisitions.keepPartial(
        run.kept,
        { id, path: file.key, size: source.size ?? 0, modified: source.version, key },
        env.clock.nowMs(),
      )
      if (!kept.ok) throw asError(kept.error)
    }
    return { id, key, resumes: false }
  }

  const fits = async ({ size }: Chosen): Promise<boolean> =>
    size === null || size < resumableFrom || (await blobs.freeBytes()) > size + reserveBytes

  const forget = async (source: Chosen, id: string): Promise<void> => {
    await blobs.discard(id)
    if (isResumable(source)) await acquisitions.dropPartial(id)
  }

  const read = async (
    run: RunningAcquisition,
    file: SourceFile,
    { version }: Chosen,
    { id, key, resumes }: Opened,
  ): Promise<LongOutcome> => {
    const saving: Promise<void>[] = []
    const outcome = await thread.takeLong(
      { location: file.location, version, partial: await blobs.partialPath(id), key, resumes },
      run.stop,
      {
        onBytes: (bytes) => {
          run.progress.bytesDone += bytes
        },
        onDurable: () => void saving.push(save(run)),
      },
    )
    await Promise.all(saving)
    return outcome
  }

  const takeChosen = async (run: RunningAcquisition, file: SourceFile, source: Chosen): Promise<void> => {
    if (isStopping(run)) return
    if (!(await fits(source))) {
      refuse(run, file, `The disk has not enough room for its ${source.size ?? 0} bytes.`)
      return
    }
    const startedAtMs = env.clock.nowMs()
    const before = run.progress.bytesDone
    const opened = await openPartial(run, file, source)
    let isTaken = false
    let isKept = false
    try {
      const outcome = await read(run, file, source, opened)
      if (!outcome.ok) refuse(run, file, outcome.error.message)
      // What a stop leaves of a long file is gone on with; of a short one, and of what was cancelled, nothing is kept.
      else if (outcome.value === 'interrupted') isKept = asked(run) !== 'cancel' && isResumable(source)
      else {
        const method = source.size === null ? 'physical_image' : 'logical_copy'
        const arrived = {
          ...outcome.value,
          partialId: opened.id,
          key: opened.key,
          isResumable: isResumable(source),
          startedAtMs,
          endedAtMs: env.clock.nowMs(),
        }
        isTaken = (await sealFiles(parts, run, method, [{ source: file, arrived }]))[0] === true
      }
    } catch (error) {
      isKept = error instanceof CaseGone && isResumable(source)
      throw error
    } finally {
      if (!isTaken && !isKept) {
        await forget(source, opened.id)
        run.progress.bytesDone = before
      }
    }
  }

  /** Takes one file, or says among the problems why not. Throws where the disk is full or the service itself fails. */
  return async (run: RunningAcquisition, file: SourceFile): Promise<void> => {
    const opened = await openSource(file.location)
    if (!opened.ok) {
      refuse(run, file, opened.error)
      return
    }
    const { handle, size, version } = opened.value
    await handle.close()
    await turns.run('long files', () => takeChosen(run, file, { size, version }))
  }
}
