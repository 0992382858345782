import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nextSteps } from '../../../main/cli/commands/restore.ts'
import { startService } from '../../../main/server/compose.ts'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import { freshWorkspaceHere, runHere } from '../../support/command-here.ts'
import { asDevelopmentFolder, asFolderInTheClear } from '../../support/development-folder.ts'
import { openRaw } from '../../support/raw-database.ts'

let scratch: string
const folders: string[] = []
const at = (name: string): string => path.join(scratch, name)
const fresh = async (): Promise<string> => {
  const { dataDir } = await freshWorkspaceHere()
  folders.push(dataDir)
  return dataDir
}

beforeAll(() => {
  scratch = mkdtempSync(path.join(tmpdir(), 'fieldseal-other-'))
})
afterAll(() => {
  for (const dir of [scratch, ...folders]) rmSync(dir, { recursive: true, force: true })
})

const inWords = expect.stringMatching(
  /development build of Fieldseal before 0\.1.*was not changed.*export each as a bundle.*start a new folder/s,
) as string

describe('a folder of a development build', { timeout: 120_000 }, () => {
  test.each([
    ['encrypted', asDevelopmentFolder],
    ['in the clear', asFolderInTheClear],
  ])('is refused in the same words by whatever opens it, and stays as it is: %s', async (_kind, make) => {
    const dir = await fresh()
    make(dir)
    const contents = (): readonly Buffer[] =>
      ['fieldseal.db', 'keys/device.key', 'keys/workspace.key'].map((name) => readFileSync(path.join(dir, name)))
    const before = contents()
    const told = { code: 1, stderr: inWords }
    expect(
      await startService({ dataDir: dir, port: 0, host: '127.0.0.1', role: 'local' }, systemEnv(createLog('silent'))),
    ).toMatchObject({ ok: false, error: { code: 'development_build', message: inWords } })
    expect(await runHere('serve', '--data', dir)).toMatchObject(told)
    expect(await runHere('verify', dir)).toMatchObject(told)
    expect(await runHere('backup', '--data', dir, '--out', at('never.db'))).toMatchObject(told)
    expect(existsSync(at('never.db'))).toBe(false)
    const doctor = await runHere('doctor', '--data', dir)
    expect(doctor.code).toBe(1)
    expect(doctor.lines).toContainEqual(expect.objectContaining({ check: 'database', state: 'fault', advice: inWords }))
    for (const check of ['seals', 'sync'])
      expect(doctor.lines).toContainEqual(expect.objectContaining({ check, state: 'fault', detail: inWords }))
    expect(contents()).toEqual(before)
  })

  test('has no backup that this release restores', async () => {
    for (const [name, make] of [
      ['encrypted.db', asDevelopmentFolder],
      ['clear.db', asFolderInTheClear],
    ] as const) {
      const dir = await fresh()
      make(dir)
      copyFileSync(path.join(dir, 'fieldseal.db'), at(name))
      expect(await runHere('restore', at(name), '--data', dir, '--set-aside')).toMatchObject({
        code: 1,
        stderr: inWords,
      })
      expect(readFileSync(path.join(dir, 'fieldseal.db')).equals(readFileSync(at(name)))).toBe(true)
    }
  })
})

test('a folder of a newer release is refused by words that do not call it earlier', async () => {
  const dir = await fresh()
  const db = openRaw(dir)
  db.exec("insert into migrations (name, applied_at) values ('9999_of_tomorrow', '2040-01-01T00:00:00.000Z')")
  db.close()
  const { code, stderr } = await runHere('verify', dir)
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('written by a newer release of Fieldseal; update this one'),
  ])
})

test('a restored backup of an earlier release is opened once before it is checked; one of this release is not', () => {
  const restored = {
    database: { cases: 0, entries: 0 },
    hub: false,
    evidence: { present: 0, restored: 0, lacking: [] },
    keysFrom: 'folder',
    setAside: null,
    unsent: null,
    unsentFiles: { files: 0, bytes: 0, present: 0 },
  } as const
  const told = (ofHub: boolean, ofEarlierRelease: boolean): string =>
    nextSteps({ ...restored, ofHub, ofEarlierRelease }, 'b.db', '/data')
  expect(told(false, true)).toMatch(
    /^An earlier release made this backup.*fieldseal serve --data \/data.*Then run: fieldseal verify/,
  )
  expect(told(true, true)).toMatch(/An earlier release made this backup, and the start of the hub brings it forward/)
  for (const ofHub of [false, true]) expect(told(ofHub, false)).not.toContain('earlier release')
})
