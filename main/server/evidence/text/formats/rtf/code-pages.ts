/** Encodings by the number of a code page of Windows (RTF 1.9.1, `\ansicpg`). */
const byPage: ReadonlyMap<number, string> = new Map([
  [866, 'ibm866'],
  [874, 'windows-874'],
  [932, 'shift_jis'],
  [936, 'gb18030'],
  [949, 'euc-kr'],
  [950, 'big5'],
  [10_000, 'macintosh'],
  [65_001, 'utf-8'],
  ...Array.from({ length: 9 }, (_, index): [number, string] => [1_250 + index, `windows-${1_250 + index}`]),
])

/** Encodings by the number of a character set (RTF 1.9.1, `\fcharset`); that of the document stands for 0 and 1. */
const byCharset: ReadonlyMap<number, string> = new Map([
  [77, 'macintosh'],
  [128, 'shift_jis'],
  [129, 'euc-kr'],
  [134, 'gb18030'],
  [136, 'big5'],
  [161, 'windows-1253'],
  [162, 'windows-1254'],
  [163, 'windows-1258'],
  [177, 'windows-1255'],
  [178, 'windows-1256'],
  [186, 'windows-1257'],
  [204, 'windows-1251'],
  [222, 'windows-874'],
  [238, 'windows-1250'],
])

export const encodingOfPage = (page: number): string => byPage.get(page) ?? 'windows-1252'

/** Undefined: that of the document. */
export const encodingOfCharset = (charset: number): string | undefined => byCharset.get(charset)
