import { describe, expect, test } from 'vitest'
import type { BundleSource } from '../../../main/bundle/check/source.ts'
import { isSystemPath, tidied, topFolderOf } from '../../../main/bundle/check/tidied.ts'
import { appleDouble } from '../../support/apple-double.ts'

const sourceOf = (paths: readonly string[], contentOf = (path: string): Buffer => Buffer.from(path)): BundleSource => ({
  files: paths.map((path) => ({ path, size: contentOf(path).length })),
  problems: [],
  read: async function* (path) {
    yield await Promise.resolve(contentOf(path))
  },
})
const textOf = async (source: BundleSource, path: string): Promise<string> => {
  const parts: Uint8Array[] = []
  for await (const part of source.read(path)) parts.push(part)
  return Buffer.concat(parts).toString()
}

describe('B-74: what systems drop', () => {
  test.each([
    '.DS_Store',
    'data/evidence/.DS_Store',
    '__MACOSX/.DS_Store',
    'Thumbs.db',
    'data/evidence/thumbs.DB',
    'data/evidence/Desktop.ini',
    'Icon\r',
    '.fseventsd/00000000000a1b2c',
    '.Spotlight-V100/Store-V2/0A1B/store.db',
    'System Volume Information/WPSettings.dat',
    '$RECYCLE.BIN/S-1-5/desktop.ini',
  ])('%j is no part of the bundle, and is told', async (path) => {
    expect(isSystemPath(path)).toBe(true)
    const { source, traces } = await tidied(sourceOf(['bagit.txt', path]))
    expect(source.files.map((file) => file.path)).toEqual(['bagit.txt'])
    expect(traces).toMatchObject([{ code: 'system_file', file: path }])
  })

  test.each([
    '__MACOSX/CASE-1/._bagit.txt',
    '._bagit.txt',
    'data/entries/._000000.dsse.json',
    '__MACOSX/._report.html',
    '.AppleDouble/._x',
    '.Trashes/._501',
  ])('%j is, where it holds AppleDouble, and else was put there by somebody', async (path) => {
    const { source, traces } = await tidied(sourceOf(['bagit.txt', path], () => appleDouble))
    expect(source.files.map((file) => file.path)).toEqual(['bagit.txt'])
    expect(traces).toMatchObject([{ code: 'system_file', file: path }])
    const others = [
      Buffer.from('<p>Certified by the court</p>'),
      Buffer.alloc(0),
      appleDouble.subarray(0, 30),
      Buffer.concat([appleDouble.subarray(0, 24), Buffer.from([0, 0]), Buffer.from('<p>Certified</p>')]),
      Buffer.concat([appleDouble.subarray(0, 26), Buffer.from('<p>Certified by the court</p>')]),
    ]
    for (const content of others) {
      const planted = await tidied(sourceOf([path], () => content))
      expect(planted.source.files.map((file) => file.path)).toEqual([path])
      expect(planted.traces).toEqual([])
    }
  })

  test.each([
    'data/evidence/secret.txt',
    'DS_Store',
    '.DS_Store.txt',
    '.hidden',
    'data/evidence/_.DS_Store',
    'data/evidence/MACOSX/a',
    'Thumbs.db.exe',
    '._',
    'desktop.ini/a',
    'xdesktop.ini',
    '__MACOSX',
    '__MACOSX/report.html',
    '__MACOSX/bagit.txt',
    'data/__MACOSX/anything at all',
    '.Trashes/501/report.html',
    '$RECYCLE.BIN/S-1-5/$R0A1B2C.pdf',
    '.Spotlight-V100/report.html',
    '.fseventsd/report',
    'System Volume Information/report.pdf',
  ])('%j is not what a system drops', async (path) => {
    expect(isSystemPath(path)).toBe(false)
    expect((await tidied(sourceOf([path]))).source.files.map((file) => file.path)).toEqual([path])
  })

  test('a problem with such a file is one of the container: bytes that follow it may be anything', async () => {
    const problems = ['.DS_Store', '._link', 'link', null].map((file) => ({ file, message: 'it is a link' }))
    expect((await tidied({ ...sourceOf(['.DS_Store']), problems })).source.problems).toEqual(problems)
  })
})

describe('B-74: names in another normalisation', () => {
  const nfc = 'data/evidence/Zürich 한글.pdf'
  const nfd = nfc.normalize('NFD')

  test('are read as they were made, and told', async () => {
    expect(nfd).not.toBe(nfc)
    const { source, traces } = await tidied(sourceOf([nfd, 'data/evidence/plain.pdf']))
    expect(source.files.map(({ path }) => path)).toEqual([nfc, 'data/evidence/plain.pdf'])
    expect(traces).toMatchObject([{ code: 'name_normalised', file: nfc }])
    expect(await textOf(source, nfc)).toBe(nfd)
  })

  test('two files of one name both stay, for the checks to judge', async () => {
    const { source, traces } = await tidied(sourceOf([nfd, nfc]))
    expect(source.files.map(({ path }) => path)).toEqual([nfd, nfc])
    expect(traces).toEqual([])
  })

  test('a name in another case is another name', async () => {
    expect((await tidied(sourceOf(['DATA/case.json']))).traces).toEqual([])
  })
})

test('B-74: the bag lies in the folder, or one or two deeper, and never in what a system put beside it', () => {
  expect(topFolderOf(['bagit.txt', 'x/bagit.txt'])).toBe('')
  expect(topFolderOf(['__MACOSX/CASE-1/bagit.txt', '.DS_Store', 'CASE-1/bagit.txt'])).toBe('CASE-1/')
  expect(topFolderOf(['a/b/bagit.txt'])).toBe('a/b/')
  expect(topFolderOf(['a/b/c/bagit.txt'])).toBeNull()
})
