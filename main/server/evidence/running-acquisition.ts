import { recordedName } from '../../domain/evidence/names.ts'
import type { KeyedLock } from '../../platform/keyed-lock.ts'
import type { Env } from '../../platform/env.ts'
import type { Scheduler } from '../../platform/scheduler.ts'
import type { AcquisitionStore, KeptAcquisition } from '../../storage/evidence/acquisition-store.ts'
import type { TakenPiece } from '../../storage/evidence/evidence-store.ts'
import type { EvidenceKeys } from '../../storage/evidence/keys.ts'
import type { AcquisitionMethod } from '../../../shared/schema/evidence.ts'
import { takeInAll } from './intake.ts'
import type { ArrivedFile, EvidenceIntakeParts } from './intake.ts'
import { addProblem } from './progress.ts'
import type { Progress } from './progress.ts'
import type { ReadingThread } from './reading/reading-thread.ts'
import type { SourceFile } from './source-walk.ts'

/** What acquisitions stand on. */
export interface AcquisitionParts extends EvidenceIntakeParts {
  readonly acquisitions: AcquisitionStore
  readonly keys: EvidenceKeys
  readonly env: Env
  readonly scheduler: Scheduler
}

/** What takes the files of acquisitions of paths. */
export interface TakerParts extends AcquisitionParts {
  readonly thread: ReadingThread
  /** One long file at a time, and one group of entries of an acquisition. */
  readonly turns: KeyedLock
}

/** An acquisition that runs, as the reader of its files sees it. */
export interface RunningAcquisition {
  readonly kept: KeptAcquisition
  readonly progress: Progress
  readonly ask: 'none' | 'pause' | 'cancel'
  /** Raised where the run is to end soon: it was asked to, or it has failed. */
  readonly stop: Int32Array
}

/** Whether the run is to end soon. A question, not a value: the answer changes while it waits. */
export const isStopping = ({ stop }: RunningAcquisition): boolean => Atomics.load(stop, 0) !== 0

/** Tells among the problems of a run why a file was not taken. */
export const refuse = (run: RunningAcquisition, file: SourceFile, message: string): void =>
  addProblem(run.progress, recordedName(file.path, 4_000), message)

/** An error as the system would give it, so that a full disk is known as one wherever it was met. */
export const asError = ({ code, message }: { readonly code: string; readonly message: string }): Error =>
  Object.assign(new Error(message), { code: code === 'storage_full' ? 'ENOSPC' : code })

/** A file of a run, and its bytes. */
export interface ReadFile {
  readonly source: SourceFile
  readonly arrived: Pick<
    ArrivedFile,
    'partialId' | 'key' | 'isResumable' | 'sha256' | 'size' | 'startedAtMs' | 'endedAtMs'
  >
}

/**
 * The case of a run has left this device while it read: what was sealed stands, and what was read of a long file is
 * kept.
 */
export class CaseGone extends Error {
  override readonly name = 'CaseGone'
}

export const caseGone =
  'The case is not on this device any more, so nothing more can be taken in for it. What was taken before is kept for the hub, and what has come of a long file is kept here. Leave the source as it is; once the case is shared with this device again, resume.'

const count = ({ progress }: RunningAcquisition, { source }: ReadFile, { id, sameBytes }: TakenPiece): void => {
  progress.filesDone += 1
  if (sameBytes.length > 0) progress.duplicates += 1
  if (source.path === '') progress.evidenceId = id
}

/**
 * Makes evidence of files that were read, and counts them; what stands in the way of one is told among the problems.
 * Throws where the disk is full, or the case is gone (`CaseGone`).
 *
 * @returns whether each was taken, in their order
 */
export const sealFiles = async (
  parts: TakerParts,
  run: RunningAcquisition,
  method: AcquisitionMethod,
  files: readonly ReadFile[],
): Promise<readonly boolean[]> => {
  const { id: acquisitionId, caseId, facts, actor, actorName } = run.kept
  const arrived = files.map(({ source: { name, path, bytes, key }, arrived: taken }): ArrivedFile => ({
    ...taken,
    name,
    sourcePath: key,
    sourceBytes: bytes,
    path: path === '' ? null : path,
  }))
  const answers = await parts.turns.run(acquisitionId, () =>
    takeInAll(parts, { caseId, acquisitionId, method, facts, actor, actorName }, arrived),
  )
  return files.map((file, at) => {
    const answer = answers[at]
    if (answer?.ok === true) count(run, file, answer.value)
    else if (answer?.error.code === 'storage_full') throw asError(answer.error)
    else if (answer?.error.code === 'not_found') throw new CaseGone(caseGone)
    else refuse(run, file.source, answer?.error.message ?? '')
    return answer?.ok === true
  })
}
