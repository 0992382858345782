import type { Refusal } from '../../../shared/api/errors.ts'
import type { BodyOf } from '../../../shared/api/operation.ts'
import { stageTransactions, type runTransactions, type TransactionImport, type TransactionMapping } from '../../../shared/api/transactions.ts'
import { ok, type Result } from '../../../shared/schema/result.ts'
import { checkTransactionMapping, guessTransactionMapping } from '../../domain/transactions/mapping.ts'
import type { TimedActivity } from '../../domain/transactions/read-activity.ts'
import { createActivityRowReader } from '../../domain/transactions/row.ts'
import { createJobBook, toldOf, type BookedJob, type ImportGround } from '../imports/job-book.ts'
import type { ImportActor, SummarySeal } from '../imports/ports.ts'
import { mappingRefused, rowsTold, sealRun, takeTable, zoneNamed } from '../imports/run-job.ts'
import { surveyTable, type TableSurvey } from '../imports/table-survey.ts'
import { noRowCounts, type RowCounts, type RowOutcome } from '../imports/take-rows.ts'
import type { Intake, TakenActivity } from './intake.ts'

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
export interface TransactionImportParts extends ImportGround {
  readonly intake: Intake
  readonly target: SummarySeal
}

/** Counts of a run so far. */
interface ActivityCounts extends RowCounts {
  frauds: number
  readonly risk: TransactionImport['risk']
}

const noActivityCounts = (): ActivityCounts => ({ ...noRowCounts(), frauds: 0, risk: { low: 0, medium: 0, high: 0, critical: 0 } })

/** One staged file of activities and what has become of it. */
type ActivityJob = BookedJob<TableSurvey<TransactionMapping>, ActivityCounts>

type Taken = Pick<TakenActivity, 'outcome' | 'conflicting' | 'sameImport'> & { readonly assessment?: TakenActivity['assessment'] }

const countedAs = (counts: ActivityCounts, { outcome, conflicting, sameImport, assessment }: Taken, { event }: TimedActivity): RowOutcome => {
  if (outcome === 'already_there') return sameImport ? 'duplicates' : 'alreadyThere'
  if (outcome === 'conflict') return { rejected: `the transaction id is taken by ${sameImport ? 'an earlier row of the file' : 'an activity'} with other content (${conflicting.join(', ')})` }
  if (event.is_fraud === true) counts.frauds += 1
  if (assessment !== undefined) counts.risk[assessment.riskLevel] += 1
  return 'created'
}

/** Makes the imports of activities. The staging folder must be there and empty. */
export const createTransactionImports = ({ intake, target, ...ground }: TransactionImportParts): TransactionImports => {
  const book = createJobBook<TableSurvey<TransactionMapping>, ActivityCounts>(
    {
      ending: 'activities',
      bodyLimit: stageTransactions.bodyLimit,
      alone: 'another import of activities is running; one runs at a time, because what is usual for a customer follows from their order',
      isWhole: false,
      look: (stored) => surveyTable(stored, guessTransactionMapping),
      fresh: noActivityCounts,
    },
    ground,
  )

  const answer = (job: ActivityJob): TransactionImport => ({
    ...toldOf(job),
    ...rowsTold(job),
    format: job.look.format,
    compressed: job.look.content.compressed,
    encoding: job.look.encoding.encoding,
    delimiter: job.look.delimiter,
    guess: job.look.guess,
    frauds: job.tally.frauds,
    risk: { ...job.tally.risk },
    seconds: book.seconds(job),
  })

  const take = async (job: ActivityJob, actor: ImportActor, activities: readonly TimedActivity[]): Promise<Result<readonly RowOutcome[], Refusal>> => {
    const taken: Result<readonly Taken[], Refusal> = job.dryRun ? await intake.check(actor, activities) : await intake.take(actor, activities, { origin: 'import', importId: job.id })
    return taken.ok ? ok(taken.value.map((one, index) => countedAs(job.tally, one, activities[index] as TimedActivity))) : taken
  }

  const run: TransactionImports['run'] = (actor, id, input) => {
    const ready = book.idle(id)
    if (!ready.ok) return ready
    const free = book.free()
    if (!free.ok) return free
    const job = ready.value
    const { columns, orders, encoding } = job.look
    const mapping = checkTransactionMapping(input.mapping, columns)
    if (!mapping.ok) return mappingRefused(mapping.error)
    const zone = zoneNamed(input.time_zone)
    if (!zone.ok) return zone
    const reading = { columns, mapping: mapping.value, zone: zone.value, orders, illFormed: encoding.illFormed, currency: input.currency, eventType: input.event_type, nowMs: () => ground.clock.nowMs() }
    book.start(job, input.dry_run, async () => {
      await takeTable(job, { readRow: createActivityRowReader(reading), take: (activities) => take(job, actor, activities), chunkRows: () => intake.chunkRows() })
      await sealRun(target, actor, job, { kind: 'transactions', source: 'transactions' })
    })
    return ok(answer(job))
  }

  const answered = (job: Result<ActivityJob, Refusal>): Result<TransactionImport, Refusal> => (job.ok ? ok(answer(job.value)) : job)

  return {
    stage: async (fileName, body) => answered(await book.stage(fileName, body)),
    run,
    read: (id) => answered(book.find(id)),
    rejects: (id) => book.rejects(id),
    discard: (id) => book.discard(id),
    close: () => book.close(),
  }
}
