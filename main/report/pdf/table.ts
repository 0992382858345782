import { cellHeight, paragraph, type Cell } from './cell.ts'
import type { Typesetter } from './lines.ts'
import type { Painter } from './painter.ts'
import { documentPart, type DocumentPart } from './parts.ts'
import { bodyHeight, bodyWidth, left, setCell, type Sheet } from './sheet.ts'
import { hairline, ink, own, textStyles } from './typography.ts'

/** A column of a table; widths are points and sum up to the body's width. */
export interface PageColumn {
  readonly heading: string
  readonly width: number
}

const columnGap = 9
const rowPadding = 4.5

/** What a column's cells have to themselves. */
export const innerWidth = ({ width }: PageColumn): number => width - columnGap

/** Columns of these widths; the last one takes the rest. */
export const columns = (...named: readonly (readonly [heading: string, width: number])[]): readonly PageColumn[] => {
  const taken = named.slice(0, -1).reduce((sum, [, width]) => sum + width, 0)
  return named.map(([heading, width], index) => ({
    heading,
    width: index === named.length - 1 ? bodyWidth - taken + columnGap : width,
  }))
}

/** Rows on pages, under a head that each page repeats. */
export interface Table {
  readonly columns: readonly PageColumn[]
  readonly row: (cells: readonly Cell[]) => void
  /** A line over all columns that stays with the row after it. */
  readonly group: (cell: Cell) => void
  readonly end: () => void
}

const headHeight = 17

/** A row of a table, and the cells of it. */
interface RowParts {
  readonly table: DocumentPart
  readonly row: DocumentPart
  readonly cells: readonly DocumentPart[]
}

const rowParts = (table: DocumentPart, of: readonly PageColumn[], role: 'TH' | 'TD'): RowParts => ({
  table,
  row: documentPart('TR'),
  cells: of.map(() => documentPart(role)),
})

const inRow = (painter: Painter, table: DocumentPart, row: DocumentPart, paint: () => void): void =>
  painter.into(table, () => painter.into(row, paint))

const setRow = (
  sheet: Sheet,
  of: readonly PageColumn[],
  cells: readonly Cell[],
  height: number,
  parts: RowParts,
): Cell[] => {
  let x = left
  let deepest = 0
  const rest: Cell[] = []
  inRow(sheet.painter, parts.table, parts.row, () => {
    for (const [index, { width }] of of.entries()) {
      const cell = cells[index] ?? []
      const set = setCell(sheet.painter, cell, { x, y: sheet.y, height }, parts.cells[index] as DocumentPart)
      x += width
      deepest = Math.max(deepest, set.height)
      rest.push(cell.slice(set.lines))
    }
  })
  sheet.y += deepest
  return rest
}

/** Rows up to this part of a page move to the next page whole; longer ones break. */
const wholeRow = 0.4

const paintRow = (sheet: Sheet, table: DocumentPart, of: readonly PageColumn[], cells: readonly Cell[]): void => {
  const height = Math.max(...cells.map(cellHeight))
  const needed = height + 2 * rowPadding
  const parts = rowParts(table, of, 'TD')
  const paint = (rest: readonly Cell[]): Cell[] => setRow(sheet, of, rest, sheet.left() - rowPadding, parts)
  if (sheet.left() < needed && (needed <= bodyHeight * wholeRow || sheet.left() < 60)) sheet.newPage()
  sheet.y += rowPadding
  let rest = paint(cells)
  while (rest.some((cell) => cell.length > 0)) {
    sheet.newPage()
    sheet.y += rowPadding
    rest = paint(rest)
  }
  sheet.painter.done(parts.row)
  sheet.y += rowPadding
  sheet.painter.fill(left, sheet.y, bodyWidth, 0.4, hairline)
}

/** Begins a table; its head needs room for a row under it. */
export const openTable = async (sheet: Sheet, typesetter: Typesetter, of: readonly PageColumn[]): Promise<Table> => {
  const heads: Cell[] = []
  for (const column of of)
    heads.push(await paragraph([own(column.heading, textStyles.columnHead)], typesetter, { width: innerWidth(column) }))
  const table = documentPart('Table')
  const headParts = rowParts(table, of, 'TH')
  const paintHead = (): void => {
    setRow(sheet, of, heads, headHeight, headParts)
    sheet.y += 2.5
    sheet.painter.fill(left, sheet.y, bodyWidth, 0.8, ink)
  }
  sheet.ensure(headHeight + 60)
  paintHead()
  sheet.repeat = paintHead
  return {
    columns: of,
    row: (cells) => {
      paintRow(sheet, table, of, cells)
    },
    group: (cell) => {
      const height = cellHeight(cell)
      sheet.ensure(height + 2 * rowPadding + 30)
      sheet.y += rowPadding + 2
      const row = documentPart('TR')
      inRow(sheet.painter, table, row, () => {
        sheet.y +=
          setCell(sheet.painter, cell, { x: left, y: sheet.y, height: sheet.left() }, documentPart('TH', of.length))
            .height + 2
      })
      sheet.painter.done(row)
      sheet.painter.fill(left, sheet.y, bodyWidth, 0.6, ink)
    },
    end: () => {
      sheet.painter.done(table)
      sheet.repeat = null
    },
  }
}
