import { describe, expect, it } from 'vitest'
import { signsOf } from '../../../viewer/archive/memberSigns.ts'
import { readZipDirectory } from '../../../viewer/archive/zipDirectory.ts'
import type { Member } from '../../../viewer/archive/zipDirectory.ts'
import { rawZip } from '../../support/raw-zip.ts'
import type { RawMember } from '../../support/raw-zip.ts'

const directoryOf = (bytes: Uint8Array) =>
  readZipDirectory(
    (offset, length) => Promise.resolve(Uint8Array.from(bytes.subarray(offset, offset + length))),
    bytes.length,
  )

const namesIn = async (bytes: Uint8Array) => (await directoryOf(bytes))?.members.map(({ name }) => name)

const now = Date.UTC(2026, 10, 27)

const signsIn = async (...members: readonly RawMember[]) =>
  signsOf((await directoryOf(rawZip(members)))?.members ?? [], now)

describe('the files of an archive', () => {
  it('are told as its directory has them, with nothing unpacked', async () => {
    const data = Buffer.from('x'.repeat(5_000))
    const read = await directoryOf(rawZip([{ name: 'a/' }, { name: 'a/Zürich.txt', data, deflate: true }]))
    expect(read).toMatchObject({ claimed: 2, isWhole: true })
    expect(read?.members).toMatchObject([
      { name: 'a/', isFolder: true, size: 0 },
      { name: 'a/Zürich.txt', isFolder: false, size: 5_000, modifiedMs: Date.UTC(1980, 0, 1), isEncrypted: false },
    ])
    expect(read?.members[1]?.packed).toBeLessThan(100)
  })
  it('have names of unknown code pages written out', async () => {
    expect(await namesIn(rawZip([{ name: Uint8Array.of(0x5a, 0x81, 0x72), flags: 0 }]))).toEqual(['Z\\x81r'])
  })
  it('are found behind a program, before a comment, and of an archive without any', async () => {
    expect(await namesIn(rawZip([{ name: 'a' }], { prefix: new Uint8Array(900) }))).toEqual(['a'])
    expect(await namesIn(Buffer.concat([new Uint8Array(900), rawZip([{ name: 'a' }])]))).toEqual(['a'])
    expect(await directoryOf(rawZip([]))).toEqual({ members: [], claimed: 0, isWhole: true })
  })
  it('are told as far as they go where the archive lies, and not at all where it is none', async () => {
    expect(await directoryOf(rawZip([{ name: 'a' }], { count: 70 }))).toMatchObject({ claimed: 70, isWhole: false })
    expect(await directoryOf(Buffer.from('no archive at all, only text of some length'))).toBeNull()
    expect(await directoryOf(new Uint8Array(0))).toBeNull()
    // The places of 64 bits lead anywhere.
    const wide = rawZip([{ name: 'a' }], { count: 0xffff, zip64Offset: 2n ** 63n })
    expect(await directoryOf(wide)).toMatchObject({ isWhole: false })
    const whole = rawZip([{ name: 'a' }, { name: 'b', extra: Uint8Array.of(1, 0, 255, 255) }])
    for (let at = 0; at < whole.length; at++) await directoryOf(whole.subarray(0, at))
    for (let at = 0; at < whole.length; at++) {
      const broken = Buffer.from(whole)
      broken[at] = 0xff
      await directoryOf(broken)
    }
  })
})

describe('signs of trouble in an archive', () => {
  it('are programs, those with a second ending above all, also where signs hide it', async () => {
    expect(
      await signsIn(
        { name: 'invoice.pdf.exe' },
        { name: 'photo.jpg   .scr' },
        { name: 'setup.exe' },
        { name: 'annual\u202efdp.exe' },
        { name: 'notes.v2.txt' },
        { name: 'report.exe.pdf' },
      ),
    ).toEqual([['doubleEnding'], ['doubleEnding'], ['program'], ['program', 'hiddenSigns'], [], []])
  })
  it('are macros of Office and OpenDocument', async () => {
    expect(
      await signsIn(
        { name: 'word/vbaProject.bin' },
        { name: 'xl/macrosheets/sheet1.xml' },
        { name: 'Basic/Standard/Module1.xml' },
        { name: 'word/document.xml' },
      ),
    ).toEqual([['macro'], ['macro'], ['macro'], []])
  })
  it('are names that lead elsewhere, and names that occur twice', async () => {
    expect(
      await signsIn(
        { name: '../../etc/passwd' },
        { name: 'C:/x' },
        { name: 'a\\b' },
        { name: 'same' },
        { name: 'same' },
      ),
    ).toEqual([['way'], ['way'], ['way'], ['twice'], ['twice']])
  })
  it('are claims beyond what is held, files that share their bytes, and locks', async () => {
    expect(
      await signsIn(
        { name: 'zeros', size: 2_147_483_648, data: new Uint8Array(10) },
        { name: 'one', data: new Uint8Array(10) },
        { name: 'two', sharesData: true },
        { name: 'locked', flags: 0x0801 },
      ),
    ).toEqual([['bomb'], ['bomb'], ['bomb'], ['encrypted']])
  })
  it('are times in the future', () => {
    const member = (modifiedMs: number | null): Member => ({
      name: `${modifiedMs}`,
      isFolder: false,
      isEncrypted: false,
      packed: 1,
      size: 1,
      modifiedMs,
      at: modifiedMs ?? 0,
    })
    expect(signsOf([member(now), member(now + 86_400_000), member(null)], now)).toEqual([[], ['future'], []])
  })
})
