import type { Refusal } from '../../../shared/api/errors.ts'
import type { TransactionImport } from '../../../shared/api/transactions.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { TimedActivity } from '../../domain/transactions/read-activity.ts'
import type { ActivityRowProblem, RowValue } from '../../domain/transactions/row.ts'
import type { RejectsFile } from '../imports/rejects-file.ts'
import type { TakenActivity } from './intake.ts'
import { cellOf } from './source-rows.ts'
import type { SourceRow } from './source-rows.ts'

/** Counts of a run so far; every data row is counted once. */
export interface ActivityCounts {
  created: number
  alreadyThere: number
  duplicates: number
  rejected: number
  frauds: number
  readonly risk: TransactionImport['risk']
  readonly problems: TransactionImport['problems']
}

export const noActivityCounts = (): ActivityCounts => ({ created: 0, alreadyThere: 0, duplicates: 0, rejected: 0, frauds: 0, risk: { low: 0, medium: 0, high: 0, critical: 0 }, problems: [] })

/** What one run works with. */
export interface ActivityRun {
  readonly rows: AsyncIterable<readonly SourceRow[]>
  readonly readRow: (values: readonly RowValue[]) => Result<TimedActivity, readonly ActivityRowProblem[]>
  /** Takes a chunk, or in a dry run says what would become of it. */
  readonly take: (activities: readonly TimedActivity[]) => Promise<Result<readonly (Pick<TakenActivity, 'outcome' | 'conflicting' | 'sameImport'> & { readonly assessment?: TakenActivity['assessment'] })[], Refusal>>
  readonly chunkRows: () => number
  readonly rejects: RejectsFile
  readonly counts: ActivityCounts
  readonly cancelled: () => boolean
}

const problemsShown = 200

interface Candidate {
  readonly source: SourceRow
  readonly activity: TimedActivity
}

const reject = async ({ counts, rejects }: ActivityRun, row: SourceRow, problems: readonly ActivityRowProblem[]): Promise<void> => {
  counts.rejected += 1
  for (const { column, reason } of problems) if (counts.problems.length < problemsShown) counts.problems.push({ line: row.line, column, reason })
  const reason = problems.map((problem) => (problem.column === null ? problem.reason : `${problem.column}: ${problem.reason}`)).join('; ')
  await rejects.add(row.line, reason, row.raw === undefined ? row.values.map(cellOf) : [row.raw])
}

const takeChunk = async (run: ActivityRun, candidates: readonly Candidate[]): Promise<Refusal | undefined> => {
  const { counts } = run
  const taken = await run.take(candidates.map(({ activity }) => activity))
  if (!taken.ok) return taken.error
  for (const [index, { outcome, conflicting, sameImport, assessment }] of taken.value.entries()) {
    const { source, activity } = candidates[index] as Candidate
    if (outcome === 'taken') {
      counts.created += 1
      if (activity.event.is_fraud === true) counts.frauds += 1
      if (assessment !== undefined) counts.risk[assessment.riskLevel] += 1
    } else if (outcome === 'already_there') {
      if (sameImport) counts.duplicates += 1
      else counts.alreadyThere += 1
    } else {
      const where = sameImport ? 'an earlier row of the file' : 'an activity'
      await reject(run, source, [{ column: null, reason: `the transaction id is taken by ${where} with other content (${conflicting.join(', ')})` }])
    }
  }
  return undefined
}

/**
 * Takes the rows of a file in chunks, letting other work through between them. Answers the refusal that stopped it, if one did; what was taken before
 * stays, and a later run goes on behind it because transaction ids are known.
 */
export const runActivities = async (run: ActivityRun): Promise<Refusal | undefined> => {
  let waiting: Candidate[] = []
  for await (const batch of run.rows) {
    for (const source of batch) {
      if (source.fault !== undefined) {
        await reject(run, source, [{ column: null, reason: source.fault }])
        continue
      }
      const read = run.readRow(source.values)
      if (!read.ok) {
        await reject(run, source, read.error)
        continue
      }
      waiting.push({ source, activity: read.value })
      if (waiting.length < run.chunkRows()) continue
      const stop = await takeChunk(run, waiting)
      waiting = []
      if (stop !== undefined) return stop
      if (run.cancelled()) return undefined
    }
    if (run.cancelled()) return undefined
  }
  return waiting.length === 0 ? undefined : takeChunk(run, waiting)
}
