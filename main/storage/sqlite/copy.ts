import Database from 'better-sqlite3-multiple-ciphers'
import { unlock } from './connection.ts'
import { readableDatabase } from './readable.ts'

/** A text as SQL writes it. */
export const sqlText = (text: string): string => `'${text.replaceAll("'", "''")}'`

/**
 * Copies a database into a new file in one consistent piece, while others write to it. The copy is encrypted under the
 * same key, and holds no free page: nothing that was deleted is in it. Throws where the new file exists or the database
 * is damaged.
 *
 * @param key 32 bytes
 */
export const copyDatabase = (file: string, key: Uint8Array, out: string): void => {
  const source = readableDatabase(file, key)
  try {
    const db = new Database(source.file, { readonly: true })
    try {
      unlock(db, key)
      db.exec(`vacuum into ${sqlText(out)}`)
    } finally {
      db.close()
    }
  } finally {
    source.release()
  }
}
