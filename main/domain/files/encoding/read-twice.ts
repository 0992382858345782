import type { EncodingName } from '../../../../shared/text/encoding-names.ts'
import { createTextReader } from '../../imports/encoding.ts'

/** Code pages in which UTF-8 is often read before it is written again. */
const pages: readonly EncodingName[] = ['windows-1252', 'windows-1251', 'windows-1250', 'macintosh']

const bytesOf = (page: EncodingName): ReadonlyMap<string, number> => {
  const reader = createTextReader(page)
  const text = reader.push(Uint8Array.from({ length: 128 }, (_, byte) => byte + 128)) + reader.end()
  const bytes = new Map([...text].map((sign, at) => [sign, at + 128] as const))
  // Where a page has no sign, programs read the control of that number.
  for (let byte = 128; byte < 160; byte += 1)
    if (!bytes.has(String.fromCharCode(byte))) bytes.set(String.fromCharCode(byte), byte)
  return bytes
}

const runs = /[^\u0000-\u007f]{2,}/gu

/** What is written again and again so: letters of alphabets, and signs between words. */
const likely =
  /^(?:[\u00a0-\u017f\u0370-\u03ff\u0400-\u045f\u0490\u0491\u05d0-\u05ea\u0621-\u064a\u0e01-\u0e4e\u2010-\u2026\u20ac\u2122]|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])+$/u

const decoder = () => new TextDecoder('utf-8', { fatal: true })

const saysMore = (run: string, bytes: ReadonlyMap<string, number>): boolean => {
  const known = [...run].map((sign) => bytes.get(sign))
  if (known.includes(undefined)) return false
  try {
    return likely.test(decoder().decode(Uint8Array.from(known as number[])))
  } catch {
    return false
  }
}

/**
 * Words of letters of one half of a code page alone: no language writes them, but for those of whoever tries out the
 * letters of German.
 */
const accentsAlone =
  /(?<![\p{L}\p{M}])(?![äöüßÄÖÜ]+(?![\p{L}\p{M}]))(?:[×÷]*[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff]){4,}(?![\p{L}\p{M}])/u

/** Whether most of what is no ASCII in a text is UTF-8 that was read in a code page and written as UTF-8 again. */
const isReadTwice = (text: string): boolean => {
  const found = (text.match(runs) ?? []).slice(0, 2_000)
  return (
    found.length > 0 &&
    pages.some((page) => {
      const bytes = bytesOf(page)
      return found.filter((run) => saysMore(run, bytes)).length > found.length / 2
    })
  )
}

const isOdd = (text: string): boolean => accentsAlone.test(text) || isReadTwice(text)

/**
 * The first line of a text in UTF-8 whose letters were read in a wrong code page before it was written: `MÃ¼ller`,
 * `Èâàíîâ`. null: none.
 */
export const lineReadTwice = (text: string): string | null =>
  isOdd(text) ? (text.split(/\r?\n|\r/u).find(isOdd) ?? null) : null
