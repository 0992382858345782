import type { EncodingName } from '../../../shared/text/encoding-names.ts'

/** Turns the bytes of a file, chunk by chunk, into text; the byte order mark must be left out already. */
export interface TextReader {
  push(chunk: Uint8Array): string
  end(): string
}

// WHATWG encoding standard, index windows-1252: what differs from ISO 8859-1.
const windows1252High =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178'

/** Node's own decoder has mapped 0x80 to 0x9f as ISO 8859-1 in several releases, so the table is applied here. */
const windows1252Text = (chunk: Uint8Array): string =>
  Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    .toString('latin1')
    .replaceAll(/[\u0080-\u009f]/g, (found) => windows1252High[found.charCodeAt(0) - 0x80] ?? found)

/** Makes a reader for one encoding. Ill-formed parts become U+FFFD; see `FileEncoding.illFormed`. */
export function createTextReader(encoding: EncodingName): TextReader {
  if (encoding === 'windows-1252') return { push: windows1252Text, end: () => '' }
  const decoder = new TextDecoder(encoding, { ignoreBOM: true })
  return {
    push: (chunk) => decoder.decode(chunk, { stream: true }),
    end: () => decoder.decode(),
  }
}
