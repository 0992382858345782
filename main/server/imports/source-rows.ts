import { createCsvReader, type CsvRow, type Delimiter } from '../../../shared/text/csv.ts'
import { recordMax } from '../../../shared/text/csv.ts'
import type { RowValue } from '../../domain/imports/cells.ts'
import type { RowSieve } from '../../domain/imports/left-rows.ts'
import { createJsonObjects, type JsonText } from '../../domain/imports/json-objects.ts'
import { wrongWidth } from '../../domain/imports/row.ts'
import { isTableValue } from '../../domain/imports/table-head.ts'
import { parseStrictJson } from '../http/strict-json.ts'
import { recordsIn } from './staged-file.ts'

/** A row of a file, whatever its form. */
export interface SourceRow {
  /** 1-based line in the file where it starts. */
  readonly line: number
  /** By column; of a row that cannot be read, nothing. */
  readonly values: readonly RowValue[]
  /** Why it cannot be read; absent on a readable one. */
  readonly fault?: string
  /** Its text, where it cannot be read. */
  readonly raw?: string
}

/** An object of a JSON line, or why there is none. */
export type JsonLine = { readonly line: number } & (
  | { readonly object: Readonly<Record<string, RowValue>> }
  | { readonly fault: string; readonly raw: string }
)

const jsonLine = (line: number, text: string): JsonLine => {
  const parsed = parseStrictJson(Buffer.from(text, 'utf8'))
  if (!parsed.ok)
    return {
      line,
      fault: `is no JSON object that can be taken: ${parsed.error.message.replace(/^The body/, 'it').replace(/^body\b/, 'it')}`,
      raw: text,
    }
  const { value } = parsed
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { line, fault: 'is no JSON object', raw: text }
  return { line, object: value as Record<string, RowValue> }
}

/**
 * The objects of JSON lines, in batches as they are read. A line longer than a record may be costs itself alone, in
 * bounded memory.
 */
export async function* jsonLinesIn(texts: AsyncIterable<string>): AsyncGenerator<readonly JsonLine[]> {
  let rest = ''
  let line = 1
  let skipping = false
  for await (const text of texts) {
    const lines: JsonLine[] = []
    let at = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', at)) {
      const whole = rest + text.slice(at, end)
      rest = ''
      at = end + 1
      if (!skipping && whole.trim() !== '') lines.push(jsonLine(line, whole))
      skipping = false
      line += 1
    }
    if (!skipping) rest += text.slice(at)
    if (rest.length > recordMax) {
      lines.push({ line, fault: 'is longer than 1 MiB', raw: rest.slice(0, 1_000) })
      rest = ''
      skipping = true
    }
    yield lines
  }
  if (!skipping && rest.trim() !== '') yield [jsonLine(line, rest)]
}

/** The objects of an array, or of objects that stand on several lines, in batches as they are read. */
export async function* jsonObjectsIn(texts: AsyncIterable<string>): AsyncGenerator<readonly JsonLine[]> {
  const objects = createJsonObjects(recordMax)
  const read = ({ line, text, fault }: JsonText): JsonLine =>
    fault === undefined ? jsonLine(line, text) : { line, fault, raw: text }
  for await (const text of texts) yield objects.push(text).map(read)
  yield objects.end().map(read)
}

/**
 * So much of a record that cannot be taken is kept, twice the longest field: a small compressed file may hold any
 * number of long ones.
 */
const keptMax = 100_000

const cut = (cells: readonly string[]): readonly string[] => {
  const kept: string[] = []
  let left = keptMax
  for (const cell of cells) {
    if (left <= 0) break
    kept.push(cell.slice(0, left))
    left -= cell.length + 1
  }
  return kept
}

/** Narrower tables have lines of text that look like their rows. */
const leastWidth = 3

/** Whether a line of a cell is as wide as the table, and holds a date or an amount as its rows do. */
const isRowOf = (line: string, delimiter: Delimiter, width: number): boolean => {
  const [row] = [...createCsvReader(delimiter).push(`${line}\n`)]
  return row !== undefined && row.fault === undefined && row.cells.length === width && row.cells.some(isTableValue)
}

/** Why a row cannot be taken whose quotation mark was not closed, and is by another further down. */
const swallowedFault = ({ cells }: CsvRow, delimiter: Delimiter, width: number): string | undefined => {
  if (width < leastWidth) return undefined
  const swallowed = cells.flatMap((cell) =>
    cell.includes('\n')
      ? cell
          .split(/\r?\n/u)
          .slice(1)
          .filter((line) => isRowOf(line, delimiter, width))
      : [],
  ).length
  return swallowed === 0
    ? undefined
    : `holds ${swallowed} more ${swallowed === 1 ? 'line that looks' : 'lines that look'} like a row of the table within quotation marks: one of the marks is missing`
}

const csvRow = (row: CsvRow, delimiter: Delimiter, width: number): SourceRow => {
  const fault = row.fault ?? wrongWidth(row, width) ?? swallowedFault(row, delimiter, width)
  return fault === undefined ? { line: row.line, values: row.cells } : { line: row.line, values: cut(row.cells), fault }
}

/** Data rows of a CSV text, in batches. */
export async function* csvRowsIn(
  texts: AsyncIterable<string>,
  delimiter: Delimiter,
  width: number,
  sieve?: RowSieve,
): AsyncGenerator<readonly SourceRow[]> {
  let header = true
  for await (const batch of recordsIn(texts, delimiter, sieve)) {
    const rows = header ? batch.slice(1) : batch
    header = header && batch.length === 0
    yield rows.map((row) => csvRow(row, delimiter, width))
  }
}

/** Rows of objects by the columns that their members are. */
export async function* jsonRowsIn(
  objects: AsyncIterable<readonly JsonLine[]>,
  columns: readonly string[],
): AsyncGenerator<readonly SourceRow[]> {
  for await (const batch of objects) {
    yield batch.map((entry): SourceRow => {
      if ('fault' in entry) return { line: entry.line, values: [], fault: entry.fault, raw: entry.raw }
      const { object } = entry
      return {
        line: entry.line,
        values: columns.map((name) => (Object.hasOwn(object, name) ? object[name] : undefined)),
      }
    })
  }
}

/** A value as a cell of text, for samples and the rejects file. */
export const cellOf = (value: RowValue): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)
