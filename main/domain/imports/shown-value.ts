import { codeEscape } from '../../../shared/text/code-escape.ts'
import type { RowValue } from './cells.ts'

/** The most characters of a value that a problem shows: enough to find it by. */
const shownMax = 60

// Controls, line breaks, marks that turn the direction of text or are not seen, halves of pairs, and what no script
// has.
const deceptive = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu

const textOf = (value: NonNullable<RowValue>): string =>
  typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value)

/**
 * A number of JSON that is not kept exactly: the digits that stood in the file are gone, and others must not be quoted
 * in their place.
 */
const isRounded = (value: RowValue): boolean => typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER

/**
 * A value of a row as a problem shows it: at most 60 characters on one line, in which whatever could deceive a reader
 * or a terminal stands as `\uXXXX`.
 * Null where nothing stood there, or where what stood there is not known to the digit.
 */
export const shownValue = (value: RowValue): string | null => {
  if (value === undefined || value === null || isRounded(value)) return null
  const text = textOf(value).trim()
  if (text === '') return null
  const characters = [...text.slice(0, 2 * shownMax)].map((character) => character.replace(deceptive, codeEscape))
  const whole = characters.join('')
  if (whole.length <= shownMax) return whole
  let cut = ''
  for (const character of characters) {
    if (cut.length + character.length >= shownMax) break
    cut += character
  }
  return `${cut}…`
}
