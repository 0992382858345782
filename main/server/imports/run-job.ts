import { refusal, type Refusal } from '../../../shared/api/errors.ts'
import type { ImportJob } from '../../../shared/api/workspace.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import type { FileEncoding } from '../../../shared/text/encoding-names.ts'
import { unsureEncoding } from '../../domain/files/encoding/probe.ts'
import { openZone, type Zone } from '../../domain/imports/zones.ts'
import { fullBehindRows, runOutcome, type BookedJob } from './job-book.ts'
import type { ImportActor, ImportSummary, SummarySeal } from './ports.ts'
import { createRejectsFile, type RejectsFile } from './rejects-file.ts'
import type { Survey } from './case-survey.ts'
import { takeRows, type RowCounts, type RowRun } from './take-rows.ts'
import { surveyedRows, type TableSurvey } from './table-survey.ts'

/** What of a surveyed file is told by every import that takes rows. */
type Surveyed = Pick<Survey, 'columns' | 'sample' | 'rows' | 'left'>

/** Why a run is not begun: the mapping says nothing that the file could be read by. */
export const mappingRefused = (message: string): Result<never, Refusal> =>
  fail(refusal('unknown_reference', message, [{ path: 'body.mapping', message }]))

/** What is told of the encoding of a file. */
export const encodingTold = ({
  encoding,
  sure,
  line,
}: FileEncoding): Pick<ImportJob, 'encoding' | 'encoding_sure' | 'encoding_line'> => ({
  encoding,
  encoding_sure: sure,
  encoding_line: line,
})

/** Refuses a file whose encoding is only guessed: mojibake would be sealed. */
export const certainEncoding = (encoding: FileEncoding): Result<void, Refusal> => {
  const message = unsureEncoding(encoding)
  return encoding.sure
    ? ok(undefined)
    : fail(
        refusal('unknown_reference', message, [
          { path: 'query.encoding', message: 'is to be named when the file is staged' },
        ]),
      )
}

/** The zone of times that carry no offset. */
export const zoneNamed = (name: string): Result<Zone, Refusal> => {
  const zone = openZone(name)
  if (zone !== undefined) return ok(zone)
  const message = 'is no IANA time zone that is known'
  return fail(refusal('unknown_reference', `time_zone ${message}`, [{ path: 'body.time_zone', message }]))
}

/** What every import that takes rows tells of the file and of its last run. */
export const rowsTold = ({
  look,
  tally,
  dryRun,
}: BookedJob<Surveyed, RowCounts>): Pick<
  ImportJob,
  | 'columns'
  | 'sample'
  | 'rows'
  | 'dry_run'
  | 'created'
  | 'already_there'
  | 'duplicates'
  | 'rejected'
  | 'problems'
  | 'left_out'
  | 'notes'
> => ({
  columns: [...look.columns],
  sample: look.sample.map((row) => [...row]),
  rows: look.rows,
  left_out: { ...look.left },
  notes: { ...tally.notes },
  dry_run: dryRun,
  created: tally.created,
  already_there: tally.alreadyThere,
  duplicates: tally.duplicates,
  rejected: tally.rejected,
  problems: [...tally.problems],
})

/**
 * Why a run stopped. Of a full disk the refusal tells of one request that left nothing, and the run has taken rows by
 * requests before that one.
 */
const stoppedBy = ({ code, message }: Refusal): string => (code === 'storage_full' ? fullBehindRows : message)

/**
 * Does the work of a run with the side file of what it rejects, in the form of the job's own; the refusal that stopped
 * it becomes the job's error.
 */
export const withRejects = async (
  job: BookedJob<Surveyed, RowCounts>,
  format: 'csv' | 'json_lines',
  work: (rejects: RejectsFile) => Promise<Refusal | undefined>,
): Promise<void> => {
  const rejects = createRejectsFile(job.rejectsFile, job.look.columns, format)
  try {
    const stop = await work(rejects)
    if (stop !== undefined) job.error = stoppedBy(stop)
  } finally {
    await rejects.close()
  }
}

/** The form of a side file: what is no JSON is kept as CSV. */
export const rejectsForm = ({ format }: Pick<TableSurvey<unknown>, 'format'>): 'csv' | 'json_lines' =>
  format === 'json_lines' || format === 'json' ? 'json_lines' : 'csv'

/** Takes the rows of a job's file. */
export const takeTable = <Item>(
  job: BookedJob<TableSurvey<unknown>, RowCounts>,
  run: Pick<RowRun<Item>, 'readRow' | 'take' | 'chunkRows'>,
): Promise<void> =>
  withRejects(job, rejectsForm(job.look), (rejects) =>
    takeRows({ ...run, rows: surveyedRows(job.look), rejects, counts: job.tally, cancelled: () => job.cancelAsked }),
  )

/**
 * Seals how a run ended. One that took nothing and labelled nothing has changed nothing, and a dry run nothing either:
 * there is nothing to seal.
 */
export const sealRun = async (
  target: SummarySeal,
  actor: ImportActor,
  job: BookedJob<Surveyed, RowCounts>,
  of: Pick<ImportSummary, 'kind' | 'source' | 'labels'>,
): Promise<void> => {
  const { id, fileName, stored, look, tally, dryRun } = job
  if (dryRun || tally.created + (of.labels?.labelled ?? 0) === 0) return
  const { created, alreadyThere, duplicates, rejected } = tally
  const sealed = await target.sealSummary(actor, {
    ...of,
    jobId: id,
    fileName,
    sha256: stored.sha256,
    bytes: stored.bytes,
    outcome: runOutcome(job),
    rows: look.rows,
    created,
    alreadyThere,
    duplicates,
    rejected,
  })
  if (!sealed.ok)
    job.error = `${job.error ?? stoppedBy(sealed.error)}. That this run took ${tally.created} rows could not be sealed`
}
