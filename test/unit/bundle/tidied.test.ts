import { describe, expect, test } from 'vitest'
import type { BundleSource } from '../../../main/bundle/check/source.ts'
import { isSystemPath, tidied, topFolderOf } from '../../../main/bundle/check/tidied.ts'

const sourceOf = (paths: readonly string[]): BundleSource => ({
  files: paths.map((path) => ({ path, size: 3 })),
  problems: [],
  read: async function* (path) {
    yield await Promise.resolve(Buffer.from(path))
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
    '__MACOSX/bagit.txt',
    '__MACOSX/CASE-1/._bagit.txt',
    'data/__MACOSX/anything at all',
    '._bagit.txt',
    'data/entries/._000000.dsse.json',
    'Thumbs.db',
    'data/evidence/thumbs.DB',
    'data/evidence/Desktop.ini',
    'Icon\r',
    '.fseventsd/0000',
    '$RECYCLE.BIN/S-1-5/desktop.ini',
  ])('%j is no part of the bundle, and is told', (path) => {
    expect(isSystemPath(path)).toBe(true)
    const { source, traces } = tidied(sourceOf(['bagit.txt', path]))
    expect(source.files.map((file) => file.path)).toEqual(['bagit.txt'])
    expect(traces).toMatchObject([{ code: 'system_file', file: path }])
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
  ])('%j is not what a system drops', (path) => {
    expect(isSystemPath(path)).toBe(false)
    expect(tidied(sourceOf([path])).source.files.map((file) => file.path)).toEqual([path])
  })

  test('a problem with such a file is none of the bundle, and any other is', () => {
    const problems = ['._link', 'link', null].map((file) => ({ file, message: 'it is a link' }))
    expect(tidied({ ...sourceOf([]), problems }).source.problems.map(({ file }) => file)).toEqual(['link', null])
  })
})

describe('B-74: names in another normalisation', () => {
  const nfc = 'data/evidence/Zürich 한글.pdf'
  const nfd = nfc.normalize('NFD')

  test('are read as they were made, and told', async () => {
    expect(nfd).not.toBe(nfc)
    const { source, traces } = tidied(sourceOf([nfd, 'data/evidence/plain.pdf']))
    expect(source.files.map(({ path }) => path)).toEqual([nfc, 'data/evidence/plain.pdf'])
    expect(traces).toMatchObject([{ code: 'name_normalised', file: nfc }])
    expect(await textOf(source, nfc)).toBe(nfd)
  })

  test('two files of one name both stay, for the checks to judge', () => {
    const { source, traces } = tidied(sourceOf([nfd, nfc]))
    expect(source.files.map(({ path }) => path)).toEqual([nfd, nfc])
    expect(traces).toEqual([])
  })

  test('a name in another case is another name', () => {
    expect(tidied(sourceOf(['DATA/case.json'])).traces).toEqual([])
  })
})

test('B-74: the bag lies in the folder, or one or two deeper, and never in what a system put beside it', () => {
  expect(topFolderOf(['bagit.txt', 'x/bagit.txt'])).toBe('')
  expect(topFolderOf(['__MACOSX/CASE-1/bagit.txt', '.DS_Store', 'CASE-1/bagit.txt'])).toBe('CASE-1/')
  expect(topFolderOf(['a/b/bagit.txt'])).toBe('a/b/')
  expect(topFolderOf(['a/b/c/bagit.txt'])).toBeNull()
})
