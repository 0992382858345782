import { shareText } from '../../../shared/text/shares.ts'
import type { Command } from 'commander'
import { registerSubjects, screenBatch, subjectsMax } from '../../../shared/api/screening.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import {
  registeredSubject,
  screenedKinds,
  type RegisteredSubject,
  type ScreeningFull,
  type ScreeningOutcome,
  type SearchedList,
} from '../../../shared/schema/screening.ts'
import type { EncodingName } from '../../../shared/text/encoding-names.ts'
import {
  createCsvReader,
  csvLine,
  harmlessText,
  delimiters,
  type CsvReader,
  type CsvRow,
  type Delimiter,
} from '../../../shared/text/csv.ts'
import type { ApiClient } from '../client.ts'
import { withService } from '../connection.ts'
import { isFile } from '../import-job.ts'
import { csvAlone } from '../../domain/files/refusal.ts'
import { delimiterOf } from '../../domain/imports/layout.ts'
import { createRowSieve } from '../../domain/imports/left-rows.ts'
import { readableFile, textOfFile } from '../readable-file.ts'
import { columnPlaces, haveName, rowSubject, type ColumnPlaces, type ScreenedRow } from '../screen-rows.ts'
import { exitCodes, misused, type ExitCode, type Io, type Stop } from '../io.ts'
import { dataOption, encodingOption } from '../options.ts'
import { createProgress } from '../progress.ts'
import type { Registrar } from '../registrar.ts'
import { writeWhole } from '../write-whole.ts'

interface ScreenOptions {
  readonly data: string
  readonly out: string
  readonly mode?: 'precise' | 'ofac'
  readonly threshold?: string
  readonly register?: (typeof screenedKinds)[number]
  readonly delimiter?: Delimiter
  readonly encoding?: EncodingName
}

/** Rows that were read at once. */
async function* rowsIn(texts: AsyncIterable<string>, asked: Delimiter | undefined): AsyncGenerator<CsvRow> {
  const sieve = createRowSieve()
  let reader: CsvReader | null = null
  for await (const text of texts) {
    if (text === '') continue
    reader ??= createCsvReader(asked ?? delimiterOf(text))
    for (const row of reader.push(text)) if (sieve.passes(row)) yield row
  }
  yield* reader?.end() ?? []
}

const header = ['line', 'id', 'name', 'status', 'list', 'entry_id', 'listed_name', 'score', 'why', 'lists']

const listsText = (lists: readonly SearchedList[]): string =>
  lists.map(({ key, version, age_days: age }) => `${key} ${version} (${age} days old)`).join('; ')

/** What fits what, as one line. */
const whyText = ({ parts, qualifiers }: Pick<ScreeningFull['matches'][number], 'parts' | 'qualifiers'>): string =>
  [
    ...parts.map(
      ({ searched, listed, similarity }) => `${searched ?? '-'} = ${listed ?? '-'} ${shareText(similarity)}`,
    ),
    ...qualifiers.map(
      ({ kind, agrees, searched, listed }) => `${kind} ${agrees ? 'agrees' : 'differs'}: ${searched} / ${listed}`,
    ),
  ].join('; ')

interface Screened {
  readonly lists: readonly SearchedList[]
  readonly rows: readonly { readonly status: ScreeningOutcome; readonly cells: readonly (readonly string[])[] }[]
}

const screenSome = async (
  client: ApiClient,
  subjects: readonly ScreenedRow[],
  { mode, threshold, register }: ScreenOptions,
): Promise<Result<Screened, Stop>> => {
  if (register !== undefined) {
    const registered: RegisteredSubject[] = subjects.map(({ reference, ...facts }) =>
      registeredSubject.parse({ subject: { kind: register, id: reference ?? '' }, ...facts }),
    )
    const answer = await client.call(registerSubjects, { body: { subjects: registered } })
    if (!answer.ok) return answer
    const { lists, results } = answer.value.data
    return ok({
      lists,
      rows: results.map(({ status, best, standing }) => ({
        status,
        cells:
          best === null
            ? standing > 0
              ? [['', '', '', '', 'confirmed before, and no longer fits']]
              : []
            : [[best.list, best.entry_id, best.listed_name, String(best.score), '']],
      })),
    })
  }
  const body = {
    subjects: [...subjects],
    limit: 5,
    ...(mode === undefined ? {} : { mode }),
    ...(threshold === undefined ? {} : { threshold: Number(threshold) }),
  }
  const answer = await client.call(screenBatch, { body })
  if (!answer.ok) return answer
  const { lists, results } = answer.value.data
  return ok({
    lists,
    rows: results.map(({ status, matches }) => ({
      status,
      cells: matches.map((match) => [
        match.list,
        match.entry_id,
        match.listed_name,
        String(match.score),
        whyText(match),
      ]),
    })),
  })
}

interface Waiting {
  readonly line: number
  readonly subject: ScreenedRow
}

/** Rows in which the names of the columns are looked for: banks write a title and a date above them. */
const headerWithin = 20

const withoutHeader = (first: readonly string[]): Stop =>
  misused(
    `one of the first ${headerWithin} lines must name the columns, and one of them name; the first is: ${first.join(', ')}`,
  )

const screenFile = async (
  client: ApiClient,
  file: string,
  options: ScreenOptions,
  io: Io,
): Promise<Result<ExitCode, Stop>> => {
  const texts = await textOfFile(file, options.encoding, io)
  if (!texts.ok) return texts
  const progress = createProgress(io, 'rows')
  const out: string[] = [`\ufeff${csvLine(header)}`]
  const counts = { clear: 0, hits: 0, no_lists: 0, rejected: 0 }
  let lists: readonly SearchedList[] = []
  let places: ColumnPlaces | null = null
  let above: readonly string[] | null = null
  let rowsAbove = 0
  let waiting: Waiting[] = []
  const send = async (): Promise<Result<void, Stop>> => {
    const some = waiting
    waiting = []
    if (some.length === 0) return ok(undefined)
    const answer = await screenSome(
      client,
      some.map(({ subject }) => subject),
      options,
    )
    if (!answer.ok) return answer
    lists = answer.value.lists
    const against = listsText(lists)
    some.forEach(({ line, subject }, place) => {
      const result = answer.value.rows[place]
      if (result === undefined) return
      counts[result.status] += 1
      // The id is for other programs to join by, and stays as it was; names are whatever a customer, or the maker of a
      // list, says.
      const own = [String(line), subject.reference ?? '', harmlessText(subject.names[0] ?? ''), result.status]
      for (const cells of result.cells.length === 0 ? [['', '', '', '', '']] : result.cells)
        out.push(csvLine([...own, ...[...cells, against].map(harmlessText)]))
    })
    progress.update(counts.clear + counts.hits + counts.no_lists, 0)
    return ok(undefined)
  }
  try {
    for await (const row of rowsIn(texts.value, options.delimiter)) {
      if (places === null && rowsAbove < headerWithin - 1 && !haveName(columnPlaces(row.cells))) {
        above ??= row.cells
        rowsAbove += 1
        continue
      }
      if (places === null) {
        const found = columnPlaces(row.cells)
        if (!haveName(found)) return fail(withoutHeader(above ?? row.cells))
        places = found
        if (rowsAbove > 0) io.say(`line ${row.line} names the columns; what stands above it is left aside`)
        if (options.register !== undefined && !places.has('id'))
          return fail(misused('to register subjects the file needs a column id'))
        continue
      }
      const read: Result<ScreenedRow, string> =
        row.fault === undefined ? rowSubject(row.cells, places) : fail(row.fault)
      const subject =
        read.ok && options.register !== undefined && read.value.reference === undefined ? fail('id is missing') : read
      if (subject.ok) waiting.push({ line: row.line, subject: subject.value })
      else {
        counts.rejected += 1
        io.say(`line ${row.line}: ${subject.error}`)
      }
      if (waiting.length < subjectsMax) continue
      const sent = await send()
      if (!sent.ok) return sent
    }
    if (places === null && above !== null) return fail(withoutHeader(above))
    const sent = await send()
    if (!sent.ok) return sent
  } finally {
    progress.end()
  }
  await writeWhole(options.out, out.join(''))
  io.print({
    file,
    out: options.out,
    ...counts,
    lists: lists.map(({ key, version, age_days: age, age_state: state }) => ({
      key,
      version,
      age_days: age,
      age_state: state,
    })),
  })
  if (counts.no_lists > 0)
    io.say('No list is imported: nobody was compared with anything. Import one with `fieldseal import list`.')
  for (const { key, age_days: age, age_state: state } of lists)
    if (state !== 'current') io.say(`The list ${key} is ${age} days old.`)
  return ok(counts.rejected === 0 && counts.no_lists === 0 ? exitCodes.done : exitCodes.failed)
}

const about = `
FILE is CSV (comma, semicolon, tab or bar; UTF-8, UTF-16, or a code page that is certain from the bytes or named by --encoding) that names its columns, within its first 20 lines: name (or first and last name), and if you like id, aliases, kind (person, organisation, vessel), date_of_birth, country, gender, identifiers, by these or other usual names (Customer No, DOB, Nationality);
dates are read as imports read them (1960-01-31, 31/01/1960, 31 Jan 1960), countries by code or name;
several values of one cell are separated by semicolons. The results are CSV: a line for each match, or one that says that there is none, with the lists and their ages.
Exit 1 where a row could not be read, or where no list is imported: then nobody is clear.`

const asThreshold = (text: string | undefined): boolean => text === undefined || /^(0\.[5-9]\d*|1(\.0+)?)$/u.test(text)

/** `screen`. */
export const addScreenCommand = (program: Command, registrar: Registrar): void => {
  const screen = program
    .command('screen')
    .description('screen everybody in a file against the current lists')
    .argument('<file>', 'the CSV file')
    .addOption(dataOption())
    .requiredOption('--out <file>', 'the file for the results, as CSV')
    .option('--mode <mode>', 'precise or ofac; default: by policy')
    .option('--threshold <score>', 'least score of a match, 0.5 to 1; default: by policy')
    .option(
      '--register <kind>',
      `take everybody into the register as ${screenedKinds.join(', ')}: matches become hits, and they are screened again when a list changes`,
    )
    .option('--delimiter <sign>', 'what parts the columns; without it, it is found')
    .addOption(encodingOption())
    .addHelpText('after', about)
  registrar.runs<ScreenOptions>(screen, async (options, [file = '']) => {
    const { mode, threshold, register, delimiter } = options
    if (!(await isFile(file))) return fail(misused(`there is no file ${file}`))
    if (mode !== undefined && mode !== 'precise' && mode !== 'ofac')
      return fail(misused('--mode must be precise or ofac'))
    if (!asThreshold(threshold)) return fail(misused('--threshold must be a number from 0.5 to 1'))
    if (register !== undefined && !screenedKinds.includes(register))
      return fail(misused(`--register must be one of ${screenedKinds.join(', ')}`))
    if (register !== undefined && (mode !== undefined || threshold !== undefined))
      return fail(misused('who is registered is screened by the policy: leave --mode and --threshold out'))
    if (delimiter !== undefined && !delimiters.includes(delimiter))
      return fail(misused(`--delimiter must be one of ${delimiters.map((sign) => JSON.stringify(sign)).join(', ')}`))
    const kind = await readableFile(file, csvAlone)
    if (!kind.ok) return kind
    return withService(options.data, (client) => screenFile(client, file, options, registrar.io))
  })
}
