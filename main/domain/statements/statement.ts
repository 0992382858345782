import type { RowValue } from '../imports/cells.ts'

/** A statement that cannot be read on; expected of files. The message is a clause about the file: `is cut off ...`. */
export class StatementFault extends Error {
  override readonly name = 'StatementFault'
}

/** A balance as a statement tells it. */
export interface Balance {
  /** Decimal number with a point, negative where the account is overdrawn. */
  readonly amount: string
  /** Day, as ISO 8601; null where none is told. */
  readonly date: string | null
}

/** One entry of a statement, as its format tells it; what it does not tell is absent. */
export interface StatementEntry {
  /** 1-based line of the file. */
  readonly line: number
  /** Day or time, as it can be read; empty where there is none. */
  readonly at: string
  /** Amount without its sign: a decimal number with a point, or as the file writes it. */
  readonly amount: string
  readonly direction: 'in' | 'out'
  readonly currency?: string | undefined
  /** What the bank knows the entry by. */
  readonly reference?: string | undefined
  /** Whether the format promises that no other entry of the account has this reference. */
  readonly isUnique?: boolean | undefined
  readonly valueDate?: string | undefined
  readonly text?: string | undefined
  readonly counterpartyName?: string | undefined
  readonly counterpartyAccount?: string | undefined
  /** What kind of entry it is, in the words or codes of the bank. */
  readonly code?: string | undefined
  /** References of the customers. */
  readonly customerReference?: string | undefined
  readonly isReversal?: boolean | undefined
}

/** What a statement tells of itself before its entries. */
export interface StatementHead {
  readonly account: string | null
  readonly currency: string | null
  /** Its number, or name. */
  readonly number: string | null
}

/** A statement as it is shown. */
export interface StatementTold extends StatementHead {
  readonly opening: Balance | null
  readonly closing: Balance | null
  readonly entries: number
  /** Sum of the entries, money that went out being negative; null where not all could be summed. */
  readonly sum: string | null
}

/**
 * Where balances do not fit: within a statement (its entries do not lead from one balance to the other), between two
 * of an account that follow one another, or at a row that tells the balance behind it.
 */
export interface BalanceGap {
  readonly kind: 'within' | 'between' | 'row'
  readonly line: number
  readonly account: string | null
  readonly expected: string
  readonly found: string
  /** What is missing: `found` less `expected`. */
  readonly difference: string
}

/** The columns of the rows that statements become. */
export const statementColumns = [
  'transaction_id',
  'at',
  'amount',
  'direction',
  'currency',
  'account_id',
  'counterparty_id',
  'counterparty_name',
  'text',
  'value_date',
  'bank_code',
  'bank_reference',
  'customer_reference',
  'reversal',
  'statement',
] as const

/** An entry as a row of these columns; of one that cannot be read why. */
export interface StatementRow {
  readonly line: number
  readonly values: readonly RowValue[]
  readonly fault?: string
  readonly raw?: string
}

/** Reads the statements of one file as its text comes. */
export interface StatementReader {
  push(text: string): readonly StatementRow[]
  end(): readonly StatementRow[]
  /** What was read so far; the first of them. */
  readonly statements: readonly StatementTold[]
  readonly gaps: readonly BalanceGap[]
  /** How many gaps there are. */
  readonly gapCount: () => number
  /** Entries that are not booked, and left aside. */
  readonly pending: () => number
}
