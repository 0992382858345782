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
import { createJobBook, freshJob } from './job-book.ts'
import { jobAnswer, noCounts, type Job } from './job.ts'
import type { ImportActor, ImportTarget } from './ports.ts'
import { createRejectsFile } from './rejects-file.ts'
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


/** Starts the service; what an earlier run left in the staging folder is deleted. The data folder's lock must be held. */
export async function startImportService(target: ImportTarget, environment: ImportEnvironment): Promise<ImportService> {
  const { dataDir, random, nowMs, newId, onFailure } = environment
  await emptyStaging(dataDir)
  const fileOf = (id: string, kind: 'csv' | 'rejects.csv'): EncryptedFile => encryptedFile(path.join(stagingFolder(dataDir), `${id}.${kind}`), random)

  const book = createJobBook<Job>(nowMs)

  const stage: ImportService['stage'] = async (fileName, body) => {
    await book.makeRoom()
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
        ...freshJob(),
        dryRun: false,
        counts: noCounts(),
      }
      book.add(job)
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
    const sealed = await target.sealSummary(actor, { kind: 'cases', jobId: job.id, fileName: job.fileName, sha256, bytes, source, outcome, ...counts })
    if (!sealed.ok && job.error === null) job.error = sealed.error.message
  }

  const run: ImportService['run'] = (actor, id, input) => {
    const answer = (): Result<ImportJob, Refusal> => {
      const found = book.ready(id)
      if (!found.ok) return found
      const job = found.value
      const mapping = checkMapping(input.mapping, job.survey.columns)
      if (!mapping.ok) return fail(refusal('unknown_reference', mapping.error, [{ path: 'body.mapping', message: mapping.error }]))
      const zone = openZone(input.time_zone)
      if (zone === undefined) {
        const message = 'is no IANA time zone that is known'
        return fail(refusal('unknown_reference', `time_zone ${message}`, [{ path: 'body.time_zone', message }]))
      }
      job.dryRun = input.dry_run
      job.counts = noCounts()
      book.start(job, { keepsFile: input.dry_run, onFailure }, async () => {
        await perform(job, actor, input, zone)
        if (!input.dry_run) await seal(job, actor, input.source)
      })
      return ok(jobAnswer(job))
    }
    return Promise.resolve(answer())
  }

  const read: ImportService['read'] = (id) => {
    const found = book.find(id)
    return found.ok ? ok(jobAnswer(found.value)) : found
  }

  return { stage, run, read, rejects: (id) => Promise.resolve(book.rejects(id)), discard: (id) => book.discard(id), close: () => book.close() }
}
