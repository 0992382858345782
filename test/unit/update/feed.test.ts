import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { feedText, parseFeed } from '../../../main/update/feed.ts'
import { compareVersions, isReleaseVersion } from '../../../main/update/version.ts'
import { feedOf, fileOf } from './support.ts'

const feed = feedOf({ recalled: ['1.0.2', '0.9.0'], isPaused: true, share: 25 })
const text = feedText(feed)

describe('the text of a feed', () => {
  test('U-1: it stands in lines, in one order', () => {
    const [file] = feed.files
    expect(text.split('\n')).toEqual([
      'fieldseal update v1',
      'release 1.0.1',
      'issued 2026-11-27T11:00:00Z',
      'expires 2026-12-27T12:00:00Z',
      'share 25',
      'paused',
      'recall 1.0.2',
      'recall 0.9.0',
      `file linux-x64-appimage 15 ${file?.sha256} ${file?.sha512} fieldseal-1.0.1.AppImage`,
      '',
    ])
    expect(parseFeed(text)).toEqual(feed)
  })

  test('U-2: what is spelled in another way, or says more, is none', () => {
    for (const other of [
      text.slice(0, -1),
      `${text}\n`,
      `${text}more\n`,
      text.replace('v1', 'v2'),
      text.replace('1.0.1', '01.0.1'),
      text.replace('1.0.1', '1.0.1-beta'),
      text.replace('share 25', 'share 025'),
      text.replace('share 25', 'share 101'),
      text.replace('share 25', 'share -1'),
      text.replace('paused', 'paused '),
      text.replace('11:00:00Z', '11:00:00.000Z'),
      text.replace('2026-12-27T12', '2026-12-32T12'),
      text.replace('2026-12-27T12', '2026-11-27T11'),
      text.replace(/paused\n(recall 1.0.2\n)/u, '$1paused\n'),
      text.replace('\n', '\r\n'),
      text.toUpperCase(),
      '',
    ])
      expect(parseFeed(other), JSON.stringify(other.slice(0, 80))).toBeNull()
  })

  test('U-3: a name is that of one file beside the feed, wherever it is read', () => {
    for (const name of ['../x', 'a/b', 'a\\b', '.hidden', ' a', 'a ', 'a.', 'é', 'x'.repeat(201), 'nul:', ''])
      expect(parseFeed(text.replace('fieldseal-1.0.1.AppImage', name)), name).toBeNull()
    const spaced = feedOf({ files: [fileOf('a', 'win32-x64-nsis', 'Fieldseal Setup 1.0.1.exe')] })
    expect(parseFeed(feedText(spaced))).toEqual(spaced)
  })

  test('U-3: a target and a name stand once, and a size is one that a file can have', () => {
    const two = (a: ReturnType<typeof fileOf>, b: ReturnType<typeof fileOf>) =>
      parseFeed(feedText(feedOf({ files: [a, b] })))
    const [one, other] = [fileOf('a', 'linux-x64-deb', 'a.deb'), fileOf('b', 'linux-x64-appimage', 'b.AppImage')]
    expect(two(one, other)).not.toBeNull()
    expect(two(one, { ...other, target: one.target })).toBeNull()
    expect(two(one, { ...other, name: 'A.deb' })).toBeNull()
    expect(parseFeed(feedText(feedOf({ files: [] })))).toBeNull()
    for (const bytes of [0, -1, 1.5, 2 ** 50]) expect(two(one, { ...other, bytes })).toBeNull()
  })

  test('U-4: no release takes itself back', () => {
    expect(parseFeed(feedText(feedOf({ recalled: ['1.0.1'] })))).toBeNull()
    expect(parseFeed(feedText(feedOf({ recalled: ['1.0.2', '1.0.2'] })))).toBeNull()
  })

  test('U-2: whatever text is read, it is the one text of what was read', () => {
    fc.assert(
      fc.property(fc.nat(text.length), fc.string({ maxLength: 4 }), (at, insert) => {
        const changed = text.slice(0, at) + insert + text.slice(at + insert.length)
        const read = parseFeed(changed)
        return read === null || feedText(read) === changed
      }),
    )
  })
})

describe('U-40: versions', () => {
  test('stand in the order of their numbers; more behind them is older', () => {
    const inOrder = ['0.9.9', '1.0.0-evaluation', '1.0.0', '1.0.9', '1.0.10', '1.10.0', '2.0.0']
    expect(inOrder.toReversed().toSorted(compareVersions)).toEqual(inOrder)
    expect(compareVersions('1.0.0', '1.0.0')).toBe(0)
    expect(() => compareVersions('1.0', '1.0.0')).toThrow(RangeError)
  })

  test('of releases are three numbers', () => {
    expect(['1.0.0', '0.0.0', '10.20.30'].every(isReleaseVersion)).toBe(true)
    expect(['1.0', 'v1.0.0', '1.0.0-evaluation', '1.0.0 ', '01.0.0', ''].some(isReleaseVersion)).toBe(false)
  })
})
