import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { dataFolder } from '../../../main/platform/data-folder.ts'
import { createLog } from '../../../main/platform/log.ts'
import { systemRandom } from '../../../main/platform/random.ts'
import { deriveKey } from '../../../main/platform/key-files.ts'
import { openHubStore } from '../../../main/storage/hub/open-hub-store.ts'
import type { HubStore } from '../../../main/sync/hub/store.ts'
import { decryptedPages } from '../../support/raw-database.ts'

export const hubKey = Buffer.alloc(32, 7)

/** A store of a test, which several processes can open. */
export interface TestStore {
  /** Opens it once more, as another process would. */
  open(key?: Uint8Array): Promise<Result<HubStore, Refusal>>
  /** A program's expression that opens it. */
  readonly opening: string
  /** All bytes that the engine keeps on the disk, as they lie there. */
  bytes(): Promise<Buffer>
  /** All bytes of the present database, as whoever holds the engine's own key reads them. */
  content(): Promise<Buffer>
  remove(): Promise<void>
}

/** An engine that a hub can keep its store on. */
export interface Engine {
  readonly name: string
  fresh(): Promise<TestStore>
}

const modules = { folder: path.resolve('main/platform/data-folder.ts'), store: path.resolve('main/storage/hub/open-hub-store.ts'), log: path.resolve('main/platform/log.ts'), random: path.resolve('main/platform/random.ts') }

/** What a program needs to open a store by `opening`. */
export const imports = `
  import { dataFolder } from ${JSON.stringify(modules.folder)}
  import { openHubStore } from ${JSON.stringify(modules.store)}
  import { createLog } from ${JSON.stringify(modules.log)}
  import { systemRandom } from ${JSON.stringify(modules.random)}
  const parts = { key: Buffer.alloc(32, 7), random: systemRandom(), log: createLog('silent') }
`

const allFiles = (dir: string): Buffer => Buffer.concat(readdirSync(dir).map((name) => readFileSync(path.join(dir, name))))

const sqlite: Engine = {
  name: 'SQLite',
  fresh: () => {
    const dir = mkdtempSync(path.join(tmpdir(), 'fieldseal-hub-'))
    const folder = dataFolder(dir)
    return Promise.resolve({
      open: (key = hubKey) => openHubStore({ folder, key, random: systemRandom(), log: createLog('silent') }),
      opening: `openHubStore({ ...parts, folder: dataFolder(${JSON.stringify(dir)}) })`,
      bytes: () => Promise.resolve(allFiles(dir)),
      content: () => Promise.resolve(decryptedPages(folder.hubDatabase, deriveKey(hubKey, 'fieldseal hub database'))),
      remove: () => Promise.resolve(rmSync(dir, { recursive: true, force: true })),
    })
  },
}

/** Every engine. */
export const engines: readonly Engine[] = [sqlite]
