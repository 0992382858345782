import PostalMime, { decodeWords, type Attachment, type Email } from 'postal-mime'
import type { Show } from '../connect.ts'
import { bytesText, element } from '../dom.ts'
import { visibleNodes } from '../text/visibleNodes.ts'
import { word } from '../words.ts'
import { readHtmlBody, type HtmlBody, type Link } from './htmlBody.ts'
import { attachmentBytes, mailSignsOf, type AttachmentSign, type MailSign } from './mailSigns.ts'

/** A mail is read whole. */
const bytesMax = 64 * 1_048_576
const [textMax, rowsMax] = [1_000_000, 500]

const headNames = ['From', 'Sender', 'Reply-To', 'To', 'Cc', 'Bcc', 'Date', 'Subject', 'Message-ID', 'Return-Path']

const attachmentWords: Readonly<Record<AttachmentSign, Parameters<typeof word>[0]>> = {
  doubleEnding: 'signDoubleEnding',
  program: 'signProgram',
  hiddenSigns: 'signHidden',
  bytes: 'signBytes',
}

const signText = (sign: MailSign): string => {
  switch (sign.kind) {
    case 'reply_to':
      return word('signReplyTo', { domain: sign.domain })
    case 'sender':
      return word('signSender', { address: sign.address })
    case 'date':
      return word('signDate')
    case 'link':
      return word('signLink', { shown: sign.shown, host: sign.host })
    default:
      return word('signAttachment', {
        name: sign.name === '' ? word('mailUnnamed') : sign.name,
        sign: word(attachmentWords[sign.sign]),
      })
  }
}

const section = (title: string, ...children: readonly Node[]): HTMLElement =>
  element('section', { class: 'mail-part' }, element('h2', {}, title), ...children)

const line = (text: string): HTMLElement => element('p', { class: 'mail-note' }, text)

const items = (name: 'ul' | 'ol', texts: readonly string[], className = ''): HTMLElement =>
  element(
    name,
    { class: `mail-list ${className}` },
    ...texts.slice(0, rowsMax).map((text) => element('li', { dir: 'auto' }, ...visibleNodes(text))),
  )

const headOf = (mail: Email): HTMLElement =>
  element(
    'dl',
    { class: 'mail-head' },
    ...headNames.flatMap((name) =>
      mail.headers
        .filter(({ key }) => key === name.toLowerCase())
        .slice(0, 20)
        .flatMap(({ value }) => [
          element('dt', {}, name),
          element('dd', { dir: 'auto' }, ...visibleNodes(decodeWords(value).slice(0, 20_000))),
        ]),
    ),
  )

const routeOf = (mail: Email): HTMLElement => {
  const lines = mail.headers.filter(({ key }) => key === 'received').map(({ value }) => value.replaceAll(/\s+/gu, ' '))
  return lines.length === 0
    ? section(word('mailRoute'), line(word('mailNoRoute')))
    : section(word('mailRoute'), line(word('mailRouteHint')), items('ol', lines.toReversed()))
}

const bodyOf = (mail: Email, html: HtmlBody): HTMLElement => {
  const isPlain = (mail.text ?? '').trim() !== ''
  const text = isPlain ? (mail.text ?? '') : html.text
  const title = word(isPlain || mail.html === undefined ? 'mailBody' : 'mailBodyHtml')
  if (text.trim() === '') return section(title, line(word('mailNoBody')))
  const lines = text.slice(0, textMax).split(/\r?\n/u)
  const shown = element('pre', { class: 'mail-text', dir: 'auto' })
  for (const each of lines) shown.append(...visibleNodes(each), '\n')
  return section(title, shown, ...(text.length > textMax ? [line(word('mailCut'))] : []))
}

const linksOf = (links: readonly Link[]): HTMLElement[] =>
  links.length === 0
    ? []
    : [
        section(
          word('mailLinks'),
          items(
            'ul',
            links.map(({ shown, href }) => `${shown} → ${href}`),
          ),
        ),
      ]

const attachmentText = (attachment: Attachment): string =>
  [attachment.filename ?? word('mailUnnamed'), attachment.mimeType, bytesText(attachmentBytes(attachment).length)].join(
    ' · ',
  )

/** A mail: its header, the way that it went, its text and its attachments. Nothing of it is run or fetched. */
export const showMail: Show = async (stage, piece) => {
  if (piece.file.size > bytesMax) {
    piece.failed('too_large')
    return
  }
  const parts = await piece.readAll(piece.progress)
  const mail = await PostalMime.parse(new Blob(parts), { maxRfc822NestingDepth: 0, maxNestingDepth: 50 })
  const html = readHtmlBody(mail.html ?? '')
  const signs = mailSignsOf(mail, html.links, Date.now())
  stage.append(
    element(
      'div',
      { class: 'mail', tabindex: 0, role: 'region', 'aria-label': word('mailLabel') },
      ...(signs.length === 0 ? [] : [section(word('mailSigns'), items('ul', signs.map(signText), 'mail-signs'))]),
      section(word('mailHead'), headOf(mail)),
      bodyOf(mail, html),
      ...linksOf(html.links),
      mail.attachments.length === 0
        ? section(word('mailAttachments'), line(word('mailNoAttachments')))
        : section(word('mailAttachments'), items('ul', mail.attachments.map(attachmentText))),
      routeOf(mail),
    ),
  )
  piece.shown()
}
