import { createCsvReader, delimiters, guessDelimiter, type CsvRow, type Delimiter } from '../../shared/text/csv.ts'

/** Rows of a table that are shown; a piece may have millions. */
export const rowsMax = 100_000
/** Columns that are shown. */
export const columnsMax = 250
/** A cell is cut here on the screen; a file may be one cell. */
export const cellMax = 2_000

/** The delimiter that a first line `sep=;` names, as spreadsheets write it, and how long that line is. */
export const namedDelimiter = (head: string): { delimiter: Delimiter; length: number } | null => {
  const found = /^sep=(.)\r?\n/.exec(head)
  const delimiter = delimiters.find((known) => known === found?.[1])
  return found === null || delimiter === undefined ? null : { delimiter, length: found[0].length }
}

/** The delimiter of a table by its first text. */
export const delimiterOfHead = (head: string): Delimiter => namedDelimiter(head)?.delimiter ?? guessDelimiter(head)

/** Rows that were read so far. */
export type TableRows = {
  push(text: string): void
  end(): void
  readonly rows: readonly CsvRow[]
  /** Cells of the widest row. */
  columns(): number
  /** Rows that could not be read as a table. */
  faulty(): number
  /** Whether there are as many rows as are shown. */
  full(): boolean
}

/** Collects the first rows of a table. */
export const createTableRows = (delimiter: Delimiter): TableRows => {
  const reader = createCsvReader(delimiter)
  const rows: CsvRow[] = []
  let columns = 0
  let faulty = 0
  let first = true
  const take = (read: readonly CsvRow[]): void => {
    for (const row of read) {
      if (rows.length >= rowsMax) return
      rows.push(row)
      columns = Math.max(columns, row.cells.length)
      if (row.fault !== undefined) faulty += 1
    }
  }
  return {
    rows,
    push(text) {
      const named = first ? namedDelimiter(text) : null
      first = false
      take(reader.push(named === null ? text : text.slice(named.length)))
    },
    end: () => take(reader.end()),
    columns: () => columns,
    faulty: () => faulty,
    full: () => rows.length >= rowsMax,
  }
}

/** Widths of the columns in characters, by the longest cells of the first rows. */
export const columnWidths = (rows: readonly CsvRow[], columns: number): number[] => {
  const widths = Array.from({ length: Math.min(columns, columnsMax) }, () => 4)
  for (const row of rows.slice(0, 200)) {
    if (row.fault !== undefined) continue
    row.cells.slice(0, widths.length).forEach((cell, index) => {
      widths[index] = Math.min(48, Math.max(widths[index] ?? 4, cell.length + 1))
    })
  }
  return widths
}

const numeric = /^[-+(]?[$€£¥]?\s?\d[\d\s.,']*\d?\)?\s?[%$€£¥]?$/u

/** Which columns hold numbers in nearly every row below the first, and are set to the right. */
export const numericColumns = (rows: readonly CsvRow[], columns: number): boolean[] =>
  Array.from({ length: Math.min(columns, columnsMax) }, (_, index) => {
    const cells = rows
      .slice(1, 200)
      .flatMap((row) => (row.fault === undefined ? [row.cells[index] ?? ''] : []))
      .filter((cell) => cell !== '')
    return (
      cells.length > 0 && cells.filter((cell) => cell.length < 40 && numeric.test(cell)).length >= 0.9 * cells.length
    )
  })
