import type { EncodingName } from '../../../../shared/text/encoding-names.ts'
import { commonPairs, cyrillicAlphabets, latinAlphabets, scriptOf, westernLetters } from './alphabets.ts'

// What no text holds: signs that stand for lost letters, controls, and code points that mean nothing.
const impossible = /[\ufffd\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\p{Co}\p{Cn}]/u

const scripts: readonly RegExp[] = [
  /[\p{Script=Latin}]/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Thai}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  /\p{Script=Hangul}/u,
]

const beyondAscii = /[^\u0000-\u007f]/u
const words = /[\p{L}\p{M}]+/gu

/**
 * A small letter before a capital, or a capital that breaks into small letters behind two: with a letter beyond ASCII
 * among them, that is no writing.
 */
const oddCase = /\p{Ll}(?=\p{Lu})|\p{Lu}\p{Lu}(?=\p{Ll})/u
const signInside = /[\p{L}][^\u0000-\u007f\p{L}\p{M}\p{N}\p{Z}’‘´ʼ·‐‑–—.]+[\p{L}]/u

const isMixed = (word: string): boolean => scripts.filter((script) => script.test(word)).length > 1

const isOdd = (word: string): boolean => isMixed(word) || oddCase.test(word)

/**
 * Whether words, as they are read, are such as people write: one script a word, capitals where they stand, no signs
 * within.
 */
export const isPlausible = (text: string): boolean => {
  if (impossible.test(text.replaceAll(/[\t\r\n\f\u000b]/gu, ' '))) return false
  const found = (text.match(words) ?? []).filter((word) => beyondAscii.test(word))
  const odd = found.filter(isOdd).length + (text.match(new RegExp(signInside, 'gu'))?.length ?? 0)
  return odd <= found.length * 0.1
}

const lettersIn = (text: string): readonly string[] =>
  (text.replaceAll('İ', 'ı').match(/[^\u0000-\u007f]/gu) ?? [])
    .filter((letter) => /[\p{L}\p{M}]/u.test(letter))
    .map((letter) => letter.normalize('NFC').toLocaleLowerCase('und'))

const isWestern = (encoding: EncodingName): boolean => encoding === 'windows-1252' || encoding === 'iso-8859-15'

/** Signs of the code page of the west where ISO 8859-15 has letters, and the euro: in a word they are none. */
const misreadSigns = /\u00a4|[\u00a6\u00a8\u00b8\u00bc-\u00be](?=\p{L})|(?<=\p{L})[\u00a6\u00a8\u00b8\u00bc-\u00be]/u

/** Whether a text that is read in the code page of the west holds signs that ISO 8859-15 has letters for. */
export const mayBeLatin9 = (text: string): boolean => misreadSigns.test(text)

const share = (letters: readonly string[], known: (letter: string) => boolean): number =>
  letters.filter(known).length / letters.length

/**
 * Whether most pairs of bytes stand for signs in common use: letters of another code page, taken in pairs, become rare
 * ones.
 */
const hasCommonPairs = (bytes: Uint8Array, encoding: EncodingName): boolean => {
  const ranges = commonPairs.get(encoding)
  if (ranges === undefined) return true
  let [pairs, common] = [0, 0]
  for (let at = 0; at + 1 < bytes.length; at += 1) {
    const first = bytes[at] ?? 0
    if (first < 0x81 || (encoding === 'shift_jis' && first >= 0xa1 && first <= 0xdf)) continue
    pairs += 1
    if (ranges.some(([from, to]) => first >= from && first <= to)) common += 1
    at += 1
  }
  return common >= pairs * 0.75
}

/**
 * Whether all letters, but for a slip, are of one language for which the code page was made, or of the script that it is
 * for.
 */
export const fitsOneLanguage = (text: string, encoding: EncodingName): boolean => {
  const letters = lettersIn(text)
  const alphabets = latinAlphabets.get(encoding) ?? cyrillicAlphabets.get(encoding)
  return (
    letters.length === 0 ||
    alphabets === undefined ||
    alphabets.some((alphabet) => share(letters, (letter) => alphabet.has(letter)) >= 0.97)
  )
}

/** Whether all letters, but for a slip, are of languages for which the code page was made. */
export const fitsLanguage = (text: string, bytes: Uint8Array, encoding: EncodingName): boolean => {
  const letters = lettersIn(text)
  if (letters.length === 0) return true
  const script = scriptOf[encoding]
  if (script !== undefined)
    return (
      share(letters, (letter) => script.test(letter) || /\p{M}/u.test(letter)) >= 0.7 && hasCommonPairs(bytes, encoding)
    )
  return (
    fitsOneLanguage(text, encoding) ||
    (isWestern(encoding) && share(letters, (letter) => westernLetters.has(letter)) >= 0.99)
  )
}

/**
 * Whether what is beyond ASCII are signs alone, each by itself, such as a quotation mark or the sign of a currency:
 * they mean the same in every file of the west.
 */
export const hasSignsAlone = (text: string): boolean =>
  lettersIn(text).length === 0 && !/[^\u0000-\u007f]{2}/u.test(text)
