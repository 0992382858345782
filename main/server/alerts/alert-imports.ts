import { stageAlerts, type AlertImport, type AlertMapping, type runAlerts } from '../../../shared/api/alert-imports.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { BodyOf } from '../../../shared/api/operation.ts'
import { ok, type Result } from '../../../shared/schema/result.ts'
import { checkAlertMapping, guessAlertMapping, guessScoreMax } from '../../domain/alerts/import/mapping.ts'
import { createAlertRowReader, type ExternalAlert } from '../../domain/alerts/import/row.ts'
import type { ExternalAlerts, TakenAlert } from '../../storage/alerts/take-external.ts'
import { createJobBook, toldOf, type BookedJob, type ImportGround } from '../imports/job-book.ts'
import type { ImportActor, SummarySeal } from '../imports/ports.ts'
import { mappingRefused, rowsTold, sealRun, takeTable, zoneNamed } from '../imports/run-job.ts'
import { surveyTable, type TableSurvey } from '../imports/table-survey.ts'
import { noRowCounts, type RowCounts, type RowOutcome } from '../imports/take-rows.ts'

/** How a run is asked for. */
export type AlertRunInput = BodyOf<typeof runAlerts>

/** The operations on imports of alerts; each answers what the interface shows. */
export interface AlertImports {
  /** Stores a file and looks at it. `body` is read to its end or until it is too long. */
  stage(fileName: string, body: AsyncIterable<Uint8Array>): Promise<Result<AlertImport, Refusal>>
  /** Starts a run and answers at once; `read` follows it. One runs at a time. */
  run(actor: ImportActor, id: string, input: AlertRunInput): Result<AlertImport, Refusal>
  read(id: string): Result<AlertImport, Refusal>
  /** The side file of the last run. */
  rejects(id: string): Result<AsyncIterable<string>, Refusal>
  /** Deletes the files of a job; one that runs stops after the chunk at hand first. */
  discard(id: string): Promise<Result<{ discarded: true }, Refusal>>
  /** Stops what runs and deletes every staged file. */
  close(): Promise<void>
}

/** What the imports work with. */
export interface AlertImportParts extends ImportGround {
  readonly alerts: ExternalAlerts
  readonly target: SummarySeal
}

/** Alerts of one transaction: each may open a case, and nobody else's write waits for longer than these take. */
const chunkRows = 50

/** Ids of a run that are remembered; beyond them a row that comes again counts as one that was there already. */
const idsRemembered = 1_000_000

interface AlertTally extends RowCounts {
  casesOpened: number
  readonly risk: AlertImport['risk']
  readonly ids: Set<string>
}

const fresh = (): AlertTally => ({ ...noRowCounts(), casesOpened: 0, risk: { low: 0, medium: 0, high: 0, critical: 0 }, ids: new Set() })

type AlertJob = BookedJob<TableSurvey<AlertMapping>, AlertTally>

const countedAs = (tally: AlertTally, taken: TakenAlert, { externalId }: ExternalAlert): RowOutcome => {
  if (tally.ids.has(externalId)) return 'duplicates'
  if (tally.ids.size < idsRemembered) tally.ids.add(externalId)
  if (taken.outcome === 'already_there') return 'alreadyThere'
  tally.risk[taken.level] += 1
  if (taken.openedCase) tally.casesOpened += 1
  return 'created'
}

/** Makes the imports of alerts. The staging folder must be there and empty. */
export const createAlertImports = ({ alerts, target, ...ground }: AlertImportParts): AlertImports => {
  const book = createJobBook<TableSurvey<AlertMapping>, AlertTally>(
    {
      ending: 'alerts',
      bodyLimit: stageAlerts.bodyLimit,
      alone: 'another import of alerts is running; one runs at a time',
      isWhole: false,
      look: (stored) => surveyTable(stored, guessAlertMapping),
      fresh,
    },
    ground,
  )

  const answer = (job: AlertJob): AlertImport => ({
    ...toldOf(job),
    ...rowsTold(job),
    format: job.look.format,
    compressed: job.look.content.compressed,
    encoding: job.look.encoding.encoding,
    delimiter: job.look.delimiter,
    guess: job.look.guess,
    score_max_guess: guessScoreMax(job.look.guess, job.look.sample),
    risk: { ...job.tally.risk },
    cases_opened: job.tally.casesOpened,
    seconds: book.seconds(job),
  })

  const take = async (job: AlertJob, actor: ImportActor, system: string, rows: readonly ExternalAlert[]): Promise<Result<readonly RowOutcome[], Refusal>> => {
    const taken = job.dryRun ? ok(alerts.checkExternal(system, rows)) : await alerts.takeExternal(actor, system, rows)
    return taken.ok ? ok(taken.value.map((one, index) => countedAs(job.tally, one, rows[index] as ExternalAlert))) : taken
  }

  const run: AlertImports['run'] = (actor, id, input) => {
    const ready = book.idle(id)
    if (!ready.ok) return ready
    const free = book.free()
    if (!free.ok) return free
    const job = ready.value
    const { columns, orders, encoding } = job.look
    const mapping = checkAlertMapping(input.mapping, columns)
    if (!mapping.ok) return mappingRefused(mapping.error)
    const zone = zoneNamed(input.time_zone)
    if (!zone.ok) return zone
    const reading = { columns, mapping: mapping.value, zone: zone.value, orders, illFormed: encoding.illFormed, scoreMax: input.score_max, currency: input.currency, nowMs: () => ground.clock.nowMs() }
    book.start(job, input.dry_run, async () => {
      await takeTable(job, { readRow: createAlertRowReader(reading), take: (rows) => take(job, actor, input.source, rows), chunkRows: () => chunkRows })
      await sealRun(target, actor, job, { kind: 'alerts', source: input.source })
    })
    return ok(answer(job))
  }

  const answered = (job: Result<AlertJob, Refusal>): Result<AlertImport, Refusal> => (job.ok ? ok(answer(job.value)) : job)

  return {
    stage: async (fileName, body) => answered(await book.stage(fileName, body)),
    run,
    read: (id) => answered(book.find(id)),
    rejects: (id) => book.rejects(id),
    discard: (id) => book.discard(id),
    close: () => book.close(),
  }
}
