import Database from 'better-sqlite3-multiple-ciphers'

export type Connection = Database.Database

/** How long a statement waits for another process's lock. */
const busyTimeoutMs = 5_000

/**
 * Decrypted pages that are kept: what is read is spread over everything, what is written lies together at the ends of
 * tables.
 */
const readerCacheKibibytes = 64 * 1024
const writerCacheKibibytes = 32 * 1024

/** The log is written back at 32 MiB: rarely enough that a page which changes often is written back once. */
export const checkpointPages = 8_192

const keyBytes = 32

/**
 * Gives a connection its key: SQLCipher 4 (AES-256-CBC and HMAC-SHA512 for each page,
 * docs/decisions/encryption-at-rest.md), by 32 raw
 * bytes, so that opening costs no derivation from a passphrase.
 *
 * @throws the driver's error where key or file are not those of the encryption (SQLITE_NOTADB)
 */
export const unlock = (db: Connection, key: Uint8Array): void => {
  if (key.length !== keyBytes) throw new RangeError('the key of a database is 32 bytes')
  db.pragma("cipher = 'sqlcipher'")
  db.pragma('legacy = 4')
  db.pragma(`key = "x'${Buffer.from(key).toString('hex')}'"`)
  // Nothing is decrypted before the first page is read.
  db.prepare('select count(*) from sqlite_master').get()
}

const common = (db: Connection): void => {
  db.pragma('foreign_keys = ON')
  db.pragma('temp_store = MEMORY')
  db.pragma('trusted_schema = OFF')
}

const opened = (db: Connection, key: Uint8Array, prepare: (db: Connection) => void): Connection => {
  try {
    unlock(db, key)
    prepare(db)
    common(db)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/**
 * Opens the one connection that writes: WAL, an fsync at every commit, deleted content overwritten.
 *
 * @param key 32 bytes; a file that is not there yet is made under it
 */
export const openWriter = (file: string, key: Uint8Array): Connection =>
  opened(new Database(file, { timeout: busyTimeoutMs }), key, (db) => {
    db.pragma(`cache_size = -${writerCacheKibibytes}`)
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    db.pragma('secure_delete = ON')
    db.pragma(`wal_autocheckpoint = ${checkpointPages}`)
  })

/** Opens a connection that sees what is committed and can write nothing. */
export const openReader = (file: string, key: Uint8Array): Connection =>
  opened(new Database(file, { timeout: busyTimeoutMs, readonly: true }), key, (db) => {
    db.pragma(`cache_size = -${readerCacheKibibytes}`)
    db.pragma('query_only = ON')
  })

/** An empty database in memory, for replays. */
export const openMemory = (): Connection => {
  const db = new Database(':memory:')
  db.pragma('foreign_keys = ON')
  return db
}
