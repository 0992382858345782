import { numberWords } from './words.ts'

const lookAlikes: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', 9: 'g' }

/** Digits among letters are read as the letters that they look like. */
export const withoutDigits = (latin: string): string =>
  /[a-z]/u.test(latin) && /\d/u.test(latin) ? latin.replace(/\d/gu, (digit) => lookAlikes[digit] ?? digit) : latin

const roman = /^(?=[ivx])(?:xl|x{0,3})(?:ix|iv|v?i{0,3})$/u
const romanValues: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50 }
const romanValue = (text: string): number =>
  [...text].reduce((sum, letter, place) => {
    const value = romanValues[letter] ?? 0
    return sum + (value < (romanValues[text[place + 1] ?? ''] ?? 0) ? -value : value)
  }, 0)

/**
 * The number that a word says, in digits; null where it says none. Number words and Roman ones count in names of
 * organisations and things.
 */
export const numberOfWord = (latin: string, isPerson: boolean, place: number): string | null => {
  if (/^\d+$/u.test(latin)) return String(Number(latin.slice(0, 15)))
  const ordinal = /^(\d+)(?:st|nd|rd|th)$/u.exec(latin)
  if (ordinal !== null) return ordinal[1] ?? null
  if (isPerson) return null
  const word = numberWords.get(latin)
  if (word !== undefined) return String(word)
  return place > 0 && roman.test(latin) ? String(romanValue(latin)) : null
}
