import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { readHtmlBody } from '../../../viewer/mail/htmlBody.ts'
import { mailSignsOf } from '../../../viewer/mail/mailSigns.ts'

const now = Date.UTC(2026, 10, 27)

const signsIn = async (...lines: readonly string[]) => {
  const mail = await PostalMime.parse(lines.join('\r\n'))
  return mailSignsOf(mail, readHtmlBody(mail.html ?? '').links, now)
}

describe('the body of a mail in HTML', () => {
  it('is text without scripts, styles and hidden heads, with its links', () => {
    const body = readHtmlBody(
      '<head><title>t</title></head><style>x{}</style><p>Dear <b>Sir</b>,</p><script>alert(1)</script><p>see <a href="https://b.example/x">a <i>page</i></a></p>',
    )
    expect(body.text).toBe('Dear Sir,\n\nsee a page')
    expect(body.links).toEqual([{ shown: 'a page', href: 'https://b.example/x' }])
  })
  it('is read however deep it is', () => {
    expect(readHtmlBody(`${'<div>'.repeat(50_000)}deep`).text).toBe('deep')
  })
})

describe('signs of trouble in a mail', () => {
  it('are links whose text names another address, and no others', async () => {
    const html = [
      '<a href="https://evil.example/login">https://www.bank.example.com/login</a>',
      '<a href="https://evil.example/">bank.com</a>',
      '<a href="https://login.bank.com/">www.bank.com</a>',
      '<a href="https://evil.example/">Press here</a>',
      '<a href="mailto:a@bank.com">bank.com</a>',
      '<a href="::">bank.com</a>',
    ].join('')
    expect(await signsIn('From: a@b.c', 'Content-Type: text/html', '', html)).toEqual([
      { kind: 'link', shown: 'https://www.bank.example.com/login', host: 'evil.example' },
      { kind: 'link', shown: 'bank.com', host: 'evil.example' },
    ])
  })
  it('are senders that show another address, answers to another domain, and dates in the future', async () => {
    expect(
      await signsIn(
        'From: "boss@bank.com" <x@evil.example>',
        'Reply-To: a@other.example, b@mail.evil.example',
        'Date: Mon, 30 Nov 2026 10:00:00 +0000',
        '',
        'Hello',
      ),
    ).toEqual([
      { kind: 'reply_to', domain: 'other.example' },
      { kind: 'sender', address: 'boss@bank.com' },
      { kind: 'date' },
    ])
    expect(
      await signsIn(
        'From: "A B" <a@b.example>',
        'Reply-To: c@b.example',
        'Date: Mon, 23 Nov 2026 10:00:00 +0000',
        '',
        '',
      ),
    ).toEqual([])
  })
  it('are attachments by their names and their bytes', async () => {
    const part = (name: string, content: Buffer): string[] => [
      '--b',
      'Content-Type: application/octet-stream',
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      content.toString('base64'),
    ]
    const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(100)])
    expect(
      await signsIn(
        'From: a@b.example',
        'Content-Type: multipart/mixed; boundary=b',
        '',
        ...part('invoice.pdf.exe', program),
        ...part('photo.jpg', program),
        ...part('terms.pdf', Buffer.from('%PDF-1.7')),
        '--b--',
      ),
    ).toEqual([
      { kind: 'attachment', name: 'invoice.pdf.exe', sign: 'doubleEnding' },
      { kind: 'attachment', name: 'photo.jpg', sign: 'bytes' },
    ])
  })
})
