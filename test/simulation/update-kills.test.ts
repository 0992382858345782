import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { replaceProgram } from '../../main/app/updates/replace.ts'
import { inRoot } from '../../scripts/lib/paths.ts'
import { seededRandom } from '../support/random.ts'
import { seedOfRun } from '../support/seed-of-run.ts'
import { tries } from '../support/tries.ts'
import { fileOf } from '../unit/update/support.ts'

const kills = tries('FIELDSEAL_KILLS', { everyday: 8, full: 100 })

/** Large enough that a kill meets it while it is being copied and read. */
const build = (name: string): string => `${name}\n`.repeat(400_000)
const [one, other] = [build('build 1.0.0'), build('build 1.0.1')]

let folder: string
const at = (name: string): string => path.join(folder, name)

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-update-kills-'))
  writeFileSync(at('one'), one)
  writeFileSync(at('other'), other)
  writeFileSync(at('program'), one, { mode: 0o755 })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test(`U-60: killed at ${kills} random moments of updates, the program is always one of the two builds, whole`, async () => {
  const random = seededRandom(seedOfRun())
  const endless = [
    at('program'),
    '1000',
    at('other'),
    JSON.stringify(fileOf(other)),
    at('one'),
    JSON.stringify(fileOf(one)),
  ]
  for (let kill = 0; kill < kills; kill += 1) {
    const updating = spawn(process.execPath, [inRoot('test/support/replace-once.ts'), ...endless], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(updating.stdout, 'data')
    await new Promise((resolve) => {
      setTimeout(resolve, random() * 150)
    })
    const ended = once(updating, 'exit')
    updating.kill('SIGKILL')
    expect((await ended)[1]).toBe('SIGKILL')
    const found = readFileSync(at('program'), 'utf8')
    expect(found === one || found === other).toBe(true)
  }
  expect(await replaceProgram(at('program'), at('other'), fileOf(other))).toBeNull()
  expect(readFileSync(at('program'), 'utf8') === other).toBe(true)
})
