import { cleanText } from '../../../domain/imports/clean-text.ts'
import { passageMax } from './limits.ts'

// What is not seen: controls, the soft hyphen, blanks without width, overrides of direction. What joins letters stays.
const unseen = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u200b\u202d\u202e\u2060\ufeff\ufff9-\ufffb]/gu
const blanks = /[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]{2,}|[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/gu

/** Text as it is kept: composed (NFC), with one kind of line break and blank, without what cannot be seen. */
export const keptText = (text: string): string =>
  cleanText(text.replaceAll(/\r\n?/gu, '\n'), 'lines')
    .toWellFormed()
    .replaceAll(unseen, '')
    .replaceAll(blanks, ' ')
    .split('\n')
    .map((line) => line.trimEnd().replace(/^ /u, ''))
    .join('\n')
    .normalize('NFC')

/** Where a text that is too long is parted: behind a line, else behind a word, else between two signs. */
const partAt = (text: string, max: number): number => {
  const least = max / 2
  const line = text.lastIndexOf('\n', max - 1)
  if (line >= least) return line + 1
  const blank = Math.max(text.lastIndexOf(' ', max - 1), text.lastIndexOf('\t', max - 1))
  if (blank >= least) return blank + 1
  const code = text.charCodeAt(max - 1)
  return code >= 0xd800 && code < 0xdc00 ? max - 1 : max
}

/** The parts of a text that are each no longer than a passage; none where it holds nothing but blanks. */
export function* passagesIn(text: string): Generator<string> {
  let rest = keptText(text)
  while (rest.length > passageMax) {
    const at = partAt(rest, passageMax)
    const part = rest.slice(0, at).trim()
    if (part !== '') yield part
    rest = rest.slice(at)
  }
  rest = rest.trim()
  if (rest !== '') yield rest
}
