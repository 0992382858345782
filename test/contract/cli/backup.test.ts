import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keyVariable } from '../../../main/platform/workspace-key.ts'
import { openWriter } from '../../../main/storage/sqlite/connection.ts'
import { freshWorkspaceHere, runHere, serveHere } from '../../support/command-here.ts'
import { runCli, serve, v1Headers, type Credentials } from '../../support/live-service.ts'
import { keysIn, openRaw } from '../../support/raw-database.ts'

const pristine = mkdtempSync(path.join(tmpdir(), 'fieldseal-backup-'))
let scratch: string
let dataDir: string
let credentials: Credentials

const at = (...names: readonly string[]): string => path.join(scratch, ...names)

const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
        .sort()
    : []
const blobsOf = (folder: string): string[] => filesBelow(path.join(folder, 'blobs', 'sha256'))

const acquire = async (name: string, content: string): Promise<void> => {
  writeFileSync(at(name), content)
  expect(await runHere('acquire', at(name), '--data', dataDir, '--case', '1')).toMatchObject({ code: 0 })
}

const intact = async (folder: string): Promise<void> => {
  const run = await runHere('verify', folder)
  expect(run.lines.at(-1)).toMatchObject({ verdict: 'intact' })
}

beforeAll(async () => {
  const made = await freshWorkspaceHere()
  credentials = made.credentials
  const service = await serveHere(made.dataDir)
  const headers = { ...v1Headers(credentials), 'content-type': 'application/json' }
  const created = await fetch(new URL('/v1/cases', service.url), {
    method: 'POST',
    headers,
    body: JSON.stringify({ title: 'A case', description: 'x', priority: 'low' }),
  })
  expect(created.status).toBe(201)
  await service.stop()
  scratch = pristine
  dataDir = made.dataDir
  await acquire('one.bin', 'the first piece')
  await acquire('two.bin', 'the second piece')
  renameSync(made.dataDir, path.join(pristine, 'data'))
}, 120_000)
afterAll(() => rmSync(pristine, { recursive: true, force: true }))

beforeEach(() => {
  scratch = mkdtempSync(path.join(tmpdir(), 'fieldseal-backup-test-'))
  dataDir = at('data')
  cpSync(path.join(pristine, 'data'), dataDir, { recursive: true })
})
afterEach(() => {
  delete process.env[keyVariable]
  rmSync(scratch, { recursive: true, force: true })
})

const backup = (name: string, ...options: readonly string[]) =>
  runHere('backup', '--data', dataDir, '--out', at(name), ...options)
const restore = (name: string, folder: string, ...options: readonly string[]) =>
  runHere('restore', at(name), '--data', folder, ...options)

describe('Y-100: the files of what a removed laptop never sent', { timeout: 120_000 }, () => {
  const name = 'unsent-3-entries-1-pieces-0123456789abcdef.fieldseal-sync'
  const unsentOf = (folder: string): string[] => filesBelow(path.join(folder, 'unsent'))

  test('go with a backup and come back, whole ones alone, and what is there already stays', async () => {
    mkdirSync(path.join(dataDir, 'unsent'), { mode: 0o700 })
    writeFileSync(path.join(dataDir, 'unsent', name), 'what the hub never got')
    writeFileSync(path.join(dataDir, 'unsent', 'unsent-0123456789abcdef.unfinished'), 'begun')
    const made = await backup('b.db', '--with-keys')
    expect(made, made.stderr).toMatchObject({
      code: 0,
      lines: [{ unsent: { folder: at('b.db.unsent'), files: 1, bytes: 22 } }],
    })
    expect(filesBelow(at('b.db.unsent'))).toEqual([name])
    expect(await restore('b.db', at('back'))).toMatchObject({
      code: 0,
      lines: [{ unsent: { present: 0, restored: 1 } }],
    })
    expect(unsentOf(at('back'))).toEqual([name])
    expect(readFileSync(path.join(at('back'), 'unsent', name), 'utf8')).toBe('what the hub never got')
    expect(await restore('b.db', at('back'), '--set-aside')).toMatchObject({
      code: 0,
      lines: [{ unsent: { present: 1, restored: 0 } }],
    })
    expect(unsentOf(at('back')), 'a restoration takes none away').toEqual([name])
  })

  test('of one name and with other content are never put in the place of each other', async () => {
    mkdirSync(path.join(dataDir, 'unsent'), { mode: 0o700 })
    writeFileSync(path.join(dataDir, 'unsent', name), 'what the hub never got')
    await backup('b.db', '--with-keys')
    mkdirSync(path.join(at('back'), 'unsent'), { recursive: true })
    writeFileSync(path.join(at('back'), 'unsent', name), 'another')
    const run = await restore('b.db', at('back'))
    expect(run.code).toBe(1)
    expect(run.stderr).toContain('Nothing of either was changed.')
    expect(readFileSync(path.join(at('back'), 'unsent', name), 'utf8')).toBe('another')
    expect(existsSync(path.join(at('back'), 'fieldseal.db'))).toBe(false)
  })
})

describe('a backup', { timeout: 120_000 }, () => {
  test('is whole, and comes back whole: the evidence is in it, as second names of the same bytes', async () => {
    const made = await backup('b.db', '--with-keys')
    expect(made).toMatchObject({
      code: 0,
      lines: [
        {
          file: at('b.db'),
          cases: 1,
          evidence: { folder: at('b.db.evidence'), files: 2, lacking: 0 },
          keys: at('b.db.keys'),
        },
      ],
    })
    const name = blobsOf(dataDir)[0] ?? ''
    const place = path.join('sha256', name.slice(0, 2), name)
    expect(statSync(at('b.db.evidence', place)).ino).toBe(statSync(path.join(dataDir, 'blobs', place)).ino)
    const restored = at('restored')
    expect(await restore('b.db', restored)).toMatchObject({
      code: 0,
      lines: [{ cases: 1, evidence: { present: 0, restored: 2, lacking: 0 }, keys: 'backup', set_aside: null }],
    })
    await intact(restored)
    expect(readdirSync(scratch).filter((one) => one.includes('.part'))).toEqual([])
  })

  test('L-91: by hand comes back as well, the file as the database, the evidence as blobs/, and exports without the other parts', async () => {
    await backup('b.db', '--with-keys')
    const restored = at('by-hand')
    cpSync(at('b.db.keys'), path.join(restored, 'keys'), { recursive: true })
    cpSync(at('b.db'), path.join(restored, 'fieldseal.db'))
    cpSync(at('b.db.evidence'), path.join(restored, 'blobs'), { recursive: true })
    chmodSync(restored, 0o700)
    await intact(restored)
    expect(await runHere('export', '--case', '1', '--data', restored, '--out', at('case.zip'))).toMatchObject({
      code: 0,
    })
    expect(statSync(at('case.zip')).size).toBeGreaterThan(0)
  })

  test('without evidence says how much is not in it, and the folder that comes back says what it lacks', async () => {
    const made = await backup('b.db', '--with-keys', '--without-evidence')
    expect(made.lines).toMatchObject([{ left_out: { files: 2 } }])
    expect(made.stderr).toMatch(/2 files of evidence, .* MB, is not in it/)
    expect(existsSync(at('b.db.evidence'))).toBe(false)
    const restored = await restore('b.db', at('restored'))
    expect(restored).toMatchObject({ code: 1, lines: [{ evidence: { restored: 0, lacking: 2 } }] })
    expect(restored.stderr).toContain(blobsOf(dataDir)[0])
    cpSync(path.join(dataDir, 'blobs'), at('b.db.evidence'), { recursive: true })
    expect(await restore('b.db', at('restored'), '--set-aside')).toMatchObject({
      code: 0,
      lines: [{ evidence: { restored: 2, lacking: 0 } }],
    })
    await intact(at('restored'))
  })

  test('replaces nothing, and takes the keys of another folder for nobody else’s', async () => {
    await backup('b.db', '--with-keys')
    const before = readFileSync(at('b.db'))
    expect(await backup('b.db')).toMatchObject({ code: 2, lines: [] })
    renameSync(at('b.db'), at('kept.db'))
    const other = at('other')
    await runHere('init', '--data', other, '--institution', 'OTHER')
    const key = readFileSync(at('b.db.keys', 'workspace.key'))
    const refused = await runHere('backup', '--data', other, '--out', at('b.db'), '--with-keys')
    expect(refused).toMatchObject({ code: 2, lines: [] })
    expect(refused.stderr).toMatch(/b\.db\.keys exists already, with other keys/)
    expect([
      readFileSync(at('b.db.keys', 'workspace.key')),
      readFileSync(at('kept.db')),
      existsSync(at('b.db')),
    ]).toEqual([key, before, false])
    writeFileSync(at('h.db.hub'), 'the store of another hub')
    expect(await backup('h.db')).toMatchObject({ code: 2, lines: [] })
    expect(readFileSync(at('h.db.hub'), 'utf8')).toBe('the store of another hub')
  })

  test('made again under the same name adds what is new: the evidence beside it is gone on with', async () => {
    await backup('b.db', '--with-keys')
    await acquire('three.bin', 'the third piece')
    renameSync(at('b.db'), at('yesterday.db'))
    expect(await backup('b.db', '--with-keys')).toMatchObject({
      code: 0,
      lines: [{ evidence: { files: 3, lacking: 0 } }],
    })
    expect(filesBelow(at('b.db.evidence'))).toEqual(blobsOf(dataDir))
  })

  test('two at once under one name: one is whole, the other says that the name is taken', async () => {
    const runs = await Promise.all([backup('b.db'), backup('b.db')])
    expect(runs.map(({ code }) => code).filter((code) => code === 0)).toHaveLength(1)
    expect(runs.find(({ code }) => code !== 0)?.stderr).toMatch(/exists already/)
    expect(readdirSync(scratch).filter((one) => one.includes('.part'))).toEqual([])
    await restore('b.db', dataDir, '--set-aside')
    await intact(dataDir)
  })

  test('of a folder that lacks a piece is kept, and tells which', async () => {
    const [lost = ''] = blobsOf(dataDir)
    rmSync(path.join(dataDir, 'blobs/sha256', lost.slice(0, 2), lost))
    const made = await backup('b.db')
    expect(made).toMatchObject({ code: 1, lines: [{ evidence: { files: 1, lacking: 1 } }] })
    expect(made.stderr).toContain(lost)
  })

  test('what the disk says no to is a sentence, and nothing is left', async () => {
    const folder = at('nowhere', 'b.db')
    const missing = await runHere('backup', '--data', dataDir, '--out', folder)
    expect(missing.stderr).toMatch(/there is no folder .*nowhere/)
    writeFileSync(at('odd.db.evidence'), 'no folder')
    const odd = await backup('odd.db')
    expect(odd.stderr).toMatch(/odd\.db\.evidence.*no folder.*There is no backup of this name.*Choose/)
    expect([missing.code, odd.code, existsSync(at('odd.db'))]).toEqual([2, 1, false])
    expect(readdirSync(scratch).filter((one) => one.includes('.part'))).toEqual([])
  })

  test('E-36: announces nothing, so that nothing beside a newer store is removed on its word', async () => {
    const raw = openRaw(dataDir)
    raw.prepare('insert into unsettled_blobs (sha256) values (?)').run('ab'.repeat(32))
    raw.close()
    await backup('b.db', '--with-keys')
    await restore('b.db', at('restored'))
    const copy = openRaw(at('restored'))
    expect(copy.prepare('select count(*) as count from unsettled_blobs').get()).toEqual({ count: 0 })
    copy.close()
  })
})

describe('a restore', { timeout: 120_000 }, () => {
  test('of an older backup deletes no evidence, doctor counts what no case names, and the newer one brings all back', async () => {
    await backup('old.db')
    await acquire('three.bin', 'the third piece')
    await backup('new.db')
    rmSync(path.join(dataDir, 'fieldseal.db'))
    expect(await restore('old.db', dataDir)).toMatchObject({
      code: 0,
      lines: [{ evidence: { present: 2, restored: 0 }, keys: 'folder' }],
    })
    expect(runCli('user', 'list', '--data', dataDir).code).toBe(0)
    expect(blobsOf(dataDir)).toHaveLength(3)
    const doctor = await runHere('doctor', '--data', dataDir)
    expect(doctor.lines.find((line) => line['check'] === 'stored-files')).toMatchObject({
      state: 'warning',
      detail: expect.stringContaining('no case names 1 of 3') as string,
    })
    expect(await restore('new.db', dataDir, '--set-aside')).toMatchObject({
      code: 0,
      lines: [{ evidence: { present: 3, lacking: 0 } }],
    })
    await intact(dataDir)
  })

  test('sets a damaged database aside with its log, deletes nothing, and mends evidence that was altered', async () => {
    await backup('b.db')
    const file = path.join(dataDir, 'fieldseal.db')
    writeFileSync(file, 'no database at all, and long enough to look like one'.repeat(200))
    writeFileSync(`${file}-wal`, 'a log that belongs to it')
    const [altered = ''] = blobsOf(dataDir)
    const place = path.join(dataDir, 'blobs/sha256', altered.slice(0, 2), altered)
    rmSync(place)
    writeFileSync(place, 'altered')
    expect(await restore('b.db', dataDir)).toMatchObject({ code: 2, lines: [] })
    expect(readFileSync(`${file}-wal`, 'utf8')).toBe('a log that belongs to it')
    const restored = await restore('b.db', dataDir, '--set-aside')
    expect(restored).toMatchObject({ code: 0, lines: [{ evidence: { present: 1, restored: 1, lacking: 0 } }] })
    const aside = String(restored.lines[0]?.['set_aside'])
    expect(filesBelow(aside).filter((name) => name !== 'fieldseal.db-shm')).toEqual(
      [altered, 'fieldseal.db', 'fieldseal.db-wal'].sort(),
    )
    await intact(dataDir)
  })

  test('takes the keys of the backup where those of the folder do not fit, and sets these aside', async () => {
    await backup('b.db', '--with-keys')
    const other = at('other')
    await runHere('init', '--data', other, '--institution', 'OTHER')
    const keys = readFileSync(path.join(other, 'keys/workspace.key'))
    const restored = await restore('b.db', other, '--set-aside')
    expect(restored).toMatchObject({ code: 0, lines: [{ keys: 'backup' }] })
    expect(readFileSync(path.join(String(restored.lines[0]?.['set_aside']), 'keys/workspace.key'))).toEqual(keys)
    await intact(other)
  })

  test('takes the place of no evidence that was altered in the backup, and says which lacks', async () => {
    await backup('b.db', '--with-keys')
    const [altered = ''] = filesBelow(at('b.db.evidence'))
    const place = at('b.db.evidence', 'sha256', altered.slice(0, 2), altered)
    const bytes = readFileSync(place)
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    rmSync(place)
    writeFileSync(place, bytes)
    const restored = await restore('b.db', at('restored'))
    expect(restored).toMatchObject({ code: 1, lines: [{ evidence: { restored: 1, lacking: 1 } }] })
    expect(restored.stderr).toContain(altered)
    expect(blobsOf(at('restored'))).not.toContain(altered)
  })

  test('refuses the keys of another workspace, a newer release, a running service, a foreign folder and no backup, in words, and changes nothing', async () => {
    await backup('b.db')
    await backup('newer.db')
    const other = at('other')
    await runHere('init', '--data', other, '--institution', 'OTHER')
    const key = readFileSync(path.join(other, 'keys/workspace.key'))
    expect((await restore('b.db', other, '--set-aside')).stderr).toMatch(/keys of another workspace/)
    await intact(other)
    expect((await restore('b.db', at('empty'))).stderr).toMatch(/There are no keys/)
    expect(readFileSync(path.join(other, 'keys/workspace.key'))).toEqual(key)

    const newer = openWriter(at('newer.db'), keysIn(dataDir).database)
    newer.exec("insert into migrations (name, applied_at) values ('9999_of_tomorrow', '')")
    newer.close()
    const refused = await restore('newer.db', dataDir, '--set-aside')
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/made by a newer release.*Nothing was changed/) as string,
    ])
    const service = await serve(dataDir)
    expect((await restore('b.db', dataDir, '--set-aside')).stderr).toMatch(/A Fieldseal service works in/)
    await service.stop()

    const foreign = at('foreign')
    mkdirSync(foreign)
    writeFileSync(path.join(foreign, 'thesis.docx'), 'mine')
    expect(await restore('b.db', foreign)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('thesis.docx') as string,
    })
    expect(readdirSync(foreign)).toEqual(['thesis.docx'])
    expect(await restore('none.db', at('empty'))).toMatchObject({ code: 2 })
    writeFileSync(at('nothing.db'), '')
    expect((await restore('nothing.db', dataDir, '--set-aside')).stderr).toMatch(/is empty/)
    await intact(dataDir)
  })
})
