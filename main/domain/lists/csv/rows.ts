import { createCsvReader, type CsvRow, type Delimiter } from '../../../../shared/text/csv.ts'
import { ListFault } from '../fault.ts'

/** The rows of a CSV text as it comes. */
export interface CsvRows {
  push(text: string): readonly CsvRow[]
  end(): readonly CsvRow[]
}

// What DOS put at the end of a text; OFAC's files still have it.
const endOfText = '\u001a'

const isEmpty = ({ cells }: CsvRow): boolean => cells.every((cell) => cell.trim() === '' || cell.trim() === endOfText)

/**
 * Makes a reader of rows; rows of empty cells are left out. Throws a ListFault where a row cannot be read: of a list
 * that a machine wrote, one broken row means a broken file.
 */
export const createCsvRows = (delimiter: Delimiter): CsvRows => {
  const reader = createCsvReader(delimiter)
  const checked = (rows: readonly CsvRow[]): readonly CsvRow[] => {
    for (const { line, fault } of rows)
      if (fault !== undefined) throw new ListFault(`cannot be read in line ${line}: ${fault}`)
    return rows.filter((row) => !isEmpty(row))
  }
  return {
    push: (text) => {
      if (text.includes('\u0000'))
        throw new ListFault('holds NUL characters: it is no text, or in an encoding that was not recognised')
      return checked(reader.push(text))
    },
    end: () => checked(reader.end()),
  }
}

/**
 * The cells of a row by the names of their columns, whatever their case. A row that is shorter or longer than the
 * header is a broken one.
 */
export const columnsOf = (header: readonly string[]): ((row: CsvRow) => (name: string) => string) => {
  const places = new Map<string, number>()
  header.forEach((name, place) => {
    const key = name.trim().toLowerCase()
    if (!places.has(key)) places.set(key, place)
  })
  return (row) => {
    if (row.cells.length !== header.length)
      throw new ListFault(
        `has ${row.cells.length} cells in line ${row.line}, where its header names ${header.length}: it is cut off or broken there`,
      )
    return (name) => {
      const place = places.get(name.toLowerCase())
      return place === undefined ? '' : (row.cells[place] ?? '').trim()
    }
  }
}
