import path from 'node:path'
import { refusal, type Refusal } from '../../../shared/api/errors.ts'
import type { BodyOf } from '../../../shared/api/operation.ts'
import { stageTransactions, type runTransactions, type TransactionImport } from '../../../shared/api/transactions.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { openZone } from '../../domain/imports/zones.ts'
import { checkTransactionMapping } from '../../domain/transactions/mapping.ts'
import { createActivityRowReader } from '../../domain/transactions/row.ts'
import type { ActivityReading } from '../../domain/transactions/row.ts'
import { isDiskFull } from '../../platform/disk-full.ts'
import type { Random } from '../../platform/random.ts'
import { encryptedFile } from '../imports/encrypted-file.ts'
import { createJobBook, freshJob } from '../imports/job-book.ts'
import type { BookedJob } from '../imports/job-book.ts'
import type { ImportActor, SummarySeal } from '../imports/ports.ts'
import { createRejectsFile } from '../imports/rejects-file.ts'
import { stagingFolder, storeBytes } from '../imports/staged-file.ts'
import type { StoredBytes } from '../imports/staged-file.ts'
import type { Intake } from './intake.ts'
import { noActivityCounts, runActivities } from './run-import.ts'
import type { ActivityCounts, ActivityRun } from './run-import.ts'
import { rowsOf, surveyActivities } from './survey.ts'
import type { ActivitySurvey } from './survey.ts'

/** How a run is asked for. */
export type ActivityRunInput = BodyOf<typeof runTransactions>

/** The operations on imports of activities; each answers what the interface shows. */
export interface TransactionImports {
  /** Stores a file and looks at it. `body` is read to its end or until it is too long. */
  stage(fileName: string, body: AsyncIterable<Uint8Array>): Promise<Result<TransactionImport, Refusal>>
  /** Starts a run and answers at once; `read` follows it. One runs at a time. */
  run(actor: ImportActor, id: string, input: ActivityRunInput): Result<TransactionImport, Refusal>
  read(id: string): Result<TransactionImport, Refusal>
  /** The side file of the last run. */
  rejects(id: string): Result<AsyncIterable<string>, Refusal>
  /** Deletes the files of a job; one that runs stops after the chunk at hand first. */
  discard(id: string): Promise<Result<{ discarded: true }, Refusal>>
  /** Stops what runs and deletes every staged file. */
  close(): Promise<void>
}

/** What the imports work with. */
export interface TransactionImportParts {
  readonly intake: Intake
  readonly target: SummarySeal
  readonly dataDir: string
  readonly random: Pick<Random, 'bytes'>
  readonly clock: { nowMs(): number; monoMs(): number }
  readonly newId: () => string
  /** Called with what ended a run unexpectedly. */
  readonly onFailure: (error: unknown) => void
}

/** One staged file of activities and what has become of it. */
interface ActivityJob extends BookedJob {
  readonly fileName: string
  readonly stored: StoredBytes
  readonly survey: ActivitySurvey
  dryRun: boolean
  counts: ActivityCounts
  startedMs: number
  /** null while it runs. */
  tookMs: number | null
}

/** Makes the imports of activities. The staging folder must be there and empty. */
export const createTransactionImports = ({ intake, target, dataDir, random, clock, newId, onFailure }: TransactionImportParts): TransactionImports => {
  const book = createJobBook<ActivityJob>(() => clock.nowMs())

  const answer = (job: ActivityJob): TransactionImport => ({
    id: job.id,
    state: job.state,
    file_name: job.fileName,
    bytes: job.stored.bytes,
    sha256: job.stored.sha256,
    format: job.survey.format,
    compressed: job.survey.content.compressed,
    encoding: job.survey.encoding.encoding,
    delimiter: job.survey.delimiter,
    columns: [...job.survey.columns],
    sample: job.survey.sample.map((row) => [...row]),
    guess: job.survey.guess,
    rows: job.survey.rows,
    dry_run: job.dryRun,
    created: job.counts.created,
    already_there: job.counts.alreadyThere,
    duplicates: job.counts.duplicates,
    rejected: job.counts.rejected,
    frauds: job.counts.frauds,
    risk: { ...job.counts.risk },
    seconds: Math.round(job.tookMs ?? clock.monoMs() - job.startedMs) / 1_000,
    problems: [...job.counts.problems],
    error: job.error,
  })

  const stage: TransactionImports['stage'] = async (fileName, body) => {
    await book.makeRoom()
    const id = newId()
    const file = encryptedFile(path.join(stagingFolder(dataDir), `${id}.activities`), random)
    let kept = false
    try {
      const stored = await storeBytes(file, body, stageTransactions.bodyLimit)
      if (!stored.ok) return stored
      const survey = await surveyActivities(stored.value)
      if (!survey.ok) return survey
      const rejectsFile = encryptedFile(path.join(stagingFolder(dataDir), `${id}.rejects.csv`), random)
      const job: ActivityJob = { id, fileName, stored: stored.value, survey: survey.value, rejectsFile, stagedAtMs: clock.nowMs(), ...freshJob(), dryRun: false, counts: noActivityCounts(), startedMs: 0, tookMs: 0 }
      book.add(job)
      kept = true
      return ok(answer(job))
    } catch (error) {
      if (isDiskFull(error)) return fail(refusal('storage_full', 'the disk is full; nothing was kept'))
      throw error
    } finally {
      if (!kept) await file.remove()
    }
  }

  const take = (job: ActivityJob, actor: ImportActor, dryRun: boolean): ActivityRun['take'] =>
    dryRun ? (activities) => intake.check(actor, activities) : (activities) => intake.take(actor, activities, { origin: 'import', importId: job.id })

  const perform = async (job: ActivityJob, actor: ImportActor, reading: ActivityReading): Promise<void> => {
    const rejects = createRejectsFile(job.rejectsFile, job.survey.columns)
    try {
      const stop = await runActivities({
        rows: rowsOf(job.survey),
        readRow: createActivityRowReader(reading),
        take: take(job, actor, job.dryRun),
        chunkRows: () => intake.chunkRows(),
        rejects,
        counts: job.counts,
        cancelled: () => job.cancelAsked,
      })
      if (stop !== undefined) job.error = stop.message
    } finally {
      await rejects.close()
      job.tookMs = clock.monoMs() - job.startedMs
    }
  }

  const seal = async (job: ActivityJob, actor: ImportActor): Promise<void> => {
    const { created, alreadyThere, duplicates, rejected } = job.counts
    // A run that took nothing has changed nothing: there is nothing to seal.
    if (created === 0) return
    const outcome = job.error !== null ? 'failed' : job.cancelAsked ? 'cancelled' : 'complete'
    const { sha256, bytes } = job.stored
    const counts = { rows: job.survey.rows, created, alreadyThere, duplicates, rejected }
    const sealed = await target.sealSummary(actor, { kind: 'transactions', jobId: job.id, fileName: job.fileName, sha256, bytes, source: 'transactions', outcome, ...counts })
    if (!sealed.ok && job.error === null) job.error = sealed.error.message
  }

  const run: TransactionImports['run'] = (actor, id, input) => {
    const found = book.ready(id)
    if (!found.ok) return found
    if (book.isRunning()) return fail(refusal('in_progress', 'another import of activities is running; one runs at a time, because what is usual for a customer follows from their order'))
    const job = found.value
    const mapping = checkTransactionMapping(input.mapping, job.survey.columns)
    if (!mapping.ok) return fail(refusal('unknown_reference', mapping.error, [{ path: 'body.mapping', message: mapping.error }]))
    const zone = openZone(input.time_zone)
    if (zone === undefined) {
      const message = 'is no IANA time zone that is known'
      return fail(refusal('unknown_reference', `time_zone ${message}`, [{ path: 'body.time_zone', message }]))
    }
    const { columns, orders, encoding } = job.survey
    Object.assign(job, { dryRun: input.dry_run, counts: noActivityCounts(), startedMs: clock.monoMs(), tookMs: null })
    book.start(job, { keepsFile: input.dry_run, onFailure }, async () => {
      await perform(job, actor, { columns, mapping: mapping.value, zone, orders, illFormed: encoding.illFormed, currency: input.currency, eventType: input.event_type, nowMs: () => clock.nowMs() })
      if (!input.dry_run) await seal(job, actor)
    })
    return ok(answer(job))
  }

  return {
    stage,
    run,
    read: (id) => {
      const found = book.find(id)
      return found.ok ? ok(answer(found.value)) : found
    },
    rejects: (id) => book.rejects(id),
    discard: (id) => book.discard(id),
    close: () => book.close(),
  }
}
