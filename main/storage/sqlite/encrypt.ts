import Database from 'better-sqlite3-multiple-ciphers'
import { chmodSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { firstBytes, holdContent, replaceFile, syncFile } from '../../platform/private-files.ts'
import { isBusy } from '../../platform/system-error.ts'
import { unlock } from './connection.ts'
import type { Connection } from './connection.ts'
import { quoted } from './copy.ts'
import { damaged } from './damage.ts'

const plainHeader = Buffer.from('SQLite format 3\0', 'latin1')

/** Whether a file is an SQLite database that is not encrypted, as releases before 0.2 wrote it. */
export const isPlainDatabase = (file: string): boolean => firstBytes(file, plainHeader.length).equals(plainHeader)

const inUse = refusal('unavailable', 'The database is not encrypted yet, and cannot be encrypted while another program has it open. Nothing was changed. Close that program and start again.')

/** Brings everything into the database file itself, and overwrites the log that held it. Answers whether nobody was in the way. */
const foldLog = (file: string): boolean => {
  const log = holdContent(`${file}-wal`)
  try {
    const db = new Database(file)
    try {
      db.pragma('secure_delete = ON')
      if (db.pragma('journal_mode = DELETE', { simple: true }) !== 'delete') return false
    } catch (error) {
      if (isBusy(error)) return false
      throw error
    } finally {
      db.close()
    }
    log.overwrite()
    return true
  } finally {
    log.release()
  }
}

const count = (db: Connection, schema: string): number => (db.prepare(`select count(*) as count from ${schema}.entries`).get() as { count: number }).count

/** Copies a plain database into an encrypted one, by a connection whose own database is encrypted and empty. Answers whether the copy is whole. */
const copyEncrypted = (file: string, next: string, keeper: string, key: Uint8Array): boolean => {
  const db = new Database(keeper)
  try {
    unlock(db, key)
    db.exec('create table keeper (id)')
    db.exec(`attach ${quoted(file)} as plain key ''`)
    // The new file takes the key of the connection, whichever of its databases it is made from.
    db.exec(`vacuum plain into ${quoted(next)}`)
    const entries = count(db, 'plain')
    const copy = new Database(next)
    try {
      unlock(copy, key)
      return copy.pragma('integrity_check(1)', { simple: true }) === 'ok' && count(copy, 'main') === entries
    } finally {
      copy.close()
    }
  } finally {
    db.close()
  }
}

/** Files that a run which was cut off left beside the database: of this change, and of a workspace that was never finished. */
const leftOver = /\.(encrypting|keeper|[0-9a-f-]{36}\.new)(-wal|-shm|-journal)?$/u

const removeLeftOvers = (file: string): void => {
  const dir = path.dirname(file)
  const name = path.basename(file)
  for (const other of readdirSync(dir)) if (other.startsWith(name) && leftOver.test(other.slice(name.length))) rmSync(path.join(dir, other), { force: true })
}

/**
 * Encrypts a database that an earlier release left in the clear; one that is encrypted already stays as it is. The file is the old one,
 * whole, until the moment in which it is the new one, whole; then the content of the old one is overwritten. The lock of the folder must be held.
 *
 * @param key 32 bytes
 * @returns whether there was anything to encrypt; a refusal where another program has the database open, or its copy is not whole; throws where SQLite finds it damaged
 */
export const encryptDatabase = (file: string, key: Uint8Array): Result<boolean, Refusal> => {
  removeLeftOvers(file)
  if (!isPlainDatabase(file)) return ok(false)
  // A log that stayed beside the new file would be taken for its own.
  if (!foldLog(file)) return fail(inUse)
  const next = `${file}.encrypting`
  try {
    if (!copyEncrypted(file, next, `${file}.keeper`, key)) return fail(damaged('SQLITE_CORRUPT'))
    chmodSync(next, 0o600)
    syncFile(next)
    replaceFile(next, file)
    return ok(true)
  } finally {
    removeLeftOvers(file)
  }
}
