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

/** An identifier as a spreadsheet was made to keep it: `="00017"` and `'00017` are 00017. */
export const unwrapped = (text: string): string => {
  const first = text.charCodeAt(0)
  if (first === 0x3d) return /^="([^"]*)"$/u.exec(text)?.[1]?.trim() ?? text
  return first === 0x27 && /^'[^']+$/u.test(text) ? text.slice(1).trim() : text
}
