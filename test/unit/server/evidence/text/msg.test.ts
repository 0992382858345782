import { describe, expect, it } from 'vitest'
import { attachment, binary, mail, numbers, oldText, text, written } from '../../../../support/outlook-mail.ts'
import { readAll, readHere, shown } from './reading.ts'

const head = [
  'header Subject | Überweisung',
  'header From | Jürgen Müller <jm@example.com>',
  'header To | Jane Doe <jane@example.org>',
  'header Cc | x@example.org',
]

describe('the text of a mail of Outlook', () => {
  it('is that of its headers, its body and its attachments', async () => {
    const long = Buffer.from('a long attachment '.repeat(8_000))
    const { all, format, lacks } = await readHere(
      mail(attachment(0, 'note.txt', Buffer.from('attached text')), attachment(1, 'long.txt', long)),
    )
    expect({ format, lacks }).toEqual({ format: 'outlook', lacks: [] })
    expect(shown(all).slice(0, 6)).toEqual([
      ...head,
      ' | Dear Jane,\nplease pay.',
      'attachment note.txt > line 1 | attached text',
    ])
    expect(
      all
        .slice(6)
        .map(({ text: one }) => one)
        .join(' ').length,
    ).toBe(long.length - 1)
  })

  it('is that of the headers with which it came, and of what its HTML says besides', async () => {
    const headers = 'Received: from a (192.0.2.1)\r\nSubject: =?utf-8?Q?=C3=9Cber?=\r\nFrom: a@example.com\r\n\r\n'
    const html = Buffer.from(
      '<html><meta charset="windows-1252"><p>Dear Jane, please pay Gr\u00fc\u00dfe</p></html>',
      'latin1',
    )
    expect(shown((await readHere(mail(text('007D', headers), binary('1013', html)))).all)).toEqual([
      'header Received | from a (192.0.2.1)',
      'header Subject | Über',
      'header From | a@example.com',
      ' | Dear Jane,\nplease pay.',
      ' | Dear Jane, please pay Grüße',
    ])
  })

  it('is read in the code page of its language where it is no Unicode', async () => {
    const japanese = Buffer.from('93fa967b', 'hex')
    const old = (page: number) => written([numbers(32, [0x3fde_0003, page]), oldText('1000', japanese)])
    expect(shown((await readHere(old(932))).all)).toEqual([' | 日本'])
    expect(shown((await readHere(old(50_220))).all)).toEqual([' | 日本'])
    expect(shown((await readHere(old(1_251))).all)).toEqual([' | “ъ–{'])
  })

  it('holds what an address book knows of a person', async () => {
    const person = written([numbers(32), text('3001', 'Jane'), text('3A16', 'Shell Ltd'), text('3A1C', '+43 1 234')])
    expect(shown((await readHere(person)).all)).toEqual([
      'header Name | Jane',
      'header Company | Shell Ltd',
      'header Telephone | +43 1 234',
    ])
  })

  it('is given up where its blocks go round in a circle', async () => {
    const bytes = mail(attachment(0, 'a.txt', Buffer.alloc(10_000, 'x')))
    // Every block is followed by itself.
    const table = (bytes.readInt32LE(76) + 1) * 512
    for (let at = 0; at < 128; at += 1) bytes.writeInt32LE(at, table + at * 4)
    const { lacks } = await readAll(bytes, 'circle.msg', new AbortController().signal, 500)
    expect(lacks).toHaveLength(1)
    expect(['damaged', 'too_large', 'took_too_long']).toContain(lacks[0]?.lack.kind)
  })

  it('is given up where a stream claims two gigabytes', async () => {
    const bytes = mail(attachment(0, 'a.txt', Buffer.alloc(10_000, 'x')))
    const size = Buffer.alloc(4)
    size.writeInt32LE(10_000)
    bytes.writeInt32LE(0x7fff_fff0, bytes.lastIndexOf(size))
    expect((await readAll(bytes)).lacks).toMatchObject([{ lack: { kind: 'too_large' } }])
  })

  it('is told as damaged where it is cut off', async () => {
    const { lacks } = await readHere(mail().subarray(0, 2_000))
    expect(lacks).toEqual([{ way: [], lack: { kind: 'damaged', message: 'its parts do not fit together' } }])
  })
})
