import { invalid, valid } from './verdict.ts'
import type { IdentifierReading } from './verdict.ts'

const rule = 'ISO 17442'
const form = /^[0-9A-Z]{18}[0-9]{2}$/u

/**
 * The remainder of a text of digits and capitals by 97, where A is 10 and Z is 35 (ISO 7064, pure system MOD 97-10).
 */
export const remainderBy97 = (text: string): number => {
  let remainder = 0
  for (const character of text) {
    const value = Number.parseInt(character, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder
}

/**
 * Checks a legal entity identifier: 18 letters and digits and two check digits (ISO 17442-1:2020, ISO 7064 MOD 97-10).
 * Every digit put for another digit and every letter for another letter is found; a letter put for a digit lengthens
 * the number that is divided, and one in 97 of those passes, as the standard has it.
 */
export const checkLei = (given: string): IdentifierReading => {
  const text = given.replaceAll(/[\s-]/gu, '').toUpperCase()
  if (text.length !== 20)
    return invalid('length', `A legal entity identifier has 20 characters; this has ${text.length}.`, rule)
  if (!form.test(text))
    return invalid('format', 'A legal entity identifier has 18 letters and digits, and two digits at its end.', rule)
  const checkDigits = Number(text.slice(18))
  // 98 minus a remainder from 0 to 96: what is outside of it was never given out, though it leaves the same remainder.
  if (checkDigits < 2 || checkDigits > 98 || remainderBy97(text) !== 1)
    return invalid('check_digits', 'The check digits are wrong: a character was mistyped or made up.', rule)
  return valid(text, null, rule)
}
