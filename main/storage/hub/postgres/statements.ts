import pg from 'pg'
import type { ClientBase, CustomTypesConfig, QueryResult } from 'pg'
import { createTurns } from '../../../platform/turns.ts'
import type { SqlValue } from '../../sqlite/statements.ts'
import type { HubSql } from '../statements.ts'

/** PostgreSQL's type of whole numbers of 64 bits, which the driver would give as text. */
const int8 = 20

const readInt8 = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('a number in the store of the hub is too large')
  return value
}

type Parser = (text: string) => unknown

/** How the hub's columns are read: whole numbers as numbers; bytes are Buffers by themselves. */
export const hubColumns: CustomTypesConfig = {
  getTypeParser: (oid: number): Parser => (oid === int8 ? readInt8 : (pg.types.getTypeParser(oid) as Parser)),
}

/** Parameters of one statement at most; the protocol counts them in 16 bits. */
const parametersMax = 20_000

/** `$1`, `$2` ... for the question marks of the shared statements, none of which holds one in a text. */
const numbered = (text: string): string => {
  let n = 0
  return text.replaceAll('?', () => `$${(n += 1)}`)
}

const groupOf = (columns: number, row: number): string =>
  `(${Array.from({ length: columns }, (_, index) => `$${row * columns + index + 1}`).join(', ')})`

/** The hub's statements on a PostgreSQL connection, one after another. */
export const postgresStatements = (client: ClientBase): HubSql => {
  const turns = createTurns()

  const send = (text: string, values: readonly SqlValue[]): Promise<QueryResult<Record<string, unknown>>> =>
    turns.run(() => client.query<Record<string, unknown>>({ text, values: [...values] }))

  const query = (text: string, values: readonly SqlValue[]) => send(numbered(text), values)

  return {
    get: async <Row>(text: string, ...values: SqlValue[]) => (await query(text, values)).rows[0] as Row | undefined,
    all: async <Row>(text: string, ...values: SqlValue[]) => (await query(text, values)).rows as Row[],
    run: async (text, ...values) => ({ changes: (await query(text, values)).rowCount ?? 0 }),
    oneOf: (column) => `${column} in (select jsonb_array_elements_text(?::jsonb))`,
    insert: async (table, columns, rows) => {
      const atOnce = Math.floor(parametersMax / columns.length)
      for (let from = 0; from < rows.length; from += atOnce) {
        const part = rows.slice(from, from + atOnce)
        const groups = part.map((_, index) => groupOf(columns.length, index))
        await send(`insert into ${table} (${columns.join(', ')}) values ${groups.join(', ')}`, part.flat())
      }
    },
  }
}
