import PostalMime, { decodeWords, type Attachment, type Email } from 'postal-mime'
import type { PassageStep } from '../../../../domain/evidence/passage.ts'
import { heldSource } from '../byte-source.ts'
import { wholeMax } from '../limits.ts'
import type { ReaderMessage } from '../messages.ts'
import { wholeOf, type TextPart } from '../part.ts'
import { htmlFound } from './html.ts'

/** Headers whose text is kept: who, when and what, and the way that the mail went. */
const headers = new Map(
  [
    'Subject',
    'From',
    'Sender',
    'To',
    'Cc',
    'Bcc',
    'Reply-To',
    'Date',
    'Message-ID',
    'In-Reply-To',
    'Return-Path',
    'Received',
    'X-Originating-IP',
    'X-Mailer',
  ].map((name) => [name.toLowerCase(), name]),
)

/** The headers of a mail that are kept. */
export function* headersFound(mail: Email, way: readonly PassageStep[]): Generator<ReaderMessage> {
  for (const { key, value } of mail.headers) {
    const name = headers.get(key)
    if (name !== undefined) yield { way: [...way, { kind: 'header', name }], text: decodeWords(value) }
  }
}

const wordsOf = (text: string): readonly string[] => text.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? []

/** The body, and of its other form in HTML the lines that say anything else. */
export async function* bodyFound(
  { text, html }: Pick<Email, 'text' | 'html'>,
  way: readonly PassageStep[],
): AsyncGenerator<ReaderMessage> {
  if (text !== undefined) yield { way, text }
  if (html === undefined) return
  const said = new Set(wordsOf(text ?? ''))
  for await (const found of htmlFound([html], way)) {
    const lines = found.text.split('\n').filter((line) => wordsOf(line).some((word) => !said.has(word)))
    if (lines.length > 0) yield { way: found.way, text: lines.join('\n') }
  }
}

const bytesOf = ({ content }: Attachment): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)

const nameOf = ({ filename, mimeType }: Attachment, index: number): string =>
  filename === null || filename === '' ? `${index + 1} (${mimeType})` : filename

const headMax = 1_048_576

/** The headers of a mail, which end with an empty line. */
const headOf = (bytes: Uint8Array): Uint8Array => {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, headMax))
  const ends = [head.indexOf('\n\n'), head.indexOf('\n\r\n')].filter((end) => end !== -1)
  return head.subarray(0, Math.min(head.length, ...ends.map((end) => end + 1)))
}

/** Reads one mail (RFC 5322): its headers, its body, and each attachment as a piece of its own. */
export async function* mailFound(
  bytes: Uint8Array,
  way: readonly PassageStep[],
  within: TextPart['within'],
): AsyncGenerator<ReaderMessage> {
  // The headers are told first, whatever becomes of what follows them.
  yield* headersFound(await PostalMime.parse(headOf(bytes)), way)
  yield { ahead: true }
  // A mail within a mail is an attachment, so that its own headers are told and its depth is counted.
  const mail = await PostalMime.parse(bytes, { maxRfc822NestingDepth: 0, maxNestingDepth: 50 })
  yield* bodyFound(mail, way)
  for (const [index, attachment] of mail.attachments.entries())
    yield* within({ kind: 'attachment', name: nameOf(attachment, index) }, heldSource(bytesOf(attachment)))
}

/** Reads a piece that is one mail. */
export async function* readMail({ source, way, within }: TextPart): AsyncGenerator<ReaderMessage> {
  yield* mailFound(await wholeOf(source, wholeMax), way, within)
}
