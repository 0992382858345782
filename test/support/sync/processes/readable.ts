import { readFileSync } from 'node:fs'
import { dataFolder } from '../../../../main/platform/data-folder.ts'
import { systemRandom } from '../../../../main/platform/random.ts'
import { disclosureRows, readDisclosure } from '../../../../main/storage/ledger/open-entry.ts'
import { createVault } from '../../../../main/storage/ledger/vault.ts'
import { openReader } from '../../../../main/storage/sqlite/connection.ts'
import { statementsOf } from '../../../../main/storage/sqlite/statements.ts'
import { createSetAside } from '../../../../main/storage/sync/set-aside.ts'
import { decryptedPages, keysIn } from '../../raw-database.ts'
import { textsIn } from './people.ts'

/** Where a text stands. */
export interface Place {
  readonly case: string
  readonly entry: string
}

/** What whoever has a folder and its keys can read in it. */
export interface Readable {
  /** Texts of the world in entries and in what was set aside. */
  readonly places: ReadonlyMap<string, Place>
  /** Texts of the world anywhere: in disclosures, in the pages of the database in the clear, in its file. */
  readonly texts: ReadonlySet<string>
}

/** Reads a folder on which no service runs. */
export const readableIn = async (dir: string): Promise<Readable> => {
  const { database } = dataFolder(dir)
  const keys = keysIn(dir)
  const reader = openReader(database, keys.database)
  try {
    const sql = statementsOf(reader)
    const vault = createVault(keys.workspace, systemRandom())
    const places = new Map<string, Place>()
    for (const { n, id, uid } of sql.all<{ n: number; id: Buffer; uid: string }>(
      'select e.n, e.id, c.uid from entries e join chains c on c.id = e.chain',
    )) {
      for (const row of disclosureRows(sql, n)) {
        const reading = readDisclosure(vault, row)
        if (reading.state === 'present')
          for (const text of textsIn(JSON.stringify(reading.value)))
            places.set(text, { case: uid, entry: id.toString('hex') })
      }
    }
    for (const { entry_id: entry, case_uid: uid, values } of await createSetAside({ sql, vault }).setAside()) {
      for (const text of textsIn(JSON.stringify(values))) places.set(text, { case: uid, entry })
    }
    const raw = [decryptedPages(database, keys.database), readFileSync(database)].flatMap((bytes) =>
      textsIn(bytes.toString('latin1')),
    )
    return { places, texts: new Set([...places.keys(), ...raw]) }
  } finally {
    reader.close()
  }
}
