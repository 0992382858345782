import type { CsvRow, Delimiter } from '../../../shared/text/csv.ts'
import { delimiters, guessDelimiter } from '../../../shared/text/csv.ts'

/** The delimiter of a file by its first characters: what a spreadsheet's `sep=` line says, or a guess. */
export const delimiterOf = (head: string): Delimiter => {
  const said = /^sep=(.)(?:\r|\n|$)/iu.exec(head)?.[1]
  return delimiters.find((delimiter) => delimiter === said) ?? guessDelimiter(head)
}

/** Whether the row is the `sep=` line that spreadsheets write before the header. */
export const isSeparatorLine = (row: CsvRow): boolean => row.line === 1 && row.cells.length === 2 && row.cells[0]?.toLowerCase() === 'sep=' && row.cells[1] === ''
