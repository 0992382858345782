import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dataFolder, makeDataFolder, type DataFolder } from '../../../main/platform/data-folder.ts'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import { brokenSetUp, usedFolder } from '../../../main/platform/used-folder.ts'
import { initWorkspace, keysFor } from '../../../main/storage/ledger/init-workspace.ts'
import { openWorkspace } from '../../../main/storage/ledger/open-workspace.ts'
import { prepareEnrolment } from '../../../main/storage/sync/enrol-folder.ts'

const env = systemEnv(createLog('silent'))
const acme = { institution: 'ACME', name: 'Acme', admin: 'Ada' }

let dir: string
let folder: DataFolder
beforeEach(() => {
  dir = path.join(mkdtempSync(path.join(tmpdir(), 'fieldseal-used-')), 'data')
  folder = dataFolder(dir)
})
afterEach(() => rmSync(path.dirname(dir), { recursive: true, force: true }))

const write = (...names: readonly string[]): string => {
  const file = path.join(dir, ...names)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, 'x')
  return file
}

const everything = (): string[] => readdirSync(dir, { recursive: true }).map(String).sort()

describe('L-9: a folder without a database in which a workspace is made', () => {
  test('is one that is not there, or empty but for what the system puts there', async () => {
    expect(usedFolder(folder)).toBeNull()
    mkdirSync(path.join(dir, 'lost+found'), { recursive: true })
    await makeDataFolder(folder)
    expect(usedFolder(folder)).toBeNull()
    expect(await initWorkspace(dir, acme, env)).toMatchObject({ ok: true })
    expect(readdirSync(dir)).not.toContain('setup.unfinished')
  })

  test.each([
    ['stored evidence', ['blobs', 'sha256', 'ab', 'ab12'], /stored evidence \(blobs\/\)/],
    ['evidence that a hub stored', ['blobs', 'hub', 'sha256', 'ab', 'ab12'], /stored evidence/],
    ['a document', ['thesis.docx'], /other things \(thesis\.docx\)/],
    ['a file where imports lie', ['staging', 'sub', 'a.txt'], /other things \(staging\/sub\)/],
    ['a key of another kind', ['keys', 'id_ed25519'], /keys\/id_ed25519/],
    ['the log of a database', ['fieldseal.db-wal'], /fieldseal\.db-wal/],
    ['the store of a hub', ['hub.db'], /hub\.db/],
  ])('is none that holds %s: nothing of it is changed', async (_, names, words) => {
    const file = write(...names)
    chmodSync(dir, 0o777)
    const before = everything()
    const refused = [await initWorkspace(dir, acme, env), await prepareEnrolment(dir, env)]
    for (const one of refused)
      expect(one).toMatchObject({ ok: false, error: { message: expect.stringMatching(words) as string } })
    for (const one of refused)
      expect(one).toMatchObject({
        ok: false,
        error: { message: expect.stringMatching(/nothing was changed.*fieldseal restore/) as string },
      })
    expect([everything(), statSync(dir).mode & 0o777, statSync(file).size]).toEqual([before, 0o777, 1])
  })

  test('is none with keys that sealed; the keys of a set-up that broke off are gone on with', async () => {
    await makeDataFolder(folder)
    expect(keysFor(folder, env)).toMatchObject({ ok: true })
    expect(usedFolder(folder)).toBeNull()
    expect(await initWorkspace(dir, acme, env)).toMatchObject({ ok: true })
    rmSync(folder.database)
    expect(await initWorkspace(dir, acme, env)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('keys that a workspace was sealed with') as string },
    })
  })

  test('says of a set-up that broke off that it did, of a folder in which nothing was begun or that is whole nothing', async () => {
    expect(brokenSetUp(folder)).toBeNull()
    await makeDataFolder(folder)
    keysFor(folder, env)
    expect(brokenSetUp(folder)?.message).toMatch(/was being set up in .* broken off before its end.*Set it up again/)
    const document = write('thesis.docx')
    expect(brokenSetUp(folder)).toBeNull()
    rmSync(document)
    expect(await initWorkspace(dir, acme, env)).toMatchObject({ ok: true })
    expect(brokenSetUp(folder)).toBeNull()
  })

  test('a set-up that was cut off right after its end is no unfinished one once it was opened', async () => {
    expect(await initWorkspace(dir, acme, env)).toMatchObject({ ok: true })
    writeFileSync(folder.unfinished, '')
    const opened = await openWorkspace(dir, env)
    if (opened.ok) await opened.value.close()
    rmSync(folder.database)
    expect(usedFolder(folder)?.message).toContain('keys that a workspace was sealed with')
  })

  test('where an earlier release broke off, its unfinished database tells that its keys sealed nothing', async () => {
    await makeDataFolder(folder)
    keysFor(folder, env)
    rmSync(folder.unfinished)
    expect(usedFolder(folder)).not.toBeNull()
    write('fieldseal.db.01980000-0000-7000-8000-000000000000.new')
    expect(usedFolder(folder)).toBeNull()
  })
})
