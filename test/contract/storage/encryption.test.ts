import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ok } from '../../../shared/schema/result.ts'
import { systemRandom } from '../../../main/platform/random.ts'
import { openReadOnly } from '../../../main/storage/ledger/open-read-only.ts'
import { openWorkspace } from '../../../main/storage/ledger/open-workspace.ts'
import { isPlainDatabase } from '../../../main/storage/sqlite/encrypt.ts'
import { asEarlierRelease, filesIn, filesWith, openPlain } from '../../support/earlier-release.ts'
import { keysIn, openRaw } from '../../support/raw-database.ts'
import { someOf } from '../../support/tries.ts'
import { freshWorkspace, granted, listQuery, startMs, testClock } from './support.ts'
import type { TestWorkspace } from './support.ts'

const secrets = ['Schmuggelware Zollfahndung', 'zollfahndung', 'Die Tante aus Winterthur', 'winterthur', 'Ana Ruiz', '98765432109', 'PRIVATE KEY', 'create table', 'CREATE TABLE']

const fill = async (t: TestWorkspace): Promise<void> => {
  const actor = t.admin
  const { cases } = t.workspace
  const made = granted(await cases.create({ title: 'Schmuggelware Zollfahndung', description: 'über 98765432109', priority: 'high', related_customer_id: 98_765_432_109 }, { actor }))
  granted(await cases.addNote(made.id, { text: 'Die Tante aus Winterthur' }, { actor }))
  granted(await cases.create({ title: 'Another case', description: 'that stays', priority: 'low' }, { actor }))
}

const messageOf = async (opening: ReturnType<typeof openWorkspace> | ReturnType<typeof openReadOnly>): Promise<string> => {
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
      return Array.from({ length: content.length / pageBytes }, (_, n) => content.subarray(n * pageBytes, (n + 1) * pageBytes).toString('latin1'))
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
    const other = await freshWorkspace()
    await other.workspace.close()
    await t.workspace.close()
    cpSync(other.workspace.folder.database, t.workspace.folder.database)
    expect(await messageOf(openWorkspace(t.dir, t.env))).toMatch(/damaged, or is not the one that this workspace key encrypts.*restore a backup/s)
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
    const given = await freshWorkspace(testClock(startMs), { workspaceKey })
    expect(readdirSync(path.join(given.dir, 'keys'))).toEqual(['device.key'])
    expect(filesIn(given.dir).filter((file) => readFileSync(file).includes(Buffer.from(workspaceKey.value)))).toEqual([])
    await given.workspace.close()
    expect(await messageOf(openWorkspace(given.dir, t.env))).toMatch(/is missing.*FIELDSEAL_WORKSPACE_KEY/s)
    const again = await given.reopen()
    await again.remove()
  })
})

describe('a folder of an earlier release, in the clear', () => {
  let original: TestWorkspace
  let scratch: string
  let copies = 0

  const copyOf = (dir: string): string => {
    const copy = path.join(scratch, `copy-${(copies += 1)}`)
    cpSync(dir, copy, { recursive: true })
    return copy
  }

  /** The folder opens, everything is there, every seal holds, and nothing of it is left in the clear. */
  const expectWhole = async (dir: string): Promise<void> => {
    const workspace = granted(await openWorkspace(dir, original.env, { scheduler: original.scheduler }))
    try {
      expect((await workspace.cases.list(listQuery({ q: 'zollfahndung' }))).pagination.total).toBe(1)
      expect((await workspace.cases.list(listQuery())).pagination.total).toBe(2)
      const report = await workspace.verification.verifyWorkspace()
      expect(report?.findings.filter(({ severity }) => severity === 'fault')).toEqual([])
    } finally {
      await workspace.close()
    }
    expect(isPlainDatabase(workspace.folder.database)).toBe(false)
    expect(filesWith(dir, secrets)).toEqual([])
    expect(readdirSync(dir).sort()).toEqual(['blobs', 'exports', 'fieldseal.db', 'keys', 'lock.db', 'staging'])
    expect(readdirSync(path.join(dir, 'keys')).sort()).toEqual(['device.key', 'workspace.key'])
    expect(filesIn(dir).filter((file) => path.basename(file) !== 'lock.db' && (statSync(file).mode & 0o077) !== 0)).toEqual([])
  }

  beforeAll(async () => {
    scratch = mkdtempSync(path.join(tmpdir(), 'fieldseal-earlier-'))
    original = await freshWorkspace()
    await fill(original)
    await original.workspace.close()
    asEarlierRelease(original.dir)
    expect(filesWith(original.dir, ['Schmuggelware Zollfahndung']).length, 'it lies in the clear before').toBeGreaterThan(0)
  })
  afterAll(() => {
    rmSync(scratch, { recursive: true })
    rmSync(path.dirname(original.dir), { recursive: true })
  })

  test('L-7: is encrypted at its first opening, and stays as it is at the next', async () => {
    const dir = copyOf(original.dir)
    await expectWhole(dir)
    const kid = keysIn(dir).device.kid
    await expectWhole(dir)
    expect(keysIn(dir).device.kid).toBe(kid)
  })

  test('L-7: what lies in a log that was never written back is kept, and the log leaves nothing', async () => {
    const living = copyOf(original.dir)
    const db = openPlain(living)
    db.pragma('wal_autocheckpoint = 0')
    db.exec("update users set name = 'Ana Ruiz de Winterthur'")
    expect(statSync(`${living}/fieldseal.db-wal`).size).toBeGreaterThan(0)
    // A copy taken now is what a power cut leaves.
    const dir = copyOf(living)
    db.close()
    granted(await openWorkspace(dir, original.env).then(async (opened) => (opened.ok ? (await opened.value.close(), opened) : opened)))
    const raw = openRaw(dir)
    expect(raw.prepare('select name from users').all()).toEqual([{ name: 'Ana Ruiz de Winterthur' }])
    raw.close()
    expect(filesWith(dir, secrets)).toEqual([])
  })

  test('L-7: is refused, unchanged, while another program has the database open', { timeout: 30_000 }, async () => {
    const dir = copyOf(original.dir)
    const reader = openPlain(dir)
    reader.exec('begin')
    reader.prepare('select count(*) from cases').get()
    expect(await messageOf(openWorkspace(dir, original.env))).toMatch(/not encrypted yet.*another program.*Nothing was changed/s)
    reader.close()
    await expectWhole(dir)
  })

  test('is not read without being encrypted', async () => {
    expect(await messageOf(openReadOnly(copyOf(original.dir), original.env))).toMatch(/written by an earlier release.*fieldseal serve --data/s)
  })

  test('whose database is damaged is refused and left as it is', async () => {
    const dir = copyOf(original.dir)
    const file = path.join(dir, 'fieldseal.db')
    const content = readFileSync(file)
    content.fill(0xa5, 8_192, content.length - 4_096)
    writeFileSync(file, content)
    expect(await messageOf(openWorkspace(dir, original.env))).toMatch(/damaged.*restore a backup/s)
    expect(isPlainDatabase(file)).toBe(true)
  })

  test('left-overs of a workspace that was never finished are removed with what they hold', async () => {
    const dir = copyOf(original.dir)
    for (const suffix of ['', '-wal', '-journal']) writeFileSync(path.join(dir, `fieldseal.db.0196c3a4-7b1e-7c3d-8f2a-5d6e7f8a9b0c.new${suffix}`), 'Die Tante aus Winterthur')
    await expectWhole(dir)
  })

  test('L-7: killed at any step, it opens afterwards with everything in it and nothing in the clear', { timeout: 300_000 }, async () => {
    const support = path.resolve('test/support')
    const open = (dir: string, dieAt: number) =>
      spawnSync(process.execPath, ['--import', path.join(support, 'die-at.ts'), path.join(support, 'open-once.ts'), dir], {
        encoding: 'utf8',
        // The sources are compiled once, by the first run, which ends by itself.
        env: { ...process.env, NODE_COMPILE_CACHE: path.join(scratch, 'compiled'), ...(dieAt === 0 ? {} : { DIE_AT: String(dieAt) }) },
      })
    const counting = open(copyOf(original.dir), 0)
    const steps = Number(/steps (\d+)/.exec(counting.stdout)?.[1])
    expect(steps, counting.stderr).toBeGreaterThan(30)
    for (const dieAt of someOf(Array.from({ length: steps }, (_, step) => step + 1), 8)) {
      const dir = copyOf(original.dir)
      expect(open(dir, dieAt).signal, `step ${dieAt} of ${steps}`).toBe('SIGKILL')
      expect(existsSync(path.join(dir, 'fieldseal.db'))).toBe(true)
      await expectWhole(dir)
      rmSync(dir, { recursive: true })
    }
  })
})
