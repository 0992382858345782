import { delimiters, type CsvRow, type Delimiter } from '../../shared/text/csv.ts'
import type { Encoding } from '../../shared/text/encoding.ts'
import { ReadError, type Piece, type Show } from '../connect.ts'
import { choice, element, toolbar } from '../dom.ts'
import { createRowScroller } from '../rows/rowScroller.ts'
import { detectEncoding, headBytes } from '../text/detect.ts'
import { visibleNodes } from '../text/visibleNodes.ts'
import { number, word } from '../words.ts'
import {
  cellMax,
  columnWidths,
  columnsMax,
  createTableRows,
  delimiterOfHead,
  numericColumns,
  type TableRows,
} from './tableRead.ts'

const chunkBytes = 1_048_576
/** A table is read up to here: a hundred thousand rows are seldom larger. */
const bytesMax = 256 * 1_048_576

const delimiterWords = (): Readonly<Record<Delimiter, string>> => ({
  ',': word('comma'),
  ';': word('semicolon'),
  '\t': word('tab'),
  '|': word('bar'),
})

const isDelimiter = (value: string): value is Delimiter => delimiters.some((known) => known === value)

/** The bytes of a table: where its text begins, and how it is encoded. */
interface TableText {
  readonly piece: Piece
  readonly encoding: Encoding
  readonly from: number
}

/** Reads rows until there are enough of them or the file ends; answers whether the file ended. */
const readRows = async (
  { piece, encoding, from }: TableText,
  table: TableRows,
  signal: AbortSignal,
  grown: () => void,
): Promise<boolean> => {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true })
  const end = Math.min(piece.file.size, bytesMax)
  for (let offset = from; offset < end && !table.full() && !signal.aborted;) {
    const bytes = await piece.read(offset, Math.min(chunkBytes, end - offset))
    offset += bytes.length
    table.push(decoder.decode(bytes, { stream: offset < end }))
    if (offset >= piece.file.size) table.end()
    grown()
    if (offset >= piece.file.size) return !table.full()
  }
  return false
}

const factsText = (table: TableRows, whole: boolean): string => {
  const columns = table.columns()
  const shown =
    columns > columnsMax ? word('columnsCut', { shown: columnsMax, columns: number(columns) }) : number(columns)
  const parts = [word(whole ? 'rows' : 'rowsCut', { rows: number(table.rows.length), columns: shown })]
  if (table.faulty() > 0)
    parts.push(table.faulty() === 1 ? word('faultyOne') : word('faulty', { count: number(table.faulty()) }))
  return parts.join(' · ')
}

type Layout = { readonly columns: number; readonly right: readonly boolean[] }

const cellsOf = (row: CsvRow, { columns, right }: Layout, name: 'cell' | 'columnheader'): HTMLElement[] => {
  if (row.fault !== undefined)
    return [
      element(
        'span',
        { class: 'cell cell-faulty', role: name, title: row.fault },
        ...visibleNodes((row.cells[0] ?? '').slice(0, cellMax)),
      ),
    ]
  return Array.from({ length: columns }, (_, index) => {
    const text = row.cells[index] ?? ''
    const shown = text.length > cellMax ? `${text.slice(0, cellMax)}…` : text
    return element(
      'span',
      {
        class: 'cell',
        role: name,
        dir: 'auto',
        'data-right': right[index] ?? false,
        title: text.length > 12 ? shown : undefined,
      },
      ...visibleNodes(shown),
    )
  })
}

const createPane = (
  piece: Piece,
  encoding: Encoding,
  bomBytes: number,
  delimiter: Delimiter,
  facts: HTMLElement,
): { element: HTMLElement; close(): void } => {
  const table = createTableRows(delimiter)
  const closed = new AbortController()
  const header = element('div', { class: 'row table-row table-head', role: 'row' })
  let layout: Layout = { columns: 0, right: [] }
  const render = (index: number): HTMLElement | null => {
    const row = table.rows[index + 1]
    if (row === undefined) return null
    return element(
      'div',
      { class: 'row table-row', role: 'row', 'aria-rowindex': index + 2 },
      element('span', { class: 'table-number', role: 'rowheader', title: String(row.line) }, String(index + 2)),
      ...cellsOf(row, layout, 'cell'),
    )
  }
  const scroller = createRowScroller({
    label: word('table'),
    role: 'table',
    rowHeight: 26,
    header,
    source: { count: () => Math.max(0, table.rows.length - 1), render },
  })

  const layOut = (): void => {
    const columns = Math.min(table.columns(), columnsMax)
    const [first] = table.rows
    if (columns === layout.columns || first === undefined) return
    layout = { columns, right: numericColumns(table.rows, columns) }
    const widths = columnWidths(table.rows, columns)
    scroller.element.style.setProperty(
      '--columns',
      ['var(--number-column)', ...widths.map((width) => `${width * 7 + 17}px`)].join(' '),
    )
    header.replaceChildren(
      element('span', { class: 'table-number', role: 'rowheader' }, '1'),
      ...cellsOf(first, layout, 'columnheader'),
    )
    scroller.refresh()
  }
  const failed = (error: unknown): void => {
    if (!closed.signal.aborted) piece.failed(error instanceof ReadError ? 'unreadable' : 'broken')
  }
  const tell = (whole: boolean): void => {
    if (!closed.signal.aborted) facts.textContent = factsText(table, whole)
  }
  const grown = (): void => {
    layOut()
    scroller.update()
    tell(false)
    piece.shown()
  }
  readRows({ piece, encoding, from: bomBytes }, table, closed.signal, grown).then(tell, failed)
  return { element: scroller.element, close: () => closed.abort() }
}

/** A CSV file as a table: its first 100,000 rows. What is in a cell is text; a formula is never worked out. */
export const showTable: Show = async (stage, piece) => {
  const { size } = piece.file
  const head = await piece.read(0, headBytes)
  const found = detectEncoding(head, size <= head.length)
  if (size <= found.bomBytes) {
    stage.append(element('p', { class: 'empty' }, word('empty')))
    piece.shown()
    return
  }
  const guessed = delimiterOfHead(
    new TextDecoder(found.encoding, { ignoreBOM: true }).decode(head.subarray(found.bomBytes)),
  )
  const facts = element('span', { class: 'bar-facts', role: 'status' })
  let pane = createPane(piece, found.encoding, found.bomBytes, guessed, facts)
  const picker = choice(
    word('delimiter'),
    delimiters.map((delimiter) => [delimiter, delimiterWords()[delimiter]] as const),
    guessed,
    (value) => {
      if (!isDelimiter(value)) return
      pane.close()
      const next = createPane(piece, found.encoding, found.bomBytes, value, facts)
      pane.element.replaceWith(next.element)
      pane = next
    },
  )
  stage.append(toolbar(word('tableTools'), picker, facts), pane.element)
}
