import { createCsvReader, delimiters, type CsvRow, type Delimiter } from '../../../shared/text/csv.ts'
import { delimiterOf, isSeparatorLine } from './layout.ts'
import { undressed } from './money-text.ts'

/** Where the table of a text begins, and what stands between its cells. */
export interface TableHead {
  readonly delimiter: Delimiter
  /** 1-based line of the header; null: the first row of the file is it. */
  readonly headerLine: number | null
}

/** The header that a header of a kind of table names; undefined where it names none that is known. */
export type KnownHeader = (header: string) => string | undefined

/** So many rows are looked at: banks write six to thirty lines above a table. */
const rowsLooked = 80

/** Known headers by which a row is a header, wherever it stands. */
const headersNeeded = 2

const isFilled = (cell: string): boolean => cell.trim() !== ''

/** A number, a date or a time: what stands in rows, and in no header. */
export const isTableValue = (cell: string): boolean => {
  const text = cell.trim()
  if (!/\d/u.test(text)) return false
  return /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}/u.test(text) || (undressed(text)?.text ?? '') !== ''
}

/** How many different fields the headers of a row name; 0 where a cell of it is a value, which no header is. */
export const namedFields = (cells: readonly string[], fieldOf: KnownHeader): number => {
  const filled = cells.filter(isFilled)
  // A header names its columns: of a padded line above a table most cells are empty.
  if (filled.length * 2 < cells.length || filled.some(isTableValue)) return 0
  return new Set(filled.flatMap((cell) => fieldOf(cell) ?? [])).size
}

/** Rows of the text; the last may be cut off in the middle, and counts only where there is no other. */
const rowsOf = (text: string, delimiter: Delimiter): readonly CsvRow[] => {
  const reader = createCsvReader(delimiter)
  const rows = reader.push(text)
  return (rows.length > 1 ? rows : [...rows, ...reader.end()])
    .filter((row) => !isSeparatorLine(row) && row.cells.some(isFilled))
    .slice(0, rowsLooked)
}

interface Found {
  readonly delimiter: Delimiter
  readonly line: number
  readonly fields: number
  /** Whether it is the first row of the file. */
  readonly first: boolean
}

/**
 * Whether another table begins with a row, where the first row of the file is a header already, as that of a block
 * about the account: it is of another width, and follows a blank line or a narrower row. A header that is repeated does
 * not.
 */
const beginsAnew = (row: CsvRow, before: CsvRow, top: CsvRow): boolean =>
  row.cells.length !== top.cells.length && (row.line > before.line + 1 || before.cells.length < row.cells.length)

const findIn = (rows: readonly CsvRow[], delimiter: Delimiter, fieldOf: KnownHeader): Found | null => {
  const top = rows[0]
  if (top === undefined) return null
  const atTop = top.fault === undefined ? namedFields(top.cells, fieldOf) : 0
  let best: Found = { delimiter, line: top.line, fields: atTop, first: true }
  let before = top
  for (const row of rows.slice(1)) {
    const { line, cells, fault } = row
    const fields = fault === undefined && cells.length > 1 ? namedFields(cells, fieldOf) : 0
    const mayBe = atTop < headersNeeded || beginsAnew(row, before, top)
    if (mayBe && fields >= headersNeeded && fields > best.fields) best = { delimiter, line, fields, first: false }
    before = row
  }
  return best
}

/** The line of the header among the first rows of a sheet; null where there are none. */
export const headerAmong = (rows: readonly CsvRow[], fieldOf: KnownHeader): number | null =>
  findIn(rows.slice(0, rowsLooked), ',', fieldOf)?.line ?? null

/** The text from a line of it on. */
const fromLine = (text: string, line: number): string => {
  const ends = /\r\n|\r|\n/gu
  for (let at = 1; at < line; at += 1) if (ends.exec(text) === null) return ''
  return text.slice(ends.lastIndex)
}

const saysDelimiter = /^"?sep=[,;\t|]"?(?:\r|\n|$)/iu

/**
 * Finds the header of a table by the first characters of its file. Banks write account, period and balance above it: a
 * row further down is the header where it names two known fields or more and the first row does not, and holds no
 * number and no date; or where it begins another table that names more.
 *
 * @param named the line that a person has named as the header's
 */
export const tableHead = (head: string, fieldOf: KnownHeader, named?: number): TableHead => {
  const said = saysDelimiter.test(head) ? delimiterOf(head) : null
  if (named !== undefined)
    return { delimiter: said ?? delimiterOf(fromLine(head, named)), headerLine: named > 1 ? named : null }
  const usual = said ?? delimiterOf(head)
  const asUsual = findIn(rowsOf(head, usual), usual, fieldOf)
  if (asUsual === null || (asUsual.first && asUsual.fields >= headersNeeded))
    return { delimiter: usual, headerLine: null }
  const found = (said === null ? delimiters : [said])
    .flatMap((delimiter) => findIn(rowsOf(head, delimiter), delimiter, fieldOf) ?? [])
    .reduce((best, one) => (one.fields > best.fields ? one : best), asUsual)
  return found.first || found.fields < headersNeeded
    ? { delimiter: usual, headerLine: null }
    : { delimiter: found.delimiter, headerLine: found.line }
}
