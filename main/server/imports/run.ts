import { setImmediate } from 'node:timers/promises'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { CsvRow } from '../../../shared/text/csv.ts'
import { problemText } from '../../domain/imports/cells.ts'
import type { ImportedRow, RowProblem } from '../../domain/imports/row.ts'
import type { RejectsFile } from './rejects-file.ts'
import type { RowCounts } from './take-rows.ts'

/** What one run works with. */
export interface ImportRun {
  readonly records: AsyncIterable<readonly CsvRow[]>
  readonly readRow: (row: CsvRow) => Result<ImportedRow, readonly RowProblem[]>
  readonly knownReferences: (references: readonly string[]) => Promise<ReadonlySet<string>>
  /** Opens the case; absent in a dry run. */
  readonly open?: (row: ImportedRow) => Promise<Result<void, Refusal>>
  readonly rejects: RejectsFile
  readonly counts: RowCounts
  readonly cancelled: () => boolean
}

const problemsShown = 200
/** Cases opened at once: they share a durable commit, and another client's write waits for no more than these. */
const sliceRows = 32
/** Refusals that would meet every further row too. */
const stopping: readonly Refusal['code'][] = [
  'case_numbers_exhausted',
  'storage_full',
  'unavailable',
  'internal',
  'forbidden',
  'unauthenticated',
]

const reject = async (run: ImportRun, row: CsvRow, problems: readonly RowProblem[]): Promise<void> => {
  run.counts.rejected += 1
  run.counts.problems.push(...problems.slice(0, problemsShown - run.counts.problems.length))
  await run.rejects.add(row.line, problems.map(problemText).join('; '), { values: row.cells })
}

interface Candidate {
  readonly source: CsvRow
  readonly row: ImportedRow
}

const runSlice = async (run: ImportRun, candidates: readonly Candidate[]): Promise<Refusal | undefined> => {
  const known = await run.knownReferences(candidates.map(({ row }) => row.reference))
  const fresh = candidates.filter(({ row }) => !known.has(row.reference))
  run.counts.alreadyThere += candidates.length - fresh.length
  if (run.open === undefined) {
    run.counts.created += fresh.length
    return undefined
  }
  const { open } = run
  const outcomes = await Promise.all(
    fresh.map(async (candidate) => ({ candidate, outcome: await open(candidate.row) })),
  )
  let stop: Refusal | undefined
  for (const { candidate, outcome } of outcomes) {
    if (outcome.ok) run.counts.created += 1
    else if (outcome.error.code === 'already_done') run.counts.alreadyThere += 1
    else if (stopping.includes(outcome.error.code)) stop = outcome.error
    else
      await reject(run, candidate.source, [
        { line: candidate.source.line, column: null, value: null, reason: outcome.error.message },
      ])
  }
  return stop
}

/**
 * Takes the rows of a file in slices, letting other work through between them. Of rows with the same reference the
 * first counts. Answers the refusal that stopped it, if one did; what was opened before stays, and a later run goes on
 * behind it because references are known.
 */
export async function runRows(run: ImportRun): Promise<Refusal | undefined> {
  const seen = new Set<string>()
  let header = true
  for await (const batch of run.records) {
    const rows = header ? batch.slice(1) : batch
    header = header && batch.length === 0
    for (let at = 0; at < rows.length; at += sliceRows) {
      if (run.cancelled()) return undefined
      const candidates: Candidate[] = []
      for (const source of rows.slice(at, at + sliceRows)) {
        const row = run.readRow(source)
        if (!row.ok) await reject(run, source, row.error)
        else if (seen.has(row.value.reference)) run.counts.duplicates += 1
        else {
          seen.add(row.value.reference)
          candidates.push({ source, row: row.value })
        }
      }
      const stop = candidates.length > 0 ? await runSlice(run, candidates) : undefined
      if (stop !== undefined) return stop
      await setImmediate()
    }
  }
  return undefined
}
