import type { Refusal } from '../../../shared/api/errors.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { problemText, type CellProblem, type RowValue } from '../../domain/imports/cells.ts'
import { noNotes, type NoteCounts } from '../../domain/imports/notes.ts'
import type { RejectsFile } from './rejects-file.ts'
import type { SourceRow } from './source-rows.ts'

/** Counts of a run so far; every data row is counted once. */
export interface RowCounts {
  created: number
  alreadyThere: number
  duplicates: number
  rejected: number
  readonly notes: NoteCounts
  /** The first ones; the rejects file has all. */
  readonly problems: (CellProblem & { readonly line: number })[]
}

export const noRowCounts = (): RowCounts => ({
  created: 0,
  alreadyThere: 0,
  duplicates: 0,
  rejected: 0,
  notes: noNotes(),
  problems: [],
})

/** What became of one row: which count it adds to, or why it was rejected after all. */
export type RowOutcome = 'created' | 'alreadyThere' | 'duplicates' | { readonly rejected: string }

/** What one run works with. */
export interface RowRun<Item> {
  readonly rows: AsyncIterable<readonly SourceRow[]>
  readonly readRow: (values: readonly RowValue[], line: number) => Result<Item, readonly CellProblem[]>
  /**
   * Takes a chunk whole or not at all, or in a dry run says what would become of it: an outcome for each, in their
   * order.
   */
  readonly take: (items: readonly Item[]) => Promise<Result<readonly RowOutcome[], Refusal>>
  readonly chunkRows: () => number
  readonly rejects: RejectsFile
  readonly counts: RowCounts
  readonly cancelled: () => boolean
}

const problemsShown = 200

interface Candidate<Item> {
  readonly source: SourceRow
  readonly item: Item
}

const reject = async (
  { counts, rejects }: Pick<RowRun<unknown>, 'counts' | 'rejects'>,
  row: SourceRow,
  problems: readonly CellProblem[],
): Promise<void> => {
  counts.rejected += 1
  for (const problem of problems)
    if (counts.problems.length < problemsShown) counts.problems.push({ line: row.line, ...problem })
  await rejects.add(row.line, problems.map(problemText).join('; '), row)
}

const takeChunk = async <Item>(
  run: RowRun<Item>,
  candidates: readonly Candidate<Item>[],
): Promise<Refusal | undefined> => {
  const taken = await run.take(candidates.map(({ item }) => item))
  if (!taken.ok) return taken.error
  for (const [index, { source }] of candidates.entries()) {
    const outcome = taken.value[index] as RowOutcome
    if (typeof outcome === 'string') run.counts[outcome] += 1
    else await reject(run, source, [{ column: null, value: null, reason: outcome.rejected }])
  }
  return undefined
}

/**
 * Takes the rows of a file in chunks, letting other work through between them. Answers the refusal that stopped it, if
 * one did; what was taken before stays, and a later run goes on behind it because what each row is known by is known.
 */
export const takeRows = async <Item>(run: RowRun<Item>): Promise<Refusal | undefined> => {
  let waiting: Candidate<Item>[] = []
  for await (const batch of run.rows) {
    for (const source of batch) {
      if (source.fault !== undefined) {
        await reject(run, source, [{ column: null, value: null, reason: source.fault }])
        continue
      }
      const read = run.readRow(source.values, source.line)
      if (!read.ok) {
        await reject(run, source, read.error)
        continue
      }
      waiting.push({ source, item: read.value })
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
