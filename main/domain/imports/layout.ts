import type { CsvRow, Delimiter } from '../../../shared/text/csv.ts'
import { delimiters, guessDelimiter } from '../../../shared/text/csv.ts'

/** The delimiter of a file by its first characters: what a spreadsheet's `sep=` line says, or a guess. */
export const delimiterOf = (head: string): Delimiter => {
  const said = /^"?sep=(.)"?(?:\r|\n|$)/iu.exec(head)?.[1]
  return delimiters.find((delimiter) => delimiter === said) ?? guessDelimiter(head)
}

/** Whether the row is the `sep=` line that spreadsheets write before the header; in quotation marks it is one cell. */
export const isSeparatorLine = ({ line, cells }: CsvRow): boolean =>
  line === 1 &&
  ((cells.length === 2 && cells[0]?.toLowerCase() === 'sep=' && cells[1] === '') ||
    (cells.length === 1 && /^sep=[,;\t|]$/iu.test(cells[0] ?? '')))
