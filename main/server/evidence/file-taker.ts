import type { KeyedLock } from '../../platform/keyed-lock.ts'
import type { Env } from '../../platform/env.ts'
import { recordedName } from '../../domain/evidence/names.ts'
import type { AcquisitionStore, KeptAcquisition } from '../../storage/evidence/acquisition-store.ts'
import type { EvidenceKeys } from '../../storage/evidence/keys.ts'
import { takeIn } from './intake.ts'
import type { IntakeParts } from './intake.ts'
import { addProblem } from './progress.ts'
import type { Progress } from './progress.ts'
import { readInto } from './read-source.ts'
import type { Reading } from './read-source.ts'
import { openSource } from './source-walk.ts'
import type { OpenSource, SourceFile } from './source-walk.ts'
import type { PartialBlob } from '../../blobs/partial-blob.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { Result } from '../../../shared/schema/result.ts'

/** What acquisitions stand on. */
export interface AcquisitionParts extends IntakeParts {
  readonly acquisitions: AcquisitionStore
  readonly keys: EvidenceKeys
  readonly env: Env
}

/** An acquisition that runs, as the reader of its files sees it. */
export interface RunningAcquisition {
  readonly kept: KeptAcquisition
  readonly progress: Progress
  readonly ask: 'none' | 'pause' | 'cancel'
}

/** Files of at most this many bytes are read side by side; longer ones one at a time. */
const smallFile = 4 * 1_048_576

/** A shorter file is read again after a stop: remembering it would cost as much. */
const resumableFrom = 16 * 1_048_576
const reserveBytes = 64 * 1_048_576

// A question, not a value: what is asked of a run changes while it waits.
const asked = (run: RunningAcquisition): RunningAcquisition['ask'] => run.ask

const isResumable = ({ size }: OpenSource): boolean => size === null || size >= resumableFrom

interface Opened {
  readonly id: string
  readonly key: Uint8Array
  readonly partial: PartialBlob
}

/** Takes single files of an acquisition; what stands in the way of one is told among its problems. */
export const createFileTaker = (parts: AcquisitionParts & { readonly longFiles: KeyedLock; readonly save: (run: RunningAcquisition) => Promise<void> }) => {
  const { acquisitions, blobs, env, keys, longFiles, save } = parts

  const refuse = (run: RunningAcquisition, file: SourceFile, message: string): void => addProblem(run.progress, recordedName(file.path, 4_000), message)

  /** A partial file for a source: the one of an earlier try where the source is still the same, or a new one. */
  const openPartial = async (run: RunningAcquisition, file: SourceFile, source: OpenSource): Promise<Opened> => {
    const earlier = isResumable(source) ? await acquisitions.partialOf(run.kept, file.path) : null
    if (earlier !== null && earlier.modified === source.version) {
      const resumed = await blobs.resume(earlier.id, earlier.key)
      if (resumed.ok) return { id: earlier.id, key: earlier.key, partial: resumed.value }
    }
    if (earlier !== null) await blobs.discard(earlier.id)
    const id = env.random.uuidv7(env.clock.nowMs())
    const key = keys.newFileKey()
    if (isResumable(source)) {
      const kept = await acquisitions.keepPartial(run.kept, { id, path: file.path, size: source.size ?? 0, modified: source.version, key }, env.clock.nowMs())
      if (!kept.ok) throw Object.assign(new Error(kept.error.message), { code: kept.error.code === 'storage_full' ? 'ENOSPC' : kept.error.code })
    }
    return { id, key, partial: await blobs.begin(id, key) }
  }

  const fits = async ({ size }: OpenSource): Promise<boolean> => size === null || size < resumableFrom || (await blobs.freeBytes()) > size + reserveBytes

  const forget = async (source: OpenSource, id: string): Promise<void> => {
    await blobs.discard(id)
    if (isResumable(source)) await acquisitions.dropPartial(id)
  }

  /** Reads the source into its partial file, counting; what it throws leaves the file closed. */
  const read = async (run: RunningAcquisition, source: OpenSource, partial: PartialBlob): Promise<Result<Reading, Refusal>> => {
    try {
      const reading = await readInto(source, partial, {
        isInterrupted: () => asked(run) !== 'none',
        onBytes: (bytes) => {
          run.progress.bytesDone += bytes
        },
        onDurable: () => save(run),
      })
      if (reading.ok && reading.value === 'interrupted') await partial.sync()
      if (!reading.ok || reading.value === 'interrupted') await partial.close()
      return reading
    } catch (error) {
      await partial.close()
      throw error
    }
  }

  const seal = async (run: RunningAcquisition, file: SourceFile, source: OpenSource, opened: Opened, startedAtMs: number): Promise<boolean> => {
    const { actor, actorName, caseId, facts } = run.kept
    const taken = await takeIn(parts, {
      partialId: opened.id,
      partial: opened.partial,
      key: opened.key,
      caseId,
      acquisitionId: run.kept.id,
      sourcePath: file.path,
      name: file.name,
      path: file.path === '' ? null : file.path,
      method: source.size === null ? 'physical_image' : 'logical_copy',
      facts,
      actor,
      actorName,
      startedAtMs,
      endedAtMs: env.clock.nowMs(),
    })
    if (!taken.ok) {
      if (taken.error.code === 'storage_full') throw Object.assign(new Error(taken.error.message), { code: 'ENOSPC' })
      refuse(run, file, taken.error.message)
      return false
    }
    run.progress.filesDone += 1
    if (taken.value.sameBytes.length > 0) run.progress.duplicates += 1
    if (file.path === '') run.progress.evidenceId = taken.value.id
    return true
  }

  const takeOpened = async (run: RunningAcquisition, file: SourceFile, source: OpenSource): Promise<void> => {
    if (asked(run) !== 'none') return
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
      run.progress.bytesDone += opened.partial.taken()
      const reading = await read(run, source, opened.partial)
      if (!reading.ok) refuse(run, file, reading.error.message)
      // What a pause leaves of a long file is gone on with; of a short one nothing is kept.
      else if (reading.value === 'interrupted') isKept = asked(run) === 'pause' && isResumable(source)
      else isTaken = await seal(run, file, source, opened, startedAtMs)
    } finally {
      if (!isTaken && !isKept) {
        await forget(source, opened.id)
        // Only where it reads alone can it count back what it counted.
        if (isResumable(source)) run.progress.bytesDone = before
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
    const source = opened.value
    try {
      const isLong = source.size === null || source.size > smallFile
      await (isLong ? longFiles.run('long', () => takeOpened(run, file, source)) : takeOpened(run, file, source))
    } finally {
      await source.handle.close()
    }
  }
}
