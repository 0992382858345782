import path from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import { dataFolder } from '../../main/platform/data-folder.ts'
import { loadKeys, type FolderKeys } from '../../main/platform/key-files.ts'
import { unlock } from '../../main/storage/sqlite/connection.ts'

/** The keys of a data folder whose workspace key lies in its file. */
export const keysIn = (dataDir: string): FolderKeys => {
  const keys = loadKeys(dataFolder(dataDir))
  if (!keys.ok) throw new Error(keys.error.message)
  return keys.value
}

/** The database of a data folder, opened past the service by someone who holds its key. */
export const openRaw = (dataDir: string, options: Database.Options = {}): Database.Database => {
  const db = new Database(path.join(dataDir, 'fieldseal.db'), options)
  unlock(db, keysIn(dataDir).database)
  return db
}

/** Every page of an encrypted database in the clear, free pages and the committed part of its log included. */
export const decryptedPages = (file: string, key: Uint8Array): Buffer => {
  const db = new Database(file, { readonly: true })
  try {
    unlock(db, key)
    return db.serialize()
  } finally {
    db.close()
  }
}
