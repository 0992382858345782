import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { unpackedMax } from '../../../../../main/server/evidence/text/limits.ts'
import { readHere, shown } from './reading.ts'
import { zipOf } from './zips.ts'

const mail = 'From: a@example.com\nSubject: hello\n\nthe body'

describe('the text of an archive', () => {
  it('is that of its files, each by what it is', async () => {
    const inner = await zipOf(['notes/a.txt', 'inner text'])
    const archive = await zipOf(
      ['mail.bin', mail],
      ['in/b.zip', inner],
      ['__MACOSX/x', 'y'],
      ['picture.txt', Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1')],
    )
    const { all, format, lacks } = await readHere(archive)
    expect(format).toBe('zip')
    expect(shown(all)).toEqual([
      'member mail.bin > header From | a@example.com',
      'member mail.bin > header Subject | hello',
      'member mail.bin | the body',
      'member in/b.zip > member notes/a.txt > line 1 | inner text',
    ])
    expect(lacks).toEqual([
      { way: [{ kind: 'member', name: 'picture.txt' }], lack: { kind: 'no_text', format: 'image' } },
    ])
  })

  it('is also that of what is packed alone', async () => {
    const { all, format } = await readHere(gzipSync('packed text'), 'log.csv.gz')
    expect(format).toBe('gz')
    expect(shown(all)).toEqual(['member log.csv > line 1 | packed text'])
    const cut = await readHere(gzipSync(Buffer.from('x'.repeat(100_000))).subarray(0, 60))
    expect(cut.lacks).toEqual([{ way: [], lack: { kind: 'damaged', message: 'is a damaged or cut-off gzip file' } }])
  })

  it('is read of a file that is too long to be held', { timeout: 120_000 }, async () => {
    const line = `${'long '.repeat(199)}line\n`
    const archive = await zipOf(['long.txt', line.repeat(51_000)])
    const { all, lacks } = await readHere(archive)
    expect(lacks).toEqual([])
    expect(all.at(-1)).toEqual({
      way: [
        { kind: 'member', name: 'long.txt' },
        { kind: 'line', number: 51_000 },
      ],
      text: line.trim(),
    })
    expect(all).toHaveLength(51_000)
  })

  it('is read where a few bytes follow it', async () => {
    const archive = Buffer.concat([await zipOf(['a.txt', 'first text']), Buffer.from('\n\n')])
    expect(shown((await readHere(archive)).all)).toEqual(['member a.txt > line 1 | first text'])
  })

  it('is none of what is locked or damaged, which is said of each file', async () => {
    const archive = await zipOf(['a.txt', 'first text'], ['b.txt', 'other text'])
    const flagged = Buffer.from(archive)
    flagged.writeUInt16LE(
      flagged.readUInt16LE(flagged.indexOf('PK\u0001\u0002') + 8) | 1,
      flagged.indexOf('PK\u0001\u0002') + 8,
    )
    const locked = await readHere(flagged)
    expect(locked.lacks).toEqual([{ way: [{ kind: 'member', name: 'a.txt' }], lack: { kind: 'password' } }])
    expect(shown(locked.all)).toEqual(['member b.txt > line 1 | other text'])
    const cut = await readHere(archive.subarray(0, 80))
    expect(cut.lacks).toMatchObject([{ way: [], lack: { kind: 'damaged' } }])
  })
})

describe('a hostile archive', () => {
  it('that lies of its sizes is told as damaged', async () => {
    const archive = await zipOf(['a.txt', 'x'.repeat(10_000)])
    const at = archive.indexOf('PK\u0001\u0002') + 24
    for (const size of [5, 0xfffffffe]) {
      archive.writeUInt32LE(size, at)
      expect((await readHere(archive)).lacks).toMatchObject([{ lack: { kind: 'damaged' } }])
    }
  })

  it('that lies in itself many times is read four deep', async () => {
    let archive = await zipOf(['core.txt', 'core'])
    for (let depth = 0; depth < 10; depth += 1)
      archive = await zipOf(['inner.zip', archive], [`${depth}.txt`, `${depth}`])
    const { all, lacks } = await readHere(archive)
    expect(all.map(({ text }) => text)).toEqual(['6', '7', '8', '9'])
    expect(lacks.map(({ lack }) => lack)).toEqual(
      Array.from({ length: 2 }, () => ({ kind: 'too_large', limit: '4 files within one another' })),
    )
  })

  it('may unpack to a gibibyte, and to more where it is long itself', () => {
    expect([unpackedMax(0), unpackedMax(1_073_741_824)]).toEqual([1_073_741_824, 21 * 1_073_741_824])
  })

  it('that unpacks to more than it may is given up', async () => {
    // Every record of the directory leads to the same file.
    const inner = await zipOf(['0.txt', Buffer.alloc(60_000_000)])
    const [directory, end] = [inner.indexOf('PK\u0001\u0002'), inner.indexOf('PK\u0005\u0006')]
    const record = inner.subarray(directory, end)
    const tail = Buffer.from(inner.subarray(end))
    for (const at of [8, 10]) tail.writeUInt16LE(50, at)
    tail.writeUInt32LE(record.length * 50, 12)
    const bomb = Buffer.concat([inner.subarray(0, directory), ...Array.from({ length: 50 }, () => record), tail])
    const archive = await zipOf(['first.txt', 'first'], ['bomb.zip', bomb])
    const { all, lacks } = await readHere(archive, 'bomb.zip', 214_748_365)
    expect(shown(all)).toEqual(['member first.txt > line 1 | first'])
    expect(lacks.map(({ lack }) => lack).at(-1)).toEqual({ kind: 'too_large', limit: '0.2 GiB unpacked' })
  })
})
