import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { dataFolder } from '../../../main/platform/data-folder.ts'
import { createLog } from '../../../main/platform/log.ts'
import { systemRandom } from '../../../main/platform/random.ts'
import { deriveKey } from '../../../main/platform/key-files.ts'
import { openWriter } from '../../../main/storage/sqlite/connection.ts'
import { hubMigrations } from '../../../main/storage/hub/migrations/all.ts'
import type { HubMigration } from '../../../main/storage/hub/migrations/types.ts'
import { openHubStore } from '../../../main/storage/hub/open-hub-store.ts'
import type { HubStore } from '../../../main/sync/hub/store.ts'
import { hasPostgres, startPostgres } from '../../support/postgres.ts'
import type { TestPostgres } from '../../support/postgres.ts'
import { decryptedPages } from '../../support/raw-database.ts'

export const hubKey = Buffer.alloc(32, 7)

/** A store of a test, which several processes can open. */
export interface TestStore {
  /** Where it lies, if it lies in a folder. */
  readonly folder?: string
  /** Opens it once more, as another process would. */
  open(key?: Uint8Array, migrations?: readonly HubMigration[]): Promise<Result<HubStore, Refusal>>
  /** A program's expression that opens it. */
  readonly opening: string
  /** Rows of a statement that answers some, past the store. */
  rows(query: string): Promise<readonly Record<string, unknown>[]>
  /** All bytes of the tables, free places included, as whoever holds the engine's own key reads them. */
  content(): Promise<Buffer>
  remove(): Promise<void>
}

/** An engine that a hub can keep its store on. */
export interface Engine {
  readonly name: string
  start(): Promise<RunningEngine>
}

export interface RunningEngine {
  fresh(): Promise<TestStore>
  stop(): Promise<void>
}

const modules = {
  folder: path.resolve('main/platform/data-folder.ts'),
  store: path.resolve('main/storage/hub/open-hub-store.ts'),
  log: path.resolve('main/platform/log.ts'),
  random: path.resolve('main/platform/random.ts'),
}

/** What a program needs to open a store by `opening`. */
export const imports = `
  import { dataFolder } from ${JSON.stringify(modules.folder)}
  import { openHubStore } from ${JSON.stringify(modules.store)}
  import { createLog } from ${JSON.stringify(modules.log)}
  import { systemRandom } from ${JSON.stringify(modules.random)}
  const parts = { key: Buffer.alloc(32, 7), random: systemRandom(), log: createLog('silent') }
`

const emptyFolder = (): string => mkdtempSync(path.join(tmpdir(), 'fieldseal-hub-'))

/** A folder as it is now, in another place: what an operator brings back. */
export const copyOfFolder = (stored: TestStore): TestStore => {
  const dir = emptyFolder()
  cpSync(stored.folder as string, dir, { recursive: true })
  return sqliteIn(dir)
}

const sqliteIn = (dir: string): TestStore => {
  const folder = dataFolder(dir)
  const databaseKey = deriveKey(hubKey, 'fieldseal hub database')
  return {
    folder: dir,
    open: (key = hubKey, migrations = hubMigrations) =>
      openHubStore({ folder, key, random: systemRandom(), log: createLog('silent'), migrations }),
    opening: `openHubStore({ ...parts, folder: dataFolder(${JSON.stringify(dir)}) })`,
    rows: (query) =>
      Promise.resolve().then(() => {
        const db = openWriter(folder.hubDatabase, databaseKey)
        try {
          return db.prepare(query).all() as Record<string, unknown>[]
        } finally {
          db.close()
        }
      }),
    content: () => Promise.resolve(decryptedPages(folder.hubDatabase, databaseKey)),
    remove: () => Promise.resolve(rmSync(dir, { recursive: true, force: true })),
  }
}

export const sqlite: Engine = {
  name: 'SQLite',
  start: () =>
    Promise.resolve({ fresh: () => Promise.resolve(sqliteIn(emptyFolder())), stop: () => Promise.resolve() }),
}

const rowsOf = async (url: string, query: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(query)).rows
  } finally {
    await client.end()
  }
}

/** All files of the tables; the write-ahead log is not among them. */
const tableFiles = (server: TestPostgres): Buffer => {
  const base = path.join(server.dataDir, 'base')
  const names = readdirSync(base, { recursive: true, encoding: 'utf8' }).map((name) => path.join(base, name))
  return Buffer.concat(names.filter((name) => statSync(name).isFile()).map((name) => readFileSync(name)))
}

const postgres: Engine = {
  name: 'PostgreSQL',
  start: async () => {
    const server = await startPostgres()
    return {
      fresh: async () => {
        const databaseUrl = await server.createDatabase()
        return {
          open: (key = hubKey, migrations = hubMigrations) =>
            openHubStore({ databaseUrl, key, random: systemRandom(), log: createLog('silent'), migrations }),
          opening: `openHubStore({ ...parts, databaseUrl: ${JSON.stringify(databaseUrl)} })`,
          rows: (query) => rowsOf(databaseUrl, query),
          content: async () => {
            await rowsOf(databaseUrl, 'checkpoint')
            return tableFiles(server)
          },
          remove: () => Promise.resolve(),
        }
      },
      stop: () => server.remove(),
    }
  },
}

/** Every engine that this machine has. */
export const engines: readonly Engine[] = hasPostgres() ? [sqlite, postgres] : [sqlite]
