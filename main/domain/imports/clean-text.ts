import { asciiDigits } from './digits.ts'

// Marks that keep the direction of text, which messengers and word processors put around numbers and names. Overrides
// (U+202D, U+202E) are none of them: they make a text read as another, and are refused.
const directions = /[\u061c\u200e\u200f\u202a-\u202c\u2066-\u2069]/gu
// Word's line break, the page break, and the breaks of Unicode that no field takes.
const breaks = /[\u000b\u000c\u0085\u2028\u2029]/gu

const mayHold = /[\u000b\u000c\u0085\u061c\u200e\u200f\u2028-\u202c\u2066-\u2069]/u

/**
 * A text without invisible signs of direction, and with the line breaks of word processors as line breaks, or as blanks
 * where it is one line. What joins letters and emoji stays.
 */
export const cleanText = (text: string, form: 'line' | 'lines'): string =>
  mayHold.test(text) ? text.replaceAll(directions, '').replaceAll(breaks, form === 'line' ? ' ' : '\n') : text

// Signs that nobody sees and no identifier is told apart by. Joiners are letters of some scripts, and only beside ASCII
// are they none.
const unseen = /[\u00ad\u034f\u180e\u200b\u2060-\u2064\ufeff]/gu
const joiners = /[\u200c\u200d\ufe0e\ufe0f]/gu
const otherThanAscii = /[^\u0020-\u007e\u200c\u200d\ufe0e\ufe0f]/u

/** An identifier without what cannot be seen in it: two that look alike are one. */
export const withoutUnseen = (text: string): string => {
  const bare = text.replaceAll(unseen, '')
  return otherThanAscii.test(bare) ? bare : bare.replaceAll(joiners, '')
}

const beyondPlain = /[^\u0000-\u007f]/u
const wideSigns = /[\uff01-\uff5e]/gu
/** So far do the wide forms of the signs of ASCII stand from these. */
const wideBy = 0xfee0
const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63]/gu

/**
 * An identifier in the signs in which most systems write it: wide letters and digits of East Asian forms, digits of
 * other scripts, blanks and dashes of word processors, and letters that are put together of two, as the plain ones. Two
 * that differ by them alone are one.
 */
export const withPlainSigns = (text: string): string =>
  beyondPlain.test(text)
    ? asciiDigits(text.normalize('NFC'))
        .replaceAll(wideSigns, (sign) => String.fromCharCode(sign.charCodeAt(0) - wideBy))
        .replaceAll(/\p{Zs}/gu, ' ')
        .replaceAll(dashes, '-')
    : text

const quoted = /^(?:'([^']+)'|[“„‟]([^“”„]+)[”“]|[‘‚]([^‘’‚]+)[’‘])$/u

/**
 * An identifier as a spreadsheet was made to keep it (`="00017"` and `'00017` are 00017), and without quotation marks
 * around it.
 */
export const unwrapped = (text: string): string => {
  if (text.startsWith('=')) return /^="([^"]*)"$/u.exec(text)?.[1]?.trim() ?? text
  const found = quoted.exec(text)
  const within = found?.[1] ?? found?.[2] ?? found?.[3]
  if (within !== undefined) return within.trim()
  return /^['‘’][^'‘’]+$/u.test(text) ? text.slice(1).trim() : text
}

const suspect = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u
const forbidden = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u202d\u202e]/u

/** Free text of a row without invisible signs; undefined where it holds what no text does. */
export const cleanLines = (text: string): string | undefined => {
  if (!suspect.test(text)) return text
  const clean = cleanText(text, 'lines')
  return forbidden.test(clean) ? undefined : clean
}
