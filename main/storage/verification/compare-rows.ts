import type { SqlValue, SyncStatements } from '../sqlite/statements.ts'

type Row = Readonly<Record<string, SqlValue>>

/** Rows of one table that belong together, with the columns that tell them apart. */
export interface RowSet {
  readonly table: string
  readonly key: readonly string[]
  /** SQL after `where`, and its value; absent: the whole table. */
  readonly where?: readonly [text: string, ...values: SqlValue[]]
}

/** How stored rows differ from what the entries say. */
export interface RowDifference {
  readonly table: string
  /** In one sentence, naming columns but no values. */
  readonly message: string
}

const same = (a: SqlValue | undefined, b: SqlValue | undefined): boolean =>
  a instanceof Uint8Array && b instanceof Uint8Array ? Buffer.compare(a, b) === 0 : a === b

const rowsOf = (sql: SyncStatements, { table, key, where }: RowSet): Map<string, Row> => {
  const columns = table === 'search' ? 'rowid, text' : '*'
  const [condition, ...values] = where ?? ['1']
  const rows = sql.all<Row>(`select ${columns} from ${table} where ${condition}`, ...values)
  return new Map(rows.map((row) => [JSON.stringify(key.map((column) => row[column])), row]))
}

const differingColumns = (stored: Row, expected: Row): string[] =>
  Object.keys(expected).filter((column) => !same(stored[column], expected[column]))

/** Compares stored rows with replayed ones, both ways. Answers what differs and how many rows were looked at. */
export const compareRows = (
  stored: SyncStatements,
  replayed: SyncStatements,
  sets: readonly RowSet[],
): { differences: RowDifference[]; rows: number } => {
  const differences: RowDifference[] = []
  let rows = 0
  for (const set of sets) {
    const { table } = set
    const here = rowsOf(stored, set)
    const there = rowsOf(replayed, set)
    rows += Math.max(here.size, there.size)
    for (const [key, expected] of there) {
      const row = here.get(key)
      const columns = row === undefined ? [] : differingColumns(row, expected)
      if (row === undefined) differences.push({ table, message: `a row of ${table} that the entries make is missing` })
      else if (columns.length > 0)
        differences.push({ table, message: `a row of ${table} differs from its entries in ${columns.join(', ')}` })
    }
    const extra = [...here.keys()].filter((key) => !there.has(key)).length
    if (extra > 0) differences.push({ table, message: `${extra} rows of ${table} come from no entry` })
  }
  return { differences, rows }
}
