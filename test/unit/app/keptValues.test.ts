import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { eraseEarlierStorage } from '../../../main/app/earlierStorage.ts'
import { keepValue, keptName, readKept } from '../../../main/app/keptValues.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-kept-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('values of the window outlive it, and are forgotten when told', () => {
  const file = path.join(folder, 'profile', 'kept.json')
  expect(readKept(file)).toEqual({})
  expect(keepValue(file, 'fieldseal.preferences', '{"colour":"dark"}')).toBe(true)
  keepValue(file, 'fieldseal.upload.a', 'x')
  keepValue(file, 'fieldseal.upload.a', null)
  expect(readKept(file)).toEqual({ 'fieldseal.preferences': '{"colour":"dark"}' })
  writeFileSync(file, '{"fieldseal.preferences":')
  expect(readKept(file)).toEqual({})
})

it('beyond 500 the oldest goes', () => {
  const file = path.join(folder, 'kept.json')
  for (let n = 0; n <= 500; n += 1) keepValue(file, `fieldseal.upload.${n}`, 'x')
  const names = Object.keys(readKept(file))
  expect([names.length, names.includes('fieldseal.upload.0'), names.includes('fieldseal.upload.500')]).toEqual([
    500,
    false,
    true,
  ])
})

it('nothing that is typed has a name there', () => {
  for (const name of ['fieldseal.draft.note:1', 'note:1', 'fieldseal.preferences.x', '__proto__', ''])
    expect(keptName.safeParse(name).success, name).toBe(false)
})

it('what an earlier release wrote in the clear is erased, and nothing else of the profile', () => {
  for (const name of ['Session Storage', 'IndexedDB/x', 'Local Storage', 'workspace'])
    mkdirSync(path.join(folder, name), { recursive: true })
  for (const name of ['Session Storage/000003.log', 'IndexedDB/x/1.ldb', 'Local Storage/2', 'workspace/fieldseal.db'])
    writeFileSync(path.join(folder, name), 'QUARTZSAR')
  expect(eraseEarlierStorage(folder)).toBe(2)
  expect(eraseEarlierStorage(folder)).toBe(0)
  expect(
    ['Session Storage', 'IndexedDB', 'Local Storage/2', 'workspace/fieldseal.db'].map((name) =>
      existsSync(path.join(folder, name)),
    ),
  ).toEqual([false, false, true, true])
})
