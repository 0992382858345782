import { existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifyBundle } from '../../../main/bundle/check/verify-bundle.ts'
import type { BundleReport } from '../../../main/bundle/check/verify-bundle.ts'
import { openBagFolder } from '../../../main/bundle/read/folder-source.ts'
import { pageZip } from '../../../main/bundle/page/page-zip.ts'
import { nodeHasher } from '../../../main/bundle/read/node-hasher.ts'
import { nodeZip } from '../../../main/bundle/read/node-zip.ts'
import { openZipBundle, type ZipPlatform } from '../../../main/bundle/zip/zip-source.ts'
import { appleDouble } from '../../support/apple-double.ts'
import { rangeOf } from '../../support/range-of.ts'
import { rawZip, type RawMember, type RawOptions } from '../../support/raw-zip.ts'
import { cpuMs } from '../../support/cpu-time.ts'
import { runsOf } from '../../support/tries.ts'

const verifyOn = async (platform: ZipPlatform, bytes: Uint8Array): Promise<BundleReport> =>
  verifyBundle(await openZipBundle(rangeOf(bytes), platform), { createHasher: nodeHasher })

/** Verifies with what Node unpacks with and with what the verifier page does; both must find the same. */
const verifyZip = async (bytes: Uint8Array): Promise<BundleReport> => {
  const report = await verifyOn(nodeZip, bytes)
  const page = await verifyOn(pageZip, bytes)
  const found = ({ findings }: BundleReport): string[] => findings.map(({ code, file }) => `${code} ${file ?? ''}`)
  expect(found(page)).toEqual(found(report))
  return report
}

/** What is said about the container, as `file: message`. */
const problems = ({ findings }: BundleReport): string[] =>
  findings.filter(({ code }) => code === 'bundle_malformed').map(({ file, message }) => `${file ?? ''}: ${message}`)

const bag = (text: string): RawMember => ({ name: 'CASE/bagit.txt', data: Buffer.from(text) })
const plain = bag('BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n')
const hello = Buffer.from('hello')

describe('B-70: members that must not be', () => {
  test.for<readonly [what: string, member: RawMember, expected: RegExp]>([
    ['a path out of the folder', { name: 'CASE/../../../../tmp/owned', data: hello }, /leads out of its folder/],
    ['an absolute path', { name: '/tmp/owned', data: hello }, /is absolute/],
    ['a backslash', { name: 'CASE\\..\\owned', data: hello }, /holds a backslash/],
    ['a drive letter', { name: 'C:/Windows/owned', data: hello }, /drive letter/],
    ['a NUL in the name', { name: 'CASE/data/a\u0000.txt', data: hello }, /control character/],
    ['a name that is not UTF-8', { name: new Uint8Array([0x43, 0xff, 0xfe]), data: hello }, /not UTF-8/],
    [
      'a name in an old code page',
      { name: Buffer.from('CASE/é', 'utf8'), data: hello, flags: 0 },
      /not UTF-8, or not marked as such/,
    ],
    [
      'a second name in an extra field',
      { name: 'CASE/a', data: hello, extra: Buffer.from([0x75, 0x70, 5, 0, 1, 0, 0, 0, 0]) },
      /second name/,
    ],
    ['a symbolic link', { name: 'CASE/link', data: Buffer.from('/etc/passwd'), mode: 0o120777 }, /it is a link/],
    ['a device', { name: 'CASE/dev', mode: 0o020644 }, /no plain file/],
    ['encryption', { name: 'CASE/secret', data: hello, flags: 0x0801 }, /encrypted|size mismatch/],
    ['another method', { name: 'CASE/lzma', data: hello, method: 14 }, /compression method 14/],
    ['a folder with content', { name: 'CASE/folder/', data: hello, mode: 0o040755 }, /folder with content/],
    [
      'another name before the data',
      { name: 'CASE/a', localName: 'CASE/b', data: hello },
      /another name before its data/,
    ],
    ['another size before the data', { name: 'CASE/a', localSize: 9, data: hello }, /another size or checksum/],
    [
      'another method before the data',
      { name: 'CASE/a', localMethod: 8, data: hello },
      /another compression method before/,
    ],
    ['an alternate data stream of Windows', { name: 'CASE/data/a.txt:stream', data: hello }, /character that Windows/],
    ['a device name of Windows', { name: 'CASE/data/AUX.txt', data: hello }, /device on Windows/],
    ['a name that Windows would cut', { name: 'CASE/data/a.txt.', data: hello }, /ends with a dot/],
    [
      'more bytes than it can unpack to',
      { name: 'CASE/bomb', data: Buffer.alloc(1000), deflate: true, size: 4_000_000_000 },
      /more bytes than its content can unpack to/,
    ],
  ])('%s is named', async ([, member, expected]) => {
    expect(problems(await verifyZip(rawZip([plain, member]))).join('\n')).toMatch(expected)
  })

  test.for<readonly [what: string, members: readonly RawMember[], expected: RegExp]>([
    [
      'a name twice',
      [
        { name: 'CASE/data/a', data: hello },
        { name: 'CASE/data/a', data: Buffer.from('other') },
      ],
      /in the archive twice/,
    ],
    [
      'names that differ in case alone',
      [
        { name: 'CASE/data/a', data: hello },
        { name: 'CASE/data/A', data: hello },
      ],
      /on some systems it is one/,
    ],
    [
      'names that differ in normalisation alone',
      [
        { name: 'CASE/data/e\u0301', data: hello },
        { name: 'CASE/data/\u00e9', data: hello },
      ],
      /on some systems it is one/,
    ],
    [
      'a file that is a folder of another',
      [
        { name: 'CASE/data/a', data: hello },
        { name: 'CASE/data/a/b', data: hello },
      ],
      /on some systems it is one/,
    ],
    ['a member outside of the folder', [{ name: 'OTHER/a', data: hello }], /not in the folder CASE\//],
    [
      'two members with the same data',
      [
        { name: 'CASE/a', data: hello },
        { name: 'CASE/a', data: hello, sharesData: true },
      ],
      /overlap|another name/,
    ],
  ])('%s is named', async ([, members, expected]) => {
    expect(problems(await verifyZip(rawZip([plain, ...members]))).join('\n')).toMatch(expected)
  })

  test.for<readonly [what: string, options: RawOptions, expected: RegExp]>([
    [
      'bytes before the first member',
      { prefix: Buffer.from('#!/bin/sh\n') },
      /bytes before it that no member accounts for|data overlap|cannot be found/,
    ],
    [
      'bytes between the members and the directory',
      { gap: Buffer.from('hidden') },
      /bytes after it that no member accounts for/,
    ],
    ['bytes after the end', { suffix: Buffer.from('more') }, /no whole ZIP file/],
    ['more members announced than there are', { count: 60_000 }, /directory of the archive is damaged/],
    ['a ZIP64 record beyond all numbers', { zip64Offset: 0xffff_ffff_ffff_ffffn }, /no whole ZIP file/],
  ])('%s are named', async ([, options, expected]) => {
    expect(problems(await verifyZip(rawZip([plain], options))).join('\n')).toMatch(expected)
  })
})

describe('B-74: what a system drops into an archive', () => {
  const codesOf = (report: BundleReport, file: string): string[] =>
    report.findings.filter((finding) => finding.file === file).map(({ code }) => code)

  test('beside the folder of the bundle it is told like in it, and is none of the bundle', async () => {
    const report = await verifyZip(rawZip([plain, { name: '__MACOSX/CASE/._bagit.txt', data: appleDouble }]))
    expect(codesOf(report, '__MACOSX/CASE/._bagit.txt')).toEqual(['system_file'])
  })

  test.each(['__MACOSX/report.html', '__MACOSX/CASE/._report.html', 'CASE/__MACOSX/report.html', 'CASE/._report.html'])(
    'a page of the name %s is one that somebody added',
    async (name) => {
      const report = await verifyZip(rawZip([plain, { name, data: Buffer.from('<p>Certified by the court</p>') }]))
      const faults = codesOf(report, name.replace(/^CASE\//, ''))
      expect(faults.length).toBeGreaterThan(0)
      expect(['bundle_malformed', 'bundle_file_added']).toEqual(expect.arrayContaining(faults))
    },
  )

  test('bytes after it are accounted for by nothing: a reader from the front may take them for a member', async () => {
    const hidden = rawZip([{ name: 'CASE/data/report.html', data: hello }]).subarray(0, 60)
    const zip = rawZip([plain, { name: 'CASE/.DS_Store', data: hello }], { gap: hidden })
    expect(problems(await verifyZip(zip)).join('\n')).toContain('.DS_Store: there are bytes after it')
  })
})

describe('B-71: contents that lie about their size', () => {
  const manifestOf = (name: string): RawMember => ({
    name: 'CASE/manifest-sha256.txt',
    data: Buffer.from(`${'0'.repeat(64)}  ${name}\n`),
  })
  const altered = (report: BundleReport): string[] =>
    report.findings
      .filter(({ code }) => code === 'bundle_file_altered')
      .map(({ file, message }) => `${file ?? ''}: ${message}`)

  test('a member that unpacks to more than it says is stopped there', async () => {
    const zip = rawZip([
      plain,
      manifestOf('data/bomb'),
      { name: 'CASE/data/bomb', data: Buffer.alloc(50_000_000), deflate: true, size: 10_000, localSize: 10_000 },
    ])
    expect(altered(await verifyZip(zip)).join('\n')).toMatch(
      /data\/bomb: it cannot be read: it has more than the 10000 bytes that it states/,
    )
  })

  test('one that unpacks to less, or to nothing, cannot be read', async () => {
    const zip = rawZip([
      plain,
      manifestOf('data/a'),
      { name: 'CASE/data/a', data: hello, deflate: true, size: 60, localSize: 60 },
    ])
    expect(altered(await verifyZip(zip)).join('\n')).toMatch(
      /data\/a: it cannot be read: it has 5 bytes, not the 60 that it states/,
    )
  })

  test('content that is no deflate, or has another checksum, cannot be read', async () => {
    const broken = rawZip([
      plain,
      manifestOf('data/a'),
      { name: 'CASE/data/a', data: Buffer.from('no deflate at all'), method: 8 },
    ])
    expect(altered(await verifyZip(broken)).join('\n')).toMatch(/data\/a: it cannot be read/)
    const checksum = rawZip([plain, manifestOf('data/a'), { name: 'CASE/data/a', data: hello, crc: 1 }])
    expect(altered(await verifyZip(checksum)).join('\n')).toMatch(/data\/a: it cannot be read: its checksum/)
  })

  test('content with bytes after the end of its compressed data cannot be read', async () => {
    const packed = Buffer.concat([deflateRawSync(hello), Buffer.from('hidden')])
    const zip = rawZip([
      plain,
      manifestOf('data/a'),
      { name: 'CASE/data/a', data: packed, method: 8, size: hello.length, localSize: hello.length, crc: crc32(hello) },
    ])
    expect(altered(await verifyZip(zip)).join('\n')).toMatch(/data\/a: it cannot be read/)
  })

  test('a file that is larger than the whole payload is to be is not read at all', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'sparse-'))
    mkdirSync(path.join(folder, 'data'))
    writeFileSync(path.join(folder, 'bagit.txt'), 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n')
    writeFileSync(path.join(folder, 'bag-info.txt'), 'Payload-Oxum: 5.1\n')
    writeFileSync(path.join(folder, 'manifest-sha256.txt'), `${'0'.repeat(64)}  data/sparse\n`)
    writeFileSync(path.join(folder, 'data/sparse'), '')
    truncateSync(path.join(folder, 'data/sparse'), 1024 ** 4)
    const started = cpuMs()
    const report = await verifyBundle(await openBagFolder(folder), { createHasher: nodeHasher })
    expect(altered(report).join('\n')).toMatch(/data\/sparse: .*it was not read/)
    expect(cpuMs() - started).toBeLessThan(10_000)
  })

  test('records beyond the bound are not read into memory', async () => {
    const many = Array.from({ length: 3 }, (_, n): RawMember => ({
      name: `CASE/data/entries/00000${n}.dsse.json`,
      data: hello,
      size: 500_000_000,
      compressedSize: 5,
      localSize: 500_000_000,
      method: 8,
    }))
    expect(problems(await verifyZip(rawZip([plain, ...many]))).join('\n')).toMatch(
      /more bytes than its content can unpack to/,
    )
  })
})

describe('B-72: unpacked folders', () => {
  test('links and whatever is no plain file are named, and not followed', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'links-'))
    writeFileSync(path.join(folder, 'bagit.txt'), 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n')
    symlinkSync('/etc', path.join(folder, 'data'))
    symlinkSync('/etc/passwd', path.join(folder, 'VERIFY.txt'))
    const source = await openBagFolder(folder)
    expect(source.files.map((file) => file.path)).toEqual(['bagit.txt'])
    expect(source.problems.map(({ file, message }) => `${file ?? ''}: ${message}`)).toEqual([
      'VERIFY.txt: it is a link; links are not followed',
      'data: it is a link; links are not followed',
    ])
  })
})

describe('whatever comes', () => {
  test('no bytes at all make the verifier throw, and nothing is written', async () => {
    const before = readdirSync('.').sort()
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (bytes) => {
        expect((await verifyZip(bytes)).verdict).toBe('faults_found')
      }),
      { numRuns: runsOf(200) },
    )
    expect(readdirSync('.').sort()).toEqual(before)
    expect(existsSync('/tmp/owned')).toBe(false)
  })

  test('every flipped byte of a small archive gives findings, and every cut', async () => {
    const whole = rawZip([
      plain,
      { name: 'CASE/manifest-sha256.txt', data: Buffer.from(`${'0'.repeat(64)}  data/a\n`), deflate: true },
      { name: 'CASE/data/a', data: hello },
    ])
    for (let at = 0; at < whole.length; at += 1) {
      const flipped = Buffer.from(whole)
      flipped[at] = (flipped[at] ?? 0) ^ 0xff
      expect((await verifyZip(flipped)).verdict).toBe('faults_found')
      expect((await verifyZip(whole.subarray(0, at))).verdict).toBe('faults_found')
    }
  })
})
