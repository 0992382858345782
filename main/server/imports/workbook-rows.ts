import type { CsvRow } from '../../../shared/text/csv.ts'
import type { FileEncoding } from '../../../shared/text/encoding-names.ts'
import type { ReadableKinds } from '../../domain/files/refusal.ts'
import type { RowSieve } from '../../domain/imports/left-rows.ts'
import { wrongWidth } from '../../domain/imports/row.ts'
import { headerAmong, type KnownHeader } from '../../domain/imports/table-head.ts'
import { ContentFault } from './content-fault.ts'
import { bytesOf, wholeContent, type FileContent } from './file-content.ts'
import { cellOf, type SourceRow } from './source-rows.ts'
import { workbookKinds, type SheetRow, type SheetTold, type WorkbookKind } from './workbook/messages.ts'
import { openWorkbook, workbookMax, type OpenWorkbook } from './workbook/read-workbook.ts'

/** Whether a file of that kind is read as a workbook. */
export const isWorkbook = (kind: string): kind is WorkbookKind => (workbookKinds as readonly string[]).includes(kind)

/** Kinds of files, workbooks among them. */
export const withWorkbooks = (kinds: ReadableKinds): ReadableKinds => new Set([...kinds, ...workbookKinds])

/** A sheet of a workbook, as it is read. */
export interface SheetLayout {
  readonly kind: WorkbookKind
  readonly sheets: readonly SheetTold[]
  readonly sheet: string
  readonly daysFrom1904: boolean
  readonly columns: readonly string[]
  readonly headerLine: number | null
}

const opened = async (content: FileContent, kind: WorkbookKind, sheet: string | undefined): Promise<OpenWorkbook> =>
  openWorkbook({ bytes: await wholeContent(bytesOf(content, 0), workbookMax), kind, sheet })

const cellsOf = ({ values }: SheetRow): readonly string[] => values.map(cellOf)

/** Empty cells at the end of a row are not kept in a sheet. */
const widened = (cells: readonly string[], width: number): readonly string[] =>
  cells.length >= width ? cells : [...cells, ...Array.from({ length: width - cells.length }, () => '')]

const looked = 200

/** Why there is nothing to read; hidden sheets are read where one is named. */
const noSheet = (sheets: readonly SheetTold[]): string => {
  const hidden = sheets.filter((one) => one.hidden).map(({ name }) => name.slice(0, 80))
  return hidden.length === 0
    ? 'holds no sheet with a header line'
    : `holds no visible sheet with a header line. Nothing was imported. It has hidden ones, which are read if one is named (sheet): ${hidden.slice(0, 20).join(', ')}`
}

/** Looks at a workbook: its sheets, and the header of the one that is named, or of the first that holds rows. */
export const lookAtWorkbook = async (
  content: FileContent,
  kind: WorkbookKind,
  asked: { readonly sheet?: string | undefined; readonly headerLine?: number | undefined },
  fieldOf: KnownHeader,
): Promise<SheetLayout> => {
  const workbook = await opened(content, kind, asked.sheet)
  const head: { readonly line: number; readonly cells: readonly string[] }[] = []
  for await (const rows of workbook.rows()) {
    for (const row of rows)
      if (asked.headerLine === undefined || row.line >= asked.headerLine)
        head.push({ line: row.line, cells: cellsOf(row) })
    if (head.length >= looked) break
  }
  await workbook.close()
  const { sheets, sheet, daysFrom1904 } = workbook
  const line = asked.headerLine === undefined ? headerAmong(head, fieldOf) : (head[0]?.line ?? null)
  const header = head.find((row) => row.line === line) ?? head[0]
  if (sheet === null || header === undefined) throw new ContentFault(noSheet(sheets))
  return {
    kind,
    sheets,
    sheet,
    daysFrom1904,
    columns: header.cells,
    headerLine: header === head[0] && asked.headerLine === undefined ? null : header.line,
  }
}

/** The texts of a workbook are Unicode, whatever it is packed in. */
export const workbookEncoding: FileEncoding = {
  encoding: 'utf-8',
  bomBytes: 0,
  illFormed: true,
  sure: true,
  line: null,
}

/** Why a row below the header is not read whose cells are merged with those of one above: theirs stand there alone. */
const mergedFault = ({ mergedWith }: SheetRow, headerLine: number): string | undefined =>
  mergedWith !== undefined && mergedWith > headerLine
    ? `holds cells that are merged with those of row ${mergedWith}: undo the merge in the workbook, and fill each of them`
    : undefined

/** The rows of a sheet as texts, its header included, as wide as the header. */
export async function* sheetRecordsIn(
  content: FileContent,
  { kind, sheet, columns }: Pick<SheetLayout, 'kind' | 'sheet' | 'columns'>,
  sieve: RowSieve,
): AsyncGenerator<readonly CsvRow[]> {
  const workbook = await opened(content, kind, sheet)
  let headerLine: number | null = null
  for await (const batch of workbook.rows())
    yield batch.flatMap((row): CsvRow[] => {
      const text = { line: row.line, cells: widened(cellsOf(row), columns.length) }
      if (!sieve.passes(text)) return []
      headerLine ??= row.line
      const fault = mergedFault(row, headerLine)
      return [fault === undefined ? text : { ...text, fault }]
    })
}

/** The rows of a sheet by the columns of its header. */
export async function* sheetRowsIn(
  content: FileContent,
  { kind, sheet, columns }: Pick<SheetLayout, 'kind' | 'sheet' | 'columns'>,
  sieve: RowSieve,
): AsyncGenerator<readonly SourceRow[]> {
  const workbook = await opened(content, kind, sheet)
  let headerLine: number | null = null
  for await (const batch of workbook.rows()) {
    const rows = batch.filter((row) => sieve.passes({ line: row.line, cells: widened(cellsOf(row), columns.length) }))
    const own = headerLine === null ? rows.slice(1) : rows
    const top: number | null = headerLine ?? rows[0]?.line ?? null
    headerLine = top
    yield own.map((row): SourceRow => {
      const { line, values } = row
      const cells = widened(values.map(cellOf), columns.length)
      const fault = wrongWidth({ cells }, columns.length) ?? mergedFault(row, top ?? 0)
      return fault === undefined
        ? { line, values: columns.map((_, column) => values[column] ?? undefined) }
        : { line, values: cells, fault }
    })
  }
}
