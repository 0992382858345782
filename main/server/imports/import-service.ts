import { existsSync } from 'node:fs'
import path from 'node:path'
import type { BodyOf } from '../../../shared/api/operation.ts'
import { refusal, type Refusal } from '../../../shared/api/errors.ts'
import { stageImport, type ImportJob, type runImport } from '../../../shared/api/workspace.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { checkMapping } from '../../domain/imports/mapping.ts'
import { createOwnerLookup } from '../../domain/imports/owners.ts'
import { createRowReader } from '../../domain/imports/row.ts'
import { openZone, type Zone } from '../../domain/imports/zones.ts'
import { isDiskFull } from '../../platform/disk-full.ts'
import type { Random } from '../../platform/random.ts'
import { encryptedFile } from './encrypted-file.ts'
import type { EncryptedFile } from './encrypted-file.ts'
import { jobAnswer, noCounts, type Job } from './job.ts'
import type { ImportActor, ImportTarget } from './ports.ts'
import { createRejectsFile, readRejectsFile } from './rejects-file.ts'
import { runRows } from './run.ts'
import { emptyStaging, recordsOf, stagingFolder, storeBytes, survey } from './staged-file.ts'

/** How a run is asked for. */
export type RunInput = BodyOf<typeof runImport>

/** The operations on imports; each answers what the interface shows. */
export interface ImportService {
  /** Stores a file and looks at it. `body` is read to its end or until it is too long. */
  stage(fileName: string, body: AsyncIterable<Uint8Array>): Promise<Result<ImportJob, Refusal>>
  /** Starts a run and answers at once; `read` follows it. */
  run(actor: ImportActor, id: string, input: RunInput): Promise<Result<ImportJob, Refusal>>
  read(id: string): Result<ImportJob, Refusal>
  /** The side file of the last run. */
  rejects(id: string): Promise<Result<AsyncIterable<string>, Refusal>>
  /** Deletes the files of a job; one that runs stops after the rows at hand first. */
  discard(id: string): Promise<Result<{ discarded: true }, Refusal>>
  /** Stops what runs and deletes every staged file. */
  close(): Promise<void>
}

/** What the service needs besides the workspace. */
export interface ImportEnvironment {
  readonly dataDir: string
  readonly random: Pick<Random, 'bytes'>
  readonly nowMs: () => number
  readonly newId: () => string
  /** Called with what ended a run unexpectedly. */
  readonly onFailure: (error: unknown) => void
}

const unexpected = 'the import failed unexpectedly; the log says why. What was opened stays, and running it again goes on behind it'
const keptMs = 86_400_000
const jobsMax = 50


/** Starts the service; what an earlier run left in the staging folder is deleted. The data folder's lock must be held. */
export async function startImportService(target: ImportTarget, environment: ImportEnvironment): Promise<ImportService> {
  const jobs = new Map<string, Job>()
  const { dataDir, random, nowMs, newId, onFailure } = environment
  await emptyStaging(dataDir)
  const fileOf = (id: string, kind: 'csv' | 'rejects.csv'): EncryptedFile => encryptedFile(path.join(stagingFolder(dataDir), `${id}.${kind}`), random)

  const find = (id: string): Result<Job, Refusal> => {
    const job = jobs.get(id)
    return job === undefined ? fail(refusal('not_found', 'there is no import with that id; a restart of the service forgets staged files')) : ok(job)
  }

  const forget = async (job: Job): Promise<void> => {
    jobs.delete(job.id)
    await job.stored.file.remove()
    await job.rejectsFile.remove()
  }

  /** Keeps the folder from growing: day-old jobs go, then the oldest ones beyond the limit. */
  const makeRoom = async (): Promise<void> => {
    const idle = [...jobs.values()].filter((job) => job.state !== 'running')
    const old = idle.filter((job, index) => nowMs() - job.stagedAtMs > keptMs || index < jobs.size - jobsMax + 1)
    for (const job of old) await forget(job)
  }

  const stage: ImportService['stage'] = async (fileName, body) => {
    await makeRoom()
    const id = newId()
    const file = fileOf(id, 'csv')
    try {
      const stored = await storeBytes(file, body, stageImport.bodyLimit)
      if (!stored.ok) return stored
      const seen = await survey(stored.value)
      if (!seen.ok) {
        await file.remove()
        return seen
      }
      const job: Job = {
        id,
        fileName,
        stored: stored.value,
        survey: seen.value,
        rejectsFile: fileOf(id, 'rejects.csv'),
        stagedAtMs: nowMs(),
        state: 'staged',
        dryRun: false,
        counts: noCounts(),
        error: null,
        cancelAsked: false,
        used: false,
        running: Promise.resolve(),
      }
      jobs.set(id, job)
      return ok(jobAnswer(job))
    } catch (error) {
      await file.remove()
      if (isDiskFull(error)) return fail(refusal('storage_full', 'the disk is full; nothing was kept'))
      throw error
    }
  }

  const perform = async (job: Job, actor: ImportActor, input: RunInput, zone: Zone): Promise<void> => {
    const ownerOf = createOwnerLookup(await target.owners())
    const rejects = createRejectsFile(job.rejectsFile, job.survey.columns)
    const readRow = createRowReader({
      columns: job.survey.columns,
      mapping: input.mapping,
      zone,
      orders: job.survey.orders,
      illFormed: job.stored.encoding.illFormed,
      nowMs: nowMs(),
    })
    try {
      const stop = await runRows({
        records: recordsOf(job.survey.layout),
        readRow,
        knownReferences: (references) => target.knownReferences(input.source, references),
        open: input.dry_run ? undefined : (row) => target.openCase(actor, input.source, row, row.owner === undefined ? undefined : ownerOf(row.owner)),
        rejects,
        counts: job.counts,
        cancelled: () => job.cancelAsked,
      })
      if (stop !== undefined) job.error = stop.message
    } finally {
      await rejects.close()
    }
  }

  const seal = async (job: Job, actor: ImportActor, source: string): Promise<void> => {
    const { created, alreadyThere, duplicates, rejected } = job.counts
    // A run that opened nothing has changed nothing: there is nothing to seal.
    if (created === 0) return
    const outcome = job.error !== null ? 'failed' : job.cancelAsked ? 'cancelled' : 'complete'
    const { sha256, bytes } = job.stored
    const counts = { rows: job.survey.rows, created, alreadyThere, duplicates, rejected }
    const sealed = await target.sealSummary(actor, { jobId: job.id, fileName: job.fileName, sha256, bytes, source, outcome, ...counts })
    if (!sealed.ok && job.error === null) job.error = sealed.error.message
  }

  const runToEnd = async (job: Job, actor: ImportActor, input: RunInput, zone: Zone): Promise<void> => {
    try {
      await perform(job, actor, input, zone)
      if (!input.dry_run) await seal(job, actor, input.source)
    } catch (error) {
      onFailure(error)
      job.error = isDiskFull(error) ? 'the disk is full' : unexpected
    }
    if (!input.dry_run && job.error === null && !job.cancelAsked) {
      await job.stored.file.remove()
      job.used = true
    }
    job.state = job.error !== null ? 'failed' : job.cancelAsked ? 'cancelled' : 'done'
  }

  const run: ImportService['run'] = (actor, id, input) => {
    const answer = (): Result<ImportJob, Refusal> => {
      const found = find(id)
      if (!found.ok) return found
      const job = found.value
      if (job.state === 'running') return fail(refusal('in_progress', 'the import is running'))
      if (job.used) return fail(refusal('unknown_reference', 'this file was taken and deleted; stage it again to run it again'))
      const mapping = checkMapping(input.mapping, job.survey.columns)
      if (!mapping.ok) return fail(refusal('unknown_reference', mapping.error, [{ path: 'body.mapping', message: mapping.error }]))
      const zone = openZone(input.time_zone)
      if (zone === undefined) {
        const message = 'is no IANA time zone that is known'
        return fail(refusal('unknown_reference', `time_zone ${message}`, [{ path: 'body.time_zone', message }]))
      }
      Object.assign(job, { state: 'running', dryRun: input.dry_run, counts: noCounts(), error: null, cancelAsked: false })
      job.running = runToEnd(job, actor, input, zone)
      return ok(jobAnswer(job))
    }
    return Promise.resolve(answer())
  }

  const read: ImportService['read'] = (id) => {
    const found = find(id)
    return found.ok ? ok(jobAnswer(found.value)) : found
  }

  const rejects: ImportService['rejects'] = (id) => {
    const found = find(id)
    if (!found.ok) return Promise.resolve(found)
    if (found.value.state === 'running') return Promise.resolve(fail(refusal('not_found', 'the import is still running; its rejects file is not complete')))
    const there = existsSync(found.value.rejectsFile.path)
    return Promise.resolve(there ? ok(readRejectsFile(found.value.rejectsFile)) : fail(refusal('not_found', 'the import has not run yet')))
  }

  const discard: ImportService['discard'] = async (id) => {
    const found = find(id)
    if (!found.ok) return found
    found.value.cancelAsked = true
    await found.value.running
    await forget(found.value)
    return ok({ discarded: true })
  }

  const close = async (): Promise<void> => {
    for (const job of jobs.values()) job.cancelAsked = true
    await Promise.all([...jobs.values()].map((job) => job.running))
    for (const job of [...jobs.values()]) await forget(job)
  }

  return { stage, run, read, rejects, discard, close }
}
