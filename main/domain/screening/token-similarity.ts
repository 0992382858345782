import { editDistance } from './edit-distance.ts'
import type { NameToken } from './name.ts'
import { shortForms } from './words.ts'

/** Why two tokens were taken for the same. */
export type TokenRelation =
  | 'same'
  | 'same_sound'
  | 'spelling'
  | 'consonants'
  | 'initial'
  | 'short_form'
  | 'same_form'
  | 'number'
  | 'joined'

export interface TokenMatch {
  /** 0 to 1. */
  readonly similarity: number
  readonly relation: TokenRelation
}

/** Least similarity at which two tokens can be the same name. */
export const leastSimilarity = 0.6

/** The same for words of the language, in which a misspelling is rarer than another word. */
const leastOfWords = 0.8

const han = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u
const unvowelled = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** The most edits that leave a token of this length the same name. */
const editsFor = (length: number): number => (length <= 2 ? 0 : length <= 5 ? 1 : length <= 8 ? 2 : 3)

const bySpelling = (a: string, b: string, sound: readonly [string, string]): number => {
  const longer = Math.max(a.length, b.length)
  const bound = editsFor(Math.min(a.length, b.length))
  const edits = editDistance(a, b, bound)
  const plain = edits > bound ? 0 : 1 - edits / longer
  const soundBound = editsFor(Math.min(sound[0].length, sound[1].length))
  const soundEdits = editDistance(sound[0], sound[1], soundBound)
  const sounded = soundEdits > soundBound ? 0 : 0.97 * (1 - soundEdits / Math.max(sound[0].length, sound[1].length))
  return Math.max(plain, sounded)
}

/**
 * Tokens of scripts in which a sign is a syllable or a word are compared sign by sign: one other sign is another name.
 */
const bySigns = (a: string, b: string): number =>
  1 - editDistance(a, b, a.length + b.length) / Math.max(a.length, b.length)

const isUnvowelled = ({ foreign }: NameToken): boolean => foreign !== null && unvowelled.test(foreign)

/**
 * What is written without its vowels beside what is written with them: the consonants must be the same, and there must
 * be enough of them.
 */
const byConsonants = (a: NameToken, b: NameToken): TokenMatch | null => {
  const isSyllables = [a, b].some(({ foreign }) => foreign !== null && han.test(foreign))
  if (isSyllables || a.skeleton !== b.skeleton || a.skeleton.length < 2) return null
  return { similarity: a.skeleton.length > 2 ? 0.9 : 0.8, relation: 'consonants' }
}

const isShortFor = (a: string, b: string): boolean => shortForms.get(a)?.includes(b) === true

/** How far two tokens of names can be the same; null where they cannot. Symmetric. */
export const compareTokens = (a: NameToken, b: NameToken): TokenMatch | null => {
  if (a.role === 'form' || b.role === 'form')
    return a.role === b.role && a.latin === b.latin ? { similarity: 1, relation: 'same_form' } : null
  if (a.role === 'number' || b.role === 'number')
    return a.latin === b.latin ? { similarity: 1, relation: 'number' } : null
  if (a.foreign !== null && b.foreign !== null && han.test(a.foreign) && han.test(b.foreign)) {
    const similarity = bySigns(a.foreign, b.foreign)
    return similarity >= 0.75 ? { similarity, relation: similarity === 1 ? 'same' : 'spelling' } : null
  }
  if (a.latin === b.latin) return { similarity: 1, relation: 'same' }
  if (a.role === 'initial' || b.role === 'initial') {
    return a.latin.startsWith(b.latin) || b.latin.startsWith(a.latin) ? { similarity: 0.8, relation: 'initial' } : null
  }
  if (a.sound === b.sound && a.sound.length > 1) return { similarity: 0.95, relation: 'same_sound' }
  if (isShortFor(a.latin, b.latin) || isShortFor(b.latin, a.latin)) return { similarity: 0.85, relation: 'short_form' }
  if (isUnvowelled(a) !== isUnvowelled(b)) return byConsonants(a, b)
  const similarity = bySpelling(a.latin, b.latin, [a.sound, b.sound])
  // Two words that organisations share are other words when they are spelled otherwise: northern is not southern.
  const least = a.role === 'generic' && b.role === 'generic' ? leastOfWords : leastSimilarity
  return similarity >= least ? { similarity, relation: 'spelling' } : null
}
