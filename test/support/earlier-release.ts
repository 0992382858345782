import { generateKeyPairSync } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import { dataFolder } from '../../main/platform/data-folder.ts'
import { decryptedPages, keysIn } from './raw-database.ts'

/** Turns a data folder into what releases before encryption at rest left: the database and the signing keys in the clear. */
export const asEarlierRelease = (dataDir: string): void => {
  const folder = dataFolder(dataDir)
  const keys = keysIn(dataDir)
  const pages = decryptedPages(folder.database, keys.database)
  for (const suffix of ['', '-wal', '-shm']) rmSync(folder.database + suffix, { force: true })
  writeFileSync(folder.database, pages, { mode: 0o600 })
  const pem = (key: typeof keys.token): string => key.export({ format: 'pem', type: 'pkcs8' }).toString()
  writeFileSync(folder.deviceKey, pem(keys.device.privateKey))
  writeFileSync(folder.earlierTokenKey, pem(generateKeyPairSync('ed25519').privateKey), { mode: 0o600 })
}

/** The database of such a folder, opened as that release did. */
export const openPlain = (dataDir: string): Database.Database => {
  const db = new Database(dataFolder(dataDir).database)
  db.pragma('journal_mode = WAL')
  return db
}

/** Every file below a folder. */
export const filesIn = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(dir, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true)

/** The files below a folder, names included, in which any of the texts lies, in UTF-8 or UTF-16. */
export const filesWith = (dir: string, texts: readonly string[]): string[] => {
  const traces = texts.flatMap((text) => [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')])
  return filesIn(dir).filter((file) => {
    const content = readFileSync(file)
    return traces.some((trace) => content.includes(trace) || file.includes(trace.toString()))
  })
}
