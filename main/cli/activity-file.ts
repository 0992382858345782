import { createReadStream } from 'node:fs'
import type { TransactionField } from '../../shared/api/transaction-imports.ts'
import type { NegativeMeaning } from '../../shared/schema/money.ts'
import { fail, ok, type Result } from '../../shared/schema/result.ts'
import { createCsvReader, type CsvRow, type Delimiter } from '../../shared/text/csv.ts'
import type { EncodingName, FileEncoding } from '../../shared/text/encoding-names.ts'
import type { StudiedActivity } from '../detection/models/study/collect.ts'
import { createFileEncodingProbe } from '../domain/files/encoding/probe.ts'
import { fileKind } from '../domain/files/kind.ts'
import { csvOrJsonLines, kindRefusal } from '../domain/files/refusal.ts'
import { createTextReader } from '../domain/imports/encoding.ts'
import { createHabitsObserver, type ColumnHabits } from '../domain/imports/column-habits.ts'
import { createRowSieve } from '../domain/imports/left-rows.ts'
import { tableHead } from '../domain/imports/table-head.ts'
import { openZone } from '../domain/imports/zones.ts'
import { knownTransactionHeader } from '../domain/transactions/known-headers.ts'
import {
  checkTransactionMapping,
  guessBeside,
  guessTransactionMapping,
  unclaimedAmounts,
} from '../domain/transactions/mapping.ts'
import { problemText, type CellProblem, type RowValue } from '../domain/imports/cells.ts'
import { isMoneyField } from '../domain/transactions/money.ts'
import { createActivityRowReader } from '../domain/transactions/row.ts'
import { ContentFault } from '../server/imports/content-fault.ts'
import { unpacked } from '../server/imports/file-content.ts'
import { cellOf } from '../server/imports/source-rows.ts'
import { unclaimedMoney } from './import-file.ts'
import { headBytesOf } from '../server/imports/kind-of-file.ts'
import { failed, misused, type Stop } from './io.ts'
import { encodingStop, headOfFile } from './readable-file.ts'

/** What a file of transactions held. */
export interface ActivityFile {
  /** In order of time; of equal times in order of the file. */
  readonly activities: readonly StudiedActivity[]
  /** Column and field, for a person to read. */
  readonly columns: string
  readonly rejected: number
  /** The first of them, with line and reason. */
  readonly problems: readonly { readonly line: number; readonly reason: string }[]
}

export interface ActivityFileOptions {
  readonly mapping: readonly { readonly column: string; readonly field: TransactionField }[]
  readonly timeZone: string
  /** What a minus before an amount means. */
  readonly negative: NegativeMeaning
  readonly encoding?: EncodingName | undefined
}

interface Layout {
  readonly bytes: () => Promise<AsyncIterable<Uint8Array>>
  readonly encoding: FileEncoding
  /** null: JSON lines. */
  readonly delimiter: Delimiter | null
  /** Line of the header; null: it is the first row. */
  readonly headerLine: number | null
}

/** Most activities that are held in memory at once. */
const activitiesMax = 10_000_000
const problemsShown = 20
const columnMax = 501

const bytesOf = async (file: string): Promise<AsyncIterable<Uint8Array>> => {
  const isPacked = fileKind(await headOfFile(file)) === 'gz'
  const raw = createReadStream(file, { highWaterMark: 1_048_576 })
  return isPacked ? unpacked(raw) : raw
}

async function* textOf({ bytes, encoding }: Pick<Layout, 'bytes' | 'encoding'>): AsyncGenerator<string> {
  const reader = createTextReader(encoding.encoding)
  let skip = encoding.bomBytes
  for await (const chunk of await bytes()) {
    const taken = chunk.subarray(skip)
    skip = Math.max(0, skip - chunk.length)
    yield reader.push(taken)
  }
  yield reader.end()
}

interface Row {
  readonly line: number
  readonly values: readonly RowValue[]
  readonly fault?: string
}

async function* csvRows(layout: Layout, delimiter: Delimiter): AsyncGenerator<readonly Row[]> {
  const reader = createCsvReader(delimiter)
  const sieve = createRowSieve(layout.headerLine, true)
  const rows = (found: readonly CsvRow[]): Row[] =>
    found
      .filter((row) => sieve.passes(row))
      .map(({ line, cells, fault }) => ({ line, values: cells, ...(fault === undefined ? {} : { fault }) }))
  for await (const text of textOf(layout)) {
    yield rows(reader.push(text))
  }
  yield rows(reader.end())
}

const recordOf = (line: string): Readonly<Record<string, RowValue>> | null => {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, RowValue>)
      : null
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return null
  }
}

async function* jsonRecords(
  layout: Layout,
): AsyncGenerator<readonly { line: number; record: Readonly<Record<string, RowValue>> | null }[]> {
  let rest = ''
  let line = 0
  const read = (lines: readonly string[]): { line: number; record: Readonly<Record<string, RowValue>> | null }[] =>
    lines.flatMap((text) => {
      line += 1
      return text.trim() === '' ? [] : [{ line, record: recordOf(text) }]
    })
  for await (const text of textOf(layout)) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    yield read(lines)
  }
  yield read([rest])
}

/** Rows whose values stand in the order of `columns`; a JSON object's members by their names. */
async function* rowsOf(layout: Layout, columns: readonly string[]): AsyncGenerator<readonly Row[]> {
  if (layout.delimiter !== null) {
    let header = true
    for await (const rows of csvRows(layout, layout.delimiter)) {
      yield header ? rows.slice(1) : rows
      header = header && rows.length === 0
    }
    return
  }
  for await (const records of jsonRecords(layout)) {
    yield records.map(({ line, record }) =>
      record === null
        ? { line, values: [], fault: 'is no JSON object' }
        : { line, values: columns.map((name) => (Object.hasOwn(record, name) ? record[name] : undefined)) },
    )
  }
}

/** By the first text that is more than white space: what opens a JSON object there is JSON lines. */
const headIn = async (
  content: Pick<Layout, 'bytes' | 'encoding'>,
): Promise<Pick<Layout, 'delimiter' | 'headerLine'>> => {
  for await (const text of textOf(content))
    if (text.trim() !== '')
      return text.trimStart().startsWith('{')
        ? { delimiter: null, headerLine: null }
        : tableHead(text, knownTransactionHeader)
  return { delimiter: ',', headerLine: null }
}

const probed = async (file: string, named: EncodingName | undefined): Promise<Layout> => {
  const probe = createFileEncodingProbe(named)
  for await (const chunk of await bytesOf(file)) probe.push(chunk)
  const content = { bytes: () => bytesOf(file), encoding: probe.finish() }
  return { ...content, ...(await headIn(content)) }
}

/**
 * The header of a CSV file; of JSON lines the names of all members of the whole file, because a member may begin late.
 */
const columnsOf = async (file: string, layout: Layout): Promise<Result<readonly string[], Stop>> => {
  if (layout.delimiter !== null) {
    for await (const rows of csvRows(layout, layout.delimiter))
      if (rows[0] !== undefined) return ok(rows[0].values.map(String))
    return ok([])
  }
  const names = new Set<string>()
  for await (const records of jsonRecords(layout)) {
    for (const { record } of records)
      for (const name of Object.keys(record ?? {})) if (names.size <= columnMax) names.add(name)
  }
  return names.size > columnMax
    ? fail(failed(`${file}: its objects have more than ${columnMax} members with different names`))
    : ok([...names])
}

const sampleRows = 20

/** The first rows, by which columns are guessed. */
const sampleOf = async (layout: Layout, columns: readonly string[]): Promise<readonly (readonly string[])[]> => {
  const sample: string[][] = []
  for await (const rows of rowsOf(layout, columns)) {
    for (const { values, fault } of rows)
      if (fault === undefined && sample.length < sampleRows) sample.push(values.map(cellOf))
    if (sample.length === sampleRows) break
  }
  return sample
}

const mappingOf = (
  columns: readonly string[],
  sample: readonly (readonly string[])[],
  { mapping }: ActivityFileOptions,
): Result<ReadonlyMap<number, TransactionField>, Stop> => {
  const guess = new Map(
    Object.entries(
      guessBeside(
        guessTransactionMapping(columns, sample),
        mapping.map(({ field }) => field),
      ),
    ),
  )
  const settled = new Set<number>()
  for (const { column, field } of mapping) {
    const index = columns.findIndex((name) => name.trim().toLowerCase() === column.toLowerCase())
    if (index < 0) return fail(misused(`the file has no column "${column}"; it has: ${columns.join(', ')}`))
    for (const [other, taken] of guess) if (taken === field && field !== 'metadata') guess.delete(other)
    guess.set(String(index), field)
    settled.add(index)
  }
  const unclaimed = unclaimedAmounts(columns, sample, Object.fromEntries(guess), settled)
  if (unclaimed.length > 0) return unclaimedMoney(unclaimed, columns)
  const checked = checkTransactionMapping(Object.fromEntries(guess), columns)
  return checked.ok
    ? checked
    : fail(
        misused(
          `${checked.error}; say which one it is with --mapping COLUMN=FIELD. The file has: ${columns.join(', ')}`,
        ),
      )
}

/** How the columns of times and amounts are written, by all rows. */
const habitsOf = async (
  layout: Layout,
  columns: readonly string[],
  mapping: ReadonlyMap<number, TransactionField>,
): Promise<ReadonlyMap<number, ColumnHabits>> => {
  const observed = [...mapping].filter(([, field]) => field === 'at' || isMoneyField(field)).map(([column]) => column)
  const observer = createHabitsObserver()
  for await (const rows of rowsOf(layout, columns))
    for (const { values } of rows) for (const column of observed) observer.observe(column, values[column])
  return observer.habits()
}

const told = (problems: readonly CellProblem[]): string => problems.map(problemText).join('; ')

const sortedByTime = (activities: StudiedActivity[]): StudiedActivity[] => {
  const inOrder = activities.every(({ atMs }, index) => index === 0 || atMs >= (activities[index - 1]?.atMs ?? 0))
  return inOrder ? activities : activities.sort((left, right) => left.atMs - right.atMs)
}

const readWhole = async (file: string, options: ActivityFileOptions): Promise<Result<ActivityFile, Stop>> => {
  const unreadable = kindRefusal(fileKind(await headBytesOf(await bytesOf(file))), csvOrJsonLines)
  if (unreadable !== null) return fail(failed(`${file}: ${unreadable}`))
  const layout = await probed(file, options.encoding)
  if (!layout.encoding.sure) return fail(encodingStop(layout.encoding))
  const header = await columnsOf(file, layout)
  if (!header.ok) return header
  const columns = header.value
  if (columns.length === 0) return fail(failed(`${file}: it holds no transactions`))
  const mapping = mappingOf(columns, await sampleOf(layout, columns), options)
  if (!mapping.ok) return mapping
  const zone = openZone(options.timeZone)
  if (zone === undefined) return fail(misused(`${options.timeZone} is no time zone that is known`))
  const habits = await habitsOf(layout, columns, mapping.value)
  const read = createActivityRowReader({
    columns,
    mapping: mapping.value,
    zone,
    habits,
    illFormed: layout.encoding.illFormed,
    currency: undefined,
    eventType: 'transaction',
    negative: options.negative,
    nowMs: () => Number.POSITIVE_INFINITY,
  })
  const activities: StudiedActivity[] = []
  const known = new Set<string>()
  const problems: { line: number; reason: string }[] = []
  let rejected = 0
  const reject = (line: number, reason: string): void => {
    rejected += 1
    if (problems.length < problemsShown) problems.push({ line, reason })
  }
  for await (const rows of rowsOf(layout, columns)) {
    for (const { line, values, fault } of rows) {
      if (fault !== undefined) {
        reject(line, fault)
        continue
      }
      const taken = read(values)
      if (!taken.ok) {
        reject(line, told(taken.error))
        continue
      }
      const { is_fraud: isFraud, ...event } = taken.value.event
      if (known.has(event.transaction_id)) {
        reject(line, 'the transaction id is already in the file')
        continue
      }
      known.add(event.transaction_id)
      activities.push({ event, atMs: taken.value.atMs, isFraud })
      if (activities.length > activitiesMax)
        return fail(failed(`${file}: it holds more than ${activitiesMax} transactions`))
    }
  }
  if (activities.length === 0)
    return fail(
      failed(
        `${file}: none of its ${rejected} rows could be read; line ${problems[0]?.line ?? 1}: ${problems[0]?.reason ?? 'it is empty'}`,
      ),
    )
  const named = [...mapping.value].map(([column, field]) => `${columns[column] ?? column} -> ${field}`).join(', ')
  return ok({ activities: sortedByTime(activities), columns: named, rejected, problems })
}

/**
 * Reads a file of transactions, CSV or JSON lines, plain or gzip. Rows that cannot be read are counted and left out, as
 * are those whose transaction id stood in the file before. A gzip file that is damaged or cut off gives nothing.
 */
export const readActivityFile = async (
  file: string,
  options: ActivityFileOptions,
): Promise<Result<ActivityFile, Stop>> => {
  try {
    return await readWhole(file, options)
  } catch (error) {
    if (error instanceof ContentFault) return fail(failed(`${file}: it ${error.message}`))
    throw error
  }
}
