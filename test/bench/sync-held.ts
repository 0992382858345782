import path from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import { hubDatabaseKey } from '../../main/storage/hub/keys.ts'
import { unlock } from '../../main/storage/sqlite/connection.ts'
import { freshWorkspace } from '../support/live-service.ts'
import { keysIn, openRaw } from '../support/raw-database.ts'
import { writeCases } from './peers/fieldseal.ts'
import { measured, untilQuiet } from './peers/contender.ts'
import type { SyncWork } from './peers/contender.ts'
import { alternate, type BenchLine } from './report.ts'
import {
  enrolBenchDevice,
  openBenchDevice,
  removeData,
  startHub,
  type BenchDevice,
  type BenchHub,
} from './sync-world.ts'

/**
 * Entries that hub and device hold. `FIELDSEAL_BENCH_HELD=1000,300000,1000000` wants 6 GB of disk and four minutes:
 * 3.59, 3.76 and 4.02 ms for an idle sync, of which both processes work 3 ms, where this was written.
 */
const sizes = (process.env['FIELDSEAL_BENCH_HELD'] ?? '1000,30000,300000').split(',').map(Number)
const idleBase = { cases: 20, entriesEach: 50, apart: 0 }
const multiplyCacheKibibytes = 1_048_576
const rounds = 7
const syncsPerRound = 40

/** How a column of a copied row differs from its original; `c` is the number of the copy. */
type Changes = Readonly<Record<string, string>>

const anotherUid = (column: string): string => `printf('%08x', c) || substr(${column}, 9)`
const shifted = (column: string): string => `${column} + c * 1000000`

/**
 * Tables that grow with the entries held, and what makes a copied row one of its own; the first condition leaves out
 * the workspace's chain.
 */
const deviceTables: Readonly<Record<string, { readonly where: string; readonly changes: Changes }>> = {
  chains: { where: 'id > 0', changes: { id: shifted('id'), uid: anotherUid('uid') } },
  disclosures: { where: 'entry in (select n from entries where chain > 0)', changes: { entry: shifted('entry') } },
  entries: { where: 'chain > 0', changes: { n: shifted('n'), chain: shifted('chain'), id: 'randomblob(32)' } },
  standings: { where: "uid <> 'workspace'", changes: { uid: anotherUid('uid') } },
  device_heads: { where: "uid <> 'workspace'", changes: { uid: anotherUid('uid') } },
  receipts: { where: "uid <> 'workspace'", changes: { uid: anotherUid('uid') } },
  hub_checkpoints: { where: "uid <> 'workspace'", changes: { uid: anotherUid('uid') } },
  cases: { where: 'true', changes: { id: shifted('id'), uid: anotherUid('uid'), number: "number || '-' || c" } },
  notes: { where: 'true', changes: { n: shifted('n'), case_id: shifted('case_id') } },
}

const ofCase = "chain in (select n from labels where label in (select name from chains where name <> 'workspace'))"
const hubTables: typeof deviceTables = {
  entries: { where: ofCase, changes: { chain: shifted('chain'), id: 'randomblob(32)', dseq: shifted('dseq') } },
  disclosures: { where: ofCase, changes: { chain: shifted('chain') } },
  disclosure_keys: { where: ofCase, changes: { chain: shifted('chain') } },
  labels: {
    where: "label in (select name from chains where name <> 'workspace')",
    changes: { n: shifted('n'), label: anotherUid('label') },
  },
  chains: { where: "name <> 'workspace'", changes: { name: anotherUid('name') } },
  grants: { where: "chain <> 'workspace'", changes: { chain: anotherUid('chain') } },
  receipts: { where: "chain <> 'workspace'", changes: { chain: anotherUid('chain') } },
  hub_checkpoints: { where: "chain <> 'workspace'", changes: { chain: anotherUid('chain') } },
}

/**
 * Copies the rows of the cases that are here until there are `copies` more of each; their seals would not hold, and an
 * idle sync looks at none.
 */
const multiply = (db: Database.Database, tables: typeof deviceTables, copies: number): void => {
  db.pragma('synchronous = OFF')
  db.pragma('foreign_keys = OFF')
  // Ids come in no order: with their index in memory a million rows take a minute, without it they read a page from the
  // disk for each.
  db.pragma(`cache_size = -${multiplyCacheKibibytes}`)
  const run = db.transaction(() => {
    for (const [table, { where, changes }] of Object.entries(tables)) {
      const columns = (db.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name)
      const values = columns.map((name) => changes[name] ?? name).join(', ')
      db.exec(`create temp table original as select * from ${table} where ${where}`)
      db.exec(
        `with recursive copy(c) as (select 1 union all select c + 1 from copy where c < ${copies}) insert into ${table} (${columns.join(', ')}) select ${values} from copy, original`,
      )
      db.exec('drop table original')
    }
  })
  run()
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
}

/** A hub in a process of its own and a device in this one. */
export interface HeldWorld {
  readonly hub: BenchHub
  readonly device: BenchDevice
}

/** A hub and a device that hold the cases of `base` so many times, and are done with each other. */
export const heldWorld = async (base: SyncWork, times: number): Promise<HeldWorld> => {
  const made = freshWorkspace()
  const first = await startHub(made)
  const device = await enrolBenchDevice(first)
  await device.sync()
  await writeCases(device, base)
  await device.sync()
  await untilQuiet(first.pid)
  await device.close()
  await first.stop()
  const copies = times - 1
  if (copies > 0) {
    multiply(openRaw(device.dataDir), deviceTables, copies)
    const hubDb = new Database(path.join(made.dataDir, 'hub.db'))
    unlock(hubDb, hubDatabaseKey(keysIn(made.dataDir).workspace))
    multiply(hubDb, hubTables, copies)
  }
  const hub = await startHub(made)
  const opened = await openBenchDevice(device.dataDir, hub.url)
  // The first round after a start opens a session, and looks once at what is incomplete.
  await opened.sync()
  await untilQuiet(hub.pid)
  return { hub, device: opened }
}

const held = async ({ device }: HeldWorld): Promise<number> =>
  Number(
    (
      await device.workspace.db
        .selectFrom('entries')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('chain', '>', 0)
        .executeTakeFirstOrThrow()
    ).count,
  )

/**
 * What a round costs that finds nothing new, in milliseconds of wall and of both processes, at each size; all in
 * alternation.
 */
export const benchIdle = async (): Promise<BenchLine[]> => {
  const worlds: HeldWorld[] = []
  for (const size of sizes)
    worlds.push(await heldWorld(idleBase, Math.round(size / (idleBase.cases * idleBase.entriesEach))))
  const counts = await Promise.all(worlds.map(held))
  const cpu = worlds.map(() => [] as number[])
  const contenders = Object.fromEntries(
    worlds.map(({ hub, device }, index) => [
      String(index),
      async () => {
        const cost = await measured({ bytes: { up: 0, down: 0 }, serverPid: hub.pid }, async () => {
          for (let n = 0; n < syncsPerRound; n++) await device.sync()
        })
        cpu[index]?.push((cost.devicesCpu + cost.serverCpu) / syncsPerRound)
        return cost.ms / syncsPerRound
      },
    ]),
  )
  const medians = await alternate(rounds, contenders)
  for (const { hub, device } of worlds) {
    await device.close()
    await hub.stop()
    for (const one of [hub, device]) removeData(one)
  }
  const least = medians['0'] ?? Number.NaN
  return worlds.slice(1).map((_, at): BenchLine => {
    const ms = medians[String(at + 1)] ?? Number.NaN
    const name = `an idle sync with ${(counts[at + 1] ?? 0).toLocaleString('en')} entries held (processor time of both ends ${middle(cpu[at + 1]).toFixed(2)} ms)`
    return {
      name,
      unit: 'ms',
      ours: ms,
      limit: least,
      limitName: `with ${(counts[0] ?? 0).toLocaleString('en')} (${middle(cpu[0]).toFixed(2)} ms)`,
      ratio: ms / least,
      aim: '<= 1.3',
      met: ms / least <= 1.3,
    }
  })
}

const middle = (values: readonly number[] = []): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
