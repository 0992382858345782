import { refusal, type Refusal } from '../../../shared/api/errors.ts'
import type { ImportMapping } from '../../../shared/api/workspace.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import type { CsvRow, Delimiter } from '../../../shared/text/csv.ts'
import type { FileEncoding } from '../../../shared/text/encoding-names.ts'
import type { FileKind } from '../../domain/files/kinds.ts'
import { csvAlone } from '../../domain/files/refusal.ts'
import { createHabitsObserver, type ColumnHabits } from '../../domain/imports/column-habits.ts'
import { fieldOfHeader } from '../../domain/imports/headers.ts'
import { createRowSieve, type LeftCounts, type RowSieve } from '../../domain/imports/left-rows.ts'
import { guessMapping } from '../../domain/imports/mapping.ts'
import { tableHead } from '../../domain/imports/table-head.ts'
import type { EncryptedFile } from './encrypted-file.ts'
import { readFault } from './file-content.ts'
import { readableKind } from './kind-of-file.ts'
import { recordsIn, textIn, type StoredBytes } from './staged-file.ts'
import {
  isWorkbook,
  lookAtWorkbook,
  sheetRecordsIn,
  withWorkbooks,
  workbookEncoding,
  type SheetLayout,
} from './workbook-rows.ts'
import type { WorkbookKind } from './workbook/messages.ts'

/** How a stored file is to be read. */
export interface FileLayout {
  readonly file: EncryptedFile
  readonly encoding: FileEncoding
  /** null: a workbook. */
  readonly delimiter: Delimiter | null
  readonly format: 'csv' | WorkbookKind
  /** Line of the header; null: it is the first row. */
  readonly headerLine: number | null
  /** The sheets of a workbook; null of any other. */
  readonly workbook: Pick<SheetLayout, 'sheets' | 'sheet' | 'columns' | 'daysFrom1904'> | null
}

/** What a look at the whole file has shown. */
export interface Survey {
  readonly layout: FileLayout
  readonly columns: readonly string[]
  readonly sample: readonly (readonly string[])[]
  readonly guess: ImportMapping
  /** Data rows, unreadable ones included. */
  readonly rows: number
  /** How each column writes what can be read in more ways than one. */
  readonly habits: ReadonlyMap<number, ColumnHabits>
  /** Rows that are none, and were left aside. */
  readonly left: LeftCounts
}

const sampleRows = 20
const columnMax = 501

const textOf = (file: EncryptedFile, encoding: FileEncoding): AsyncGenerator<string> =>
  textIn(file.read(encoding.bomBytes), encoding)

/** The records of a stored file, header included, in batches as they are read. */
export const recordsOf = (
  { file, encoding, format, delimiter, headerLine, workbook }: FileLayout,
  sieve: RowSieve = createRowSieve(headerLine),
): AsyncGenerator<readonly CsvRow[]> =>
  workbook !== null && format !== 'csv'
    ? sheetRecordsIn({ file, compressed: false }, { kind: format, ...workbook }, sieve)
    : recordsIn(textOf(file, encoding), delimiter ?? ',', sieve)

const headOf = async (file: EncryptedFile, encoding: FileEncoding): Promise<string> => {
  for await (const text of textOf(file, encoding)) return text
  return ''
}

const layoutOf = async (
  { file, encoding, asked }: StoredBytes,
  kind: FileKind,
): Promise<Result<FileLayout, Refusal>> => {
  if (!isWorkbook(kind))
    return ok({
      file,
      encoding,
      format: 'csv',
      workbook: null,
      ...tableHead(await headOf(file, encoding), fieldOfHeader, asked.headerLine),
    })
  return readFault(async () => {
    const look = await lookAtWorkbook({ file, compressed: false }, kind, asked, fieldOfHeader)
    const { headerLine, ...workbook } = look
    return ok({ file, encoding: workbookEncoding, format: kind, delimiter: null, headerLine, workbook })
  })
}

/**
 * Reads a stored file once from end to end: columns, sample, number of rows, and what each column shows about how it
 * writes dates and numbers.
 */
export async function survey(stored: StoredBytes): Promise<Result<Survey, Refusal>> {
  const kind = await readableKind(stored.file.read(), withWorkbooks(csvAlone))
  if (!kind.ok) return kind
  const found = await layoutOf(stored, kind.value)
  if (!found.ok) return found
  const layout = found.value
  let header: CsvRow | undefined
  let rows = 0
  const sample: (readonly string[])[] = []
  const observer = createHabitsObserver(layout.workbook?.daysFrom1904)
  const sieve = createRowSieve(layout.headerLine)
  for await (const batch of recordsOf(layout, sieve)) {
    for (const row of batch) {
      if (header === undefined) {
        header = row
        continue
      }
      rows += 1
      if (row.fault !== undefined) continue
      if (sample.length < sampleRows) sample.push(row.cells)
      row.cells.forEach((cell, column) => observer.observe(column, cell))
    }
  }
  if (header === undefined) return fail(refusal('invalid_request', 'the file holds no header line'))
  if (header.fault !== undefined)
    return fail(refusal('invalid_request', `the header line cannot be read: ${header.fault}`))
  if (header.cells.length > columnMax)
    return fail(refusal('invalid_request', `the file has more than ${columnMax} columns`))
  const columns = header.cells
  return ok({
    layout,
    columns,
    sample,
    guess: guessMapping(columns, sample),
    rows,
    habits: observer.habits(),
    left: sieve.counts,
  })
}
