import type { Vault } from '../ledger/vault.ts'
import type { Log } from '../../platform/log.ts'
import type { Awaitable, SqlValue, Statements } from '../sqlite/statements.ts'

/**
 * The SQL that both engines of the hub's store understand: `?` for values, `on conflict`, `returning`. What they write
 * differently stands here.
 * Whole numbers come back as numbers, bytes as Buffers.
 */
export interface HubSql extends Statements {
  /** A condition that a text column is one of the values of the next `?`, a JSON array of texts. */
  oneOf(column: string): string
  /** Inserts rows, each with a value for every column; a key that is taken throws. */
  insert(table: string, columns: readonly string[], rows: readonly (readonly SqlValue[])[]): Awaitable<void>
}

/** What the parts of the store are made of. */
export interface HubParts {
  readonly sql: HubSql
  /** Seals disclosures. */
  readonly vault: Vault
  readonly log: Log
}

const ended = (): never => {
  throw new Error('the transaction of the hub has ended; everything that it does must be awaited within its job')
}

/** What became of a transaction's statements so far. */
export interface OpenStatements {
  readonly sql: HubSql
  /**
   * The same calls, counted while they are under way: one of several statements that is not awaited must not be kept by
   * half.
   */
  counted<Calls extends object>(calls: Calls): Calls
  end(): void
  hasWritten(): boolean
  /**
   * The first failure of a statement, or that a call was not awaited: one engine ends the transaction with it, so none
   * may go on as if nothing had been.
   */
  failure(): { readonly error: unknown } | null
}

const reads = /^(select|with) /u
/** What devices tell of themselves is no news for anybody who waits for a change. */
const unheard = /^insert into device_(health|silences) /u

/** Statements of one transaction: what is called after its end throws instead of running in the next one. */
export const whileOpen = (sql: HubSql): OpenStatements => {
  let isOpen = true
  let written = false
  let pending = 0
  let failed: { readonly error: unknown } | null = null

  const tried = async <T>(text: string, call: () => Awaitable<T>): Promise<T> => {
    if (!isOpen) return ended()
    written ||= !reads.test(text) && !unheard.test(text)
    try {
      return await call()
    } catch (error) {
      failed ??= { error }
      throw error
    }
  }

  const counting =
    (call: (...given: unknown[]) => Promise<unknown>) =>
    async (...given: unknown[]): Promise<unknown> => {
      pending += 1
      try {
        return await call(...given)
      } finally {
        pending -= 1
      }
    }

  return {
    counted: <Calls extends object>(calls: Calls) =>
      Object.fromEntries(
        Object.entries(calls).map(([name, call]) => [
          name,
          counting(call as (...given: unknown[]) => Promise<unknown>),
        ]),
      ) as Calls,
    sql: {
      get: <Row>(text: string, ...values: SqlValue[]) => tried(text, () => sql.get<Row>(text, ...values)),
      all: <Row>(text: string, ...values: SqlValue[]) => tried(text, () => sql.all<Row>(text, ...values)),
      run: (text, ...values) => tried(text, () => sql.run(text, ...values)),
      oneOf: (column) => sql.oneOf(column),
      insert: (table, columns, rows) => tried('insert', () => sql.insert(table, columns, rows)),
    },
    end: () => {
      if (isOpen && pending > 0)
        failed ??= {
          error: new Error('the job of a transaction of the hub has ended before its calls: it must await all of them'),
        }
      isOpen = false
    },
    hasWritten: () => written,
    failure: () => failed,
  }
}
