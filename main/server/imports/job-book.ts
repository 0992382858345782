import { existsSync } from 'node:fs'
import { refusal, type Refusal } from '../../../shared/api/errors.ts'
import type { ImportJob } from '../../../shared/api/workspace.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { isDiskFull } from '../../platform/disk-full.ts'
import type { EncryptedFile } from './encrypted-file.ts'
import { readRejectsFile } from './rejects-file.ts'

/** What every import has, whatever it takes in: a staged file, a side file, and where it stands. Lives in memory: a restart forgets what was staged. */
export interface BookedJob {
  readonly id: string
  readonly stored: { readonly file: EncryptedFile }
  readonly rejectsFile: EncryptedFile
  readonly stagedAtMs: number
  state: ImportJob['state']
  error: string | null
  cancelAsked: boolean
  /** Whether the staged file is gone because all of it was taken. */
  used: boolean
  /** Settles when the run at hand has ended. */
  running: Promise<void>
}

/** The part of a job that is the same at its start. */
export const freshJob = (): Pick<BookedJob, 'state' | 'error' | 'cancelAsked' | 'used' | 'running'> => ({ state: 'staged', error: null, cancelAsked: false, used: false, running: Promise.resolve() })

/** How a run ends. */
export interface RunEnd {
  /** Whether the staged file stays though all went well: a dry run. */
  readonly keepsFile: boolean
  /** Called with what ended the run unexpectedly. */
  readonly onFailure: (error: unknown) => void
}

/** The jobs of one kind of import. */
export interface JobBook<Job extends BookedJob> {
  add(job: Job): void
  find(id: string): Result<Job, Refusal>
  /** The job, where it can be run now. */
  ready(id: string): Result<Job, Refusal>
  /** Runs work for a job, which says by `error` and `cancelAsked` how it went; the job's state follows. */
  start(job: Job, end: RunEnd, work: () => Promise<void>): void
  isRunning(): boolean
  /** Keeps the folder from growing: day-old jobs go, then the oldest ones beyond the limit. */
  makeRoom(): Promise<void>
  /** The side file of the last run. */
  rejects(id: string): Result<AsyncIterable<string>, Refusal>
  /** Deletes the files of a job; one that runs stops after the rows at hand first. */
  discard(id: string): Promise<Result<{ discarded: true }, Refusal>>
  /** Stops what runs and deletes every staged file. */
  close(): Promise<void>
}

const unexpected = 'the import failed unexpectedly; the log says why. What was opened stays, and running it again goes on behind it'
const keptMs = 86_400_000
const jobsMax = 50

/** Makes an empty book. */
export const createJobBook = <Job extends BookedJob>(nowMs: () => number): JobBook<Job> => {
  const jobs = new Map<string, Job>()

  const find = (id: string): Result<Job, Refusal> => {
    const job = jobs.get(id)
    return job === undefined ? fail(refusal('not_found', 'there is no import with that id; a restart of the service forgets staged files')) : ok(job)
  }

  const forget = async (job: Job): Promise<void> => {
    jobs.delete(job.id)
    await job.stored.file.remove()
    await job.rejectsFile.remove()
  }

  const runToEnd = async (job: Job, { keepsFile, onFailure }: RunEnd, work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      onFailure(error)
      job.error = isDiskFull(error) ? 'the disk is full' : unexpected
    }
    if (!keepsFile && job.error === null && !job.cancelAsked) {
      await job.stored.file.remove()
      job.used = true
    }
    job.state = job.error !== null ? 'failed' : job.cancelAsked ? 'cancelled' : 'done'
  }

  return {
    find,
    add: (job) => void jobs.set(job.id, job),
    ready: (id) => {
      const found = find(id)
      if (!found.ok) return found
      if (found.value.state === 'running') return fail(refusal('in_progress', 'the import is running'))
      return found.value.used ? fail(refusal('unknown_reference', 'this file was taken and deleted; stage it again to run it again')) : found
    },
    start: (job, end, work) => {
      Object.assign(job, { state: 'running', error: null, cancelAsked: false })
      job.running = runToEnd(job, end, work)
    },
    isRunning: () => [...jobs.values()].some((job) => job.state === 'running'),
    makeRoom: async () => {
      const idle = [...jobs.values()].filter((job) => job.state !== 'running')
      const old = idle.filter((job, index) => nowMs() - job.stagedAtMs > keptMs || index < jobs.size - jobsMax + 1)
      for (const job of old) await forget(job)
    },
    rejects: (id) => {
      const found = find(id)
      if (!found.ok) return found
      if (found.value.state === 'running') return fail(refusal('not_found', 'the import is still running; its rejects file is not complete'))
      return existsSync(found.value.rejectsFile.path) ? ok(readRejectsFile(found.value.rejectsFile)) : fail(refusal('not_found', 'the import has not run yet'))
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
      await Promise.all([...jobs.values()].map((job) => job.running))
      for (const job of [...jobs.values()]) await forget(job)
    },
  }
}
