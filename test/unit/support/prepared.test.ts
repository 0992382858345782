import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { preparedFolder, setup, sharedFolder } from '../../support/prepared.ts'

let folder = ''
const before = process.env.FIELDSEAL_PREPARED
let remove = (): void => undefined

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-prepared-test-'))
  remove = setup()
})

afterEach(() => {
  remove()
  rmSync(folder, { recursive: true })
  if (before === undefined) delete process.env.FIELDSEAL_PREPARED
  else process.env.FIELDSEAL_PREPARED = before
})

const filled = async (dir: string): Promise<{ readonly made: string }> => {
  mkdirSync(dir)
  writeFileSync(path.join(dir, 'file'), 'content')
  await Promise.resolve()
  return { made: 'answer' }
}

test('what several ask for at a time is made once, and each has a copy of it', async () => {
  let made = 0
  const held = Promise.withResolvers<undefined>()
  const make = async (dir: string): Promise<{ readonly made: string }> => {
    made++
    await held.promise
    return await filled(dir)
  }
  const asked = ['a', 'b', 'c'].map((name) => preparedFolder('one', path.join(folder, name), make))
  held.resolve(undefined)
  expect(await Promise.all(asked)).toEqual([{ made: 'answer' }, { made: 'answer' }, { made: 'answer' }])
  expect(made).toBe(1)
  expect(readdirSync(folder)).toEqual(['a', 'b', 'c'])
  // Nothing is left of those that waited.
  expect(readdirSync(process.env.FIELDSEAL_PREPARED ?? '')).toEqual(['one'])
})

test('who waited for one that failed makes it', async () => {
  const failing = preparedFolder('one', path.join(folder, 'a'), () => Promise.reject(new Error('no')))
  const waiting = preparedFolder('one', path.join(folder, 'b'), filled)
  await expect(failing).rejects.toThrow('no')
  expect(await waiting).toEqual({ made: 'answer' })
})

test('a process that is gone holds nobody up', async () => {
  const { pid } = spawnSync(process.execPath, ['--version'])
  writeFileSync(path.join(process.env.FIELDSEAL_PREPARED ?? '', 'one.claim'), String(pid))
  expect(await preparedFolder('one', path.join(folder, 'a'), filled)).toEqual({ made: 'answer' })
})

test('what nobody changes is shared as it lies', async () => {
  const make = async (dir: string): Promise<void> => void (await filled(dir))
  const first = await sharedFolder('app', make)
  expect(await sharedFolder('app', make)).toBe(first)
  expect(existsSync(path.join(first, 'file'))).toBe(true)
})
