/** One record of a CSV file, or the line where a record could not be read. */
export interface CsvRow {
  /** 1-based line in the file where the record starts. */
  readonly line: number
  /** The cells as they are; of an unreadable record its raw line as the only cell. */
  readonly cells: readonly string[]
  /** Why the record cannot be read; absent on a readable one. */
  readonly fault?: string
}

/** Reads CSV text piece by piece. */
export interface CsvReader {
  /** Takes the next piece of text and answers the records that are complete with it. */
  push(text: string): CsvRow[]
  /** Answers what is left at the end of the file. */
  end(): CsvRow[]
}

export const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

/** A record longer than this is taken for an unclosed quotation mark: the longest text field is 50,000 characters. */
export const recordMax = 1_048_576

type Scan =
  | { readonly kind: 'record'; readonly cells: string[]; readonly next: number }
  | { readonly kind: 'blank'; readonly next: number }
  | { readonly kind: 'fault'; readonly reason: string }
  | { readonly kind: 'more' }

const unclosed = 'a quotation mark is not closed'

/** End of a line break that starts at `index`; undefined where the text ends in the middle of a possible CR LF. */
const breakEnd = (text: string, index: number, last: boolean): number | undefined => {
  if (text[index] === '\n') return index + 1
  if (index + 1 < text.length) return text[index + 1] === '\n' ? index + 2 : index + 1
  return last ? index + 1 : undefined
}

const isBreak = (char: string | undefined): boolean => char === '\n' || char === '\r'

type Cell = { readonly value: string; readonly end: number } | { readonly fault: string } | undefined

/** Where blanks from `from` on end. */
const blanksEnd = (text: string, from: number): number => {
  let end = from
  while (text[end] === ' ') end += 1
  return end
}

/** Reads a quoted cell whose opening mark stands at `start`; two marks inside are one (RFC 4180, section 2, rule 7). */
const quotedCell = (text: string, start: number, delimiter: string, last: boolean): Cell => {
  let value = ''
  let from = start + 1
  for (;;) {
    const mark = text.indexOf('"', from)
    if (mark === -1) return last || text.length - start > recordMax ? { fault: unclosed } : undefined
    if (mark - start > recordMax) return { fault: unclosed }
    value += text.slice(from, mark)
    if (text[mark + 1] === undefined && !last) return undefined
    if (text[mark + 1] !== '"') {
      const end = blanksEnd(text, mark + 1)
      const after = text[end]
      if (after === undefined && !last) return undefined
      const closes = after === undefined || after === delimiter || isBreak(after)
      return closes ? { value, end } : { fault: 'text follows a closing quotation mark' }
    }
    value += '"'
    from = mark + 2
  }
}

const scanRecord = (text: string, start: number, delimiter: string, last: boolean): Scan => {
  const cells: string[] = []
  let at = start
  for (;;) {
    // Programs write blanks behind a delimiter, before a quotation mark; what goes on behind the second is plain text.
    const opens = blanksEnd(text, at)
    const cell = text[opens] === '"' ? quotedCell(text, opens, delimiter, last) : null
    if (cell === undefined) return { kind: 'more' }
    if (cell !== null && 'fault' in cell && opens === at) return { kind: 'fault', reason: cell.fault }
    if (cell !== null && !('fault' in cell)) {
      cells.push(cell.value)
      at = cell.end
    } else {
      let end = at
      while (end < text.length && text[end] !== delimiter && !isBreak(text[end])) end += 1
      if (end === text.length && !last)
        return end - start > recordMax ? { kind: 'fault', reason: 'the record is too long' } : { kind: 'more' }
      cells.push(text.slice(at, end))
      at = end
    }
    if (text[at] === delimiter) {
      at += 1
      continue
    }
    const next = at >= text.length ? at : breakEnd(text, at, last)
    if (next === undefined) return { kind: 'more' }
    const blank = cells.length === 1 && cells[0] === '' && text[start] !== '"'
    return blank ? { kind: 'blank', next } : { kind: 'record', cells, next }
  }
}

const countLines = (text: string, from: number, to: number): number => {
  let lines = 0
  for (let index = from; index < to; index += 1) {
    if (text[index] === '\n' || (text[index] === '\r' && text[index + 1] !== '\n')) lines += 1
  }
  return lines
}

/** End of the physical line that starts at `start`: where its break begins, and where the next line starts. */
const lineAt = (text: string, start: number, last: boolean): { end: number; next: number } | undefined => {
  let end = start
  while (end < text.length && !isBreak(text[end])) end += 1
  if (end === text.length) return last ? { end, next: end } : undefined
  const next = breakEnd(text, end, last)
  return next === undefined ? undefined : { end, next }
}

/**
 * Makes a reader of RFC 4180 records: quoted cells may hold delimiters, line breaks and doubled quotation marks; lines
 * end with LF, CR LF or CR;
 * blank lines are passed over; blanks around quotation marks are none of the cell. A record that cannot be read costs only its first line: reading goes on at the next one,
 * so that a stray quotation mark does not swallow the rest of the file.
 */
export function createCsvReader(delimiter: Delimiter): CsvReader {
  let text = ''
  let line = 1
  /** Whether the text is the rest of a line that was too long: what stands there is no row of its own. */
  let skipping = false

  /** Where the rest of that line ends; before a CR, a line feed may come behind it. */
  const skip = (last: boolean): number => {
    const rest = lineAt(text, 0, last)
    if (rest === undefined) return text.endsWith('\r') ? text.length - 1 : text.length
    skipping = false
    line += countLines(text, rest.end, rest.next)
    return rest.next
  }

  const take = (last: boolean): CsvRow[] => {
    const rows: CsvRow[] = []
    let at = skipping ? skip(last) : 0
    while (at < text.length && !skipping) {
      const scan = scanRecord(text, at, delimiter, last)
      if (scan.kind === 'more') break
      let next: number
      if (scan.kind === 'fault') {
        const broken = lineAt(text, at, last)
        if (broken === undefined && text.length - at <= recordMax) break
        const end = broken?.end ?? text.length
        rows.push({ line, cells: [text.slice(at, Math.min(end, at + recordMax))], fault: scan.reason })
        skipping = broken === undefined
        next = broken?.next ?? at + text.slice(at).replace(/\r$/u, '').length
      } else {
        if (scan.kind === 'record') rows.push({ line, cells: scan.cells })
        next = scan.next
      }
      line += countLines(text, at, next)
      at = next
    }
    text = text.slice(at)
    return rows
  }

  return {
    push(piece) {
      text += piece
      return take(false)
    },
    end: () => take(true),
  }
}

/** Cells of `text` when split by `delimiter`, for at most `limit` records. */
const firstRows = (text: string, delimiter: Delimiter, limit: number): CsvRow[] => {
  const reader = createCsvReader(delimiter)
  const rows = reader.push(text)
  // The text may be cut in the middle of a record: the last one counts only where nothing else does.
  return (rows.length > 0 ? rows : reader.end()).slice(0, limit)
}

/**
 * Guesses the delimiter from the start of a file: the one that cuts the most records into the same number of cells,
 * more than one; ties go to more cells, then to the comma. A first line `sep=;`, as spreadsheets write it, is no
 * concern of this function.
 */
export function guessDelimiter(head: string): Delimiter {
  let best: { delimiter: Delimiter; score: number } = { delimiter: ',', score: 0 }
  for (const delimiter of delimiters) {
    const rows = firstRows(head, delimiter, 50)
    const width = rows[0]?.cells.length ?? 0
    if (width < 2 || rows[0]?.fault !== undefined) continue
    const agreeing = rows.filter((row) => row.fault === undefined && row.cells.length === width).length / rows.length
    const score = agreeing * 1_000 + Math.min(width, 500)
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}

const needsQuotes = /[",\r\n]|^\s|\s$/u

/** Writes one record with commas and CR LF (RFC 4180). Reading it again gives the same cells. */
export const csvLine = (cells: readonly string[]): string => {
  const only = cells.length === 1 && cells[0] === ''
  return (
    (only ? '""' : cells.map((cell) => (needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')) +
    '\r\n'
  )
}

/**
 * A text that a spreadsheet takes for text: what begins like a formula gets an apostrophe before it (OWASP, CSV
 * injection). Not for files that are read in again.
 */
export const harmlessText = (text: string): string =>
  /^[\s\0]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/u.test(text) ? `'${text}` : text
