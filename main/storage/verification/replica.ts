import { makeTables } from '../migrations/migrate.ts'
import { caseTables } from '../projections.ts'
import type { Database } from '../schema.ts'
import { openMemory } from '../sqlite/connection.ts'
import type { Connection } from '../sqlite/connection.ts'
import { kyselyOver } from '../sqlite/kysely-dialect.ts'
import { statementsOf } from '../sqlite/statements.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { KeysTable } from '../ledger/tables.ts'
import type { Applier, OpenedEntry, ProjectionTx } from '../ledger/ledger.ts'

/** Empty tables in memory, into which entries are projected again. */
export interface Replica {
  readonly sql: SyncStatements
  apply(entry: OpenedEntry): Promise<void>
  /**
   * Takes over the keys by which the ids of entries are read, where the chain that enrols them is not projected here.
   */
  bringKeys(rows: readonly KeysTable[]): void
  /** Empties the tables of cases. */
  clearCases(): void
  close(): void
}

/**
 * What the appliers of cases write besides projections: how far numbers are used, and the alerts that a case alone
 * tells of.
 */
const besides = ['number_slots', 'alerts'] as const

// What is compared are the documents; building their index in memory would only cost time.
const plainSearch = ['drop table search', 'create table search (rowid integer primary key, text text not null)']

/** Indices that no applier needs; the keys of the tables stay. */
const dropIndices = (db: Connection): void => {
  const indices = db
    .prepare<[], { name: string }>(
      "select name from sqlite_master where type = 'index' and sql is not null and tbl_name in ('cases', 'case_links', 'notes')",
    )
    .all()
  for (const { name } of indices) db.exec(`drop index ${name}`)
}

const build = (): Connection => {
  const db = openMemory()
  makeTables(db)
  for (const statement of plainSearch) db.exec(statement)
  dropIndices(db)
  // One transaction without end: nothing of this is ever kept.
  db.pragma('journal_mode = OFF')
  db.exec('begin')
  return db
}

/** Makes a replica that the given appliers fill. */
export const createReplica = (appliers: ReadonlyMap<string, Applier>): Replica => {
  const db = build()
  const sql = statementsOf(db)
  const tx: ProjectionTx = { db: kyselyOver<Database>(db), sql }
  return {
    sql,
    apply: async (entry) => {
      await appliers.get(entry.payload.type)?.(tx, entry)
    },
    bringKeys: (rows) => {
      for (const row of rows) {
        sql.run(
          'insert into keys (kid, device_id, device_number, name, spki, enrolled_at, revoked_at, revoked_from_dseq, joined_dseq) values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing',
          row.kid,
          row.device_id,
          row.device_number,
          row.name,
          row.spki,
          row.enrolled_at,
          row.revoked_at,
          row.revoked_from_dseq,
          row.joined_dseq,
        )
      }
    },
    clearCases: () => {
      for (const table of [...caseTables, ...besides]) sql.run(`delete from ${table}`)
    },
    close: () => void db.close(),
  }
}
