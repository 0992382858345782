import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { argumentsFor, otherFolder } from '../../../main/app/secondStart.ts'

let scratch = ''
beforeEach(() => {
  scratch = mkdtempSync(path.join(tmpdir(), 'fieldseal-second-'))
  mkdirSync(path.join(scratch, 'alpha'))
  symlinkSync(path.join(scratch, 'alpha'), path.join(scratch, 'link'), 'junction')
})
afterEach(() => rmSync(scratch, { recursive: true }))

const at = (name: string): string => path.join(scratch, name)
const link = 'fieldseal:enrol?x'

test('a start on another folder is told from one on the same, however that is written', () => {
  for (const [asked, other] of [
    ['alpha', null],
    ['link', null],
    ['./x/../alpha', null],
    ['beta', at('beta')],
  ] as const) {
    const data = asked.startsWith('.') ? `${scratch}/${asked}` : at(asked)
    expect(otherFolder(at('alpha'), { data, isNamed: true }, ['fieldseal'])).toBe(other)
    expect(otherFolder(at('alpha'), { data, isNamed: false }, ['fieldseal'])).toBe(other)
  }
})

test.each([link, '/media/stick/a.fieldseal'])(
  '%s is no wish for the folder of the profile, but a folder that is named beside it is one',
  (brought) => {
    expect(otherFolder(at('alpha'), { data: at('beta'), isNamed: false }, ['fieldseal', brought])).toBeNull()
    expect(otherFolder(at('alpha'), { data: at('beta'), isNamed: true }, ['fieldseal', brought])).toBe(at('beta'))
  },
)

test('what tells of no folder, as an earlier release does, asks for none', () => {
  for (const told of [undefined, null, {}, '', { data: 7 }, { data: '', isNamed: true }])
    expect(otherFolder(at('alpha'), told, ['fieldseal'])).toBeNull()
})

test('the start that follows is like this one but for its folder, and opens nothing a second time', () => {
  expect(argumentsFor(['/opt/electron', '/app', '--user-data-dir=/p', '--data=/a', link, 'a.fieldseal'], '/b')).toEqual(
    ['/app', '--user-data-dir=/p', '--data=/b'],
  )
})
