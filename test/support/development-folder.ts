import { rmSync, writeFileSync } from 'node:fs'
import { dataFolder } from '../../main/platform/data-folder.ts'
import { decryptedPages, keysIn, openRaw } from './raw-database.ts'

/** SQL that makes a database say that it went through the migrations of development builds. */
export const ofDevelopmentBuild = "update migrations set name = '0001_ledger' where name = '0001_first_release'"

/**
 * Turns a data folder, which nobody has open, into one of a late development build: it is encrypted, and had other
 * migrations.
 */
export const asDevelopmentFolder = (dataDir: string): void => {
  const db = openRaw(dataDir)
  db.exec(ofDevelopmentBuild)
  db.close()
}

/** Turns a data folder into one of an early development build: database and signing key lie in the clear. */
export const asFolderInTheClear = (dataDir: string): void => {
  asDevelopmentFolder(dataDir)
  const folder = dataFolder(dataDir)
  const keys = keysIn(dataDir)
  const pages = decryptedPages(folder.database, keys.database)
  for (const suffix of ['', '-wal', '-shm']) rmSync(folder.database + suffix, { force: true })
  writeFileSync(folder.database, pages, { mode: 0o600 })
  writeFileSync(folder.deviceKey, keys.device.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString())
}
