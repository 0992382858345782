import { canonicalJson } from '../../seal/canonical.ts'
import type { JsonValue } from '../../seal/canonical.ts'
import { projections } from '../projections.ts'
import type { Projection } from '../projections.ts'
import type { SqlValue, SyncStatements } from '../sqlite/statements.ts'

type Row = Record<string, SqlValue>

const entryOf = (column: string): string => `(select lower(hex(id)) from entries where entries.n = ${column})`

/**
 * What of some tables is the same on every replica: counts that have come down to nothing are no rows, a key that is
 * only expected is no key, and a document is known by its entry.
 */
const particular: Readonly<Record<string, string>> = {
  keys: 'select * from keys where enrolled_at >= 0',
  case_counts: 'select * from case_counts where cases <> 0',
  search: `select iif(rowid < 0, rowid, ${entryOf('search.rowid')}) as document, text from search`,
}

const rowsOf = (sql: SyncStatements, { table, arrivals }: Projection): Row[] => {
  const entries = arrivals.map((column) => `, ${entryOf(`${table}.${column}`)} as entry_of_${column}`).join('')
  return sql.all<Row>(particular[table] ?? `select *${entries} from ${table}`)
}

const plain = (value: SqlValue): JsonValue => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  return typeof value === 'bigint' ? value.toString() : value
}

const canonical = (row: Row, local: readonly string[]): string =>
  canonicalJson(
    Object.fromEntries(
      Object.entries(row)
        .filter(([column]) => !local.includes(column))
        .map(([column, value]) => [column, plain(value)]),
    ),
  )

/**
 * All projection tables as texts that are equal, byte for byte, on replicas that hold the same entries in the same
 * order: each table's rows, sorted, a line each. An arrival number, which is local, stands as the id of its entry. How
 * far a device's numbers are used is its own matter, for what was given back stays used.
 */
export const projectionOf = (sql: SyncStatements): Readonly<Record<string, string>> =>
  Object.fromEntries(
    projections.map((projection) => [
      projection.table,
      rowsOf(sql, projection)
        .map((row) => canonical(row, projection.arrivals))
        .sort()
        .join('\n'),
    ]),
  )
