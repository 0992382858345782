import type { Attachment, Email } from 'postal-mime'
import { nameSignsOf } from '../archive/memberSigns.ts'
import type { Link } from './htmlBody.ts'

/** What speaks for deceit in a mail. */
export type MailSign =
  | { readonly kind: 'reply_to'; readonly domain: string }
  | { readonly kind: 'sender'; readonly address: string }
  | { readonly kind: 'date' }
  | { readonly kind: 'link'; readonly shown: string; readonly host: string }
  | { readonly kind: 'attachment'; readonly name: string; readonly sign: AttachmentSign }
export type AttachmentSign = 'doubleEnding' | 'program' | 'hiddenSigns' | 'bytes'

const aheadMs = 3_600_000

const domainOf = (address = ''): string => /@([^@\s>]+)\s*>?$/u.exec(address)?.[1]?.toLowerCase() ?? ''

/** The last two parts: what one owner has. Of names below co.uk and the like it says less, and never too much. */
const ownerOf = (host: string): string => host.split('.').slice(-2).join('.')

/** The host that the text of a link names, where it reads as an address. */
const namedHost = (shown: string): string | null =>
  /^(?:https?:\/\/)?(?:[^\s/@]+@)?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?::\d+)?(?:[/?#]\S*)?$/iu
    .exec(shown.slice(0, 2_000))?.[1]
    ?.toLowerCase() ?? null

const hostOf = (href: string): string | null => {
  try {
    const { protocol, hostname } = new URL(href.trim())
    return /^https?:$/u.test(protocol) ? hostname.replace(/^www\./u, '') : null
  } catch {
    return null
  }
}

/** As a browser writes the host of an address, so that two ways to write one compare. */
const linkSign = ({ shown, href }: Link): MailSign[] => {
  const named = namedHost(shown)
  const host = hostOf(href)
  const shownHost = named === null ? null : hostOf(`https://${named}`)
  if (shownHost === null || host === null || ownerOf(shownHost) === ownerOf(host)) return []
  return [{ kind: 'link', shown: shown.slice(0, 200), host }]
}

/** The bytes of an attachment. */
export const attachmentBytes = ({ content }: Attachment): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)

const isProgram = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0x4d && bytes[1] === 0x5a && bytes.subarray(2, 64).includes(0)) ||
  (bytes[0] === 0x7f && bytes[1] === 0x45 && bytes[2] === 0x4c && bytes[3] === 0x46)

const attachmentSigns = (attachment: Attachment): MailSign[] => {
  const name = attachment.filename ?? ''
  const found = nameSignsOf(name)
  const bytes = isProgram(attachmentBytes(attachment)) && !found.program && !found.doubleEnding
  return (['doubleEnding', 'program', 'hiddenSigns', 'bytes'] as const)
    .filter((sign) => (sign === 'bytes' ? bytes : found[sign]))
    .map((sign) => ({ kind: 'attachment', name, sign }))
}

/** Looks a mail over. */
export const mailSignsOf = (mail: Email, links: readonly Link[], nowMs: number): readonly MailSign[] => {
  const from = domainOf(mail.from?.address)
  const replies = (mail.replyTo ?? []).map(({ address }) => domainOf(address))
  const shown = /[^\s<>"'@]+@[^\s<>"'@]+\.[^\s<>"'@]+/u.exec((mail.from?.name ?? '').slice(0, 1_000))?.[0]
  const at = Date.parse(mail.date ?? '')
  return [
    ...replies
      .filter((domain) => domain !== '' && from !== '' && ownerOf(domain) !== ownerOf(from))
      .map((domain): MailSign => ({ kind: 'reply_to', domain })),
    ...(shown !== undefined && shown.toLowerCase() !== mail.from?.address?.toLowerCase()
      ? [{ kind: 'sender', address: shown } as const]
      : []),
    ...(at > nowMs + aheadMs ? [{ kind: 'date' } as const] : []),
    ...links.flatMap(linkSign),
    ...mail.attachments.flatMap(attachmentSigns),
  ]
}
