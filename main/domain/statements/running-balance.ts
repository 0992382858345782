import { decimalOf } from './exact.ts'
import type { BalanceGap } from './statement.ts'

const shownMax = 200

/** What a row says of the balance behind it, in millionths. */
export interface BalanceStep {
  readonly line: number
  readonly account: string | null
  /** Of the row, negative where money went out. */
  readonly amount: bigint
  readonly balance: bigint
}

interface Order {
  readonly gaps: BalanceGap[]
  count: number
}

/**
 * Checks that each row leads from the balance before it to its own, as rows come. Whether a file is written oldest or
 * newest first shows in which of the two fits more often.
 */
export const createRunningBalance = () => {
  const before = new Map<string | null, BalanceStep>()
  const oldestFirst: Order = { gaps: [], count: 0 }
  const newestFirst: Order = { gaps: [], count: 0 }
  let checked = 0

  const compare = (order: Order, line: number, account: string | null, expected: bigint, found: bigint): void => {
    if (expected === found) return
    order.count += 1
    if (order.gaps.length < shownMax)
      order.gaps.push({
        kind: 'row',
        line,
        account,
        expected: decimalOf(expected),
        found: decimalOf(found),
        difference: decimalOf(found - expected),
      })
  }
  return {
    step: (row: BalanceStep): void => {
      const last = before.get(row.account)
      before.set(row.account, row)
      if (last === undefined) return
      checked += 1
      compare(oldestFirst, row.line, row.account, last.balance + row.amount, row.balance)
      compare(newestFirst, last.line, last.account, row.balance + last.amount, last.balance)
    },
    /** A row could not be read: nothing can be said of the one behind it. */
    skip: (): void => before.clear(),
    /**
     * Where it does not fit. Where more than half of the rows do not, in either order, the amounts are told without the
     * side that money went to, and nothing can be checked.
     */
    told: (): Order => {
      const order = newestFirst.count < oldestFirst.count ? newestFirst : oldestFirst
      return order.count * 2 > checked ? { gaps: [], count: 0 } : order
    },
  }
}

/** The check of one reading of a file. */
export type RunningBalance = ReturnType<typeof createRunningBalance>
