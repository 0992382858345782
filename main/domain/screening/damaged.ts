import { toLatin } from './latin.ts'
import { maybe, one, spellingsOf } from './spellings.ts'
import type { Spellings, Step } from './spellings.ts'

/** What stands for a letter that was lost on the way. */
export const lostSign = '\ufffd'

/** Each lost letter by one sign. A question mark is one only before a letter: behind a word it asks. */
export const withLostSigns = (read: string): string =>
  read.includes(lostSign) ? read : read.replace(/\?(?=\??\p{L})/gu, lostSign)

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
    ...letters.flatMap((sign): readonly (Step | string)[] =>
      isLost(sign) ? [one(letter), maybe(letter)] : [toLatin(sign)],
    ),
  )
}
