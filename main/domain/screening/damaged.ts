import { toLatin } from './latin.ts'
import { maybe, one, spellingsOf } from './spellings.ts'
import type { Spellings, SpellingStep } from './spellings.ts'

/** What stands for a letter that was lost on the way. */
export const lostSign = '\ufffd'

/** Signs that programs put for a letter that they cannot write. */
const placeholders = /(?<=\p{L})[□▯¿*]+(?=[\p{L}\s,]|$)|[□▯¿*]+(?=\p{L})/gu

/**
 * Each lost letter by one sign. A question mark is one before a letter or inside a text; at its end it asks, unless
 * another is among the letters.
 */
export const withLostSigns = (read: string): string => {
  const plain = read.replace(placeholders, (signs) => lostSign.repeat(signs.length))
  if (!plain.includes('?')) return plain
  const inside = plain.replace(/\?(?=\?*\p{L})|(?<=\p{L}\?*)\?(?=\?*[\s,]+\p{L})/gu, lostSign)
  return inside.includes(lostSign) ? inside.replace(/(?<=\p{L}[?\ufffd]*)\?/gu, lostSign) : inside
}

/** A word with its lost letters as they were read. */
export const asRead = (piece: string, read: string): string =>
  read.includes(lostSign) ? piece : piece.replaceAll(lostSign, '?')

const isLost = (letter: string): boolean => letter === lostSign

const letter = 'a b c d e f g h i j k l m n o p q r s t u v w x y z'

/**
 * What a damaged word may have been: a lost letter is any one or two. Null for a whole word, and where too little is
 * left.
 */
export const damagedSpellings = (piece: string): Spellings | null => {
  const letters = [...piece.toLowerCase()]
  const lost = letters.filter(isLost).length
  if (lost === 0 || lost > 4 || letters.length - lost < Math.max(2, lost)) return null
  return spellingsOf(
    // Where several stand together, each may be a byte of one letter.
    ...letters.flatMap((sign, place): readonly (SpellingStep | string)[] =>
      isLost(sign) ? [isLost(letters[place - 1] ?? '') ? maybe(letter) : one(letter), maybe(letter)] : [toLatin(sign)],
    ),
  )
}
