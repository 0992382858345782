import type { Refusal } from '../../../shared/api/errors.ts'
import { ok, type Result } from '../../../shared/schema/result.ts'
import { formsOf, withNamed, type NamedForms } from '../../domain/imports/named-forms.ts'
import type { Note } from '../../domain/imports/notes.ts'
import type { Zone } from '../../domain/imports/zones.ts'
import { importing } from './importing.ts'
import { createJobBook, toldOf, type BookedJob, type ImportGround, type ImportKind } from './job-book.ts'
import type { ImportActor, ImportSummary, RowImports, SummarySeal } from './ports.ts'
import {
  certainEncoding,
  encodingTold,
  mappingRefused,
  rejectsForm,
  rowsTold,
  sealRun,
  takeTable,
  zoneNamed,
} from './run-job.ts'
import { surveyTable, type TableGuess, type TableSurvey } from './table-survey.ts'
import type { RowCounts, RowRun } from './take-rows.ts'

/** One staged table and what has become of it. */
export type TableJob<Mapping, Tally extends RowCounts> = BookedJob<TableSurvey<Mapping>, Tally>

/** How every run of a table is asked for. */
interface TableInput<Mapping> extends NamedForms {
  readonly mapping: Mapping
  readonly time_zone: string
  readonly dry_run: boolean
}

/** What one kind of table gives of its own. */
export interface TableKind<
  Mapping,
  Field extends string,
  Input extends TableInput<Mapping>,
  Item,
  Tally extends RowCounts,
  Own,
>
  extends Pick<ImportKind<unknown, Tally>, 'ending' | 'bodyLimit' | 'alone' | 'fresh'>, TableGuess<Mapping> {
  /** The field of each column, or why the file cannot be read by the mapping. */
  check(
    mapping: Mapping,
    columns: readonly string[],
    input: Input,
    rows: number,
  ): Result<ReadonlyMap<number, Field>, string>
  /** What reads the rows of a file. */
  reader(
    look: TableSurvey<Mapping>,
    mapping: ReadonlyMap<number, Field>,
    zone: Zone,
    input: Input,
    told: { readonly note: Note; readonly tally: Tally },
  ): RowRun<Item>['readRow']
  /**
   * Begins a run. What it answers takes a chunk whole or not at all, or in a dry run says what would become of it; what
   * it remembers of earlier rows goes with the run.
   */
  begin(job: TableJob<Mapping, Tally>, actor: ImportActor, input: Input): RowRun<Item>['take']
  chunkRows(): number
  /** What is sealed before the first row is taken; a refusal of it ends the run. A dry run seals nothing. */
  sealFirst?(job: TableJob<Mapping, Tally>, actor: ImportActor, input: Input): Promise<Result<void, Refusal>>
  /** As what a run is sealed. */
  sealedAs(input: Input, tally: Tally): Pick<ImportSummary, 'kind' | 'source' | 'labels'>
  /** What its answer has beyond what all have. */
  told(job: TableJob<Mapping, Tally>): Own
}

const tableTold = <Mapping, Tally extends RowCounts>(job: TableJob<Mapping, Tally>) => ({
  ...toldOf(job),
  ...rowsTold(job),
  format: job.look.format,
  compressed: job.look.content.compressed,
  ...encodingTold(job.look.encoding),
  delimiter: job.look.delimiter,
  header_line: job.look.headerLine,
  sheets: (job.look.workbook?.sheets ?? []).map(({ name, rows, hidden }) => ({ name, rows, hidden })),
  sheet: job.look.workbook?.sheet ?? null,
  guess: job.look.guess,
  forms: formsOf(job.look.habits),
})

type TableAnswer<Mapping> = ReturnType<typeof tableTold<Mapping, RowCounts>> & { readonly seconds: number }

const countsInto =
  ({ notes }: RowCounts): Note =>
  (what) => {
    notes[what] += 1
  }

/** Makes the imports of one kind of table. The staging folder must be there and empty. */
export const createTableImports = <
  Mapping,
  Field extends string,
  Input extends TableInput<Mapping>,
  Item,
  Tally extends RowCounts,
  Own,
>(
  kind: TableKind<Mapping, Field, Input, Item, Tally, Own>,
  target: SummarySeal,
  ground: ImportGround,
): RowImports<TableAnswer<Mapping> & Own, Input> => {
  type Job = TableJob<Mapping, Tally>
  const { ending, bodyLimit, alone } = kind
  const book = createJobBook<TableSurvey<Mapping>, Tally>(
    {
      ending,
      bodyLimit,
      alone,
      fresh: () => kind.fresh(),
      isWhole: false,
      look: (stored) => surveyTable(stored, kind),
    },
    ground,
  )

  const answered = (job: Result<Job, Refusal>): Result<TableAnswer<Mapping> & Own, Refusal> =>
    job.ok ? ok({ ...tableTold(job.value), seconds: book.seconds(job.value), ...kind.told(job.value) }) : job

  return {
    stage: async (fileName, body, asked, piece) => answered(await book.stage(fileName, body, asked, piece)),
    run: (actor, id, input) => {
      const ready = book.idle(id)
      if (!ready.ok) return ready
      const free = book.free()
      if (!free.ok) return free
      const job = ready.value
      const certain = certainEncoding(job.look.encoding)
      if (!certain.ok) return certain
      const mapping = kind.check(input.mapping, job.look.columns, input, job.look.rows)
      if (!mapping.ok) return mappingRefused(mapping.error)
      const zone = zoneNamed(input.time_zone)
      if (!zone.ok) return zone
      const by = importing(actor, kind.sealedAs(input, job.tally).kind, job)
      book.start(job, input.dry_run, async () => {
        const sealed = input.dry_run ? ok(undefined) : ((await kind.sealFirst?.(job, actor, input)) ?? ok(undefined))
        if (!sealed.ok) {
          job.error = sealed.error.message
          return
        }
        await takeTable(job, {
          readRow: kind.reader(
            { ...job.look, habits: withNamed(job.look.habits, job.look.columns.length, input) },
            mapping.value,
            zone.value,
            input,
            { note: countsInto(job.tally), tally: job.tally },
          ),
          take: kind.begin(job, by, input),
          chunkRows: () => kind.chunkRows(),
        })
        await sealRun(target, by, job, kind.sealedAs(input, job.tally))
      })
      return answered(ok(job))
    },
    read: (id) => answered(book.find(id)),
    rejects: (id) => {
      const job = book.find(id)
      if (!job.ok) return job
      const rows = book.rejects(id)
      return rows.ok ? ok({ rows: rows.value, format: rejectsForm(job.value.look) }) : rows
    },
    discard: (id) => book.discard(id),
    close: () => book.close(),
  }
}
