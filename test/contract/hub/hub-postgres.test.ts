import { execFileSync } from 'node:child_process'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '../../../main/platform/log.ts'
import { systemRandom } from '../../../main/platform/random.ts'
import { openHubStore } from '../../../main/storage/hub/open-hub-store.ts'
import type { HubStore } from '../../../main/sync/hub/store.ts'
import { hasPostgres, startPostgres } from '../../support/postgres.ts'
import type { TestPostgres } from '../../support/postgres.ts'
import { granted, refused } from '../storage/support.ts'
import { hubKey } from './engines.ts'
import { carried, device, disclosure, entry, touch } from './samples.ts'

const unavailable = { name: 'HubStoreFault', refusal: { code: 'unavailable' } }

const gate = (): { readonly opened: Promise<void>; readonly open: () => void } => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}

describe.skipIf(!hasPostgres())('a PostgreSQL that fails', () => {
  let server: TestPostgres
  let databaseUrl: string
  let store: HubStore
  const open = (url = databaseUrl) =>
    openHubStore({ databaseUrl: url, key: hubKey, random: systemRandom(), log: createLog('silent') })
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(async () => await server.remove())
  beforeEach(async () => {
    databaseUrl = await server.createDatabase()
    store = granted(await open())
  })
  afterEach(async () => await store.close())

  const asAdmin = async (text: string): Promise<readonly Record<string, unknown>[]> => {
    const client = new pg.Client(databaseUrl)
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(text)).rows
    } finally {
      await client.end()
    }
  }

  const endOthers =
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'

  test('in the middle of a transaction: it is unavailable and undone, and the next one goes through', async () => {
    const begun = gate()
    const goOn = gate()
    const cut = store.exclusively(async (tx) => {
      await tx.saveDevice(device(1))
      begun.open()
      await goOn.opened
      await tx.saveDevice(device(2))
    })
    await begun.opened
    await asAdmin(endOthers)
    goOn.open()
    await expect(cut).rejects.toMatchObject(unavailable)
    await store.exclusively((tx) => tx.saveDevice(device(3)))
    expect((await store.reading((tx) => tx.devices())).map(({ number }) => number)).toEqual([3])
  })

  /** Ends all connections of the hub while this process sees nothing of it. */
  const endUnseen = (): void => {
    const script = `const pg = require('pg'); const client = new pg.Client(process.argv[1]); client.connect().then(() => client.query(process.argv[2])).then(() => client.end())`
    execFileSync(process.execPath, ['-e', script, databaseUrl, endOthers], { cwd: import.meta.dirname })
  }

  test('that ended connections while they lay idle: the next calls take others, and nothing fails', async () => {
    await Promise.all(Array.from({ length: 4 }, () => store.reading((tx) => tx.feed())))
    endUnseen()
    await store.exclusively((tx) => tx.saveDevice(device(4)))
    endUnseen()
    expect((await store.reading((tx) => tx.devices())).map(({ number }) => number)).toEqual([4])
  })

  test('that is down for a while: each call is unavailable, and all is well once it is up; listeners hear again', async () => {
    await store.exclusively((tx) => touch(tx, 'workspace'))
    const other = granted(await open())
    const first = gate()
    store.onChange(first.open)
    await first.opened
    await server.halt('immediate')
    await expect(store.reading((tx) => tx.feed())).rejects.toMatchObject(unavailable)
    await expect(store.exclusively((tx) => tx.nextFeed())).rejects.toMatchObject(unavailable)
    expect(refused(await open())).toBe('unavailable')
    await server.start()
    expect((await store.reading((tx) => tx.feed())).newest).toBe(1)
    const again = gate()
    store.onChange(again.open)
    await other.exclusively((tx) => touch(tx, 'workspace', 2))
    await again.opened
    expect((await store.reading((tx) => tx.feed())).newest).toBe(2)
    await other.close()
  })

  test('L-13: whose disk is full says storage_full; nothing of the transaction is kept', async () => {
    await asAdmin(
      `create function full_disk() returns trigger language plpgsql as $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`,
    )
    await asAdmin('create trigger full_disk before insert on entries execute function full_disk()')
    const filling = store.exclusively(async (tx) => {
      await tx.saveDevice(device(1))
      await tx.appendEntries([entry('case-a', 0)])
    })
    await expect(filling).rejects.toMatchObject({ name: 'HubStoreFault', refusal: { code: 'storage_full' } })
    expect(await store.reading((tx) => tx.devices())).toEqual([])
    await asAdmin('drop trigger full_disk on entries')
    await store.exclusively((tx) => tx.appendEntries([entry('case-a', 0)]))
  })

  test('that would acknowledge before it is durable is told not to', async () => {
    await asAdmin(`alter database ${new URL(databaseUrl).pathname.slice(1)} set synchronous_commit = off`)
    const later = granted(await open())
    await asAdmin(`create table seen (setting text)`)
    await asAdmin(
      `create function note_setting() returns trigger language plpgsql as $$ begin insert into seen values (current_setting('synchronous_commit')); return new; end $$`,
    )
    await asAdmin('create trigger note_setting after insert on devices for each row execute function note_setting()')
    await later.exclusively((tx) => tx.saveDevice(device(1)))
    expect(await asAdmin('select setting from seen')).toEqual([{ setting: 'on' }])
    await later.close()
  })

  test('that refuses the name or the database is told of in words, without the password', async () => {
    const url = new URL(databaseUrl)
    url.password = 'topsecret'
    url.pathname = '/no_such_database'
    const missing = await open(url.toString())
    expect(refused(missing)).toBe('unavailable')
    expect(JSON.stringify(missing)).toContain('no_such_database')
    expect(JSON.stringify(missing)).not.toContain('topsecret')
    url.username = 'nobody_of_ours'
    expect(refused(await open(url.toString()))).toBe('unavailable')
  })

  test('an erasure that the server cannot finish is finished at the next start', async () => {
    const secret = disclosure('notes', 'to be erased')
    const told = entry('case-a', 0, carried([secret.encoded]))
    await store.exclusively((tx) => tx.appendEntries([told]))
    const reading = gate()
    const read = gate()
    // Whoever reads the table holds back that it is written anew.
    const slow = store.reading(async (tx) => {
      await tx.entriesOf('case-a', 0, 1)
      reading.open()
      await read.opened
    })
    await reading.opened
    await store.exclusively((tx) => tx.eraseDisclosures('case-a', told.id, [secret.digest]))
    const other = granted(await open())
    expect((await other.reading((tx) => tx.entry(told.id)))?.disclosures).toEqual([])
    read.open()
    await slow
    await store.close()
    await other.close()
    store = granted(await open())
    await store.close()
    expect(await asAdmin('select must_scrub from hub_state')).toEqual([{ must_scrub: '0' }])
    store = granted(await open())
  })
})
