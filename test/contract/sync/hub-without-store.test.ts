import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import { dataFolder } from '../../../main/platform/data-folder.ts'
import { startService } from '../../../main/server/compose.ts'
import { loadKeys } from '../../../main/platform/key-files.ts'
import { hubKeys } from '../../../main/storage/hub/keys.ts'
import { openHubStore } from '../../../main/storage/hub/open-hub-store.ts'
import { openWriter } from '../../../main/storage/sqlite/connection.ts'
import { runHere } from '../../support/command-here.ts'
import { createServedWorld } from './served-world.ts'
import type { ServedWorld } from './served-world.ts'

/** The folder of a hub that came back without the store of the hub, as from a backup without its FILE.hub. */

const env = systemEnv(createLog('silent'))
let world: ServedWorld
let dir: string
let kept: string

const serve = () => startService({ dataDir: dir, port: 0, host: '127.0.0.1', role: 'hub' }, env)
const hubCheck = async (): Promise<unknown> =>
  (await runHere('doctor', '--data', dir)).lines.find(({ check }) => check === 'hub')
const refusedForWantOfStore = {
  ok: false,
  error: {
    code: 'unavailable',
    message: expect.stringMatching(/The store of this hub is not here.*FILE\.hub.*Laptops keep/u) as string,
  },
}

beforeAll(async () => {
  world = createServedWorld()
  dir = world.folder('hub')
  kept = path.join(world.root, 'kept')
  await world.stop(await world.hub())
  mkdirSync(kept)
  for (const name of readdirSync(dir).filter((file) => file.startsWith('hub.db')))
    renameSync(path.join(dir, name), path.join(kept, name))
})
afterAll(() => world.end())

test('is refused with what is missing, and no empty store is put in its place', async () => {
  expect(await serve()).toMatchObject(refusedForWantOfStore)
  expect(existsSync(path.join(dir, 'hub.db'))).toBe(false)
  expect(await hubCheck()).toMatchObject({ state: 'fault' })
})

test('an empty store, as an earlier release left one, is refused in the same words, and doctor calls it a fault', async () => {
  const keys = loadKeys(dataFolder(dir))
  if (!keys.ok) throw new Error(keys.error.message)
  const empty = await openHubStore({
    folder: dataFolder(dir),
    key: keys.value.workspace,
    random: env.random,
    log: env.log,
  })
  if (!empty.ok) throw new Error(empty.error.message)
  await empty.value.close()
  expect(await serve()).toMatchObject(refusedForWantOfStore)
  expect(await hubCheck()).toMatchObject({
    state: 'fault',
    detail: expect.stringContaining('no hub was founded') as string,
  })
  for (const name of readdirSync(dir).filter((file) => file.startsWith('hub.db'))) rmSync(path.join(dir, name))
})

test('a backup without FILE.hub is restored with the word that the hub does not start before it is found', async () => {
  const [backup, again] = [path.join(world.root, 'hub-backup.db'), path.join(world.root, 'again')]
  for (const name of readdirSync(kept)) renameSync(path.join(kept, name), path.join(dir, name))
  expect(await runHere('backup', '--data', dir, '--out', backup, '--with-keys')).toMatchObject({ code: 0 })
  renameSync(`${backup}.hub`, path.join(world.root, 'found.hub'))
  const { stderr } = await runHere('restore', backup, '--data', again)
  expect(stderr).toContain(
    `without it the hub does not start. Where it was kept in the folder, find ${backup}.hub and put it into ${again} as hub.db`,
  )
  expect(stderr).toMatch(
    /What was erased, or taken from this device, after the backup was made is in the folder again/u,
  )
  renameSync(path.join(world.root, 'found.hub'), path.join(again, 'hub.db'))
  const started = await world.start('again', 'hub')
  await world.stop(started)
})

test('a store that a newer release or a development build has written is a fault to doctor too, as it is to the start', async () => {
  const keys = loadKeys(dataFolder(dir))
  if (!keys.ok) throw new Error(keys.error.message)
  const db = openWriter(dataFolder(dir).hubDatabase, hubKeys(keys.value.workspace, env.random).database)
  db.exec("insert into migrations (name, applied_at) values ('9999_later', '2030-01-01')")
  db.close()
  expect(await serve()).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('newer release') as string },
  })
  expect(await hubCheck()).toMatchObject({
    state: 'fault',
    detail: 'hub.db was written by a newer release of Fieldseal',
  })
  const again = openWriter(dataFolder(dir).hubDatabase, hubKeys(keys.value.workspace, env.random).database)
  again.exec(
    "delete from migrations where name = '9999_later'; update migrations set name = '0001_hub' where name = '0001_first_release'",
  )
  again.close()
  expect(await serve()).toMatchObject({ ok: false, error: { code: 'development_build' } })
  expect(await hubCheck()).toMatchObject({
    state: 'fault',
    detail: 'hub.db was made by a development build before 0.1',
    advice: expect.stringMatching(/export each as a bundle.*new folder/u) as string,
  })
})
