import { officeIn, oleKind } from './office.ts'
import type { BinaryKind, FileKind } from './kinds.ts'
import { textKind } from './text-kind.ts'

/** So many bytes of the beginning tell what a file is. */
export const kindBytes = 65_536

type Mark = readonly [kind: BinaryKind, bytes: readonly number[], at?: number]

const ascii = (text: string): readonly number[] => [...text].map((letter) => letter.charCodeAt(0))

const marks: readonly Mark[] = [
  ['7z', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ['rar', [...ascii('Rar!'), 0x1a, 0x07]],
  ['gz', [0x1f, 0x8b]],
  ['packed', [...ascii('BZh'), 0x31]],
  ['packed', [...ascii('BZh'), 0x36]],
  ['packed', [...ascii('BZh'), 0x39]],
  ['packed', [0xfd, ...ascii('7zXZ'), 0]],
  ['packed', [0x28, 0xb5, 0x2f, 0xfd]],
  ['packed', [0x04, 0x22, 0x4d, 0x18]],
  ['tar', ascii('ustar'), 257],
  ['image', [0x89, ...ascii('PNG\r\n'), 0x1a]],
  ['image', [0xff, 0xd8, 0xff]],
  ['image', ascii('GIF87a')],
  ['image', ascii('GIF89a')],
  ['image', [...ascii('II'), 0x2a, 0]],
  ['image', [...ascii('MM'), 0, 0x2a]],
  ['image', ascii('WEBP'), 8],
  ['image', ascii('ftyphei'), 4],
  ['image', ascii('ftypmif1'), 4],
  ['image', ascii('ftypavif'), 4],
  ['sound', ascii('ftyp'), 4],
  ['sound', ascii('WAVE'), 8],
  ['sound', ascii('AVI '), 8],
  ['sound', ascii('OggS')],
  ['sound', [...ascii('ID3'), 3]],
  ['sound', [...ascii('ID3'), 4]],
  ['sound', [0x1a, 0x45, 0xdf, 0xa3]],
  ['parquet', ascii('PAR1')],
  ['sqlite', [...ascii('SQLite format 3'), 0]],
  ['executable', [0x7f, ...ascii('ELF')]],
  ['executable', [0xcf, 0xfa, 0xed, 0xfe]],
  ['executable', [0xce, 0xfa, 0xed, 0xfe]],
  ['executable', [0xca, 0xfe, 0xba, 0xbe]],
  // Workbooks of Excel 2 to 4 that stand alone.
  ['xls', [0x09, 0x00, 0x04, 0x00]],
  ['xls', [0x09, 0x02, 0x06, 0x00]],
  ['xls', [0x09, 0x04, 0x06, 0x00]],
]

const has = (head: Uint8Array, bytes: readonly number[], at = 0): boolean =>
  bytes.every((byte, index) => head[at + index] === byte)

const zipMark = (head: Uint8Array): boolean =>
  has(head, [0x50, 0x4b, 0x03, 0x04]) || has(head, [0x50, 0x4b, 0x05, 0x06]) || has(head, [0x50, 0x4b, 0x07, 0x08])
const oleMark = (head: Uint8Array): boolean => has(head, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])

const latin = (head: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < head.length; at += 8_192) text += String.fromCharCode(...head.subarray(at, at + 8_192))
  return text
}

/** MZ alone may begin a text: a program says further on where its other header stands. */
const isDosProgram = (head: Uint8Array): boolean => {
  if (!has(head, [0x4d, 0x5a]) || head.length < 64) return false
  return head.subarray(2, 64).includes(0)
}

const isPdf = (head: Uint8Array): boolean =>
  /^(?:[^\0]{0,1024}[\r\n])?%PDF-\d/u.test(latin(head.subarray(0, 1_040)).replace(/^\u00ef\u00bb\u00bf/u, ''))

/** A bitmap says its own length and the place of its picture. */
const isBitmap = (head: Uint8Array): boolean => has(head, ascii('BM')) && has(head, [0, 0, 0, 0], 6)

/** UTF-32 with its mark or without: three of every four bytes of plain letters are zero. */
const isUtf32 = (head: Uint8Array): boolean => {
  if (has(head, [0xff, 0xfe, 0, 0]) || has(head, [0, 0, 0xfe, 0xff])) return true
  const quads = Math.floor(Math.min(head.length, 4_096) / 4)
  if (quads < 2) return false
  let [little, big] = [0, 0]
  for (let at = 0; at < quads * 4; at += 4) {
    const [one = 0, two = 0, three = 0, four = 0] = head.subarray(at, at + 4)
    if (two <= 1 && three === 0 && four === 0 && one !== 0) little += 1
    if (one === 0 && two === 0 && three <= 1 && four !== 0) big += 1
  }
  return Math.max(little, big) > quads * 0.9
}

const controlMax = 0.02

/** Whether bytes that are no UTF-16 hold so many controls that they are no text; a single one may be a slip. */
const isNoText = (head: Uint8Array): boolean => {
  let controls = 0
  for (const byte of head)
    if (byte < 0x09 || (byte > 0x0d && byte < 0x20 && byte !== 0x1a && byte !== 0x1b)) controls += 1
  return controls > Math.max(8, head.length * controlMax)
}

const isEmpty = (head: Uint8Array): boolean => head.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d))

const binaryKind = (head: Uint8Array): BinaryKind | null => {
  if (zipMark(head)) return officeIn(latin(head))
  if (oleMark(head)) return oleKind(head)
  const marked = marks.find(([, bytes, at]) => has(head, bytes, at))
  if (marked !== undefined) return marked[0]
  if (isDosProgram(head)) return 'executable'
  if (isPdf(head)) return 'pdf'
  return isBitmap(head) ? 'image' : null
}

/**
 * The order of the bytes of UTF-16, where a text is that: by its mark, or by the zero halves of letters, delimiters and
 * line ends.
 */
const wideOrder = (head: Uint8Array): 'utf-16le' | 'utf-16be' | null => {
  if (has(head, [0xff, 0xfe])) return 'utf-16le'
  if (has(head, [0xfe, 0xff])) return 'utf-16be'
  let [little, big] = [0, 0]
  for (let at = 0; at + 1 < head.length; at += 2) {
    const [one = 0, two = 0] = head.subarray(at, at + 2)
    if (two === 0 && one >= 0x09) little += 1
    if (one === 0 && two >= 0x09) big += 1
  }
  if (Math.max(little, big) < Math.max(2, head.length / 100)) return null
  return little > 3 * big ? 'utf-16le' : big > 3 * little ? 'utf-16be' : null
}

/** Whether what is read as UTF-16 is text: zero halves stand in programs too. */
const isWideText = (text: string): boolean => {
  const strange = text.match(/[\u0000-\u0008\u000e-\u0019\u001c-\u001f\ufffd\ufffe\uffff]/gu)?.length ?? 0
  return strange <= Math.max(4, text.length * controlMax)
}

/**
 * What a file is, by its first bytes alone (`kindBytes` of them are plenty): no name and no ending is believed.
 * Of what is packed (`gz`) it says no more than that; what is in it is asked of its content.
 */
export const fileKind = (bytes: Uint8Array): FileKind => {
  const head = bytes.subarray(0, kindBytes)
  if (isEmpty(head)) return 'empty'
  const binary = binaryKind(head)
  if (binary !== null) return binary
  if (isUtf32(head)) return 'utf32'
  const wide = wideOrder(head)
  if (wide !== null) {
    const text = new TextDecoder(wide).decode(head)
    return isWideText(text) ? textKind(text) : 'binary'
  }
  return isNoText(head) ? 'binary' : textKind(latin(head).replace(/^\u00ef\u00bb\u00bf/u, ''))
}
