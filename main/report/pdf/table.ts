import { cellHeight, paragraph, type Cell } from './cell.ts'
import type { Typesetter } from './lines.ts'
import { bodyHeight, bodyWidth, left, setCell, type Sheet } from './sheet.ts'
import { hairline, ink, own, styles } from './typography.ts'

/** A column of a table; widths are points and sum up to the body's width. */
export interface Column {
  readonly heading: string
  readonly width: number
}

const columnGap = 9
const rowPadding = 4.5

/** What a column's cells have to themselves. */
export const innerWidth = ({ width }: Column): number => width - columnGap

/** Columns of these widths; the last one takes the rest. */
export const columns = (...named: readonly (readonly [heading: string, width: number])[]): readonly Column[] => {
  const taken = named.slice(0, -1).reduce((sum, [, width]) => sum + width, 0)
  return named.map(([heading, width], index) => ({ heading, width: index === named.length - 1 ? bodyWidth - taken + columnGap : width }))
}

/** Rows on pages, under a head that each page repeats. */
export interface Table {
  readonly columns: readonly Column[]
  readonly row: (cells: readonly Cell[]) => void
  /** A line over all columns that stays with the row after it. */
  readonly group: (cell: Cell) => void
  readonly end: () => void
}

const headHeight = 17

const setRow = (sheet: Sheet, of: readonly Column[], cells: readonly Cell[], height: number): Cell[] => {
  let x = left
  let deepest = 0
  const rest = of.map(({ width }, index) => {
    const cell = cells[index] ?? []
    const set = setCell(sheet.painter, cell, x, sheet.y, height)
    x += width
    deepest = Math.max(deepest, set.height)
    return cell.slice(set.lines)
  })
  sheet.y += deepest
  return rest
}

/** Rows up to this part of a page move to the next page whole; longer ones break. */
const wholeRow = 0.4

const paintRow = (sheet: Sheet, of: readonly Column[], cells: readonly Cell[]): void => {
  const height = Math.max(...cells.map(cellHeight))
  const needed = height + 2 * rowPadding
  if (sheet.left() < needed && (needed <= bodyHeight * wholeRow || sheet.left() < 60)) sheet.newPage()
  sheet.y += rowPadding
  let rest = setRow(sheet, of, cells, sheet.left() - rowPadding)
  while (rest.some((cell) => cell.length > 0)) {
    sheet.newPage()
    sheet.y += rowPadding
    rest = setRow(sheet, of, rest, sheet.left() - rowPadding)
  }
  sheet.y += rowPadding
  sheet.painter.fill(left, sheet.y, bodyWidth, 0.4, hairline)
}

/** Begins a table; its head needs room for a row under it. */
export const openTable = async (sheet: Sheet, typesetter: Typesetter, of: readonly Column[]): Promise<Table> => {
  const heads: Cell[] = []
  for (const column of of) heads.push(await paragraph([own(column.heading, styles.columnHead)], typesetter, { width: innerWidth(column) }))
  const paintHead = (): void => {
    setRow(sheet, of, heads, headHeight)
    sheet.y += 2.5
    sheet.painter.fill(left, sheet.y, bodyWidth, 0.8, ink)
  }
  sheet.ensure(headHeight + 60)
  paintHead()
  sheet.repeat = paintHead
  return {
    columns: of,
    row: (cells) => {
      paintRow(sheet, of, cells)
    },
    group: (cell) => {
      const height = cellHeight(cell)
      sheet.ensure(height + 2 * rowPadding + 30)
      sheet.y += rowPadding + 2
      sheet.y += setCell(sheet.painter, cell, left, sheet.y, sheet.left()).height + 2
      sheet.painter.fill(left, sheet.y, bodyWidth, 0.6, ink)
    },
    end: () => {
      sheet.repeat = null
    },
  }
}
