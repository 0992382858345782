import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dataFolder } from '../../../main/platform/data-folder.ts'
import type { DataFolder } from '../../../main/platform/data-folder.ts'
import { runHere } from '../../support/command-here.ts'
import { preparedWorkspace } from '../../support/prepared-workspace.ts'

let folder: DataFolder

beforeEach(async () => {
  folder = dataFolder(path.join(mkdtempSync(path.join(tmpdir(), 'fieldseal-doctor-')), 'data'))
  await preparedWorkspace(folder.dir, { institution: 'ACME', name: 'Acme', admin: 'Admin' })
})
afterEach(() => rmSync(path.dirname(folder.dir), { recursive: true }))

const checkOf = async (name: string): Promise<Record<string, unknown> | undefined> =>
  (await runHere('doctor', '--data', folder.dir)).lines.find(({ check }) => check === name)

test('a key file that is gone is to be restored; one that a link in a circle hides is not', async () => {
  renameSync(folder.deviceKey, `${folder.deviceKey}.real`)
  expect(await checkOf('keys')).toMatchObject({
    state: 'fault',
    detail: `${folder.deviceKey} is missing`,
    advice: `Do: restore ${folder.deviceKey} from where you keep the keys`,
  })
  symlinkSync('device.key', folder.deviceKey)
  expect(await checkOf('keys')).toMatchObject({
    state: 'fault',
    detail: `${folder.deviceKey} cannot be looked at: a link leads in a circle`,
    advice: `See that ${folder.deviceKey} can be reached by this user. It may well be there: put nothing in its place.`,
  })
  expect(await checkOf('database')).toMatchObject({
    state: 'fault',
    advice: expect.stringContaining('put nothing in its place') as string,
  })
})

test('a folder of imports that cannot be read is told, and not counted as empty', async () => {
  expect(await checkOf('staging')).toMatchObject({ state: 'ok', detail: '0 files' })
  rmSync(folder.staging, { recursive: true, force: true })
  expect(await checkOf('staging')).toMatchObject({ state: 'ok', detail: '0 files' })
  writeFileSync(folder.staging, '')
  expect(await checkOf('staging')).toMatchObject({
    state: 'warning',
    detail: `${folder.staging} cannot be looked at: a part of the path is no folder`,
  })
})
