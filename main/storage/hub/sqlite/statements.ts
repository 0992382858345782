import type { Connection } from '../../sqlite/connection.ts'
import { statementsOf } from '../../sqlite/statements.ts'
import type { HubSql } from '../statements.ts'

/** The hub's statements on an SQLite connection; all answer at once. */
export const sqliteStatements = (db: Connection): HubSql => {
  const sql = statementsOf(db)
  return {
    ...sql,
    oneOf: (column) => `${column} in (select value from json_each(?))`,
    insert: (table, columns, rows) => {
      const text = `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`
      for (const row of rows) sql.run(text, ...row)
    },
  }
}
