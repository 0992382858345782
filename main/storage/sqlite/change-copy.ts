import type { Connection } from './connection.ts'
import { openWriter } from './connection.ts'

/**
 * Writes into the copy of a database before anybody uses it; the copy is one file afterwards. Throws what the disk or
 * the database says.
 *
 * @param key 32 bytes, of the database
 */
export const changeCopy = (file: string, key: Uint8Array, work: (copy: Connection) => void): void => {
  const copy = openWriter(file, key)
  try {
    work(copy)
  } finally {
    copy.pragma('wal_checkpoint(TRUNCATE)')
    copy.pragma('journal_mode = DELETE')
    copy.close()
  }
}
