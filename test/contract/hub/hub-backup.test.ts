import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyChecked } from '../../../main/cli/backup.ts'
import { createLog } from '../../../main/platform/log.ts'
import { systemRandom } from '../../../main/platform/random.ts'
import { hubDatabaseKey } from '../../../main/storage/hub/keys.ts'
import { openHubStore } from '../../../main/storage/hub/open-hub-store.ts'
import type { HubStore } from '../../../main/sync/hub/store.ts'
import { granted } from '../storage/support.ts'
import { hubKey } from './engines.ts'
import { carried, disclosure, entry, identity, touch } from './samples.ts'

let dir: string
let file: string
let store: HubStore
const open = async (hubDatabase: string): Promise<HubStore> =>
  granted(
    await openHubStore({ folder: { hubDatabase }, key: hubKey, random: systemRandom(), log: createLog('silent') }),
  )

beforeEach(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'fieldseal-hub-backup-'))
  file = path.join(dir, 'hub.db')
  store = await open(file)
})
afterEach(async () => {
  await store.close()
  rmSync(dir, { recursive: true, force: true })
})

test('the store of a hub is copied while it is in use, encrypted, and the copy is a store', async () => {
  const told = entry('case-a', 0, carried([disclosure('notes', 'Die Tante aus Winterthur').encoded]))
  await store.exclusively(async (tx) => {
    await tx.found(identity)
    await touch(tx, 'case-a')
    await tx.appendEntries([told])
  })
  const out = path.join(dir, 'backup.db.hub')
  const made = await store.exclusively(async (tx) => {
    await tx.appendEntries([entry('case-a', 1)])
    return await copyChecked(file, hubDatabaseKey(hubKey), out, { cases: 'chains' })
  })
  // What was not committed when the copy was made is not in it.
  expect(made).toMatchObject({ ok: true, value: { cases: 1, entries: 1 } })
  expect(readFileSync(out).includes('Winterthur')).toBe(false)
  const copy = await open(out)
  expect(await copy.reading((tx) => tx.identity())).toEqual(identity)
  expect(await copy.reading((tx) => tx.entriesOf('case-a', 0, 10))).toEqual([told])
  await copy.close()
  expect((await store.reading((tx) => tx.totals())).entries).toBe(2)
})
