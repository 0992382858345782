import { openReader } from '../sqlite/connection.ts'
import { statementsOf } from '../sqlite/statements.ts'
import type { SyncStatements } from '../sqlite/statements.ts'

/** A connection whose reads can be made to see one moment, whatever is written meanwhile. */
export interface SnapshotReader {
  readonly sql: SyncStatements
  /** Runs `read` within one moment of the database. Not to be nested. */
  at<T>(read: () => Promise<T>): Promise<T>
  close(): void
}

/** Opens a reader of its own, so that nobody else's reads see an old moment. */
export const openSnapshots = (file: string, key: Uint8Array): SnapshotReader => {
  const db = openReader(file, key)
  return {
    sql: statementsOf(db),
    at: async (read) => {
      db.exec('begin')
      try {
        return await read()
      } finally {
        db.exec('commit')
      }
    },
    close: () => void db.close(),
  }
}
