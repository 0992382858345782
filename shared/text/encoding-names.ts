/**
 * Encodings in which a file can be read, by the names of the WHATWG encoding standard; the order is that in which a
 * person is offered them.
 */
export const encodingNames = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-7',
  'iso-8859-15',
  'koi8-r',
  'koi8-u',
  'ibm866',
  'macintosh',
  'x-mac-cyrillic',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-jp',
  'euc-kr',
] as const
export type EncodingName = (typeof encodingNames)[number]

/** What is known of the encoding of a file that is to be read. */
export interface FileEncoding {
  readonly encoding: EncodingName
  readonly bomBytes: number
  /**
   * Whether a replacement sign in it is to be refused: it stands for bytes that are no text in the encoding, or for
   * letters that were lost before.
   */
  readonly illFormed: boolean
  /** Whether it was named, or is proven by the bytes; what is only guessed is not sealed. */
  readonly sure: boolean
  /** A line of the file in which the encoding shows, read in it; null where it shows nowhere. */
  readonly line: string | null
}
