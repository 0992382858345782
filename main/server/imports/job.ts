import type { ImportJob } from '../../../shared/api/workspace.ts'
import type { BookedJob } from './job-book.ts'
import type { RunCounts } from './run.ts'
import type { StoredBytes, Survey } from './staged-file.ts'

/** One staged file of cases and what has become of it; references keep one that is staged again from adding anything twice. */
export interface Job extends BookedJob {
  readonly fileName: string
  readonly stored: StoredBytes
  readonly survey: Survey
  dryRun: boolean
  counts: RunCounts
}

export const noCounts = (): RunCounts => ({ created: 0, alreadyThere: 0, duplicates: 0, rejected: 0, problems: [] })

/** The job as the interface shows it. */
export const jobAnswer = (job: Job): ImportJob => ({
  id: job.id,
  state: job.state,
  file_name: job.fileName,
  bytes: job.stored.bytes,
  sha256: job.stored.sha256,
  encoding: job.stored.encoding.encoding,
  delimiter: job.survey.layout.delimiter,
  columns: [...job.survey.columns],
  sample: job.survey.sample.map((row) => [...row]),
  guess: job.survey.guess,
  rows: job.survey.rows,
  dry_run: job.dryRun,
  created: job.counts.created,
  already_there: job.counts.alreadyThere,
  duplicates: job.counts.duplicates,
  rejected: job.counts.rejected,
  problems: [...job.counts.problems],
  error: job.error,
})
