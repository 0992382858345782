import type Database from 'better-sqlite3-multiple-ciphers'

/** A value, now or later: this engine answers at once, one behind a network will not. Await it either way. */
export type Awaitable<T> = T | Promise<T>

/** What a statement can take and give. */
export type SqlValue = string | number | bigint | Uint8Array | null

/**
 * Fixed SQL with `?` parameters, for the statements of the write path: prepared once, run without a query builder's
 * cost.
 * Give the same text each time; never put a value into it.
 */
export interface Statements {
  get<Row>(text: string, ...values: SqlValue[]): Awaitable<Row | undefined>
  all<Row>(text: string, ...values: SqlValue[]): Awaitable<Row[]>
  run(text: string, ...values: SqlValue[]): Awaitable<{ readonly changes: number }>
}

/** Statements that answer at once. */
export interface SyncStatements extends Statements {
  get<Row>(text: string, ...values: SqlValue[]): Row | undefined
  all<Row>(text: string, ...values: SqlValue[]): Row[]
  run(text: string, ...values: SqlValue[]): { readonly changes: number }
  /** Rows one by one; the connection takes no writes until the walk has ended. */
  iterate<Row>(text: string, ...values: SqlValue[]): IterableIterator<Row>
}

/** More texts than this are a mistake (a value built into the text), so they are not kept. */
const maxKept = 500

/** Prepares each text once for a connection. */
export const memoise = (db: Database.Database): ((text: string) => Database.Statement<unknown[]>) => {
  const kept = new Map<string, Database.Statement<unknown[]>>()
  return (text) => {
    const known = kept.get(text)
    if (known !== undefined) return known
    const statement = db.prepare<unknown[]>(text)
    if (kept.size < maxKept) kept.set(text, statement)
    return statement
  }
}

/** Statements over a connection. */
export const statementsOf = (db: Database.Database): SyncStatements => {
  const prepare = memoise(db)
  return {
    get: <Row>(text: string, ...values: SqlValue[]) => prepare(text).get(...values) as Row | undefined,
    all: <Row>(text: string, ...values: SqlValue[]) => prepare(text).all(...values) as Row[],
    run: (text, ...values) => prepare(text).run(...values),
    // A walk blocks its statement, so each has its own.
    iterate: <Row>(text: string, ...values: SqlValue[]) =>
      db.prepare<unknown[]>(text).iterate(...values) as IterableIterator<Row>,
  }
}
