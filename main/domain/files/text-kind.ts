/** Kinds of text, by how they begin. */
export type TextKind =
  | 'json_array'
  | 'json_lines'
  | 'json_pretty'
  | 'camt'
  | 'ofx'
  | 'excel_xml'
  | 'html'
  | 'xml'
  | 'mt940'
  | 'qif'
  | 'bai2'
  | 'mail'
  | 'rtf'
  | 'text'

const roots: readonly (readonly [RegExp, TextKind])[] = [
  [/^(?:Document|BkToCstmr\w*)$/u, 'camt'],
  [/^OFX$/iu, 'ofx'],
  [/^html$/iu, 'html'],
  [/^(?:head|body|table|meta)$/iu, 'html'],
]

/** Comments, declarations and instructions before the root. */
const prologue = /^(?:\s|<\?[\s\S]*?\?>|<!--[\s\S]*?-->)+/u

const xmlKind = (text: string): TextKind => {
  const body = text.replace(prologue, '')
  if (/^<!doctype\s+html/iu.test(body)) return 'html'
  if (
    /<\?mso-application\s+progid="Excel/u.test(text.slice(0, 1_000)) ||
    /urn:schemas-microsoft-com:office:spreadsheet/u.test(body.slice(0, 2_000))
  )
    return 'excel_xml'
  const root = /<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)/u.exec(body)?.[1] ?? ''
  const found = roots.find(([pattern]) => pattern.test(root))?.[1]
  return found === 'camt' && !/iso:std:iso:20022|BkToCstmr/u.test(body.slice(0, 2_000)) ? 'xml' : (found ?? 'xml')
}

const looksXml = (text: string): boolean => /^<(?:\?xml|!--|!doctype|[A-Za-z_][\w.:-]*(?:[\s/>]|$))/iu.test(text)

/** An object that is written over several lines goes on where its first line ends. */
const jsonKind = (text: string): TextKind | null => {
  if (/^\[\s*(?:[{[\]"\d-]|$)/u.test(text)) return 'json_array'
  if (!/^\{\s*(?:["}]|$)/u.test(text)) return null
  const end = text.indexOf('\n')
  if (end === -1) return 'json_lines'
  return /[{[,:]$/u.test(text.slice(0, end).trimEnd()) ? 'json_pretty' : 'json_lines'
}

const mailHeader =
  /^(?:Return-Path|Received|Delivered-To|From|To|Subject|Date|Message-ID|MIME-Version|X-[\w-]+|DKIM-Signature|ARC-[\w-]+|Content-Type|Authentication-Results|Reply-To|Cc|Bcc|Sender):\s/iu

const isMail = (text: string): boolean => {
  if (/^From \S+@?\S* +\w{3} \w{3} [ \d]\d /u.test(text)) return true
  const lines = text.slice(0, 4_000).split(/\r?\n/u)
  const until = lines.indexOf('')
  const headers = (until === -1 ? lines : lines.slice(0, until)).filter((line) => !/^\s/u.test(line))
  return (
    headers.length >= 2 && headers.filter((line) => mailHeader.test(line)).length >= Math.max(2, headers.length * 0.6)
  )
}

/** The first fields of a message: its reference, then its account. */
const mt940Fields = /^(?:[^\r\n]{0,80}\r?\n){0,12}?:20:[^\r\n]{0,35}\r?\n(?::21:[^\r\n]{0,35}\r?\n)?:(?:25P?|13[CD]):/u

/** Banks write lines of their own above a message, and a control character before its blocks. */
const isMt940 = (text: string): boolean =>
  /^[\u0001-\u001f]?\{1:F01/u.test(text) || mt940Fields.test(text) || /^:20:[^\r\n]{0,16}\r?\n:\d{2}[A-Z]?:/u.test(text)

/** What a text is, by its beginning; the mark of its byte order may stand before it. */
export const textKind = (head: string): TextKind => {
  const text = head.replace(/^\ufeff/u, '').trimStart()
  if (text.startsWith('{\\rtf')) return 'rtf'
  const json = jsonKind(text)
  if (json !== null) return json
  if (looksXml(text)) return xmlKind(text)
  if (/^OFXHEADER\s*:/iu.test(text)) return 'ofx'
  if (isMt940(text)) return 'mt940'
  if (/^!(?:Type|Account|Option):?/iu.test(text)) return 'qif'
  if (/^01,[^\r\n]*\/\s*\r?\n02,/u.test(text)) return 'bai2'
  return isMail(text) ? 'mail' : 'text'
}
