import type { CsvRow } from '../../../shared/text/csv.ts'
import { isBalancePhrase, isSumPhrase } from './balance-phrases.ts'
import { isSeparatorLine } from './layout.ts'
import { namedFields, type KnownHeader } from './table-head.ts'
import { plainWord } from './words.ts'

/** Rows of a table that are none: what is left aside, and told. */
export const leftKinds = ['above', 'blank', 'header', 'total', 'comment', 'pending'] as const
export type LeftKind = (typeof leftKinds)[number]

/** How many of each. */
export type LeftCounts = Record<LeftKind, number>

/** Nothing was left aside yet. */
export const noneLeft = (): LeftCounts => ({ above: 0, blank: 0, header: 0, total: 0, comment: 0, pending: 0 })

/** What a statement writes before its first row and behind its last: no money went by it. */
const balances: ReadonlySet<string> = new Set([
  'opening balance',
  'closing balance',
  'beginning balance',
  'ending balance',
  'starting balance',
  'previous balance',
  'balance forward',
  'balance b f',
  'balance c f',
  'balance brought forward',
  'balance carried forward',
  'brought forward',
  'carried forward',
  'anfangssaldo',
  'endsaldo',
  'alter saldo',
  'neuer saldo',
  'alter kontostand',
  'neuer kontostand',
  'anfangsbestand',
  'endbestand',
  'saldovortrag',
  'übertrag',
  'solde initial',
  'solde final',
  'solde précédent',
  'ancien solde',
  'nouveau solde',
  'report à nouveau',
  'saldo inicial',
  'saldo final',
  'saldo anterior',
  'saldo actual',
  'saldo atual',
  'saldo iniziale',
  'saldo finale',
  'saldo precedente',
  'beginsaldo',
  'eindsaldo',
  'ingående saldo',
  'utgående saldo',
  'saldo początkowe',
  'saldo końcowe',
  'počáteční zůstatek',
  'konečný zůstatek',
  'nyitó egyenleg',
  'záró egyenleg',
  'sold inițial',
  'sold final',
  'devir bakiye',
  'devreden bakiye',
  'входящий остаток',
  'исходящий остаток',
  'остаток на начало',
  'остаток на конец',
  'الرصيد الافتتاحي',
  'الرصيد الختامي',
  '期初余额',
  '期末余额',
  '承前页',
  '过次页',
  '繰越',
  '前月繰越',
  '次月繰越',
  '繰越残高',
  '前期繰越',
  '이월잔액',
  '전월이월',
])

const totals: ReadonlySet<string> = new Set([
  ...balances,
  // A maker of shoes is called so too: only where little else stands in the row.
  'new balance',
  'total',
  'totals',
  'grand total',
  'sub total',
  'subtotal',
  'sum',
  'sum total',
  'total amount',
  'overall total',
  'summe',
  'gesamt',
  'gesamtsumme',
  'zwischensumme',
  'endsumme',
  'total général',
  'sous total',
  'suma',
  'total general',
  'totale',
  'итого',
  'всего',
  'итог',
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

/** The words of a cell without the day behind them: `Closing balance as of 13.02.2026`. */
const undated = (cell: string): string =>
  plainWord(cell).replace(/(?: (?:as of|as at|on|at|per|zum|vom|am|au|al|на))?(?: \d{1,4}){3}$/u, '')

const longestName = 60

/** Whether a cell names a sum, and nobody. */
export const namesTotal = (cell: string): boolean => cell.length <= longestName && totals.has(undated(cell))

/** Whether a cell names a balance, which no money went by. */
export const namesBalance = (cell: string): boolean =>
  cell.length <= longestName && (balances.has(undated(cell)) || isBalancePhrase(cell))

// Most cells are numbers, days and codes.
const hasWord = /\p{L}{2}/u

const namesSum = (cell: string): boolean => cell.length <= longestName && isSumPhrase(cell)

const isBlankCell = (cell: string): boolean => cell.trim() === ''

/**
 * A total fills a few cells of its row: what has no word for it, or is filled as other rows are, is a row; somebody may
 * be called Total. A balance or a sum that statements write with a day and an amount, as a row, is none.
 */
const isTotal = (cells: readonly string[], leavesBalances: boolean): boolean => {
  if (cells.length < 3) return false
  const filled = cells.filter((cell) => !isBlankCell(cell))
  if (filled.length * 2 <= cells.length && filled.some(namesTotal)) return true
  return leavesBalances && filled.some((cell) => hasWord.test(cell) && (namesBalance(cell) || namesSum(cell)))
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
  /** The line of a header of other columns, which begins another table; null: none has come. */
  readonly otherTable: () => number | null
}

/** Fields that a row has to name to be a header. */
const fieldsNeeded = 2

const digit = /\d/u

/**
 * Makes the sieve of one reading of a file.
 *
 * @param headerLine the line of the header, where it is not the first row; what stands above it is no row
 * @param leavesBalances whether rows that name a balance are left aside however much of them is filled
 * @param fieldOf what the header of a column names, by which a header further down is known; undefined: it is not looked
 *   for
 */
export const createRowSieve = (
  headerLine: number | null = null,
  leavesBalances = false,
  fieldOf?: KnownHeader,
): RowSieve => {
  const counts = noneLeft()
  const above: (readonly string[])[] = []
  let header: readonly string[] | null = null
  let other: number | null = null
  const repeats = (cells: readonly string[]): boolean =>
    header !== null &&
    cells.length === header.length &&
    cells.length > 1 &&
    cells[0] === header[0] &&
    cells.every((cell, column) => cell === header?.[column])
  /** Whether a row below the header names columns too, and whether they are the header's in another language. */
  const namesColumns = (cells: readonly string[]): 'same' | 'others' | null => {
    if (fieldOf === undefined || header === null || cells.some((cell) => digit.test(cell))) return null
    const filled = cells.filter((cell) => !isBlankCell(cell))
    const named = namedFields(cells, fieldOf)
    if (named < fieldsNeeded || named * 2 < filled.length) return null
    const top = header
    return cells.every((cell, column) => {
      const field = fieldOf(cell)
      return field === undefined || field === fieldOf(top[column] ?? '')
    })
      ? 'same'
      : 'others'
  }
  const kindOf = (cells: readonly string[]): LeftKind | null => {
    const first = cells[0] ?? ''
    // Most rows begin with a cell that is filled and is neither a comment nor the first of the header.
    if (isBlankCell(first) ? cells.every(isBlankCell) : false) return 'blank'
    if (repeats(cells)) return 'header'
    if (isComment(cells)) return 'comment'
    if (!digit.test(first) && namesColumns(cells) === 'same') return 'header'
    return header !== null && isTotal(cells, leavesBalances) ? 'total' : null
  }
  return {
    counts,
    above,
    otherTable: () => other,
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
      if (kind === null && other === null && !digit.test(row.cells[0] ?? '') && namesColumns(row.cells) === 'others')
        other = row.line
      if (kind === null) header ??= row.cells
      else counts[kind] += 1
      return kind === null
    },
  }
}
