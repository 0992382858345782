import { decompressRTF } from '@kenjiuno/decompressrtf'
import * as library from '@kenjiuno/msgreader'
import type { FieldsData } from '@kenjiuno/msgreader'
import PostalMime from 'postal-mime'
import type { PassageStep } from '../../../../domain/evidence/passage.ts'
import { heldSource } from '../byte-source.ts'
import { wholeMax } from '../limits.ts'
import type { ReaderMessage } from '../messages.ts'
import { lackOf, wholeOf, type TextPart } from '../part.ts'
import { decodedText } from './plain.ts'
import { bodyFound, headersFound } from './mail.ts'
import { rtfPassages } from './rtf/read-rtf.ts'

type MsgReader = library.default

/** Code pages of Windows in which text that is no Unicode may be; other text is read as that of the west. */
const codePages = new Set([874, 932, 936, 949, 950, ...Array.from({ length: 9 }, (_, index) => 1_250 + index)])

/** The code page of Windows of the language for which another one, of the network, was made. */
const alsoMeant: ReadonlyMap<number, number> = new Map([
  ...[50_220, 50_221, 50_222, 51_932].map((page): [number, number] => [page, 932]),
  ...[20_936, 51_936, 52_936, 54_936].map((page): [number, number] => [page, 936]),
  ...[50_225, 51_949].map((page): [number, number] => [page, 949]),
  ...[20_866, 21_866, 28_595].map((page): [number, number] => [page, 1_251]),
  [28_592, 1_250],
  [28_594, 1_257],
  [28_596, 1_256],
  [28_597, 1_253],
  [28_598, 1_255],
  [28_599, 1_254],
])

/** The class of the library, which is a CommonJS module: Node gives the module, a bundler the class. */
const readerOf = (bytes: ArrayBuffer, ansiEncoding: string): MsgReader => {
  const given: unknown = library.default
  const Reader = (given instanceof Object && 'default' in given ? given.default : given) as typeof library.default
  const reader = new Reader(bytes)
  reader.parserConfig = { ansiEncoding }
  return reader
}

/** Opens a mail in the code page that it states of itself. */
const opened = (bytes: ArrayBuffer): { readonly reader: MsgReader; readonly mail: FieldsData } => {
  const reader = readerOf(bytes, 'cp1252')
  const mail = reader.getFileData()
  const stated = mail.messageCodepage ?? mail.internetCodepage ?? 1_252
  const page = alsoMeant.get(stated) ?? stated
  if (page === 1_252 || !codePages.has(page)) return { reader, mail }
  const again = readerOf(bytes, `cp${page}`)
  return { reader: again, mail: again.getFileData() }
}

/** A person as a mail names one. */
const person = (name: string | undefined, ...addresses: readonly (string | undefined)[]): string => {
  const address = addresses.find((one) => one?.includes('@') === true)
  return [name ?? '', address === undefined || address === name ? '' : `<${address}>`].join(' ').trim()
}

const recipients = ({ recipients: all = [] }: FieldsData, type: FieldsData['recipType']): string =>
  all
    .filter(({ recipType }) => recipType === type)
    .map(({ name, smtpAddress, email }) => person(name, smtpAddress, email))
    .join(', ')

/** Who, when and what, where the mail does not have the headers with which it came. */
function* fieldsFound(mail: FieldsData, way: readonly PassageStep[]): Generator<ReaderMessage> {
  const { senderName, senderSmtpAddress, senderEmail, messageDeliveryTime, clientSubmitTime } = mail
  const fields = [
    ['Subject', mail.subject],
    ['From', person(senderName, senderSmtpAddress, senderEmail)],
    ['To', recipients(mail, 'to')],
    ['Cc', recipients(mail, 'cc')],
    ['Bcc', recipients(mail, 'bcc')],
    ['Date', clientSubmitTime ?? messageDeliveryTime],
    ['Message-ID', mail.messageId],
  ] as const
  for (const [name, text = ''] of fields) if (text !== '') yield { way: [...way, { kind: 'header', name }], text }
}

/** What stands in an entry of the calendar or of the address book, beside its text. */
function* entryFound(mail: FieldsData, way: readonly PassageStep[]): Generator<ReaderMessage> {
  const fields = [
    ['Name', mail.name],
    ['Location', mail.apptLocation],
    ['Start', mail.apptStartWhole],
    ['End', mail.apptEndWhole],
    ['Company', mail.companyName],
    ['Address', mail.workAddress ?? mail.postalAddress],
    ['Telephone', mail.businessTelephoneNumber],
    ['Telephone', mail.homeTelephoneNumber],
    ['Telephone', mail.mobileTelephoneNumber],
    ['E-mail', mail.email1EmailAddress],
  ] as const
  for (const [name, text = ''] of fields) if (text !== '') yield { way: [...way, { kind: 'header', name }], text }
}

const htmlOf = async ({ bodyHtml, html }: FieldsData): Promise<string | undefined> => {
  if (bodyHtml !== undefined || html === undefined) return bodyHtml
  const texts: string[] = []
  const declared = /charset\s*=\s*["']?([\w-]+)/iu.exec(Buffer.from(html.subarray(0, 2_000)).toString('latin1'))?.[1]
  for await (const text of decodedText(heldSource(html), declared)) texts.push(text)
  return texts.join('')
}

async function* bodyOf(mail: FieldsData, way: readonly PassageStep[]): AsyncGenerator<ReaderMessage> {
  const html = await htmlOf(mail)
  if (mail.body !== undefined || html !== undefined || mail.compressedRtf === undefined) {
    yield* bodyFound({ text: mail.body, html }, way)
    return
  }
  yield* rtfPassages(Buffer.from(decompressRTF([...mail.compressedRtf])).toString('latin1'), way)
}

async function* attachmentsOf(
  reader: MsgReader,
  mail: FieldsData,
  { way, within }: TextPart,
): AsyncGenerator<ReaderMessage> {
  for (const [index, attachment] of (mail.attachments ?? []).entries()) {
    const name = attachment.fileName ?? attachment.name ?? attachment.fileNameShort ?? `${index + 1}`
    try {
      yield* within({ kind: 'attachment', name }, heldSource(Uint8Array.from(reader.getAttachment(attachment).content)))
    } catch (error) {
      yield { way: [...way, { kind: 'attachment', name }], lack: lackOf(error) }
    }
  }
}

/** Reads a mail of Outlook (MS-OXMSG): its headers, its body, and each attachment as a piece of its own. */
export async function* readMsg(part: TextPart): AsyncGenerator<ReaderMessage> {
  const bytes = Uint8Array.from(await wholeOf(part.source, wholeMax))
  const { reader, mail } = opened(bytes.buffer)
  if (mail.error !== undefined) throw new Error(mail.error)
  if (mail.headers === undefined || mail.headers.trim() === '') yield* fieldsFound(mail, part.way)
  else yield* headersFound(await PostalMime.parse(mail.headers), part.way)
  yield* entryFound(mail, part.way)
  yield { ahead: true }
  yield* bodyOf(mail, part.way)
  yield* attachmentsOf(reader, mail, part)
}
