import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { replaceProgram } from '../../../../main/app/updates/replace.ts'
import { inRoot } from '../../../../scripts/lib/paths.ts'
import { fileOf } from '../../update/support.ts'

let folder: string
const at = (name: string) => path.join(folder, name)
const textAt = (name: string) => readFileSync(at(name), 'utf8')
const program = 'Fieldseal.AppImage'

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-replace-'))
  writeFileSync(at(program), 'the old build', { mode: 0o755 })
  writeFileSync(at('fetched'), 'the new build', { mode: 0o600 })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('U-60: a program is replaced by a checked file', () => {
  test('the new one has its name and its mode, and the old one lies beside it', async () => {
    expect(await replaceProgram(at(program), at('fetched'), fileOf('the new build'))).toBeNull()
    expect(textAt(program)).toBe('the new build')
    expect(statSync(at(program)).mode & 0o777).toBe(0o755)
    expect(textAt(`${program}.before`)).toBe('the old build')
    expect(readdirSync(folder).toSorted()).toEqual([program, `${program}.before`, 'fetched'].toSorted())
  })

  test('of several updates the last one before lies beside it', async () => {
    await replaceProgram(at(program), at('fetched'), fileOf('the new build'))
    writeFileSync(at('fetched'), 'a newer build')
    expect(await replaceProgram(at(program), at('fetched'), fileOf('a newer build'))).toBeNull()
    expect([textAt(program), textAt(`${program}.before`)]).toEqual(['a newer build', 'the new build'])
  })

  test('a link to it stays a link', async () => {
    symlinkSync(at(program), at('fieldseal'))
    expect(await replaceProgram(at('fieldseal'), at('fetched'), fileOf('the new build'))).toBeNull()
    expect(textAt(program)).toBe('the new build')
    expect(textAt('fieldseal')).toBe('the new build')
  })

  test('U-50: a file that was changed since it was fetched is refused, and the old build stays', async () => {
    writeFileSync(at('fetched'), 'the New build')
    expect(await replaceProgram(at(program), at('fetched'), fileOf('the new build'))).toMatchObject({
      code: 'file_changed',
    })
    writeFileSync(at('fetched'), 'the new')
    expect(await replaceProgram(at(program), at('fetched'), fileOf('the new build'))).toMatchObject({
      code: 'file_cut_off',
    })
    expect(textAt(program)).toBe('the old build')
    expect(readdirSync(folder).toSorted()).toEqual([program, 'fetched'].toSorted())
  })

  test('where the folder cannot be written, or the file is gone, it says so', async () => {
    expect(await replaceProgram(at('gone'), at('fetched'), fileOf('x'))).toMatchObject({ code: 'not_replaceable' })
    rmSync(at('fetched'))
    expect(await replaceProgram(at(program), at('fetched'), fileOf('x'))).toMatchObject({ code: 'disk_failed' })
    expect(textAt(program)).toBe('the old build')
  })

  test('killed at any step of it, the old or the new build is there, whole, and the next try ends well', async () => {
    chmodSync(at('fetched'), 0o644)
    const run = (dieAt: number) =>
      spawnSync(
        process.execPath,
        [
          '--import',
          inRoot('test/support/die-at-promise.ts'),
          inRoot('test/support/replace-once.ts'),
          at(program),
          '1',
          at('fetched'),
          JSON.stringify(fileOf('the new build')),
        ],
        { encoding: 'utf8', env: { ...process.env, DIE_AT: String(dieAt) } },
      )
    const found: string[] = []
    for (let dieAt = 1; ; dieAt += 1) {
      writeFileSync(at(program), 'the old build')
      const { signal, stdout, stderr } = run(dieAt)
      expect(stderr).toBe('')
      found.push(textAt(program))
      expect(await replaceProgram(at(program), at('fetched'), fileOf('the new build'))).toBeNull()
      if (signal === null) {
        expect(stdout).toContain(`steps ${dieAt - 1}`)
        break
      }
    }
    expect(found.length).toBeGreaterThan(6)
    expect(new Set(found.slice(0, -1))).toEqual(new Set(['the old build']))
    expect(found.at(-1)).toBe('the new build')
  })
})
