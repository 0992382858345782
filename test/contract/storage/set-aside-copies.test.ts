import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openWorkspace } from '../../../main/storage/ledger/open-workspace.ts'
import type { Workspace } from '../../../main/storage/ledger/workspace.ts'
import { openWriter } from '../../../main/storage/sqlite/connection.ts'
import { runHere } from '../../support/command-here.ts'
import { granted } from './support.ts'
import { freshField } from './sync/replicas.ts'
import type { Field, Replica } from './sync/replicas.ts'
import { turnedByHand } from '../../support/turned-by-hand.ts'

/** Copies of a workspace that `restore --set-aside` left within its folder (L-56, Y-13, Y-25). */

let field: Field
let laptop: Replica
let caseId: number
beforeEach(async () => {
  field = await freshField()
  laptop = await field.enrol()
  const made = granted(
    await field.root.workspace.cases.create(
      { title: 'Zielinski', description: '', priority: 'low' },
      { actor: field.admin },
    ),
  )
  caseId = made.id
  granted(await field.root.workspace.cases.addNote(caseId, { text: 'PESEL 80010112345' }, { actor: field.admin }))
  await field.order.push(field.root)
  await field.order.pull(laptop)
})
afterEach(() => field.remove())

const databases = ['fieldseal.db', 'fieldseal.db-wal', 'hub.db']

/** What a restore leaves: a copy that the keys of the folder open, or one with keys of its own. */
const setAside = (dir: string, { withKeys = false } = {}): string => {
  const copy = path.join(
    dir,
    withKeys ? 'set-aside-2026-03-01T06-00-00-000+00-00' : 'set-aside-2026-03-02T06-00-00-000+00-00',
  )
  mkdirSync(path.join(copy, 'blobs/sha256/aa'), { recursive: true })
  cpSync(path.join(dir, 'fieldseal.db'), path.join(copy, 'fieldseal.db'))
  for (const name of ['fieldseal.db-wal', 'hub.db', 'blobs/sha256/aa/aabb'])
    writeFileSync(path.join(copy, name), 'content')
  if (withKeys) cpSync(path.join(dir, 'keys'), path.join(copy, 'keys'), { recursive: true })
  return copy
}

const eraseNote = async ({ cases }: Workspace): Promise<void> => {
  const { data } = granted(await cases.timeline(caseId, { order: 'newest', page: 1, size: 1 }))
  const [entry] = data
  const digest = entry?.withheld['text']?.digest ?? ''
  granted(
    await cases.redact(
      caseId,
      { entry_id: entry?.entry_id ?? '', digests: [digest], legal_basis: 'gdpr_art_17' },
      { actor: field.admin },
    ),
  )
}

describe('L-56: a copy that a restore set aside in the folder', () => {
  test('ends with an erasure, here and on the device that learns of it; one with keys of its own is another workspace’s and stays', async () => {
    const [here, there, others] = [
      setAside(field.root.dir),
      setAside(laptop.dir),
      setAside(laptop.dir, { withKeys: true }),
    ]
    await eraseNote(field.root.workspace)
    expect([here, there, others].map(existsSync)).toEqual([false, true, true])
    await field.order.push(field.root)
    await field.order.pull(laptop)
    expect([here, there, others].map(existsSync)).toEqual([false, false, true])
    expect(databases.map((name) => existsSync(path.join(others, name)))).toEqual([true, true, true])
  })

  test('stays while nothing is erased', async () => {
    const copy = setAside(laptop.dir)
    granted(await laptop.workspace.cases.addNote(caseId, { text: 'Nothing of that' }, { actor: field.admin }))
    await field.order.push(laptop)
    expect(existsSync(copy)).toBe(true)
  })

  test('ends when a case leaves the device (Y-25)', async () => {
    const copy = setAside(laptop.dir)
    const [uid = ''] = [...field.order.chains.keys()].filter((one) => one !== 'workspace')
    await laptop.workspace.sync.replica.take({ cases: [], granted: [], dropped: [uid], lease: null, since: null })
    expect(existsSync(copy)).toBe(false)
  })

  test('ends when the device is removed, though it had no case any more (Y-13)', async () => {
    const copy = setAside(laptop.dir)
    const { replica } = laptop.workspace.sync
    await replica.halt({ state: 'removed', message: 'Removed' })
    await replica.take({ cases: [], granted: [], dropped: [], lease: null, since: null })
    expect(existsSync(copy)).toBe(false)
  })

  test('ends at the next start, where the process was killed between the erasure and that', async () => {
    await laptop.workspace.close()
    const copy = setAside(laptop.dir)
    const writer = openWriter(laptop.workspace.folder.database, laptop.workspace.keys.database)
    writer.exec(
      'update disclosures set sealed = null, wrapped_key = null where entry = (select max(entry) from disclosures)',
    )
    writer.close()
    const opened = granted(await openWorkspace(laptop.dir, laptop.env, { scheduler: turnedByHand() }))
    expect(existsSync(copy)).toBe(false)
    const again = setAside(laptop.dir)
    await opened.close()
    await granted(await openWorkspace(laptop.dir, laptop.env, { scheduler: turnedByHand() })).close()
    expect(existsSync(again)).toBe(true)
  })
})

test('doctor names the copies that lie in a folder', async () => {
  const looked = async (): Promise<unknown> =>
    (await runHere('doctor', '--data', laptop.dir)).lines.find((line) => line['check'] === 'set-aside')
  expect(await looked()).toMatchObject({ state: 'ok' })
  const copy = setAside(laptop.dir)
  expect(await looked()).toMatchObject({
    state: 'warning',
    detail: expect.stringContaining(path.basename(copy)) as string,
    advice: expect.stringContaining('The next erasure destroys it') as string,
  })
  rmSync(copy, { recursive: true })
})
