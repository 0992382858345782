import type { BodyOf } from '../../../shared/api/operation.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { stageImport, type ImportJob, type runImport } from '../../../shared/api/workspace.ts'
import { ok, type Result } from '../../../shared/schema/result.ts'
import { checkMapping } from '../../domain/imports/mapping.ts'
import { createOwnerLookup } from '../../domain/imports/owners.ts'
import { createRowReader } from '../../domain/imports/row.ts'
import { formsOf, withNamed } from '../../domain/imports/named-forms.ts'
import type { Note } from '../../domain/imports/notes.ts'
import type { Zone } from '../../domain/imports/zones.ts'
import { importing } from './importing.ts'
import { createJobBook, toldOf, type BookedJob, type ImportGround } from './job-book.ts'
import type { ImportActor, ImportTarget, RowImports } from './ports.ts'
import { certainEncoding, encodingTold, mappingRefused, rowsTold, sealRun, withRejects, zoneNamed } from './run-job.ts'
import { runRows } from './run.ts'
import { recordsOf, survey, type Survey } from './case-survey.ts'
import { emptyStaging } from './staged-file.ts'
import { noRowCounts, type RowCounts } from './take-rows.ts'

/** How a run is asked for. */
export type RunInput = BodyOf<typeof runImport>

/** The operations on imports of cases. */
export type ImportService = RowImports<ImportJob, RunInput>

/** What the service needs besides the workspace. */
export interface ImportEnvironment extends Omit<ImportGround, 'clock'> {
  readonly nowMs: () => number
}

/**
 * One staged file of cases and what has become of it; references keep one that is staged again from adding anything
 * twice.
 */
type CaseJob = BookedJob<Survey, RowCounts>

const answer = (job: CaseJob): ImportJob => ({
  ...toldOf(job),
  ...rowsTold(job),
  ...encodingTold(job.look.layout.encoding),
  format: job.look.layout.format,
  delimiter: job.look.layout.delimiter,
  sheets: (job.look.layout.workbook?.sheets ?? []).map(({ name, rows, hidden }) => ({ name, rows, hidden })),
  sheet: job.look.layout.workbook?.sheet ?? null,
  header_line: job.look.layout.headerLine,
  guess: job.look.guess,
  forms: formsOf(job.look.habits),
})

/**
 * Starts the service; what an earlier run left in the staging folder is deleted. The data folder's lock must be held.
 */
export async function startImportService(
  target: ImportTarget,
  { nowMs, ...environment }: ImportEnvironment,
): Promise<ImportService> {
  await emptyStaging(environment.dataDir)
  // No durations are told of imports of cases, so the wall clock does for both.
  const book = createJobBook<Survey, RowCounts>(
    { ending: 'csv', bodyLimit: stageImport.bodyLimit, isWhole: false, look: survey, fresh: noRowCounts },
    { ...environment, clock: { nowMs, monoMs: nowMs } },
  )

  const perform = async (job: CaseJob, actor: ImportActor, input: RunInput, zone: Zone): Promise<void> => {
    const { columns, layout, habits } = job.look
    const ownerOf = createOwnerLookup(await target.owners())
    const note: Note = (what) => {
      job.tally.notes[what] += 1
    }
    const readRow = createRowReader({
      columns,
      note,
      mapping: input.mapping,
      zone,
      habits: withNamed(habits, columns.length, input),
      illFormed: layout.encoding.illFormed,
      nowMs: nowMs(),
    })
    await withRejects(job, 'csv', (rejects) =>
      runRows({
        records: recordsOf(layout),
        readRow,
        knownReferences: (references) => target.knownReferences(input.source, references),
        open: input.dry_run
          ? undefined
          : (row) =>
              target.openCase(actor, input.source, row, row.owner === undefined ? undefined : ownerOf(row.owner)),
        rejects,
        counts: job.tally,
        cancelled: () => job.cancelAsked,
      }),
    )
  }

  const run = (actor: ImportActor, id: string, input: RunInput): Result<ImportJob, Refusal> => {
    const ready = book.idle(id)
    if (!ready.ok) return ready
    const job = ready.value
    const certain = certainEncoding(job.look.layout.encoding)
    if (!certain.ok) return certain
    const mapping = checkMapping(input.mapping, job.look.columns)
    if (!mapping.ok) return mappingRefused(mapping.error)
    const zone = zoneNamed(input.time_zone)
    if (!zone.ok) return zone
    const by = importing(actor, 'cases', job)
    book.start(job, input.dry_run, async () => {
      await perform(job, by, input, zone.value)
      await sealRun(target, by, job, { kind: 'cases', source: input.source })
    })
    return ok(answer(job))
  }

  const answered = (job: Result<CaseJob, Refusal>): Result<ImportJob, Refusal> => (job.ok ? ok(answer(job.value)) : job)

  return {
    stage: async (fileName, body, asked) => answered(await book.stage(fileName, body, asked)),
    run,
    read: (id) => answered(book.find(id)),
    rejects: (id) => {
      const rows = book.rejects(id)
      return rows.ok ? ok({ rows: rows.value, format: 'csv' }) : rows
    },
    discard: (id) => book.discard(id),
    close: () => book.close(),
  }
}
