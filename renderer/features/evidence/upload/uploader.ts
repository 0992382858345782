import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AcquisitionFacts } from '../../../../shared/schema/evidence.ts'
import type { PlannedFile, RefusedFile } from '../model/drops.ts'
import type { OpenedUpload, SendOutcome, UploadParts } from './parts.ts'

export type BatchState = 'running' | 'paused' | 'done' | 'cancelled'

/** A file that was not taken, and why; `reason` is a known one or the words of a refusal. */
export interface BatchProblem {
  readonly path: string
  readonly reason: RefusedFile['reason'] | 'unreadable' | null
  readonly message: string | null
}

/** Files that were given together, on their way from this window. */
export interface Batch {
  readonly id: string
  readonly caseId: number
  readonly name: string | null
  readonly state: BatchState
  /** Why it paused by itself; null where a person paused it, or it is not paused. */
  readonly stoppedBy: string | null
  /** Whether the connection is lost just now; it goes on by itself. */
  readonly waiting: boolean
  readonly files_total: number
  readonly files_done: number
  readonly bytes_total: number
  /** Bytes that the service has stored. */
  readonly bytes_done: number
  readonly active_ms: number
  readonly problems: readonly BatchProblem[]
  /** The acquisitions that the service keeps of this batch's files. */
  readonly acquisitions: readonly string[]
}

export interface NewBatch {
  readonly caseId: number
  readonly name: string | null
  readonly files: readonly PlannedFile<File>[]
  readonly refused: readonly RefusedFile[]
  readonly facts: AcquisitionFacts
}

/** Files that travel at the same time: more only make each of them slower. */
const parallel = 3
/** How long to wait before the next attempt after a lost connection, by the number of attempts without progress. */
const retryDelays = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000]

interface Job {
  readonly file: PlannedFile<File>
  opened: OpenedUpload | null
  stored: number
  attempts: number
}

interface Work {
  readonly given: NewBatch
  readonly waiting: Job[]
  readonly active: Set<Job>
  /** Ends what is under way: a new one for each stretch between pauses. */
  stop: AbortController
  /** The stretch under way; the next one begins after it has come to its end. */
  run: Promise<void>
  since: number
}

export interface Uploader {
  readonly store: StoreApi<{ readonly batches: readonly Batch[] }>
  /** Begins a batch once its first upload was opened; throws what refused that one, and then keeps nothing. */
  start(batch: NewBatch): Promise<void>
  /** Goes on with an upload that the window lost, given its file again. */
  goOn(caseId: number, file: File, opened: OpenedUpload): void
  pause(id: string): Promise<void>
  resume(id: string): Promise<void>
  cancel(id: string): Promise<void>
  /** Takes an ended batch off the list. */
  forget(id: string): void
}

/** Sends files to the service: several at a time, each resumable, with what went wrong kept for the person. */
export const makeUploader = (parts: UploadParts): Uploader => {
  const store: Uploader['store'] = createStore(() => ({ batches: [] }))
  const works = new Map<string, Work>()

  const batchOf = (id: string): Batch | undefined => store.getState().batches.find((batch) => batch.id === id)
  const change = (id: string, next: (batch: Batch) => Partial<Batch>): void =>
    store.setState(({ batches }) => ({
      batches: batches.map((batch) => (batch.id === id ? { ...batch, ...next(batch) } : batch)),
    }))
  const clockIn = (id: string, work: Work): void => {
    const now = parts.now()
    const worked = Math.max(0, now - work.since)
    work.since = now
    change(id, (batch) => ({ active_ms: batch.active_ms + worked }))
  }
  const storedUp = (id: string, job: Job, bytes: number): void => {
    const more = bytes - job.stored
    job.stored = bytes
    if (more > 0) job.attempts = 0
    change(id, (batch) => ({ bytes_done: batch.bytes_done + more, waiting: false }))
  }
  const problem = (id: string, job: Job, reason: BatchProblem['reason'], message: string | null): void => {
    const path = job.file.path ?? job.file.name
    change(id, (batch) => ({
      problems: [...batch.problems, { path, reason, message }],
      bytes_total: batch.bytes_total - job.file.size,
    }))
    storedUp(id, job, 0)
  }

  const open = async (given: NewBatch, job: Job): Promise<OpenedUpload> => {
    const { name, path, size } = job.file
    const opened = await parts.open(given.caseId, {
      name,
      size,
      facts: given.facts,
      ...(path === null ? {} : { path }),
    })
    parts.memory.remember(opened)
    return opened
  }
  const opened = (id: string, job: Job, upload: OpenedUpload): void => {
    job.opened = upload
    change(id, (batch) => ({ acquisitions: [...batch.acquisitions, upload.acquisition.id] }))
  }
  const giveUp = async (job: Job): Promise<void> => {
    if (job.opened === null) return
    parts.memory.forget(job.opened.acquisition.id)
    await parts.steer(job.opened.acquisition.id, 'cancel')
  }
  const stopBy = (id: string, message: string): void => {
    works.get(id)?.stop.abort()
    change(id, () => ({ state: 'paused', stoppedBy: message, waiting: false }))
  }
  /** Sends one file to its end. Answers false when it was stopped on the way and is to be sent again. */
  const sendFile = async (id: string, work: Work, job: Job, signal: AbortSignal): Promise<boolean> => {
    while (!signal.aborted) {
      const outcome = await attempt(id, work, job, signal)
      if (outcome.kind === 'stopped') return false
      if (outcome.kind === 'done') {
        if (job.opened !== null) parts.memory.forget(job.opened.acquisition.id)
        storedUp(id, job, job.file.size)
        change(id, (batch) => ({ files_done: batch.files_done + 1 }))
        return true
      }
      if (outcome.kind === 'signed-out') {
        stopBy(id, outcome.message)
        return false
      }
      if (outcome.kind === 'refused' || !(await parts.isReadable(job.file.file))) {
        problem(
          id,
          job,
          outcome.kind === 'refused' ? null : 'unreadable',
          outcome.kind === 'refused' ? outcome.message : null,
        )
        await giveUp(job)
        return true
      }
      change(id, () => ({ waiting: true }))
      await parts.wait(retryDelays[Math.min(job.attempts, retryDelays.length - 1)] ?? 0, signal)
      job.attempts += 1
    }
    return false
  }
  const attempt = async (id: string, work: Work, job: Job, signal: AbortSignal): Promise<SendOutcome> => {
    if (job.opened === null) {
      try {
        opened(id, job, await open(work.given, job))
      } catch (error) {
        return parts.judge(error)
      }
    }
    if (job.opened === null || signal.aborted) return { kind: 'stopped' }
    const outcome = await parts.send(job.file.file, job.opened, {
      signal,
      onStored: (bytes) => {
        if (!signal.aborted) storedUp(id, job, bytes)
      },
    })
    clockIn(id, work)
    return outcome
  }
  const lane = async (id: string, work: Work, signal: AbortSignal): Promise<void> => {
    for (
      let job = work.waiting.shift();
      job !== undefined && !signal.aborted;
      job = signal.aborted ? undefined : work.waiting.shift()
    ) {
      work.active.add(job)
      const ended = await sendFile(id, work, job, signal)
      work.active.delete(job)
      if (ended) continue
      if (batchOf(id)?.state === 'cancelled') await giveUp(job)
      else work.waiting.unshift(job)
    }
  }
  const run = async (id: string, work: Work, signal: AbortSignal): Promise<void> => {
    if (signal.aborted) return
    work.since = parts.now()
    const ticking = parts.every(500, () => clockIn(id, work))
    await Promise.all(Array.from({ length: parallel }, () => lane(id, work, signal)))
    ticking()
    if (signal.aborted) return
    clockIn(id, work)
    change(id, () => ({ state: 'done', waiting: false }))
    works.delete(id)
  }
  const add = (given: NewBatch, jobs: Job[], stored: number): void => {
    const id = parts.newId()
    const stop = new AbortController()
    const work: Work = { given, waiting: jobs, active: new Set(), stop, run: Promise.resolve(), since: parts.now() }
    const refused = given.refused.map(({ path, reason }): BatchProblem => ({ path, reason, message: null }))
    const batch: Batch = {
      id,
      caseId: given.caseId,
      name: given.name,
      state: 'running',
      stoppedBy: null,
      waiting: false,
      files_total: jobs.length,
      files_done: 0,
      bytes_total: jobs.reduce((sum, { file }) => sum + file.size, 0),
      bytes_done: stored,
      active_ms: 0,
      problems: refused,
      acquisitions: jobs.flatMap((job) => (job.opened === null ? [] : [job.opened.acquisition.id])),
    }
    works.set(id, work)
    store.setState(({ batches }) => ({ batches: [batch, ...batches] }))
    work.run = run(id, work, stop.signal)
  }
  const steerBegun = (jobs: Iterable<Job>, action: 'pause' | 'resume'): Promise<unknown> =>
    Promise.all(
      [...jobs].flatMap((job) => (job.opened === null ? [] : [parts.steer(job.opened.acquisition.id, action)])),
    )
  const jobOf = (file: PlannedFile<File>): Job => ({ file, opened: null, stored: 0, attempts: 0 })

  return {
    store,
    start: async (given) => {
      const jobs = given.files.map(jobOf)
      const [first] = jobs
      if (first !== undefined) first.opened = await open(given, first)
      add(given, jobs, 0)
    },
    goOn: (caseId, file, upload) => {
      const job: Job = {
        ...jobOf({ file, name: file.name, size: file.size, path: null }),
        opened: upload,
        stored: upload.acquisition.bytes_done,
      }
      add({ caseId, name: file.name, files: [job.file], refused: [], facts: {} }, [job], job.stored)
    },
    pause: async (id) => {
      const work = works.get(id)
      if (work === undefined || batchOf(id)?.state !== 'running') return
      clockIn(id, work)
      change(id, () => ({ state: 'paused', stoppedBy: null, waiting: false }))
      work.stop.abort()
      await work.run
      if (batchOf(id)?.state === 'paused') await steerBegun(work.waiting, 'pause')
    },
    resume: async (id) => {
      const work = works.get(id)
      if (work === undefined || batchOf(id)?.state !== 'paused') return
      const stop = new AbortController()
      const before = work.run
      work.stop = stop
      change(id, () => ({ state: 'running', stoppedBy: null }))
      work.run = (async () => {
        await before
        await steerBegun(work.waiting, 'resume')
        await run(id, work, stop.signal)
      })()
      await before
    },
    cancel: async (id) => {
      const work = works.get(id)
      if (work === undefined) return
      change(id, () => ({ state: 'cancelled', waiting: false }))
      work.stop.abort()
      works.delete(id)
      await work.run
      await Promise.all(work.waiting.splice(0).map(giveUp))
    },
    forget: (id) => {
      const state = batchOf(id)?.state
      if (state === 'done' || state === 'cancelled')
        store.setState(({ batches }) => ({ batches: batches.filter((batch) => batch.id !== id) }))
    },
  }
}
