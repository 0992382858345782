import Database from 'better-sqlite3-multiple-ciphers'

export type Connection = Database.Database

/** How long a statement waits for another process's lock. */
const busyTimeoutMs = 5_000
const cacheKibibytes = 64 * 1024

/** The log is written back at 32 MiB: rarely enough that a page which changes often is written back once. */
const checkpointPages = 8_192

const common = (db: Connection): void => {
  db.pragma('foreign_keys = ON')
  db.pragma(`cache_size = -${cacheKibibytes}`)
  db.pragma('temp_store = MEMORY')
  db.pragma('trusted_schema = OFF')
}

/** Opens the one connection that writes: WAL, an fsync at every commit, deleted content overwritten. */
export const openWriter = (file: string): Connection => {
  const db = new Database(file, { timeout: busyTimeoutMs })
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.pragma('secure_delete = ON')
  db.pragma(`wal_autocheckpoint = ${checkpointPages}`)
  common(db)
  return db
}

/** Opens a connection that sees what is committed and can write nothing. */
export const openReader = (file: string): Connection => {
  const db = new Database(file, { timeout: busyTimeoutMs, readonly: true })
  db.pragma('query_only = ON')
  common(db)
  return db
}

/** An empty database in memory, for replays. */
export const openMemory = (): Connection => {
  const db = new Database(':memory:')
  db.pragma('foreign_keys = ON')
  return db
}
