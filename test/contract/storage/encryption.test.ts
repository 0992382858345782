import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ok } from '../../../shared/schema/result.ts'
import { dataFolder } from '../../../main/platform/data-folder.ts'
import { loadKeys } from '../../../main/platform/key-files.ts'
import { systemRandom } from '../../../main/platform/random.ts'
import { openReadOnly } from '../../../main/storage/ledger/open-read-only.ts'
import { openWorkspace } from '../../../main/storage/ledger/open-workspace.ts'
import { isPlainDatabase } from '../../../main/storage/sqlite/plain-database.ts'
import { asFolderInTheClear } from '../../support/development-folder.ts'
import { filesIn, filesWith } from '../../support/files-with.ts'
import { freshWorkspace, granted, listQuery, ownWorkspace, startMs, testClock } from './support.ts'
import type { TestWorkspace } from './support.ts'

const secrets = [
  'Schmuggelware Zollfahndung',
  'zollfahndung',
  'Die Tante aus Winterthur',
  'winterthur',
  'Ana Ruiz',
  '98765432109',
  'PRIVATE KEY',
  'create table',
  'CREATE TABLE',
]

const fill = async (t: TestWorkspace): Promise<void> => {
  const actor = t.admin
  const { cases } = t.workspace
  const made = granted(
    await cases.create(
      {
        title: 'Schmuggelware Zollfahndung',
        description: 'über 98765432109',
        priority: 'high',
        related_customer_id: 98_765_432_109,
      },
      { actor },
    ),
  )
  granted(await cases.addNote(made.id, { text: 'Die Tante aus Winterthur' }, { actor }))
  granted(await cases.create({ title: 'Another case', description: 'that stays', priority: 'low' }, { actor }))
}

const messageOf = async (
  opening: ReturnType<typeof openWorkspace> | ReturnType<typeof openReadOnly>,
): Promise<string> => {
  const opened = await opening
  if (opened.ok) throw new Error('it was opened')
  return opened.error.message
}

describe('an encrypted folder', () => {
  let t: TestWorkspace
  beforeEach(async () => {
    t = await freshWorkspace()
    await fill(t)
  })
  afterEach(() => t.remove())

  test('L-6: nothing of what was written is in any file, while the log is hot and after it is closed, nor in a backup', async () => {
    expect(statSync(`${t.workspace.folder.database}-wal`).size).toBeGreaterThan(0)
    expect(filesWith(t.dir, secrets)).toEqual([])
    const backup = mkdtempSync(path.join(tmpdir(), 'fieldseal-backup-'))
    t.workspace.backup(path.join(backup, 'copy.db'))
    expect(filesWith(backup, secrets)).toEqual([])
    await t.workspace.close()
    expect(filesWith(t.dir, secrets)).toEqual([])
    rmSync(backup, { recursive: true })
  })

  test('L-6: pages do not repeat: two folders with the same content under the same key share none', () => {
    const pageBytes = 4_096
    const pagesOf = (file: string): string[] => {
      const content = readFileSync(file)
      return Array.from({ length: content.length / pageBytes }, (_, n) =>
        content.subarray(n * pageBytes, (n + 1) * pageBytes).toString('latin1'),
      )
    }
    const [first, second] = ['first.db', 'second.db'].map((name) => path.join(t.dir, name))
    for (const file of [first, second]) t.workspace.backup(file ?? '')
    const known = new Set(pagesOf(first ?? ''))
    expect(pagesOf(second ?? '').filter((page) => known.has(page))).toEqual([])
  })

  test('opens under no other key, and says so', async () => {
    const other = { ...t.env, workspaceKey: ok(systemRandom().bytes(32)) }
    await t.workspace.close()
    const before = filesIn(t.dir).map((file) => readFileSync(file).toString('latin1'))
    for (const message of [await messageOf(openWorkspace(t.dir, other)), await messageOf(openReadOnly(t.dir, other))]) {
      expect(message).toMatch(/does not open.*Nothing was changed.*recovery key/s)
      expect(message).not.toMatch(/file is not a database/)
    }
    expect(filesIn(t.dir).map((file) => readFileSync(file).toString('latin1'))).toEqual(before)
    // The refused opening has let the folder go.
    t = await t.reopen()
    expect((await t.workspace.cases.list(listQuery())).pagination.total).toBe(2)
  })

  test('with another folder’s database says that the file is not this one’s', async () => {
    const other = await ownWorkspace()
    await other.workspace.close()
    await t.workspace.close()
    cpSync(other.workspace.folder.database, t.workspace.folder.database)
    expect(await messageOf(openWorkspace(t.dir, t.env))).toMatch(
      /damaged, or is not the one that this workspace key encrypts.*restore a backup/s,
    )
    expect(await messageOf(openReadOnly(t.dir, t.env))).toMatch(/damaged, or is not the one/)
    await other.remove()
  })

  test.skipIf(process.platform === 'win32')('is not opened with a key file that others can read', async () => {
    await t.workspace.close()
    chmodSync(t.workspace.folder.workspaceKey, 0o644)
    expect(await messageOf(openWorkspace(t.dir, t.env))).toMatch(/chmod 600/)
    chmodSync(t.workspace.folder.workspaceKey, 0o600)
  })

  test('made under a given key holds no key file, and opens under that key alone', async () => {
    const workspaceKey = ok(systemRandom().bytes(32))
    const given = await ownWorkspace(testClock(startMs), { workspaceKey })
    expect(readdirSync(path.join(given.dir, 'keys'))).toEqual(['device.key'])
    expect(filesIn(given.dir).filter((file) => readFileSync(file).includes(Buffer.from(workspaceKey.value)))).toEqual(
      [],
    )
    await given.workspace.close()
    expect(await messageOf(openWorkspace(given.dir, t.env))).toMatch(/is missing.*FIELDSEAL_WORKSPACE_KEY/s)
    const again = await given.reopen()
    await again.remove()
  })
})

describe('a folder that lies in the clear, as early development builds left it', () => {
  let original: TestWorkspace
  beforeAll(async () => {
    original = await freshWorkspace()
    await fill(original)
    await original.workspace.close()
    asFolderInTheClear(original.dir)
  })
  afterAll(() => rmSync(path.dirname(original.dir), { recursive: true }))

  const contents = (): readonly string[] =>
    ['fieldseal.db', 'keys/device.key', 'keys/workspace.key'].map((name) =>
      readFileSync(path.join(original.dir, name)).toString('latin1'),
    )

  test('L-7: is neither opened nor read, with what to do, and nothing of it is changed', async () => {
    expect(isPlainDatabase(original.workspace.folder.database)).toBe(true)
    const before = contents()
    for (const opened of [
      await openWorkspace(original.dir, original.env),
      await openReadOnly(original.dir, original.env),
    ]) {
      expect(opened).toMatchObject({
        ok: false,
        error: {
          code: 'development_build',
          message: expect.stringMatching(
            /development build.*not changed.*export each as a bundle.*new folder/s,
          ) as string,
        },
      })
    }
    expect(contents()).toEqual(before)
    expect(loadKeys(dataFolder(original.dir)), 'nor are its keys taken for those of another workspace').toMatchObject({
      error: { code: 'development_build' },
    })
  })
})

test('L-9: what a set-up that was cut off left beside the database is removed at the next opening', async () => {
  const t = await freshWorkspace()
  await t.workspace.close()
  for (const suffix of ['', '-wal', '-journal'])
    writeFileSync(
      path.join(t.dir, `fieldseal.db.0196c3a4-7b1e-7c3d-8f2a-5d6e7f8a9b0c.new${suffix}`),
      'Die Tante aus Winterthur',
    )
  const again = await t.reopen()
  expect(readdirSync(t.dir).filter((name) => name.includes('.new'))).toEqual([])
  await again.remove()
})
