import { statSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import { hubDatabaseKey } from '../../main/storage/hub/keys.ts'
import { unlock } from '../../main/storage/sqlite/connection.ts'
import { freshWorkspace } from '../support/live-service.ts'
import { keysIn } from '../support/raw-database.ts'
import { untilQuiet } from './peers/contender.ts'
import { writeCases } from './peers/fieldseal.ts'
import type { BenchLine } from './report.ts'
import { enrolBenchDevice, openBenchDevice, removeData, startHub } from './sync-world.ts'
import type { BenchDevice } from './sync-world.ts'

/** What an entry and a case take on the disk of a hub: in its store and in its own folder. */

/** No more than the numbers of a day that the hub gives a device that asks for none. */
const cases = 100
const notesTogether = 50
const notesAlone = 300

/** Bytes by table, its indexes among them. */
type Sizes = ReadonlyMap<string, number>

const sizesOf = (file: string, key: Uint8Array): Sizes => {
  const db = new Database(file)
  try {
    unlock(db, key)
    db.pragma('wal_checkpoint(TRUNCATE)')
    const rows = db
      .prepare<[], { name: string; bytes: number }>(
        'select coalesce(m.tbl_name, s.name) as name, sum(s.pgsize) as bytes from dbstat s left join sqlite_master m on m.name = s.name group by 1',
      )
      .all()
    return new Map([...rows.map(({ name, bytes }) => [name, bytes] as const), ['the file', statSync(file).size]])
  } finally {
    db.close()
  }
}

interface Measured {
  readonly store: Sizes
  readonly folder: Sizes
}

const measuredIn = (dataDir: string): Measured => {
  const keys = keysIn(dataDir)
  return {
    store: sizesOf(path.join(dataDir, 'hub.db'), hubDatabaseKey(keys.workspace)),
    folder: sizesOf(path.join(dataDir, 'fieldseal.db'), keys.database),
  }
}

const grown = (before: Sizes, after: Sizes, by: number): readonly (readonly [string, number])[] =>
  [...after]
    .map(([name, bytes]) => [name, (bytes - (before.get(name) ?? 0)) / by] as const)
    .filter(([, bytes]) => bytes >= 1)
    .sort((a, b) => b[1] - a[1])

const say = (what: string, before: Measured, after: Measured, by: number): void => {
  for (const place of ['store', 'folder'] as const) {
    const rows = grown(before[place], after[place], by).map(([name, bytes]) => `${name} ${bytes.toFixed(0)}`)
    console.log(`${what}, bytes in the hub's ${place}: ${rows.join(', ')}`)
  }
}

/** Adds notes to the first cases. */
const addNotes = async (
  { workspace }: BenchDevice,
  actor: Awaited<ReturnType<BenchDevice['actor']>>,
  ids: number[],
) => {
  for (const result of await Promise.all(
    ids.map((id, n) => workspace.cases.addNote(id, { text: `Note ${n} ${'of the field '.repeat(9)}` }, { actor })),
  ))
    if (!result.ok) throw new Error(result.error.message)
}

/** Measures the growth of both databases: cases of one entry, notes that come many at once, and notes that come alone. */
export const benchHubSize = async (): Promise<BenchLine[]> => {
  const made = freshWorkspace()
  let hub = await startHub(made)
  let device = await enrolBenchDevice(hub)
  await device.sync()
  const dataDir = device.dataDir
  const rest = async (): Promise<Measured> => {
    await untilQuiet(hub.pid)
    await device.close()
    await hub.stop()
    const measured = measuredIn(made.dataDir)
    hub = await startHub(made)
    device = await openBenchDevice(dataDir, hub.url)
    await device.sync()
    return measured
  }
  try {
    const empty = await rest()
    const ids = await writeCases(device, { cases, entriesEach: 1, apart: 0 })
    await device.sync()
    const opened = await rest()
    const actor = await device.actor()
    for (let n = 0; n < notesTogether; n += 1) await addNotes(device, actor, ids)
    await device.sync()
    const together = await rest()
    for (let n = 0; n < notesAlone; n += 1) {
      const id = ids[n % ids.length] ?? 0
      await addNotes(device, actor, [id])
      await device.sync()
    }
    const alone = await rest()
    say('a case of one entry', empty, opened, cases)
    say('a note that came with many', opened, together, cases * notesTogether)
    say('a note that came alone', together, alone, notesAlone)
    const line = (name: string, before: Measured, after: Measured, by: number): BenchLine => {
      const of = (place: 'store' | 'folder'): number =>
        ((after[place].get('the file') ?? 0) - (before[place].get('the file') ?? 0)) / by
      return {
        name: `${name}, in the hub’s store`,
        unit: 'bytes',
        ours: of('store'),
        limit: of('folder'),
        limitName: 'in its own folder besides',
        ratio: of('store') / of('folder'),
        aim: 'none: docs/hub.md, Sizing, says so',
        met: true,
      }
    }
    return [
      line('a case of one entry', empty, opened, cases),
      line('a note that came with many', opened, together, cases * notesTogether),
      line('a note that came alone', together, alone, notesAlone),
    ]
  } finally {
    await device.close()
    await hub.stop()
    for (const one of [{ dataDir }, hub]) removeData(one)
  }
}
