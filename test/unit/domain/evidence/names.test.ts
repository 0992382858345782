import { describe, expect, test } from 'vitest'
import { recordedName, recordedPath } from '../../../../main/domain/evidence/names.ts'

describe('E-15: a path is recorded as it was at the source', () => {
  test.each([
    ['app\\x2ddemo.service', 'app\\x2ddemo.service', 'app\\x2ddemo.service'],
    ['units/app\\x2ddemo.service', 'app\\x2ddemo.service', 'units/app\\x2ddemo.service'],
    ['back\\slash\\..\\..\\evil.txt', 'back\\slash\\..\\..\\evil.txt', 'back\\slash\\..\\..\\evil.txt'],
    ['we\\ird/evil.txt', 'evil.txt', 'we\\ird/evil.txt'],
    ['c:/notes.txt', 'notes.txt', 'c:/notes.txt'],
    ['c:notes.txt', 'c:notes.txt', 'c:notes.txt'],
    ['a\\xffb/c\\xfe', 'c\\xfe', 'a\\xffb/c\\xfe'],
  ])('of a file of Linux, %j with the name %j: %j', (given, name, recorded) => {
    expect(recordedPath(given, name)).toBe(recorded)
  })

  test.each([
    ['C:\\Users\\x\\annual.exe', 'annual.exe', 'Users/x/annual.exe'],
    ['Users\\x/y\\annual.exe', 'annual.exe', 'Users/x/y/annual.exe'],
    ['\\\\server\\share\\..\\annual.exe', 'annual.exe', 'server/share/annual.exe'],
    ['C:\\x\u0007\\annual\u202egnp.exe', 'annual\u202egnp.exe', 'x\\u0007/annual\\u202egnp.exe'],
    ['C:\\x\\annual\u202egnp.exe', recordedName('annual\u202egnp.exe'), 'x/annual\\u202egnp.exe'],
  ])('of a file of Windows, whose name stands behind a backslash, %j with the name %j: %j', (given, name, recorded) => {
    expect(recordedPath(given, name)).toBe(recorded)
  })

  test('what an upload must not say is left away: a root, and the folders . and ..', () => {
    expect(recordedPath('/../etc/./passwd', 'passwd')).toBe('etc/passwd')
  })
})
