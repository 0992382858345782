import path from 'node:path'
import type { Readable } from 'node:stream'
import { fail, ok, type Result } from '../../shared/schema/result.ts'
import { leftKinds, type LeftCounts, type LeftKind } from '../domain/imports/left-rows.ts'
import { rowNotes, type NoteCounts, type RowNote } from '../domain/imports/notes.ts'
import { formWords, type ColumnForm } from '../domain/imports/named-forms.ts'
import { checkRejectsTarget, followJob, keepRejects, rowProgress, rowsDone, type EndedImport } from './import-job.ts'
import { failed, misused, type Io, type Stop, type CommandEnd } from './io.ts'
import { columnOf, type NamedFields } from './options.ts'
import { encodingNotice, encodingStop } from './readable-file.ts'
import { uploadStream } from './upload-stream.ts'

type Answered<Data> = Promise<Result<{ readonly data: Data }, Stop>>

/** An import that takes rows, as the service shows it. */
export interface RowsImport extends EndedImport {
  readonly id: string
  readonly file_name: string
  readonly sha256: string
  readonly encoding: string
  readonly encoding_sure: boolean
  readonly encoding_line: string | null
  /** Of imports that take more than plain CSV. */
  readonly format?: string
  readonly compressed?: boolean
  readonly dry_run: boolean
  readonly columns: readonly string[]
  readonly header_line: number | null
  /** Of imports that take workbooks. */
  readonly sheets?: readonly { readonly name: string; readonly rows: number; readonly hidden: boolean }[]
  readonly sheet?: string | null
  readonly forms: readonly ColumnForm[]
  readonly left_out: LeftCounts
  readonly notes: NoteCounts
  readonly error: string | null
}

/** The columns of times and of amounts, of which it is told how they are read. */
export interface ReadColumns {
  readonly times: readonly number[]
  readonly amounts: readonly number[]
}

/** What an import of one kind asks of the service. */
export interface ImportCalls<Job extends RowsImport, Plan> {
  readonly stage: (fileName: string, content: Readable) => Answered<Job>
  /** How the file is to be read, with the mapping in words. */
  readonly plan: (job: Job) => Result<
    {
      readonly body: Plan
      readonly columns: string
      readonly leftOut?: readonly string[]
      /** What a person should know of the plan before it is run. */
      readonly notices?: readonly string[]
      readonly read?: ReadColumns
    },
    Stop
  >
  readonly run: (id: string, body: Plan) => Answered<Job>
  readonly read: (id: string) => Answered<Job>
  readonly rejects: (id: string) => Promise<Result<ReadableStream<Uint8Array>, Stop>>
  readonly discard: (id: string) => Promise<unknown>
  /** The system that the file comes from, where the rows are known by it. */
  readonly source?: string
  /** What a person should know of how it went, on stderr. */
  readonly notices?: (job: Job) => readonly string[]
  /**
   * What is printed of this kind alone, behind what all print, and before the file of rejected rows and the fault that
   * ended it.
   */
  readonly summary?: (job: Job) => Record<string, unknown>
}

/** What every import of rows prints: which file it was, how it was read, and what became of its rows. */
const summaryOf = (job: RowsImport): Record<string, unknown> => ({
  file: job.file_name,
  sha256: job.sha256,
  ...(job.format === undefined ? {} : { format: job.format }),
  ...(job.compressed === undefined ? {} : { compressed: job.compressed }),
  encoding: job.encoding,
  dry_run: job.dry_run,
  rows: job.rows,
  created: job.created,
  already_there: job.already_there,
  duplicates: job.duplicates,
  rejected: job.rejected,
  left_out: job.left_out,
  notes: job.notes,
})

/** The longest name of a file that the service takes. */
export const shortName = (file: string): string => path.basename(file).slice(0, 255)

/** Sends a file as a stream, showing how much of it is on its way. */
export const sendFile = async <Data>(
  file: string,
  io: Io,
  send: (fileName: string, content: Readable) => Answered<Data>,
): Promise<Result<Data, Stop>> => {
  const sending = await uploadStream(file, io)
  const sent = await send(shortName(file), sending.stream)
  sending.end()
  return sent.ok ? ok(sent.value.data) : sent
}

/** Which sheet of a workbook is read. Of several with rows nobody can tell which one is meant. */
const sheetLines = ({ sheets = [], sheet = null }: RowsImport): Result<readonly string[], Stop> => {
  const filled = sheets.filter(({ rows, hidden }) => rows > 0 && !hidden)
  if (filled.length > 1)
    return fail(
      misused(
        `the workbook has ${filled.length} sheets with rows: ${filled.map(({ name }) => name).join(', ')}. Nothing was imported. Say which one is meant with --sheet NAME`,
      ),
    )
  const others = sheets.filter(({ name }) => name !== sheet)
  return ok(
    sheet === null
      ? []
      : [
          `sheet: ${sheet}${others.length === 0 ? '' : `; left out: ${others.map(({ name, hidden }) => (hidden ? `${name} (hidden)` : name)).join(', ')}`}`,
        ],
  )
}

/** How columns are read that could be read otherwise; a person sees it before the rows are taken. */
const readLines = ({ columns, forms }: RowsImport, read: ReadColumns = { times: [], amounts: [] }): readonly string[] =>
  forms.flatMap((form) => {
    const of = read.times.includes(form.column) ? 'time' : read.amounts.includes(form.column) ? 'amount' : null
    const words = of === null ? '' : formWords(form, of)
    return words === '' ? [] : [`read as: ${columns[form.column] ?? ''}: ${words}`]
  })

const leftWords: Readonly<Record<LeftKind, string>> = {
  above: 'above the header',
  blank: 'without anything in them',
  header: 'with the header once more',
  total: 'with a total or a balance alone',
  comment: 'of comment',
  pending: 'that are not booked yet',
}
const noteWords: Readonly<Record<RowNote, string>> = {
  no_identifier: 'cells of identifiers say that there is none (NULL, nan, #N/A, - ...): they are no identifier',
  unwrapped:
    'identifiers were written so that a spreadsheet keeps them (="00017", \'00017): they are taken without that',
  cleaned: 'cells held invisible signs of direction or line breaks of a word processor: they are taken without them',
  country_na:
    'cells say NA as a country, which is Namibia, or nothing where the program that wrote the file means that: say it with --na-country namibia or --na-country nothing (Namibia without it)',
}

/** What was left aside or altered, so that nothing of it goes unsaid. */
const asideNotices = ({ left_out: left, notes }: RowsImport): readonly string[] => [
  ...leftKinds
    .filter((kind) => left[kind] > 0)
    .map((kind) => `left aside: ${left[kind]} ${left[kind] === 1 ? 'row' : 'rows'} ${leftWords[kind]}`),
  ...rowNotes.filter((note) => notes[note] > 0).map((note) => `${note}: ${notes[note]} ${noteWords[note]}`),
]

/** A refusal of the service with the options that it names as the command knows them. */
const withOptions = (message: string): string =>
  message.replace(/\((member|sheet)\)/u, (_, option: string) => `(--${option} NAME)`)

/** The columns that are mapped to one of the fields. */
export const columnsOfFields = (
  mapping: Readonly<Record<string, string>>,
  ...fields: readonly string[]
): readonly number[] =>
  Object.entries(mapping).flatMap(([column, field]) => (fields.includes(field) ? [Number(column)] : []))

/**
 * Takes in a file of rows: stages it, looks which column is what, runs it, follows it to its end, and leaves nothing
 * staged.
 */
export const importRows = async <Job extends RowsImport, Plan>(
  file: string,
  calls: ImportCalls<Job, Plan>,
  rejectsFile: string | undefined,
  io: Io,
): CommandEnd => {
  const target = rejectsFile === undefined ? ok(undefined) : await checkRejectsTarget(rejectsFile)
  if (!target.ok) return target
  const staged = await sendFile(file, io, calls.stage)
  if (!staged.ok) return fail({ ...staged.error, message: withOptions(staged.error.message) })
  const { id } = staged.value
  try {
    const { encoding, encoding_sure: sure, encoding_line: line } = staged.value
    if (!sure) return fail(encodingStop({ encoding, line }))
    const notice = encodingNotice(encoding, line)
    if (notice !== null) io.say(notice)
    const sheets = sheetLines(staged.value)
    if (!sheets.ok) return sheets
    for (const line of sheets.value) io.say(line)
    const { header_line: header } = staged.value
    if (header !== null)
      io.say(
        `header: line ${header}; what stands above it is no row (--header-line says another, 1 that it is the first)`,
      )
    const plan = calls.plan(staged.value)
    if (!plan.ok) return plan
    io.say(`columns: ${plan.value.columns}`)
    const { leftOut = [] } = plan.value
    if (leftOut.length > 0)
      io.say(`left out: ${leftOut.map((name) => name || '(no name)').join(', ')} (--mapping COLUMN=FIELD takes one in)`)
    for (const line of [...readLines(staged.value, plan.value.read), ...(plan.value.notices ?? [])]) io.say(line)
    const started = await calls.run(id, plan.value.body)
    if (!started.ok) return started
    const finished = await followJob(started.value.data, () => calls.read(id), rowProgress, io)
    if (!finished.ok) return finished
    const done = finished.value
    for (const notice of [...asideNotices(done), ...(calls.notices?.(done) ?? [])]) io.say(notice)
    const rejects = await keepRejects(done, rejectsFile, () => calls.rejects(id), io)
    const kept = rejects.ok ? rejects.value : undefined
    io.print({
      ...(calls.source === undefined ? {} : { source: calls.source }),
      ...summaryOf(done),
      ...calls.summary?.(done),
      ...(kept === undefined ? {} : { rejects_file: kept }),
      ...(done.error === null ? {} : { error: done.error }),
    })
    if (!rejects.ok) return rejects
    if (done.error !== null) return fail(failed(done.error))
    return done.rejected > 0 && done.rejected === rowsDone(done)
      ? fail(
          failed(
            `none of the ${done.rejected} rows could be taken; each is told above, or in the file of --rejects, with its reason`,
          ),
        )
      : ok(undefined)
  } finally {
    await calls.discard(id)
  }
}

/** The guess, overruled for the columns and fields that a person named; several columns can be `several`. */
export const applyFields = <Field extends string>(
  { columns, guess }: { readonly columns: readonly string[]; readonly guess: Readonly<Record<string, Field>> },
  named: NamedFields<Field>,
  several?: Field,
): Result<Record<string, Field>, Stop> => {
  const given = new Map<number, Field | null>()
  for (const { column, field } of named) {
    const index = columnOf(columns, column)
    if (index === undefined) return fail(misused(`the file has no column "${column}"; it has: ${columns.join(', ')}`))
    given.set(index, field)
  }
  const taken = new Set<Field | null>([...given.values()].filter((field) => field !== several))
  const mapping: Record<string, Field> = {}
  columns.forEach((_, index) => {
    const guessed = guess[String(index)]
    const field = given.has(index)
      ? given.get(index)
      : guessed !== undefined && !taken.has(guessed)
        ? guessed
        : undefined
    if (field !== undefined && field !== null) mapping[String(index)] = field
  })
  return ok(mapping)
}

/** A mapping by column index in words. */
export const mappingWords = (columns: readonly string[], mapping: Readonly<Record<string, string>>): string =>
  Object.entries(mapping)
    .map(([column, field]) => `${columns[Number(column)] ?? column} -> ${field}`)
    .join(', ')

/**
 * Why a file is not run: nothing is mapped to amount, and columns that hold amounts would be taken for something else.
 */
export const unclaimedMoney = (found: readonly number[], columns: readonly string[]): Result<never, Stop> =>
  fail(
    misused(
      `no column is mapped to amount, but amounts seem to stand in: ${found.map((column) => columns[column] ?? '').join(', ')}. Say which one it is with --mapping COLUMN=amount, with COLUMN=debit and COLUMN=credit that money out and money in stand in two, or with COLUMN=metadata that it is none. ` +
        `Nothing was imported. The file has: ${columns.join(', ')}`,
    ),
  )

/** Why a file cannot be run: no column is what must be there. */
export const missingField = (field: string, columns: readonly string[], wayOn = ''): Result<never, Stop> =>
  fail(
    misused(
      `no column looks like ${field}; say which one is with --mapping COLUMN=${field}${wayOn}${columns.length < 3 ? ', or where the header is with --header-line N' : ''}. The file has: ${columns.join(', ')}`,
    ),
  )
