import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { copyMark, goBack as goBackTo } from '../../../main/platform/copies-before-update.ts'
import { dataFolder } from '../../../main/platform/data-folder.ts'
import { takeFolderLock } from '../../../main/platform/folder-lock.ts'
import { setAsideCopies } from '../../../main/platform/set-aside-copies.ts'
import { loadKeys } from '../../../main/platform/key-files.ts'
import { copyBeforeMigration } from '../../../main/storage/ledger/copy-before-migration.ts'
import { openWorkspace } from '../../../main/storage/ledger/open-workspace.ts'
import { migrations } from '../../../main/storage/migrations/all.ts'
import { openWriter } from '../../../main/storage/sqlite/connection.ts'
import { inRoot } from '../../../scripts/lib/paths.ts'
import { ofTomorrow } from '../../support/upgrade-once.ts'
import { freshWorkspace, granted, type TestWorkspace } from './support.ts'

/** What an update does to a folder before it changes its tables, and the way back. */

const later = [...migrations, ofTomorrow]
const known = migrations.map(({ name }) => name)

let t: TestWorkspace
beforeEach(async () => {
  t = await freshWorkspace()
})
afterEach(() => t.remove())

const folder = () => dataFolder(t.dir)

const goBack = (...given: Parameters<typeof goBackTo> extends [...infer Given, unknown] ? Given : never) =>
  goBackTo(...given, ({ lock }) => {
    const free = takeFolderLock(lock)
    free?.release()
    return free === null
  })

/** Opens the folder as the release of tomorrow, or as this one; answers how many cases it has. */
const openedBy = async (steps = migrations): Promise<number> => {
  const workspace = granted(await openWorkspace(t.dir, t.env, { scheduler: t.scheduler, migrations: steps }))
  const report = await workspace.verification.verifyWorkspace()
  expect(report?.verdict).toBe('intact')
  await workspace.close()
  return report?.cases ?? -1
}

const openCase = async (title: string): Promise<void> => {
  granted(await t.workspace.cases.create({ title, description: 'Invented.', priority: 'medium' }, { actor: t.admin }))
}

describe('U-70: before tables are changed the database is copied', () => {
  test('whole, and only then; what needs no other tables is not copied', async () => {
    await t.workspace.close()
    await openedBy()
    expect(setAsideCopies(folder())).toEqual([])
    await openedBy(later)
    const [copy, ...more] = setAsideCopies(folder())
    expect(more).toEqual([])
    expect(readdirSync(copy ?? '').toSorted()).toEqual([copyMark, 'fieldseal.db'])
    await openedBy(later)
    expect(setAsideCopies(folder())).toHaveLength(1)
  })

  test('where there is no room for it nothing is changed, and the words say how much it takes', async () => {
    await t.workspace.close()
    const keys = loadKeys(folder(), t.env.workspaceKey)
    if (!keys.ok) throw new Error(keys.error.message)
    const db = openWriter(folder().database, keys.value.database)
    const refused = copyBeforeMigration(
      { folder: folder(), key: keys.value.database, db, steps: later },
      t.env,
      () => 1_000,
    )
    db.close()
    expect(refused).toMatchObject({
      ok: false,
      error: {
        code: 'storage_full',
        message: expect.stringMatching(/MB must be free.*Nothing was changed/u) as unknown,
      },
    })
    expect(setAsideCopies(folder())).toEqual([])
    await openedBy()
  })

  test('a copy that a start left unfinished goes with the next one', async () => {
    await t.workspace.close()
    const left = path.join(t.dir, 'set-aside-2026-01-01T00-00-00-000Z')
    mkdirSync(left)
    writeFileSync(path.join(left, 'fieldseal.db.part'), 'half of it')
    await openedBy(later)
    expect(existsSync(left)).toBe(false)
  })
})

describe('U-71: the release before starts from that copy', () => {
  test('with what was there then; what was sealed since is set aside, whole', async () => {
    await openCase('Before the update')
    await t.workspace.close()
    await openedBy(later)
    expect(await openWorkspace(t.dir, t.env)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('--go-back') as unknown },
    })
    const gone = goBack(folder(), known, Date.now())
    expect(gone).toEqual({ ok: true, value: expect.stringContaining('set-aside-') as unknown })
    expect(await openedBy()).toBe(1)
    // The set-aside database is that of the newer release, and comes back as any other does.
    cpSync(path.join(gone.ok ? gone.value : '', 'fieldseal.db'), folder().database)
    expect(await openedBy(later)).toBe(1)
  })

  test('not without such a copy, nor beside a service, nor past a log that was not written back', async () => {
    const words = (text: string) => ({ ok: false, error: expect.stringContaining(text) as unknown })
    expect(goBack(folder(), known, Date.now())).toEqual(words('no copy from before an update'))
    await t.workspace.close()
    await openedBy(later)
    expect(goBack(folder(), ['another'], Date.now())).toEqual(words('no copy from before an update'))
    const running = granted(await openWorkspace(t.dir, t.env, { scheduler: t.scheduler, migrations: later }))
    expect(goBack(folder(), known, Date.now())).toEqual(words('A service works'))
    await running.close()
    writeFileSync(`${folder().database}-wal`, 'not written back')
    expect(goBack(folder(), known, Date.now())).toEqual(words('did not end properly'))
    writeFileSync(`${folder().database}-wal`, '')
    expect(goBack(folder(), known, Date.now())).toMatchObject({ ok: true })
    expect(await openedBy()).toBe(0)
  })
})

test('U-70: killed at any moment of an update, the folder opens whole, and the way back is there', async () => {
  await openCase('Before the update')
  await t.workspace.close()
  const upgraded = (dieAt: number) => {
    const dir = `${t.dir}-${dieAt}`
    cpSync(t.dir, dir, { recursive: true })
    const script = [inRoot('test/support/die-at.ts'), inRoot('test/support/upgrade-once.ts'), dir]
    const env = { ...process.env, DIE_AT: String(dieAt) }
    return { dir, ...spawnSync(process.execPath, ['--import', ...script], { encoding: 'utf8', env }) }
  }
  const counted = upgraded(0)
  const steps = Number(/steps (\d+)/u.exec(counted.stdout)?.[1])
  expect(steps, counted.stderr).toBeGreaterThan(20)
  const original = t
  for (const part of [0.1, 0.3, 0.45, 0.55, 0.7, 1]) {
    const { dir, signal } = upgraded(Math.floor(steps * part))
    expect(signal, `at ${part} of ${steps} steps`).toBe('SIGKILL')
    t = { ...original, dir }
    expect(await openedBy(later)).toBe(1)
    expect(goBack(folder(), known, Date.now())).toMatchObject({ ok: true })
    expect(await openedBy()).toBe(1)
  }
  t = original
})
