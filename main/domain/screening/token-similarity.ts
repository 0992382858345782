import { arabicLetters, isArabic } from './arabic.ts'
import { areKorean, areOtherGiven, soundAlike } from './east.ts'
import { editDistance } from './edit-distance.ts'
import type { NameToken, Spelled } from './name.ts'
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

/** What leaves vowels out, or is written by syllables, beside what its spelling can be. */
const bySpellings = (a: NameToken, b: NameToken): TokenMatch | null => {
  const [spellings, other] = a.spellings === null ? [b.spellings, a] : [a.spellings, b]
  const isMet = spellings?.test(other.latin) === true || (other.bare !== null && spellings?.test(other.bare) === true)
  return isMet ? { similarity: 0.9, relation: 'consonants' } : null
}

/** Where few vowels are written, one other letter is another name in short words, and weighs twice in longer ones. */
const byLetters = (a: NameToken, b: NameToken): TokenMatch | null => {
  const [one, other] = [arabicLetters(a.written), arabicLetters(b.written)]
  const longer = Math.max(one.length, other.length)
  const similarity = 1 - (2 * editDistance(one, other, longer)) / longer
  return similarity >= leastSimilarity ? { similarity, relation: 'spelling' } : null
}

/** Alharbi beside al-Harbi: the article is written as one with the name, or not. */
const byArticle = (a: NameToken, b: NameToken): TokenMatch | null => {
  if (a.bare === null && b.bare === null) return null
  for (const [one, other] of [
    [a, b],
    [b, a],
  ] as const) {
    if (one.bare === null) continue
    if (one.bare === other.latin) return { similarity: other.isArticled ? 0.97 : 0.9, relation: 'joined' }
    if (other.isArticled && one.bareSound === other.sound) return { similarity: 0.93, relation: 'joined' }
  }
  return null
}

/** Of two servants' names what tells them apart: Karim and Hakim of Abdulkarim and Abdulhakim. */
const withoutServant = (a: NameToken, b: NameToken): readonly [Spelled, Spelled] =>
  a.servant === null || b.servant === null ? [a, b] : [a.servant, b.servant]

/** Abdul Hanif beside Hanif: the servant's word is often left out. */
const byServant = (a: NameToken, b: NameToken): TokenMatch | null => {
  if ((a.servant === null) === (b.servant === null)) return null
  const isSame = a.servant === null ? b.servant?.sound === a.sound : a.servant.sound === b.sound
  return isSame ? { similarity: 0.85, relation: 'joined' } : null
}

const directions = /^(north|south|east|west)/u

/** Northern is not southern, and Eastwood not Westwood. */
const areOtherDirections = (a: string, b: string): boolean => {
  const [one, other] = [directions.exec(a)?.[1], directions.exec(b)?.[1]]
  return one !== undefined && other !== undefined && one !== other
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
  // Before initials: I is a family name of Korea.
  if (soundAlike(a.east, b.east)) return { similarity: 0.95, relation: 'same_sound' }
  if (a.role === 'initial' || b.role === 'initial') {
    return a.latin.startsWith(b.latin) || b.latin.startsWith(a.latin) ? { similarity: 0.8, relation: 'initial' } : null
  }
  if ((a.spellings === null) !== (b.spellings === null)) return bySpellings(a, b)
  if (a.isSigns !== b.isSigns && areKorean(a.east, b.east)) return null
  if (a.isSigns !== b.isSigns)
    return a.sound === b.sound && a.sound.length > 1 ? { similarity: 0.95, relation: 'same_sound' } : null
  if (a.sound === b.sound && a.sound.length > 1) return { similarity: 0.95, relation: 'same_sound' }
  if (isShortFor(a.latin, b.latin) || isShortFor(b.latin, a.latin)) return { similarity: 0.85, relation: 'short_form' }
  if (isUnvowelled(a) !== isUnvowelled(b)) return byConsonants(a, b)
  const article = byArticle(a, b) ?? byServant(a, b)
  if (article !== null) return article
  if (a.foreign !== null && b.foreign !== null && isArabic(a.foreign) && isArabic(b.foreign)) return byLetters(a, b)
  if (areOtherDirections(a.latin, b.latin) || areOtherGiven(a.east, b.east)) return null
  const [one, other] = withoutServant(a, b)
  const similarity = bySpelling(one.latin, other.latin, [one.sound, other.sound])
  // Two words that organisations share are other words when they are spelled otherwise: northern is not southern.
  const least = a.role === 'generic' && b.role === 'generic' ? leastOfWords : leastSimilarity
  return similarity >= least ? { similarity, relation: 'spelling' } : null
}
