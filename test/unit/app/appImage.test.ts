import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { appImageOf } from '../../../main/app/appImage.ts'

const [file, opened] = ['/home/ada/Fieldseal.AppImage', '/tmp/.mount_FieldsAbCdEf']

describe('the AppImage that a program runs from', () => {
  test('is the one in whose folder the program lies', () => {
    expect(appImageOf({ APPIMAGE: file, APPDIR: opened }, `${opened}/fieldseal`)).toBe(file)
  })

  test.each([
    ['was installed by a package', {}, '/opt/Fieldseal/fieldseal'],
    [
      'was started by a terminal that is an AppImage',
      { APPIMAGE: '/home/ada/Term.AppImage', APPDIR: '/tmp/.mount_TermX' },
      '/opt/Fieldseal/fieldseal',
    ],
    ['lies in a folder whose name begins alike', { APPIMAGE: file, APPDIR: opened }, `${opened}2/fieldseal`],
    ['was told of no folder', { APPIMAGE: file }, `${opened}/fieldseal`],
    ['was told of no file', { APPIMAGE: '', APPDIR: opened }, `${opened}/fieldseal`],
  ])('is none where the program %s', (_what, environment, executable) => {
    expect(appImageOf(environment, executable)).toBeUndefined()
  })

  test('is found where the folder has a second name', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-appimage-'))
    try {
      symlinkSync(folder, `${folder}-alias`)
      expect(appImageOf({ APPIMAGE: file, APPDIR: `${folder}-alias` }, `${folder}/fieldseal`)).toBe(file)
    } finally {
      rmSync(`${folder}-alias`)
      rmSync(folder, { recursive: true })
    }
  })
})
