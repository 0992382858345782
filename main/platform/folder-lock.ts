import Database from 'better-sqlite3-multiple-ciphers'
import { isBusy } from './system-error.ts'

/** Holds a data folder for one service. */
export interface FolderLock {
  release(): void
}

/**
 * Takes a data folder for this process by an open exclusive transaction on a small SQLite file. The operating system
 * drops the lock with the process, however that ends, so none is ever stale.
 *
 * @param file the lock file
 * @returns null where another process (or another owner in this one) holds it
 */
export const takeFolderLock = (file: string): FolderLock | null => {
  const db = new Database(file, { timeout: 0 })
  try {
    db.pragma('journal_mode = DELETE')
    db.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    if (isBusy(error)) return null
    throw error
  }
  return {
    release: () => {
      if (db.open) db.close()
    },
  }
}
