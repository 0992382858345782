import { refusal, type Refusal } from '../../../shared/api/errors.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import type { Delimiter } from '../../../shared/text/csv.ts'
import type { FileEncoding } from '../../../shared/text/encoding-names.ts'
import { tableHead, type KnownHeader, type TableHead } from '../../domain/imports/table-head.ts'
import { createRowSieve, type LeftCounts, type RowSieve } from '../../domain/imports/left-rows.ts'
import { shownValue } from '../../domain/imports/shown-value.ts'
import { createHabitsObserver, type ColumnHabits } from '../../domain/imports/column-habits.ts'
import { recordsIn, type FileAsked, type StoredBytes } from './staged-file.ts'
import { bytesOf, headOf, isCompressed, probeContent, readFault, textOfContent } from './file-content.ts'
import type { FileContent } from './file-content.ts'
import type { ReadableKinds } from '../../domain/files/refusal.ts'
import { createStatementReader, isStatement, type StatementKind } from '../../domain/statements/reader.ts'
import { statementColumns, type StatementReader, type StatementTold } from '../../domain/statements/statement.ts'
import { readableKind } from './kind-of-file.ts'
import { cellOf, csvRowsIn, jsonLinesIn, jsonObjectsIn, jsonRowsIn } from './source-rows.ts'
import type { SourceRow } from './source-rows.ts'
import { statementRowsIn } from './statement-rows.ts'
import { isWorkbook, lookAtWorkbook, sheetRowsIn, workbookEncoding, type SheetLayout } from './workbook-rows.ts'
import type { WorkbookKind } from './workbook/messages.ts'

/** What a look at a whole file of rows has shown, and how it is read. */
export interface TableSurvey<Mapping> {
  readonly content: FileContent
  readonly encoding: FileEncoding
  readonly format: 'csv' | 'json_lines' | 'json' | StatementKind | WorkbookKind
  /** null: JSON, a statement, or a workbook. */
  readonly delimiter: Delimiter | null
  /** Line of the header; null where it is the first row, or there is none. */
  readonly headerLine: number | null
  readonly columns: readonly string[]
  readonly sample: readonly (readonly string[])[]
  readonly guess: Mapping
  readonly rows: number
  /** How each column writes what can be read in more ways than one. */
  readonly habits: ReadonlyMap<number, ColumnHabits>
  /** Rows that are none, and were left aside. */
  readonly left: LeftCounts
  /** The sheets of a workbook; null of any other. */
  readonly workbook: Pick<SheetLayout, 'sheets' | 'sheet' | 'daysFrom1904'> | null
  /** What a file of statements tells of accounts; null of any other. */
  readonly accounts: AccountsTold | null
  /** What stands above the header, as cells. */
  readonly above: readonly (readonly string[])[]
  /** Whether rows that name a balance are left aside. */
  readonly leavesBalances: boolean
  /** The field that a header names, by which another table below is known. */
  readonly fieldOf: KnownHeader
}

/** What statements tell beside their entries. */
export type AccountsTold = Pick<StatementReader, 'statements' | 'gaps'> & { readonly gapCount: number }

const toldOf = ({ statements, gaps, gapCount }: StatementReader): AccountsTold => ({
  statements,
  gaps,
  gapCount: gapCount(),
})

type Layout = Pick<
  TableSurvey<unknown>,
  'content' | 'encoding' | 'format' | 'delimiter' | 'headerLine' | 'columns' | 'workbook' | 'leavesBalances' | 'fieldOf'
>

const sampleRows = 20
const columnMax = 501

/** Rows below a header of other columns are none of the table, and would be read by the wrong ones. */
async function* ofFirstTable(
  batches: AsyncIterable<readonly SourceRow[]>,
  sieve: RowSieve,
): AsyncGenerator<readonly SourceRow[]> {
  for await (const batch of batches) {
    const other = sieve.otherTable()
    yield other === null
      ? batch
      : batch.map(({ line, values, fault, ...row }) => ({
          ...row,
          line,
          values: line < other ? values : values.map(cellOf),
          ...(line < other
            ? fault === undefined
              ? {}
              : { fault }
            : {
                fault: `stands in another table, which begins with line ${other}: cut it out, and import it by itself`,
              }),
        }))
  }
}

/** The rows of a surveyed file, in batches; the event loop runs between them. */
export const surveyedRows = (
  { content, encoding, format, delimiter, headerLine, columns, workbook, leavesBalances, fieldOf }: Layout,
  sieve: RowSieve = createRowSieve(headerLine, leavesBalances, fieldOf),
  statement?: StatementReader,
): AsyncGenerator<readonly SourceRow[]> => {
  if (workbook !== null && isWorkbook(format))
    return ofFirstTable(sheetRowsIn(content, { kind: format, sheet: workbook.sheet, columns }, sieve), sieve)
  const texts = textOfContent(content, encoding)
  if (isStatement(format)) return statementRowsIn(texts, statement ?? createStatementReader(format))
  return delimiter === null
    ? jsonRowsIn(objectsIn(texts, format), columns)
    : ofFirstTable(csvRowsIn(texts, delimiter, columns.length, sieve), sieve)
}

const objectsIn = (texts: AsyncIterable<string>, format: string): ReturnType<typeof jsonLinesIn> =>
  format === 'json' ? jsonObjectsIn(texts) : jsonLinesIn(texts)

const invalid = (message: string): Result<never, Refusal> => fail(refusal('invalid_request', message))

const csvColumns = async (
  content: FileContent,
  encoding: FileEncoding,
  { delimiter, headerLine }: TableHead,
): Promise<Result<readonly string[], Refusal>> => {
  for await (const [header] of recordsIn(textOfContent(content, encoding), delimiter, createRowSieve(headerLine))) {
    if (header === undefined) continue
    if (header.fault !== undefined) return invalid(`the header line cannot be read: ${header.fault}`)
    return header.cells.length > columnMax ? invalid(`the file has more than ${columnMax} columns`) : ok(header.cells)
  }
  return invalid(
    headerLine === null
      ? 'the file holds no header line'
      : `the file holds no header line at line ${headerLine} or below it`,
  )
}

/** The member of an only object that holds the rows of the file, as programs that answer requests write them. */
const wrappedRows = (only: Readonly<Record<string, unknown>>, fieldOf: KnownHeader): string | undefined =>
  Object.keys(only).some((name) => fieldOf(name) !== undefined)
    ? undefined
    : Object.entries(only).find(
        ([, value]) =>
          Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'object' && one !== null),
      )?.[0]

const jsonColumns = async (
  content: FileContent,
  encoding: FileEncoding,
  format: 'json' | 'json_lines',
  fieldOf: KnownHeader,
): Promise<Result<readonly string[], Refusal>> => {
  const names = new Set<string>()
  let read = 0
  let first: Readonly<Record<string, unknown>> = {}
  let firstFault: string | undefined
  for await (const batch of objectsIn(textOfContent(content, encoding), format)) {
    for (const entry of batch) {
      if ('fault' in entry) {
        firstFault ??= `line ${entry.line} ${entry.fault}`
        continue
      }
      if (read === 0) first = entry.object
      read += 1
      for (const name of Object.keys(entry.object)) if (names.size <= columnMax) names.add(name)
    }
  }
  if (read === 0 && firstFault !== undefined) return invalid(`no line of the file can be read; ${firstFault}`)
  const wrapped = read === 1 ? wrappedRows(first, fieldOf) : undefined
  if (wrapped !== undefined)
    return invalid(
      `the file is one object, whose rows are in its member “${shownValue(wrapped) ?? ''}”. Nothing was imported. Write the objects of this member one a line (JSON lines), and import that file`,
    )
  return names.size > columnMax
    ? invalid(`the objects have more than ${columnMax} members with different names`)
    : ok([...names])
}

const layoutOf = async (
  stored: FileContent,
  asked: FileAsked,
  { fieldOf, readable }: Pick<TableGuess<unknown>, 'fieldOf' | 'readable'>,
): Promise<Result<Omit<Layout, 'leavesBalances' | 'fieldOf'>, Refusal>> => {
  const outer = await readableKind(bytesOf(stored, 0), new Set([...readable, 'zip'] as const))
  if (!outer.ok) return outer
  const content = outer.value === 'zip' ? { ...stored, archived: { member: asked.member ?? null } } : stored
  const kind = outer.value === 'zip' ? await readableKind(bytesOf(content, 0), readable) : outer
  if (!kind.ok) return kind
  if (isWorkbook(kind.value)) {
    const { sheets, sheet, daysFrom1904, columns, headerLine } = await lookAtWorkbook(
      content,
      kind.value,
      asked,
      fieldOf,
    )
    if (columns.length > columnMax) return invalid(`the sheet has more than ${columnMax} columns`)
    return ok({
      content,
      encoding: workbookEncoding,
      format: kind.value,
      delimiter: null,
      headerLine,
      columns,
      workbook: { sheets, sheet, daysFrom1904 },
    })
  }
  const encoding = await probeContent(content, asked.encoding)
  if (isStatement(kind.value))
    return ok({
      content,
      encoding,
      format: kind.value,
      delimiter: null,
      headerLine: null,
      columns: [...statementColumns],
      workbook: null,
    })
  const head = await headOf(content, encoding)
  if (!head.ok) return head
  const isWhole = kind.value === 'json_array' || kind.value === 'json_pretty'
  if (isWhole || head.value.trimStart().startsWith('{')) {
    const format = isWhole ? 'json' : 'json_lines'
    const columns = await jsonColumns(content, encoding, format, fieldOf)
    return columns.ok
      ? ok({
          content,
          encoding,
          format,
          delimiter: null,
          headerLine: null,
          columns: columns.value,
          workbook: null,
        })
      : columns
  }
  const found = tableHead(head.value, fieldOf, asked.headerLine)
  const columns = await csvColumns(content, encoding, found)
  return columns.ok
    ? ok({ content, encoding, format: 'csv', ...found, columns: columns.value, workbook: null })
    : columns
}

/** Whether a statement says something without entries: nothing moved in its time. */
const tellsBalance = ({ opening, closing }: StatementTold): boolean => opening !== null || closing !== null

/** What one kind of table makes of columns. */
export interface TableGuess<Mapping> {
  readonly guess: (columns: readonly string[], sample: readonly (readonly string[])[]) => Mapping
  /** The field that a header names, by which a header below other lines is found. */
  readonly fieldOf: KnownHeader
  /** Kinds of files that it takes. */
  readonly readable: ReadableKinds
  /** Whether its rows are movements, of which a row that names a balance is none. */
  readonly leavesBalances?: boolean
}

/**
 * Reads a stored file from end to end: its form, columns, sample, number of rows, and what each column shows about how
 * it writes dates and numbers. `guess` says from its columns and the sample what they are.
 */
export const surveyTable = <Mapping>(
  { file, asked }: Pick<StoredBytes, 'file' | 'asked'>,
  { guess, leavesBalances = false, ...kind }: TableGuess<Mapping>,
): Promise<Result<TableSurvey<Mapping>, Refusal>> =>
  readFault(async () => {
    const found = await layoutOf({ file, compressed: await isCompressed(file) }, asked, kind)
    if (!found.ok) return found
    const layout = { ...found.value, leavesBalances, fieldOf: kind.fieldOf }
    const { columns, format } = layout
    const statement = isStatement(format) ? createStatementReader(format) : undefined
    const sample: (readonly string[])[] = []
    const observer = createHabitsObserver(layout.workbook?.daysFrom1904)
    let rows = 0
    const sieve = createRowSieve(layout.headerLine, leavesBalances, kind.fieldOf)
    for await (const batch of surveyedRows(layout, sieve, statement)) {
      rows += batch.length
      for (const row of batch) {
        if (row.fault !== undefined) continue
        if (sample.length < sampleRows) sample.push(row.values.map(cellOf))
        row.values.forEach((value, column) => observer.observe(column, value))
      }
    }
    if (statement !== undefined && rows === 0 && !statement.statements.some(tellsBalance))
      return invalid(
        'the file holds no statement that can be read: neither entries nor a balance of an account were found in it. Statements of investments and lists of categories are not read',
      )
    return ok({
      ...layout,
      sample,
      rows,
      guess: guess(columns, sample),
      habits: observer.habits(),
      left: { ...sieve.counts, pending: statement?.pending() ?? 0 },
      accounts: statement === undefined ? null : toldOf(statement),
      above: sieve.above,
    })
  })
