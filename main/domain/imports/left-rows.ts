import type { CsvRow } from '../../../shared/text/csv.ts'
import { isSeparatorLine } from './layout.ts'
import { plainWord } from './words.ts'

/** Rows of a table that are none: what is left aside, and told. */
export const leftKinds = ['above', 'blank', 'header', 'total', 'comment', 'pending'] as const
export type LeftKind = (typeof leftKinds)[number]

/** How many of each. */
export type LeftCounts = Record<LeftKind, number>

/** Nothing was left aside yet. */
export const noneLeft = (): LeftCounts => ({ above: 0, blank: 0, header: 0, total: 0, comment: 0, pending: 0 })

const totals: ReadonlySet<string> = new Set([
  'total',
  'totals',
  'grand total',
  'sub total',
  'subtotal',
  'sum',
  'sum total',
  'total amount',
  'overall total',
  'opening balance',
  'closing balance',
  'balance brought forward',
  'balance carried forward',
  'summe',
  'gesamt',
  'gesamtsumme',
  'zwischensumme',
  'endsumme',
  'anfangssaldo',
  'endsaldo',
  'alter saldo',
  'neuer saldo',
  'saldovortrag',
  'total général',
  'sous total',
  'solde initial',
  'solde final',
  'suma',
  'total general',
  'saldo inicial',
  'saldo final',
  'totale',
  'saldo iniziale',
  'saldo finale',
  'итого',
  'всего',
  'итог',
  'входящий остаток',
  'исходящий остаток',
  'المجموع',
  'الإجمالي',
  '合计',
  '总计',
  '合計',
  '総計',
  '小计',
  '小計',
  'कुल',
  'कुल योग',
  'toplam',
  'celkem',
  'razem',
  'součet',
  'összesen',
])

/** Whether a cell names a sum, and nobody. */
export const namesTotal = (cell: string): boolean => cell.length <= 40 && totals.has(plainWord(cell))

const isBlankCell = (cell: string): boolean => cell.trim() === ''

/** A total fills a few cells of its row: what has no word for it, or is filled as other rows are, is a row. */
const isTotal = (cells: readonly string[]): boolean => {
  if (cells.length < 3) return false
  const filled = cells.filter((cell) => !isBlankCell(cell))
  return filled.length * 2 <= cells.length && filled.some(namesTotal)
}

const isComment = (cells: readonly string[]): boolean =>
  /^\s*(?:#|\/\/)/u.test(cells[0] ?? '') && cells.slice(1).every(isBlankCell)

/** So many rows above a header are kept: they say whose account it is. */
const aboveKept = 80

/** Takes the rows of a file in their order, header first, and answers which it leaves aside. */
export interface RowSieve {
  /** Whether the row is one; one that cannot be read is for whoever reads it. */
  passes(row: CsvRow): boolean
  readonly counts: LeftCounts
  /** The rows above the header, the first of them. */
  readonly above: readonly (readonly string[])[]
}

/**
 * Makes the sieve of one reading of a file.
 *
 * @param headerLine the line of the header, where it is not the first row; what stands above it is no row
 */
export const createRowSieve = (headerLine: number | null = null): RowSieve => {
  const counts = noneLeft()
  const above: (readonly string[])[] = []
  let header: readonly string[] | null = null
  const repeats = (cells: readonly string[]): boolean =>
    header !== null &&
    cells.length === header.length &&
    cells.length > 1 &&
    cells[0] === header[0] &&
    cells.every((cell, column) => cell === header?.[column])
  const kindOf = (cells: readonly string[]): LeftKind | null => {
    const first = cells[0] ?? ''
    // Most rows begin with a cell that is filled and is neither a comment nor the first of the header.
    if (isBlankCell(first) ? cells.every(isBlankCell) : false) return 'blank'
    if (repeats(cells)) return 'header'
    if (isComment(cells)) return 'comment'
    return header !== null && isTotal(cells) ? 'total' : null
  }
  return {
    counts,
    above,
    passes: (row) => {
      if (isSeparatorLine(row)) return false
      if (headerLine !== null && row.line < headerLine) {
        if (!row.cells.every(isBlankCell)) {
          counts.above += 1
          if (above.length < aboveKept) above.push(row.cells)
        }
        return false
      }
      if (row.fault !== undefined) return true
      const kind = kindOf(row.cells)
      if (kind === null) header ??= row.cells
      else counts[kind] += 1
      return kind === null
    },
  }
}
