import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { examineUpdates } from '../../../main/cli/doctor-updates.ts'
import { dataFolder } from '../../../main/platform/data-folder.ts'
import {
  updateFiles,
  writeUpdateSettings,
  writeUpdateState,
  type UpdateState,
} from '../../../main/platform/update-files.ts'
import { fileOf, now } from '../update/support.ts'

let profile: string
beforeEach(() => {
  profile = mkdtempSync(path.join(tmpdir(), 'fieldseal-doctor-'))
})
afterEach(() => rmSync(profile, { recursive: true, force: true }))

const managed = () => path.join(profile, 'managed.json')
const examined = (nowMs = now) => examineUpdates(dataFolder(path.join(profile, 'workspace')), managed(), nowMs)

const kept = (changes: Partial<UpdateState>): void =>
  writeUpdateState(updateFiles(profile).state, {
    installation: '07'.repeat(16),
    remembered: null,
    looked: { atMs: now, outcome: 'newest', message: '' },
    ready: null,
    ...changes,
  })

test('the doctor says whether updates are looked for, and what the last look came to', () => {
  expect(examined()).toMatchObject({ state: 'ok', detail: expect.stringContaining('none are looked for') as unknown })
  writeUpdateSettings(updateFiles(profile).settings, 'https://updates.example/')
  expect(examined()).toMatchObject({
    state: 'ok',
    detail: expect.stringContaining('https://updates.example/') as unknown,
  })
  kept({})
  expect(examined()).toMatchObject({ state: 'ok', detail: expect.stringContaining('newest') as unknown })
  expect(examined(now + 15 * 86_400_000)).toMatchObject({
    state: 'warning',
    advice: expect.stringContaining('Start the desktop') as unknown,
  })
  kept({ looked: { atMs: now, outcome: 'refused', message: 'The feed has expired.' } })
  expect(examined()).toMatchObject({
    state: 'warning',
    detail: expect.stringContaining('The feed has expired.') as unknown,
  })
  const ready = { version: '1.0.1', recalled: false, file: fileOf('x') }
  kept({ ready })
  expect(examined()).toMatchObject({ state: 'ok', detail: expect.stringContaining('1.0.1 is ready') as unknown })
  kept({ ready: { ...ready, recalled: true } })
  expect(examined()).toMatchObject({ state: 'warning', detail: expect.stringContaining('taken back') as unknown })
  writeFileSync(managed(), '{}')
  expect(examined()).toMatchObject({ state: 'warning', detail: expect.stringContaining('not of its form') as unknown })
})
