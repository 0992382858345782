import { generateKeyPairSync, randomBytes, sign, verify, type KeyObject } from 'node:crypto'
import { rmSync } from 'node:fs'
import Database from 'better-sqlite3-multiple-ciphers'
import { unlock } from '../../main/storage/sqlite/connection.ts'

/** About the size of a sealed status change's payload. */
const payloadBytes = 900

/**
 * The machine's own limit for a sealed write: one Ed25519 signature and one durable SQLite transaction (WAL,
 * synchronous=FULL) that stores payload and signature, `count` times, one after the other.
 * @param key encrypts the database as ours is: a write that lies in the clear is not the same work; null: in the clear
 * @returns signed durable writes a second
 */
export const signedDurableWrites = (file: string, count: number, key: Uint8Array | null): number => {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
  const db = new Database(file)
  if (key !== null) unlock(db, key)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.exec('create table entry (id integer primary key, payload blob not null, sig blob not null)')
  const insert = db.prepare('insert into entry (payload, sig) values (?, ?)')
  const { privateKey } = generateKeyPairSync('ed25519')
  const payload = randomBytes(payloadBytes)
  const start = performance.now()
  for (let i = 0; i < count; i++) insert.run(payload, sign(null, payload, privateKey))
  const rate = count / ((performance.now() - start) / 1000)
  db.close()
  return rate
}

/**
 * Rows into one table with its key and an index of identifiers, as durable and encrypted as ours, `perCommit` a
 * transaction.
 * @returns rows a second
 */
export const plainInserts = (
  file: string,
  columns: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
  perCommit: number,
  key: Uint8Array,
): number => {
  const db = new Database(file)
  unlock(db, key)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.exec(`create table activity (n integer primary key, ${columns.join(', ')}, unique (${columns[0]}))`)
  const insert = db.prepare(
    `insert into activity (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
  )
  const start = performance.now()
  for (let at = 0; at < rows.length; at += perCommit) {
    db.transaction(() => {
      for (const row of rows.slice(at, at + perCommit)) insert.run(...row)
    })()
  }
  const rate = rows.length / ((performance.now() - start) / 1000)
  db.close()
  return rate
}

/** Raw Ed25519 verification on one core. @returns verifications a second */
export const rawVerifications = (
  messages: readonly { message: Uint8Array; sig: Uint8Array }[],
  key: KeyObject,
): number => {
  const start = performance.now()
  for (const { message, sig } of messages)
    if (!verify(null, message, key, sig)) throw new Error('a signature of the benchmark did not verify')
  return messages.length / ((performance.now() - start) / 1000)
}
