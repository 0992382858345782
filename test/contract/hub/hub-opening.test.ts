import Database from 'better-sqlite3-multiple-ciphers'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '../../../main/platform/log.ts'
import { systemRandom } from '../../../main/platform/random.ts'
import { timerScheduler } from '../../../main/platform/scheduler.ts'
import { hubKeys } from '../../../main/storage/hub/keys.ts'
import { openHubStore } from '../../../main/storage/hub/open-hub-store.ts'
import { hubMigrations } from '../../../main/storage/hub/migrations/all.ts'
import type { HubMigration } from '../../../main/storage/hub/migrations/types.ts'
import { migrateSqlite } from '../../../main/storage/hub/sqlite/migrate.ts'
import { openSqliteHubStore } from '../../../main/storage/hub/sqlite/open.ts'
import { createSqliteHubStore } from '../../../main/storage/hub/sqlite/sqlite-hub-store.ts'
import { openReader, openWriter, unlock } from '../../../main/storage/sqlite/connection.ts'
import { isPlainDatabase } from '../../../main/storage/sqlite/plain-database.ts'
import { granted, refused } from '../storage/support.ts'
import { runningFor } from './each-test.ts'
import { engines, hubKey } from './engines.ts'
import { carried, device, disclosure, entry } from './samples.ts'

describe.each(engines)('opening the store of a hub on $name', (engine) => {
  const running = runningFor(engine)

  test('L-4: one that a newer release has written is refused, and stays as it is', async () => {
    const at = await running().fresh()
    const store = granted(await at.open())
    await store.exclusively((tx) => tx.saveDevice(device(1)))
    await store.close()
    await at.rows("insert into migrations (name, applied_at) values ('9999_later', '2030-01-01') returning name")
    const opened = await at.open()
    expect(refused(opened)).toBe('unavailable')
    expect(opened).toMatchObject({ error: { message: expect.stringMatching(/newer release/) as string } })
    expect(await at.rows('select number from devices')).toHaveLength(1)
    await at.remove()
  })

  test('a later migration is made once and leaves what is there; one that fails leaves the old tables, and a release that does not know it refuses', async () => {
    const at = await running().fresh()
    const store = granted(await at.open())
    await store.exclusively((tx) => tx.saveDevice(device(1)))
    await store.close()
    const coloured: HubMigration = {
      name: '9001_colours',
      tables: ({ text }) => [
        `create table colours (name ${text} not null)`,
        "insert into colours (name) values ('blue')",
      ],
    }
    const failing: HubMigration = {
      name: '9001_colours',
      tables: (types) => [...coloured.tables(types), 'insert into missing (name) values (1)'],
    }
    await expect(at.open(hubKey, [...hubMigrations, failing])).rejects.toThrow(/missing/u)
    expect(await at.rows('select name from migrations')).toEqual(hubMigrations.map(({ name }) => ({ name })))
    await expect(at.rows('select name from colours')).rejects.toThrow(/colours/u)
    for (let again = 0; again < 2; again += 1)
      await granted(await at.open(hubKey, [...hubMigrations, coloured])).close()
    expect(await at.rows('select name from colours')).toEqual([{ name: 'blue' }])
    expect(await at.rows('select name from migrations order by name')).toEqual([
      ...hubMigrations.map(({ name }) => ({ name })),
      { name: '9001_colours' },
    ])
    expect(await at.rows('select number from devices')).toHaveLength(1)
    expect(await at.open()).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/newer release/) as string },
    })
    await at.remove()
  })

  test('L-4: one that a development build has written is refused as that, and stays as it is', async () => {
    const at = await running().fresh()
    const store = granted(await at.open())
    await store.exclusively((tx) => tx.saveDevice(device(1)))
    await store.close()
    await at.rows("update migrations set name = '0001_hub' where name = '0001_first_release' returning name")
    const opened = await at.open()
    expect(opened).toMatchObject({
      ok: false,
      error: {
        code: 'development_build',
        message: expect.stringMatching(/before 0\.1.*Nothing was changed.*fieldseal export.*new folder/s) as string,
      },
    })
    expect(await at.rows('select name from migrations order by name limit 1')).toEqual([{ name: '0001_hub' }])
    expect(await at.rows('select number from devices')).toHaveLength(1)
    await at.remove()
  })
})

describe('the file of a hub’s store on SQLite', () => {
  let dir: string
  let file: string
  const parts = { key: hubKey, random: systemRandom(), log: createLog('silent') }
  beforeEach(() => {
    dir = mkdtempSync(path.join(tmpdir(), 'fieldseal-hub-file-'))
    file = path.join(dir, 'hub.db')
  })
  afterEach(() => rmSync(dir, { recursive: true, force: true }))

  const open = () => openHubStore({ ...parts, folder: { hubDatabase: file } })

  test('L-6: is encrypted and its owner’s alone', async () => {
    const store = granted(await open())
    await store.exclusively((tx) => tx.saveDevice(device(1, { name: 'Laptop of Ana' })))
    await store.close()
    expect(isPlainDatabase(file)).toBe(false)
    expect(readFileSync(file).includes('Laptop of Ana')).toBe(false)
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600')
  })

  test('is opened also where another process makes it at the same moment', async () => {
    const keys = hubKeys(hubKey, parts.random)
    const connections: string[] = []
    const connect: typeof openWriter = (name, key) => {
      if (connections.length > 0) {
        connections.push('made')
        return openWriter(name, key)
      }
      connections.push('empty')
      const early = new Database(name)
      unlock(early, key)
      const other = openWriter(name, key)
      granted(migrateSqlite(other, keys))
      other.close()
      try {
        early.pragma('journal_mode = WAL')
        return early
      } catch (error) {
        early.close()
        throw error
      }
    }
    const store = granted(openSqliteHubStore(file, keys, parts.log, timerScheduler, { connect }))
    expect(connections).toEqual(['empty', 'made'])
    expect(await store.exclusively((tx) => tx.nextFeed())).toBe(1)
    await store.close()
  })

  test('L-8: a damaged file is refused in words, and stays as it is', async () => {
    const store = granted(await open())
    await store.close()
    const bytes = readFileSync(file)
    bytes.writeUInt8((bytes[200] ?? 0) ^ 1, 200)
    writeFileSync(file, bytes)
    expect(refused(await open())).toBe('unavailable')
    expect(readFileSync(file).equals(bytes)).toBe(true)
  })

  test('L-13: a store that there is no room for is refused with what to do; with room it is made', async () => {
    const keys = hubKeys(hubKey, parts.random)
    const connect: typeof openWriter = (name, key) => {
      const writer = openWriter(name, key)
      writer.pragma('max_page_count = 8')
      return writer
    }
    const opened = openSqliteHubStore(file, keys, parts.log, timerScheduler, { connect })
    expect(refused(opened)).toBe('storage_full')
    expect(opened).toMatchObject({
      error: { message: expect.stringMatching(/Free some space .* start the hub again/) as string },
    })
    const store = granted(await open())
    expect((await store.reading((tx) => tx.totals())).devices).toBe(0)
    await store.close()
  })

  test('L-13: a full disk is a fault that says so; nothing of the transaction is kept, and what was kept before stays', async () => {
    const keys = hubKeys(hubKey, parts.random)
    const writer = openWriter(file, keys.database)
    granted(migrateSqlite(writer, keys))
    const store = createSqliteHubStore({
      writer,
      openReader: () => openReader(file, keys.database),
      vault: keys.vault,
      log: parts.log,
      scheduler: timerScheduler,
    })
    await store.exclusively((tx) => tx.saveDevice(device(1)))
    writer.pragma(`max_page_count = ${writer.pragma('page_count', { simple: true }) as number}`)
    const large = Array.from({ length: 200 }, (_, pos) =>
      entry('case-a', pos, carried([disclosure('notes', 'x'.repeat(2_000)).encoded])),
    )
    const filling = store.exclusively(async (tx) => {
      await tx.saveDevice(device(2))
      await tx.appendEntries(large)
    })
    await expect(filling).rejects.toMatchObject({ name: 'HubStoreFault', refusal: { code: 'storage_full' } })
    expect(await store.reading((tx) => tx.totals())).toMatchObject({ devices: 1, entries: 0 })
    writer.pragma('max_page_count = 100000')
    await store.exclusively((tx) => tx.appendEntries(large))
    expect((await store.reading((tx) => tx.totals())).entries).toBe(200)
    await store.close()
  })
})
