import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import yazl from 'yazl'
import { pageZip } from '../../../main/bundle/page/page-zip.ts'
import { nodeZip } from '../../../main/bundle/read/node-zip.ts'
import { createArchive } from '../../../main/bundle/write/archive.ts'
import { openZipBundle } from '../../../main/bundle/zip/zip-source.ts'
import { rangeOf } from '../../support/range-of.ts'
import { rawZip } from '../../support/raw-zip.ts'
import { runsOf } from '../../support/tries.ts'

const problemsOf = async (bytes: Uint8Array): Promise<string[]> => {
  const told = await Promise.all(
    [nodeZip, pageZip].map(async (platform) =>
      (await openZipBundle(rangeOf(bytes), platform)).problems.map(({ file, message }) => `${file ?? ''}: ${message}`),
    ),
  )
  expect(told[1]).toEqual(told[0])
  return told[0] ?? []
}

const content = (text: string): Buffer => Buffer.from(text, 'utf8')
const evidence = content('the sealed statement')

/** An archive as an export writes it: members from memory and from a stream. */
const honest = async (statement: Uint8Array): Promise<Buffer> => {
  const archive = createArchive(Date.UTC(2026, 10, 21, 8, 30, 1), new AbortController().signal)
  const whole = buffer(archive.output)
  await archive.add('CASE/bagit.txt', content('BagIt-Version: 1.0\n'))
  await archive.stream('CASE/data/evidence/Übersicht.csv', Readable.from([statement]), statement.length, false)
  await archive.stream('CASE/data/notes.txt', Readable.from([content('a'.repeat(300))]), undefined, true)
  archive.end()
  return whole
}

const large = async (): Promise<Buffer> => {
  const zip = new yazl.ZipFile()
  const options = { mtime: new Date(1_790_000_000_000), mode: 0o100644 }
  zip.addBuffer(content('BagIt-Version: 1.0\n'), 'CASE/bagit.txt', options)
  zip.addReadStream(Readable.from([evidence]), 'CASE/data/large.bin', {
    ...options,
    compress: false,
    forceZip64Format: true,
  })
  zip.end()
  return buffer(zip.outputStream as Readable)
}

/** Where the bytes of the members' contents stand: all others are of the container. */
const contentsOf = (zip: Buffer): ReadonlySet<number> => {
  const inside = new Set<number>()
  for (let at = zip.readUInt32LE(zip.length - 6), left = zip.readUInt16LE(zip.length - 12); left > 0; left -= 1) {
    const [extra, name] = [zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 28)]
    const isLarge = zip.readUInt32LE(at + 42) === 0xffff_ffff
    const start = isLarge ? Number(zip.readBigUInt64LE(at + 46 + name + extra - 8)) : zip.readUInt32LE(at + 42)
    const size = isLarge ? Number(zip.readBigUInt64LE(at + 46 + name + extra - 16)) : zip.readUInt32LE(at + 20)
    for (let byte = 0; byte < size; byte += 1) inside.add(start + 30 + name + byte)
    at += 46 + name + extra
  }
  return inside
}

let zip: Buffer = Buffer.alloc(0)
let other: Buffer = Buffer.alloc(0)
beforeAll(async () => {
  zip = await honest(evidence)
  other = await honest(content('the forged statements'.slice(0, evidence.length)))
})

const directoryStart = (bytes: Buffer): number => bytes.readUInt32LE(bytes.length - 6)

describe('B-73: every byte of the archive belongs to one known part', () => {
  test('what an export writes has no fault, with ZIP64 records too', async () => {
    expect(await problemsOf(zip)).toEqual([])
    expect(await problemsOf(await large())).toEqual([])
  })

  test.for<readonly [what: string, make: () => Promise<Buffer>]>([
    ['an archive as it is exported', () => Promise.resolve(zip)],
    ['one with ZIP64 records', large],
  ])('no flipped bit of the records of %s goes unnoticed', async ([, make]) => {
    const whole = await make()
    const inside = contentsOf(whole)
    const metadata = [...whole.keys()].filter((at) => !inside.has(at))
    expect(metadata.length).toBeGreaterThan(150)
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...metadata), fc.nat(7), async (at, bit) => {
        const flipped = Buffer.from(whole)
        flipped[at] = (flipped[at] ?? 0) ^ (1 << bit)
        expect(await problemsOf(flipped)).not.toEqual([])
      }),
      { numRuns: runsOf(900) },
    )
  })

  test('bytes between the directory and its end record are found', async () => {
    const junk = Buffer.concat([zip.subarray(0, -22), Buffer.alloc(500, 0x41), zip.subarray(-22)])
    expect((await problemsOf(junk)).join('\n')).toMatch(/does not end as its directory says/)
  })

  test('a second archive after the first, whose end record points into the first, is found', async () => {
    const forged = Buffer.concat([zip.subarray(0, -22), other])
    expect(directoryStart(forged)).toBe(directoryStart(zip))
    expect((await problemsOf(forged)).join('\n')).toMatch(/does not end as its directory says/)
    expect(await problemsOf(Buffer.concat([zip, other]))).not.toEqual([])
  })

  test('an archive put before another is found, with places corrected or not', async () => {
    expect(await problemsOf(Buffer.concat([content('#!/bin/sh\n'), zip]))).not.toEqual([])
    expect(
      (await problemsOf(rawZip([{ name: 'CASE/bagit.txt', data: evidence }], { prefix: other }))).join('\n'),
    ).toMatch(/bytes before it/)
  })

  test('comments of the archive and of a member are found', async () => {
    const commented = Buffer.concat([zip, content('certified')])
    commented.writeUInt16LE(9, zip.length - 2)
    expect((await problemsOf(commented)).join('\n')).toMatch(/there is a comment/)
    const [start, end] = [directoryStart(zip), zip.length - 22]
    const first = start + 46 + zip.readUInt16LE(start + 28) + zip.readUInt16LE(start + 30)
    const member = Buffer.concat([zip.subarray(0, first), content('certified'), zip.subarray(first)])
    member.writeUInt16LE(9, start + 32)
    member.writeUInt32LE(end - start + 9, member.length - 10)
    expect((await problemsOf(member)).join('\n')).toMatch(/bagit\.txt: it has a comment/)
  })

  test('an extra field is found', async () => {
    const extra = Buffer.from([0x99, 0x99, 4, 0, 1, 2, 3, 4])
    expect((await problemsOf(rawZip([{ name: 'CASE/bagit.txt', data: evidence, extra }]))).join('\n')).toMatch(
      /an extra field/,
    )
  })

  test('a folder that holds no file is found, one that holds some is not', async () => {
    const file = { name: 'CASE/bagit.txt', data: evidence }
    expect(await problemsOf(rawZip([{ name: 'CASE/', mode: 0o040755 }, file]))).toEqual([])
    expect(
      (await problemsOf(rawZip([file, { name: 'CASE/certified by the court/', mode: 0o040755 }]))).join('\n'),
    ).toMatch(/folder without a file/)
  })
})
