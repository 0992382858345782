import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  parseBagInfo,
  parseDeclaration,
  parseFetch,
  parseManifest,
  payloadOxum,
} from '../../../main/bundle/check/bag-text.ts'
import { bagInfoText, decodePath, encodePath, manifestText } from '../../../main/bundle/format/bagit-text.ts'
import { collisions, pathFault, portabilityFault } from '../../../main/bundle/format/member-path.ts'

const digest = 'a'.repeat(64)
const read = (text: string, isOld = false) => parseManifest(text, 'manifest-sha256.txt', 'sha256', isOld)

describe('B-12: paths in manifests', () => {
  test('CR, LF and percent are written as escapes, and read back', () => {
    expect(encodePath('data/50%\r\n.txt')).toBe('data/50%25%0D%0A.txt')
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (path) => decodePath(encodePath(path)) === path))
  })

  test('other percent signs stay as older bags have them', () => {
    expect(decodePath('data/%7Etest%2')).toBe('data/%7Etest%2')
    expect(decodePath('a%0ab%0dc%25')).toBe('a\nb\rc%')
  })

  test('a manifest that is written is read', () => {
    const { digests, notes } = read(
      manifestText([
        { path: 'data/b', digest },
        { path: 'data/a%b', digest },
      ]),
    )
    expect([...digests]).toEqual([
      ['data/a%b', digest],
      ['data/b', digest],
    ])
    expect(notes).toEqual({ faults: [], warnings: [] })
  })
})

describe('reading manifests', () => {
  test.each([
    ['no hash', 'data/a\n'],
    ['a hash of another length', `${'a'.repeat(40)}  data/a\n`],
    ['a path out of the bag', `${digest}  data/../../etc/passwd\n`],
    ['an absolute path', `${digest}  /etc/passwd\n`],
    ['a path with a line feed behind an escape', `${digest}  data/a%0Ab\n`],
    ['a path outside data/', `${digest}  bagit.txt\n`],
    ['a path twice with different hashes', `${digest}  data/a\n${'b'.repeat(64)}  data/a\n`],
    ['a path twice', `${digest}  data/a\n${digest}  data/a\n`],
  ])('%s is a fault', (_, text) => {
    expect(read(text).notes.faults).toHaveLength(1)
  })

  test('before version 1.0 a path that is listed twice with one hash is a warning', () => {
    expect(read(`${digest}  data/a\n${digest}  data/a\n`, true).notes).toMatchObject({
      faults: [],
      warnings: [expect.stringContaining('twice')],
    })
  })

  test('a tag manifest lists nothing below data/', () => {
    expect(parseManifest(`${digest}  data/a\n`, 'tagmanifest-sha256.txt', 'sha256', false).notes.faults).toHaveLength(1)
  })
})

describe('reading other tag files', () => {
  const declaration = (text: string) => parseDeclaration(Buffer.from(text))
  test('bagit.txt has two lines of one spelling', () => {
    expect(declaration('BagIt-Version: 1.0\r\nTag-File-Character-Encoding: UTF-8\r\n')).toEqual({
      ok: true,
      value: { version: '1.0', encoding: 'UTF-8' },
    })
    for (const text of [
      '',
      'BagIt-Version: 1.0\n',
      'BagIt-Version: 2.0\nTag-File-Character-Encoding: UTF-8\n',
      'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\nmore\n',
    ]) {
      expect(declaration(text).ok).toBe(false)
    }
  })

  test('bag-info.txt keeps repeated labels in their order and joins continued lines', () => {
    const info = parseBagInfo('Contact-Name: A\ncontact-name : B\n  and C\nPayload-Oxum: 58.2\n')
    expect(info.get('contact-name')).toEqual(['A', 'B and C'])
    expect(payloadOxum(info)).toEqual({ octets: 58, files: 2 })
    expect(payloadOxum(parseBagInfo('Payload-Oxum: many'))).toBeNull()
  })

  test('a value of bag-info.txt cannot begin a line of its own', () => {
    expect(bagInfoText([['Source-Organization', 'Evil\r\nPayload-Oxum: 0.0\u0085x']])).toBe(
      'Source-Organization: Evil Payload-Oxum: 0.0 x\n',
    )
  })

  test('fetch.txt names paths below data/, and nothing is fetched', () => {
    expect(parseFetch('https://example.org/a - data/a b\n')).toEqual({
      paths: ['data/a b'],
      notes: { faults: [], warnings: [] },
    })
    expect(parseFetch('https://example.org/a - ~/a\n').notes.faults).toHaveLength(1)
    expect(parseFetch('https://example.org/a 5 bagit.txt\n').notes.faults).toHaveLength(1)
  })
})

describe('lines of blanks without end, which whoever made the bundle can write', () => {
  const blanks = ' '.repeat(200_000)

  test('are looked at as fast as they are read', () => {
    expect(read(`${digest}${blanks}\u2028\n`).digests.size).toBe(0)
    expect(parseFetch(`https://example.org/a 5${blanks}\u2028x\n`).notes.faults).toHaveLength(1)
    expect([...parseBagInfo(`A${blanks}B\nC${blanks}: ${blanks}\u2028x\n`)]).toEqual([['c', ['\u2028x']]])
  })
})

describe('B-70: names within a bundle', () => {
  test.each([
    '/a',
    '../a',
    'a/../b',
    'a/./b',
    'a//b',
    'a/',
    'a\\b',
    'C:a',
    '~/a',
    '~root/a',
    'a\u0000b',
    'a\nb',
    '\ud800',
    '',
  ])('%j is unfit', (path) => {
    expect(pathFault(path)).not.toBeNull()
  })

  test.each(['data/a:stream', 'data/a.', 'data/a /b', 'data/nul', 'data/Com1.txt', 'data/con .x', 'data/a?b'])(
    '%j is something else on Windows',
    (path) => {
      expect(pathFault(path)).toBeNull()
      expect(portabilityFault(path)).not.toBeNull()
    },
  )

  test('names that differ in case or normalisation alone collide, and so do a file and a folder of one name', () => {
    expect(collisions(['data/a', 'data/A'])).toEqual([['data/A', 'data/a']])
    expect(collisions(['data/e\u0301', 'data/\u00e9'])).toHaveLength(1)
    expect(collisions(['data/a', 'data/a/b'])).toEqual([['data/a/b', 'data/a']])
    expect(collisions(['data/a', 'data/ab', 'data/a.b', 'DATA2/a'])).toEqual([])
  })
})
