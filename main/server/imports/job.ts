import type { ImportJob } from '../../../shared/api/workspace.ts'
import type { EncryptedFile } from './encrypted-file.ts'
import type { RunCounts } from './run.ts'
import type { StoredBytes, Survey } from './staged-file.ts'

/** One staged file and what has become of it. Lives in memory: after a restart the file is staged again, and references keep it from adding anything twice. */
export interface Job {
  readonly id: string
  readonly fileName: string
  readonly stored: StoredBytes
  readonly survey: Survey
  readonly rejectsFile: EncryptedFile
  readonly stagedAtMs: number
  state: ImportJob['state']
  dryRun: boolean
  counts: RunCounts
  error: string | null
  cancelAsked: boolean
  /** Whether the staged file is gone because all of it was taken. */
  used: boolean
  /** Settles when the run at hand has ended. */
  running: Promise<void>
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
