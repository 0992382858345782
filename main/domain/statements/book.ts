import { createHash } from 'node:crypto'
import { activityIdMax } from '../../../shared/schema/activity.ts'
import { madePrefix } from '../transactions/made-ids.ts'
import { createBalances, openStatement, type OpenStatement } from './balances.ts'
import { isTwoWays, unitsOf } from './exact.ts'
import {
  StatementFault,
  type Balance,
  type BalanceGap,
  type StatementEntry,
  type StatementHead,
  type StatementReader,
  type StatementRow,
  type StatementTold,
} from './statement.ts'

/** So many entries at most: of each it is remembered by what it is known. */
const entriesMax = 2_000_000
const textMax = 2_000

/** Takes what a format tells in its order, and makes rows and the check of the balances of it. */
export interface StatementBook {
  /** A statement begins; one that is open ends. */
  begin(head: Partial<StatementHead>, line: number): void
  /** Told of the open statement. */
  tell(head: Partial<StatementHead>): void
  opening(balance: Balance, line: number): void
  closing(balance: Balance, line: number): void
  /** `counted` is false of an entry that is a part of one that was counted. */
  entry(entry: StatementEntry, counted?: boolean): void
  /**
   * An amount that entries make together, as `entry` with `counted` false leaves it out; one in another currency than
   * the statement's is no part of its balance.
   */
  count(direction: 'in' | 'out', amount: string, currency?: string): void
  /** What was read and cannot be taken. */
  broken(line: number, fault: string, raw: string): void
  pending(): void
  /** The open statement ends. */
  end(): void
  take(): readonly StatementRow[]
  readonly statements: readonly StatementTold[]
  readonly gaps: readonly BalanceGap[]
  readonly gapCount: () => number
  readonly pendingCount: () => number
}

const cut = (text: string | undefined): string | undefined => {
  const clean = text?.replaceAll(/\s+/gu, ' ').trim()
  return clean === undefined || clean === '' ? undefined : clean.slice(0, textMax).toWellFormed()
}

const hashed = (...parts: readonly unknown[]): string =>
  madePrefix + createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)

/** A number of JSON where it says exactly what the text does. */
const amountValue = (text: string): string | number => (/^\d{1,11}(?:\.\d{1,4})?$/u.test(text) ? Number(text) : text)

/** What banks write for a reference that they have not. */
const noReference = /^(?:NON?REF|NOTPROVIDED|NONE|N\/?A|[-0]+)$/iu

/** Makes what gives the entries of one reading their identifiers. */
const createEntryIds = (): ((entry: StatementEntry, account: string | null) => string) => {
  const seen = new Map<string, number>()
  /**
   * By the account and the reference that is unique in it, or else by all that is told; what comes again is numbered.
   */
  return (entry, account) => {
    const { line: _, ...content } = entry
    const told = entry.isUnique === true ? cut(entry.reference) : undefined
    const reference = told === undefined || noReference.test(told) ? undefined : told
    const base =
      reference === undefined ? hashed(account, content) : account === null ? reference : `${account}/${reference}`
    const times = (seen.get(base) ?? 0) + 1
    seen.set(base, times)
    const id = times === 1 ? base : reference === undefined ? hashed(base, times) : `${base}#${times}`
    return id.length > activityIdMax ? hashed(id) : id
  }
}

/** Makes the book of one reading of a file. */
export const createStatementBook = (): StatementBook => {
  const balances = createBalances()
  let pendingCount = 0
  let rows: StatementRow[] = []
  let open: OpenStatement | null = null
  let entries = 0

  const end = (): void => {
    if (open !== null) balances.settle(open)
    open = null
  }

  const began = (line: number): OpenStatement => {
    open ??= openStatement(line)
    return open
  }

  const idOf = createEntryIds()

  const count = (direction: 'in' | 'out', amount: string, currency?: string): void => {
    if (open === null) return
    if (currency !== undefined && open.currency !== null && currency !== open.currency) {
      open.exact = false
      return
    }
    const units = unitsOf(amount)
    if (units === null) open.exact = false
    else open.sum += direction === 'in' ? units : -units
  }

  const broken: StatementBook['broken'] = (line, fault, raw) => {
    if (open !== null) open.exact = false
    rows.push({ line, values: [], fault, raw: raw.slice(0, 1_000) })
  }

  return {
    begin: (head, line) => {
      end()
      Object.assign(began(line), head)
    },
    tell: (head) => {
      if (open !== null) Object.assign(open, head)
    },
    opening: (balance, line) => {
      began(line).opening ??= balance
    },
    closing: (balance, line) => {
      began(line).closing = balance
    },
    count,
    entry: (entry, counted = true) => {
      entries += 1
      if (entries > entriesMax) throw new StatementFault(`holds more than ${entriesMax} entries`)
      const of = began(entry.line)
      const currency = entry.currency ?? of.currency
      // Without a currency, the rows of the file tell what stands before decimals.
      if (currency !== null && isTwoWays(entry.amount, currency)) {
        broken(
          entry.line,
          'has an amount that can be read two ways: its three digits may be thousands or decimals',
          entry.amount,
        )
        return
      }
      of.entries += 1
      if (counted) count(entry.direction, entry.amount, entry.currency)
      rows.push({
        line: entry.line,
        values: [
          idOf(entry, of.account),
          entry.at,
          amountValue(entry.amount),
          entry.direction,
          currency ?? undefined,
          of.account ?? undefined,
          cut(entry.counterpartyAccount)?.slice(0, activityIdMax),
          cut(entry.counterpartyName),
          cut(entry.text),
          entry.valueDate,
          cut(entry.code),
          cut(entry.reference),
          cut(entry.customerReference),
          entry.isReversal === true ? true : undefined,
          of.number ?? undefined,
        ],
      })
    },
    broken,
    pending: () => {
      pendingCount += 1
    },
    end,
    take: () => {
      const taken = rows
      rows = []
      return taken
    },
    ...balances,
    pendingCount: () => pendingCount,
  }
}

/** How the text of a format is read: what it tells goes to a book. */
export interface BookFeed {
  push(text: string): void
  /** Reads what is left when the text has ended. */
  end(): void
}

/** The reader of a format, whose rows and statements a book keeps. */
export const readerOf = (book: StatementBook, feed: BookFeed): StatementReader => ({
  push: (text) => {
    feed.push(text)
    return book.take()
  },
  end: () => {
    feed.end()
    book.end()
    return book.take()
  },
  statements: book.statements,
  gaps: book.gaps,
  gapCount: book.gapCount,
  pending: book.pendingCount,
})
