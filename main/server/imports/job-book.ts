import { existsSync } from 'node:fs'
import path from 'node:path'
import { refusal, type Refusal } from '../../../shared/api/errors.ts'
import type { ImportJob } from '../../../shared/api/workspace.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { isDiskFull } from '../../platform/disk-full.ts'
import type { Random } from '../../platform/random.ts'
import { encryptedFile, type EncryptedFile } from './encrypted-file.ts'
import { readRejectsFile } from './rejects-file.ts'
import { stagingFolder, storeBytes, type FileAsked, type StoredBytes } from './staged-file.ts'

/** A file as it was sent, in the staging folder. */
export interface StagedFile {
  readonly fileName: string
  readonly stored: StoredBytes
}

/** The piece of evidence from which a file was staged. */
export interface StagedPiece {
  readonly caseId: number
  readonly evidenceId: number
}

/**
 * One file on its way in: what a look at it has shown, and what its last run has come to. Lives in memory: a restart of
 * the service forgets what was staged, and what a run took before a crash is found again by whatever makes it
 * repeatable.
 */
export interface BookedJob<Look, Tally> extends StagedFile {
  readonly id: string
  readonly look: Look
  /** null: the file was sent. */
  readonly piece: StagedPiece | null
  /** Files that belong to it, by the part that each is. */
  readonly beside: Map<string, StagedFile>
  readonly rejectsFile: EncryptedFile
  readonly stagedAtMs: number
  state: ImportJob['state']
  /** Why the last run ended before its end; null: it did not. A run sets it. */
  error: string | null
  cancelAsked: boolean
  dryRun: boolean
  tally: Tally
  startedMs: number
  /** null while it runs. */
  tookMs: number | null
  /** Whether the staged files are gone because all of them was taken. */
  used: boolean
  /** Settles when the run at hand has ended. */
  running: Promise<void>
}

/** What one kind of import gives of its own. */
export interface ImportKind<Look, Tally> {
  /** What its files are called by in the staging folder. */
  readonly ending: string
  /** Longest file, in bytes. */
  readonly bodyLimit: number
  /** Why a run waits for another of its kind; absent: they run beside one another. */
  readonly alone?: string
  /** Whether a run that does not come to its end leaves everything as it was; otherwise what it took stays. */
  readonly isWhole: boolean
  /** Looks at a file that was just stored. */
  look(stored: StoredBytes): Promise<Result<Look, Refusal>>
  /** What a run has come to before its first row. */
  fresh(): Tally
}

/** What all imports stand on. */
export interface ImportGround {
  readonly dataDir: string
  readonly random: Pick<Random, 'bytes'>
  readonly clock: { nowMs(): number; monoMs(): number }
  readonly newId: () => string
  /** Called with what ended a run unexpectedly. */
  readonly onFailure: (error: unknown) => void
}

/** The jobs of one kind of import. */
export interface JobBook<Look, Tally> {
  /**
   * Stores a file and looks at it. `body` is read to its end or until it is too long; what goes wrong leaves no file.
   */
  stage(
    fileName: string,
    body: AsyncIterable<Uint8Array>,
    asked?: FileAsked,
    piece?: StagedPiece,
  ): Promise<Result<BookedJob<Look, Tally>, Refusal>>
  /** Stores a file of at most `limit` bytes beside a job's own, in the place of what was there as that part. */
  stageBeside(
    id: string,
    part: string,
    limit: number,
    fileName: string,
    body: AsyncIterable<Uint8Array>,
  ): Promise<Result<BookedJob<Look, Tally>, Refusal>>
  find(id: string): Result<BookedJob<Look, Tally>, Refusal>
  /** The job, where it does not run and its file is there. */
  idle(id: string): Result<BookedJob<Look, Tally>, Refusal>
  /** Why none can run now. */
  free(): Result<void, Refusal>
  /**
   * Runs work for a job, which says by `error` and `cancelAsked` how it went; the job's state follows. The staged files
   * go when all of them was taken.
   */
  start(job: BookedJob<Look, Tally>, dryRun: boolean, work: () => Promise<void>): void
  /** How long the last run has taken so far, in seconds. */
  seconds(job: BookedJob<Look, Tally>): number
  /** The side file of the last run. */
  rejects(id: string): Result<AsyncIterable<string>, Refusal>
  /** Deletes the files of a job; one that runs stops after the rows at hand first. */
  discard(id: string): Promise<Result<{ discarded: true }, Refusal>>
  /** Stops what runs and deletes every staged file. */
  close(): Promise<void>
}

const keptMs = 86_400_000
const jobsMax = 50

const unexpected = 'the import failed unexpectedly; the log says why.'

/** What is said of a run that a full disk ended behind rows that it had taken. */
export const fullBehindRows =
  'the disk is full. What was taken before stays; free space and run it again, which goes on behind that'

/** What is said of a run that was ended by what nobody expected of it. */
const endedBy = (error: unknown, isWhole: boolean): string => {
  if (isDiskFull(error)) return isWhole ? 'the disk is full; nothing was changed' : fullBehindRows
  return `${unexpected} ${isWhole ? 'Nothing was changed' : 'What was taken stays, and running it again goes on behind it'}`
}

/** The part of an answer that is the same for all imports. */
export const toldOf = <Look, Tally>({
  id,
  state,
  fileName,
  stored: { bytes, sha256 },
  error,
}: BookedJob<Look, Tally>): Pick<ImportJob, 'id' | 'state' | 'file_name' | 'bytes' | 'sha256' | 'error'> => ({
  id,
  state,
  file_name: fileName,
  bytes,
  sha256,
  error,
})

/** How a run ended, as its summary says. */
export const runOutcome = ({
  error,
  cancelAsked,
}: Pick<BookedJob<unknown, unknown>, 'error' | 'cancelAsked'>): 'complete' | 'cancelled' | 'failed' =>
  error !== null ? 'failed' : cancelAsked ? 'cancelled' : 'complete'

/** Makes an empty book. The staging folder must be there and empty. */
export const createJobBook = <Look, Tally>(
  kind: ImportKind<Look, Tally>,
  { dataDir, random, clock, newId, onFailure }: ImportGround,
): JobBook<Look, Tally> => {
  type Job = BookedJob<Look, Tally>
  const jobs = new Map<string, Job>()

  const fileAt = (...names: readonly string[]): EncryptedFile =>
    encryptedFile(path.join(stagingFolder(dataDir), [...names, kind.ending].join('.')), random)

  const removeStaged = async (job: Job): Promise<void> => {
    for (const { stored } of [job, ...job.beside.values()]) await stored.file.remove()
  }

  const forget = async (job: Job): Promise<void> => {
    jobs.delete(job.id)
    await removeStaged(job)
    await job.rejectsFile.remove()
  }

  /** Keeps the folder from growing: day-old jobs go, then the oldest ones beyond the limit. */
  const makeRoom = async (): Promise<void> => {
    const idle = [...jobs.values()].filter(({ state }) => state !== 'running')
    for (const job of idle.filter(
      ({ stagedAtMs }, place) => clock.nowMs() - stagedAtMs > keptMs || place < jobs.size - jobsMax + 1,
    ))
      await forget(job)
  }

  const find = (id: string): Result<Job, Refusal> => {
    const job = jobs.get(id)
    return job === undefined
      ? fail(refusal('not_found', 'there is no import with that id; a restart of the service forgets staged files'))
      : ok(job)
  }

  const idle = (id: string): Result<Job, Refusal> => {
    const found = find(id)
    if (!found.ok) return found
    if (found.value.state === 'running') return fail(refusal('in_progress', 'the import is running'))
    return found.value.used
      ? fail(refusal('unknown_reference', 'this file was taken and deleted; stage it again to run it again'))
      : found
  }

  /** Stores a file and does something with it; what goes wrong leaves no file behind. */
  const stored = async <T>(
    file: EncryptedFile,
    body: AsyncIterable<Uint8Array>,
    limit: number,
    asked: FileAsked | undefined,
    use: (bytes: StoredBytes) => Promise<Result<T, Refusal>>,
  ): Promise<Result<T, Refusal>> => {
    let kept = false
    try {
      const bytes = await storeBytes(file, body, limit, asked)
      if (!bytes.ok) return bytes
      const used = await use(bytes.value)
      kept = used.ok
      return used
    } catch (error) {
      if (isDiskFull(error)) return fail(refusal('storage_full', 'the disk is full; nothing was kept'))
      throw error
    } finally {
      if (!kept) await file.remove()
    }
  }

  const runToEnd = async (job: Job, work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      onFailure(error)
      job.error = endedBy(error, kind.isWhole)
    }
    const outcome = runOutcome(job)
    if (outcome === 'complete' && !job.dryRun) {
      await removeStaged(job)
      job.used = true
    }
    job.tookMs = clock.monoMs() - job.startedMs
    job.state = outcome === 'complete' ? 'done' : outcome
  }

  return {
    find,
    idle,
    stage: async (fileName, body, asked, piece) => {
      await makeRoom()
      const id = newId()
      return stored(fileAt(id), body, kind.bodyLimit, asked, async (bytes) => {
        const look = await kind.look(bytes)
        if (!look.ok) return look
        const job: Job = {
          id,
          fileName,
          stored: bytes,
          look: look.value,
          piece: piece ?? null,
          beside: new Map(),
          rejectsFile: fileAt(id, 'rejects'),
          stagedAtMs: clock.nowMs(),
          state: 'staged',
          error: null,
          cancelAsked: false,
          dryRun: false,
          tally: kind.fresh(),
          startedMs: 0,
          tookMs: 0,
          used: false,
          running: Promise.resolve(),
        }
        jobs.set(id, job)
        return ok(job)
      })
    },
    stageBeside: (id, part, limit, fileName, body) =>
      stored(fileAt(id, part, newId()), body, limit, undefined, async (bytes) => {
        // Meanwhile it may have been run or discarded.
        const job = idle(id)
        if (!job.ok) return job
        await job.value.beside.get(part)?.stored.file.remove()
        job.value.beside.set(part, { fileName, stored: bytes })
        return job
      }),
    free: () =>
      kind.alone !== undefined && [...jobs.values()].some(({ state }) => state === 'running')
        ? fail(refusal('in_progress', kind.alone))
        : ok(undefined),
    start: (job, dryRun, work) => {
      Object.assign(job, {
        state: 'running',
        error: null,
        cancelAsked: false,
        dryRun,
        tally: kind.fresh(),
        startedMs: clock.monoMs(),
        tookMs: null,
      })
      job.running = runToEnd(job, work)
    },
    seconds: ({ tookMs, startedMs }) => Math.round(tookMs ?? clock.monoMs() - startedMs) / 1_000,
    rejects: (id) => {
      const found = find(id)
      if (!found.ok) return found
      if (found.value.state === 'running')
        return fail(refusal('not_found', 'the import is still running; its rejects file is not complete'))
      return existsSync(found.value.rejectsFile.path)
        ? ok(readRejectsFile(found.value.rejectsFile))
        : fail(refusal('not_found', 'the import has not run yet'))
    },
    discard: async (id) => {
      const found = find(id)
      if (!found.ok) return found
      found.value.cancelAsked = true
      await found.value.running
      await forget(found.value)
      return ok({ discarded: true })
    },
    close: async () => {
      for (const job of jobs.values()) job.cancelAsked = true
      await Promise.all([...jobs.values()].map(({ running }) => running))
      for (const job of [...jobs.values()]) await forget(job)
    },
  }
}
