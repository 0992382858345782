import PDFDocument from 'pdfkit'
import { describe, expect, it } from 'vitest'
import { readHere, shown } from './reading.ts'

const lines = (...all: readonly string[]): string => `${all.join('\r\n')}\r\n`

const head = lines(
  'Received: from mx.example (mx.example [192.0.2.7]) by mail.example; Mon, 2 Mar 2026 09:00:01 +0100',
  'From: =?utf-8?Q?J=C3=BCrgen_M=C3=BCller?= <jm@example.com>',
  'To: "Doe, Jane" <jane@example.org>, x@example.org',
  'Subject: =?iso-8859-1?Q?=DCberweisung?=',
  ' of the money',
  'Date: Mon, 2 Mar 2026 09:00:00 +0100',
  'DKIM-Signature: v=1; a=rsa-sha256; b=abcdef',
  'MIME-Version: 1.0',
)

const pdf = (text: string): Promise<Buffer> =>
  new Promise((resolve) => {
    const document = new PDFDocument()
    const parts: Buffer[] = []
    document.on('data', (part: Buffer) => parts.push(part))
    document.on('end', () => resolve(Buffer.concat(parts)))
    document.text(text).end()
  })

const part = (type: string, content: string, ...more: readonly string[]): string =>
  lines('--b', `Content-Type: ${type}`, ...more, '', content)

const attached = (name: string, bytes: Uint8Array): string =>
  part(
    'application/octet-stream',
    (
      Buffer.from(bytes)
        .toString('base64')
        .match(/.{1,76}/gu) ?? []
    ).join('\r\n'),
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment; filename="${name}"`,
  )

const mixed = (...parts: readonly string[]): Buffer =>
  Buffer.from(`${head}${lines('Content-Type: multipart/mixed; boundary=b', '', ...parts, '--b--')}`)

const plainHead = [
  'header Received | from mx.example (mx.example [192.0.2.7]) by mail.example; Mon, 2 Mar 2026 09:00:01 +0100',
  'header From | Jürgen Müller <jm@example.com>',
  'header To | "Doe, Jane" <jane@example.org>, x@example.org',
  'header Subject | Überweisung of the money',
  'header Date | Mon, 2 Mar 2026 09:00:00 +0100',
]

describe('the text of a mail', () => {
  it('is that of its headers, of its body and of its attachments', async () => {
    const { all, format, lacks } = await readHere(
      mixed(
        part('text/plain; charset=windows-1252', 'Gr=FC=DFe', 'Content-Transfer-Encoding: quoted-printable'),
        attached('invoice.doc', await pdf('Invoice 17')),
        attached('=?utf-8?B?w6QudHh0?=', Buffer.from('Zahlung überfällig', 'latin1')),
        attached('logo.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])),
      ),
    )
    expect(format).toBe('mail')
    expect(shown(all)).toEqual([
      ...plainHead,
      ' | Grüße',
      'attachment invoice.doc > page 1 | Invoice 17',
      'attachment ä.txt > line 1 | Zahlung überfällig',
    ])
    expect(lacks).toEqual([
      { way: [{ kind: 'attachment', name: 'logo.png' }], lack: { kind: 'no_text', format: 'image' } },
    ])
  })

  it('says once what text and HTML both say, and what the HTML says besides', async () => {
    const body = lines(
      'Content-Type: multipart/alternative; boundary=b',
      '',
      part('text/plain', 'Dear Jane,\r\nplease pay the bill.'),
      part(
        'text/html',
        '<p>Dear <b>Jane</b>,</p><p>please pay <a href="http://evil.example">the bill</a>.</p><p>Jane</p>',
      ),
      '--b--',
    )
    expect(shown((await readHere(Buffer.from(head + body))).all)).toEqual([
      ...plainHead,
      ' | Dear Jane,\nplease pay the bill.',
      ' | please pay the bill <http://evil.example> .',
    ])
  })

  it('is read of mails within mails, four deep and no deeper, which is said', async () => {
    const around = (depth: number, inner: string): string =>
      head +
      lines(
        `Content-Type: multipart/mixed; boundary=d${depth}`,
        '',
        `--d${depth}\r\n\r\ndepth ${depth}`,
        `--d${depth}\r\nContent-Type: message/rfc822\r\n\r\n${inner}`,
        `--d${depth}--`,
      )
    const mail = [6, 5, 4, 3, 2, 1, 0].reduce((inner, depth) => around(depth, inner), `${head}\r\ninnermost`)
    const { all, lacks } = await readHere(Buffer.from(mail))
    const bodies = all.filter(({ way }) => way.at(-1)?.kind !== 'header').map(({ text }) => text)
    expect(bodies).toEqual(['depth 0', 'depth 1', 'depth 2', 'depth 3', 'depth 4'])
    expect(lacks).toHaveLength(1)
    expect(lacks[0]?.lack).toEqual({ kind: 'too_large', limit: '4 files within one another' })
  })

  it('ends where its parts lie too deeply within one another', async () => {
    const deep = Array.from(
      { length: 5_000 },
      (_, index) => `Content-Type: multipart/mixed; boundary=b${index}\r\n\r\n--b${index}\r\n`,
    ).join('')
    const { all, lacks } = await readHere(Buffer.from(`${head}${deep}`))
    expect(shown(all)).toEqual(plainHead)
    expect(lacks).toMatchObject([{ way: [], lack: { kind: 'damaged' } }])
  })

  it('keeps its headers where it has more parts than anybody writes', async () => {
    const { all } = await readHere(
      Buffer.concat([mixed().subarray(0, -7), Buffer.from('--b\r\n\r\nx\r\n'.repeat(20_000))]),
    )
    expect(shown(all).slice(0, 5)).toEqual(plainHead)
  })
})

describe('the text of a mailbox', () => {
  it('is that of each message by its number', async () => {
    const one = (index: number) =>
      `From - Mon Mar  2 09:00:0${index} 2026\n${head.replaceAll('\r', '')}\nbody ${index}\n>From here\n\n`
    const { all, format } = await readHere(Buffer.from(`${one(1)}${one(2)}${one(3)}`))
    expect(format).toBe('mbox')
    expect(shown(all).filter((text) => text.includes('body'))).toEqual([
      'message 1 | body 1\nFrom here',
      'message 2 | body 2\nFrom here',
      'message 3 | body 3\nFrom here',
    ])
  })

  it('is read whole where a message lies over the parts in which its bytes come', async () => {
    const one = (index: number, size: number) =>
      `From - Mon Mar  2 09:00:00 2026\nFrom: a@example.com\nSubject: s${index}\n\n${'word '.repeat(size)}\n\n`
    const sizes = [209_600, 5, 209_700, 1, 419_000, 3]
    const { all } = await readHere(Buffer.from(sizes.map((size, index) => one(index + 1, size)).join('')))
    const told = shown(all)
    expect(told.filter((text) => text.includes('header Subject'))).toEqual(
      sizes.map((_, index) => `message ${index + 1} > header Subject | s${index + 1}`),
    )
    for (const [index, size] of sizes.entries()) {
      const words = told
        .filter((text) => text.startsWith(`message ${index + 1} |`))
        .join(' ')
        .match(/word/gu)
      expect(words).toHaveLength(size)
    }
  })
})
