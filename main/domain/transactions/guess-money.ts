import type { TransactionField } from '../../../shared/api/transaction-imports.ts'
import { isBlank } from '../imports/cells.ts'
import { asciiDigits } from '../imports/digits.ts'
import { undressed } from '../imports/money-text.ts'
import { directionOf, isDirectionSign, namesDirection, type Side } from './direction-words.ts'
import { plainWord } from '../imports/words.ts'
import { sideOfHeader } from './headers.ts'

/** A column to which nothing is mapped, with its cells of the first rows. */
export interface FreeColumn {
  readonly column: number
  readonly header: string
  readonly cells: readonly string[]
}

const isNumber = (cell: string): boolean => undressed(cell) !== undefined
const isMoney = (cell: string): boolean => /[1-9]/u.test(asciiDigits(cell))

/** The only one, or undefined: of several nobody can tell which. */
const only = <T>(found: readonly T[]): T | undefined => (found.length === 1 ? found[0] : undefined)

/**
 * Whether two columns share the amounts of the rows between them: in most rows that say anything one is filled and the
 * other is not. Journals that name two accounts fill both.
 */
const shareAmounts = (debit: FreeColumn, credit: FreeColumn): boolean => {
  if (![...debit.cells, ...credit.cells].every((cell) => isBlank(cell) || isNumber(cell))) return false
  const filled = debit.cells.map((cell, row) => Number(isMoney(cell)) + Number(isMoney(credit.cells[row] ?? '')))
  return filled.filter((count) => count === 2).length < filled.filter((count) => count === 1).length
}

/** Where no column is the amount, the two of money out and money in, by their headers and values. */
export const findSides = (mapping: Map<number, TransactionField>, free: readonly FreeColumn[]): void => {
  if ([...mapping.values()].includes('amount')) return
  const named = (side: Side): FreeColumn | undefined => only(free.filter(({ header }) => sideOfHeader(header) === side))
  const [debit, credit] = [named('debit'), named('credit')]
  if (debit === undefined || credit === undefined || !shareAmounts(debit, credit)) return
  mapping.set(debit.column, 'debit')
  mapping.set(credit.column, 'credit')
}

/** A column without a name, or with signs for one (`+/-`), in which nothing but the sign of a direction stands. */
const isSignColumn = ({ header, cells }: FreeColumn): boolean =>
  plainWord(header) === '' &&
  cells.some((cell) => !isBlank(cell)) &&
  cells.every((cell) => isBlank(cell) || isDirectionSign(cell))

/**
 * Beside an amount, the column that says which way it went: by its header, and by words that are all known. Banks leave
 * it without a name too.
 */
export const findDirection = (mapping: Map<number, TransactionField>, free: readonly FreeColumn[]): void => {
  if (![...mapping.values()].includes('amount')) return
  const found = only(free.filter(({ header }) => namesDirection(header))) ?? only(free.filter(isSignColumn))
  const said = found?.cells.filter((cell) => !isBlank(cell)) ?? []
  if (found !== undefined && said.length > 0 && said.every((cell) => directionOf(cell) !== undefined))
    mapping.set(found.column, 'direction')
}
