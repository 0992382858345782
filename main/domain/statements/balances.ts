import { decimalOf, unitsOf } from './exact.ts'
import type { Balance, BalanceGap, StatementTold } from './statement.ts'

/** So many statements and gaps are told one by one. */
const shownMax = 200

/** A statement whose entries are being read. */
export interface OpenStatement {
  account: string | null
  currency: string | null
  number: string | null
  line: number
  opening: Balance | null
  closing: Balance | null
  entries: number
  sum: bigint
  /** Whether all amounts could be summed. */
  exact: boolean
}

/** A statement that begins. */
export const openStatement = (line: number): OpenStatement => ({
  account: null,
  currency: null,
  number: null,
  line,
  opening: null,
  closing: null,
  entries: 0,
  sum: 0n,
  exact: true,
})

/** Checks the balances of statements in the order in which they end. */
export const createBalances = () => {
  const statements: StatementTold[] = []
  const gaps: BalanceGap[] = []
  let gapCount = 0
  /** By account and currency, the closing balance of the statement before. */
  const closed = new Map<string, Balance>()

  const gap = (
    kind: BalanceGap['kind'],
    line: number,
    account: string | null,
    expected: bigint,
    found: bigint,
  ): void => {
    gapCount += 1
    if (gaps.length < shownMax)
      gaps.push({
        kind,
        line,
        account,
        expected: decimalOf(expected),
        found: decimalOf(found),
        difference: decimalOf(found - expected),
      })
  }

  const settle = (open: OpenStatement): void => {
    const { account, currency, number, line, opening, closing, entries: count, sum, exact } = open
    const from = opening === null ? null : unitsOf(opening.amount)
    const to = closing === null ? null : unitsOf(closing.amount)
    const key = JSON.stringify([account, currency])
    const before = closed.get(key)
    const last = before === undefined ? null : unitsOf(before.amount)
    if (last !== null && from !== null && last !== from) gap('between', line, account, last, from)
    if (exact && from !== null && to !== null && from + sum !== to) gap('within', line, account, from + sum, to)
    if (closing !== null) closed.set(key, closing)
    if (statements.length < shownMax)
      statements.push({
        account,
        currency,
        number,
        opening,
        closing,
        entries: count,
        sum: exact ? decimalOf(sum) : null,
      })
  }

  return { statements, gaps, gapCount: () => gapCount, settle }
}
