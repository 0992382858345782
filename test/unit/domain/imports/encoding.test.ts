import { describe, expect, it } from 'vitest'
import { createTextReader } from '../../../../main/domain/imports/encoding.ts'
import { createEncodingProbe, type EncodingFound } from '../../../../shared/text/encoding.ts'

const probe = (bytes: Uint8Array, step = 7): EncodingFound => {
  const found = createEncodingProbe()
  for (let at = 0; at < bytes.length; at += step) found.push(bytes.subarray(at, at + step))
  return found.finish()
}

const read = (bytes: Uint8Array, found: EncodingFound, step = 3): string => {
  const reader = createTextReader(found.encoding)
  const body = bytes.subarray(found.bomBytes)
  let text = ''
  for (let at = 0; at < body.length; at += step) text += reader.push(body.subarray(at, at + step))
  return text + reader.end()
}

const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16()
const text = 'id;title\r\n1;Überweisung – 東京 данные अ\r\n2;قضية\r\n'
const cjk = '编号,标题\n1,跨境转账案件调查报告\n2,虚假身份开户\n'

describe('the encoding of a file', () => {
  it.each([
    ['UTF-8', Buffer.from(text), { encoding: 'utf-8', bomBytes: 0, illFormed: false }],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`), { encoding: 'utf-8', bomBytes: 3, illFormed: false }],
    [
      'UTF-16 LE with a mark',
      Buffer.from(`\ufeff${text}`, 'utf16le'),
      { encoding: 'utf-16le', bomBytes: 2, illFormed: true },
    ],
    [
      'UTF-16 BE with a mark',
      swapped(Buffer.from(`\ufeff${text}`, 'utf16le')),
      { encoding: 'utf-16be', bomBytes: 2, illFormed: true },
    ],
    ['UTF-16 LE without a mark', Buffer.from(text, 'utf16le'), { encoding: 'utf-16le', bomBytes: 0, illFormed: true }],
    [
      'UTF-16 BE without a mark',
      swapped(Buffer.from(text, 'utf16le')),
      { encoding: 'utf-16be', bomBytes: 0, illFormed: true },
    ],
  ] as const)('is found for %s, and its text is read whole whatever the pieces', (_name, bytes, expected) => {
    const found = probe(bytes)
    expect(found).toEqual(expected)
    expect(read(bytes, found)).toBe(text)
  })

  it('is found for Chinese in UTF-16 without a mark', () => {
    expect(probe(Buffer.from(cjk, 'utf16le')).encoding).toBe('utf-16le')
    expect(probe(swapped(Buffer.from(cjk, 'utf16le'))).encoding).toBe('utf-16be')
  })

  it('is Windows-1252 where the bytes are no UTF-8, with its own characters from 0x80 to 0x9f', () => {
    const bytes = Buffer.from([0x46, 0xe4, 0x6c, 0x6c, 0x65, 0x2c, 0x80, 0x93, 0x94, 0x9f, 0xdf])
    const found = probe(bytes)
    expect(found).toEqual({ encoding: 'windows-1252', bomBytes: 0, illFormed: false })
    expect(read(bytes, found)).toBe('Fälle,€“”Ÿß')
  })

  it('stays UTF-8 where one row is broken, so that the other rows do not turn into gibberish', () => {
    const bytes = Buffer.concat([Buffer.from(text), Buffer.from([0x33, 0x3b, 0xff, 0xfe, 0x0a])])
    const found = probe(bytes)
    expect(found).toEqual({ encoding: 'utf-8', bomBytes: 0, illFormed: true })
    expect(read(bytes, found)).toContain('東京')
  })
})
