import type { Vault } from '../ledger/vault.ts'
import type { Log } from '../../platform/log.ts'
import type { Awaitable, SqlValue, Statements } from '../sqlite/statements.ts'

/**
 * The SQL that both engines of the hub's store understand: `?` for values, `on conflict`, `returning`. What they write differently stands here.
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

/** Statements of one transaction: what is called after its end throws instead of running in the next one. */
export const whileOpen = (sql: HubSql): { readonly sql: HubSql; end(): void; hasWritten(): boolean } => {
  let isOpen = true
  let written = false
  const open = (): HubSql => (isOpen ? sql : ended())
  return {
    sql: {
      get: (text, ...values) => open().get(text, ...values),
      all: (text, ...values) => open().all(text, ...values),
      run: (text, ...values) => {
        written = true
        return open().run(text, ...values)
      },
      oneOf: (column) => sql.oneOf(column),
      insert: (table, columns, rows) => {
        written = true
        return open().insert(table, columns, rows)
      },
    },
    end: () => {
      isOpen = false
    },
    hasWritten: () => written,
  }
}
