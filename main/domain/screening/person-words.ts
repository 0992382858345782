import { consonantClasses, isArabic, latinSpellings } from './arabic.ts'
import { damagedSpellings } from './damaged.ts'
import { splitSigns } from './east.ts'
import { toLatin } from './latin.ts'
import { spellingsOf } from './spellings.ts'
import type { Spellings } from './spellings.ts'
import { isTranscribed, transcribedSpellings } from './transcribed.ts'
import { titles } from './words.ts'

/** A word of a person's name, compounds written as one. */
export interface PersonWord {
  readonly written: string
  readonly latin: string
  /** In Arabic letters: what its Latin spellings look like. */
  readonly spellings: Spellings | null
  /** Its consonants, coarsely. */
  readonly classes: string
  /** Without an article that is written as one with it. */
  readonly bare: string | null
  readonly isArticled: boolean
  readonly isFamily: boolean
}

const articles = new Set(['al', 'el', 'ul', 'il'])
/** Articles before letters that they take the sound of: ash-Sharif, ar-Rahman. */
const sunArticle = /^[aeu](sh|[rsdtznl])$/u
/** Abd and Abdul, also mistyped. */
const heads = /^(?:[a-z]?abd|adb|bd(?=u)|abud(?=l))(?:[aeiou]|ou|oo)?(?:sh|[lrsdtzn])?$/u
const oneCompound = /^abd(?:ou|oo|[aeiou])(?:l{1,2}|(?:sh(?=sh)|[rsdtzn](?=([rsdtzn])\1?))|)(.{3,})$/u
const bareCompound = /^abd([^aeiouy].{3,})$/u
const ofGod = /^(?:[aiu]?l?l?lah?|ilah|llah?)$/u
const faith = /^(?:[aeu]l|[aeu]d)?d(?:in|een|ine|ein|ien)$/u
const endsInFaith = /^(.{2,}?)(?:[aeou]{1,2}d|[aeu]l)d(?:in|een|ein|ien)$|^(.{2,}?)(?:[aeou]ddine|[eou]dine|udin)$/u
const attached = /^[ae]l(?!ex|ess|ej|f[or]|bert|vin|is|iz|en$)(.{4,})$/u

const word = (written: string, latin: string, isFamily: boolean): PersonWord => {
  const own = attached.exec(latin)?.[1] ?? null
  return {
    written,
    latin,
    spellings: isArabic(written) ? latinSpellings(written) : damagedSpellings(written),
    classes: consonantClasses(isArabic(written) ? written : latin),
    bare: own,
    isArticled: false,
    isFamily,
  }
}

const arabicWords: Readonly<Record<string, string>> = { بن: 'bin', ابن: 'bin', بنت: 'bint', ال: 'al', آل: 'al' }

/** A word of Arabic letters, from which `عبد` and the article are told apart; null for one that has neither. */
const readArabic = (written: string, isFamily: boolean): PersonWord | null => {
  const known = arabicWords[written]
  if (known !== undefined)
    return { ...word(written, known, isFamily), spellings: null, classes: consonantClasses(known) }
  const compound = /^عبدال?(.{2,})$/u.exec(written)?.[1]
  if (compound !== undefined && written.length > 5) return servant(written, compound, isFamily)
  const faithful = /^(.{2,})الدين$/u.exec(written)?.[1]
  if (faithful !== undefined)
    return {
      ...word(faithful, `${toLatin(faithful)}uddin`, isFamily),
      written,
      spellings: latinSpellings(faithful, '', 'uddin'),
      classes: consonantClasses(faithful) + consonantClasses('din'),
    }
  const named = /^ال(.{2,})$/u.exec(written)?.[1]
  return named === undefined ? null : { ...word(named, toLatin(named), isFamily), written, isArticled: true }
}

/** A word of Arabic letters in the name of an organisation: `النور` of the company Al Noor. */
export const wordInArabic = (written: string): PersonWord =>
  readArabic(written, false) ?? word(written, toLatin(written), false)

/** Abd al-Rahman, however it is cut: one word. */
const servant = (written: string, rest: string, isFamily: boolean): PersonWord => {
  if (isArabic(rest)) {
    const isGods = /^ل?له$/u.test(rest)
    return {
      ...word(written, isGods ? 'abdullah' : `abdul${toLatin(rest)}`, isFamily),
      spellings: isGods ? spellingsOf('abdullah') : latinSpellings(rest, 'abdul'),
      classes: `BTL${isGods ? '' : consonantClasses(rest)}`.replace(/(.)\1+/gu, '$1'),
      bare: null,
    }
  }
  return { ...word(written, ofGod.test(rest) ? 'abdullah' : `abdul${rest}`, isFamily), bare: null }
}

const isArticle = (one: PersonWord, next: PersonWord | undefined): boolean =>
  articles.has(one.latin) || (sunArticle.test(one.latin) && next?.latin.startsWith(one.latin.slice(1)) === true)

/** A compound that is written as one, by one spelling. */
const asCompound = (one: PersonWord): PersonWord => {
  const { written, latin, isFamily } = one
  if (latin.length < 7 || isArabic(written)) return one
  const rest = oneCompound.exec(latin)?.[2] ?? bareCompound.exec(latin)?.[1]
  if (rest !== undefined) return servant(written, rest, isFamily)
  const faithful = endsInFaith.exec(latin)
  const first = faithful?.[1] ?? faithful?.[2]
  return first === undefined ? one : { ...word(written, `${first}uddin`, isFamily), bare: null }
}

const isHead = ({ latin }: PersonWord): boolean => heads.test(latin)

interface Step {
  readonly made: PersonWord
  readonly length: number
}

const joined = (words: readonly PersonWord[]): string => words.map(({ written }) => written).join(' ')

/** What begins at a place: a compound of several words, a word with its article, or the word itself. */
const stepAt = (words: readonly PersonWord[], place: number): Step | null => {
  const one = words[place]
  if (one === undefined) return null
  const next = words[place + 1]
  if ((isHead(one) || one.written === 'عبد') && next !== undefined) {
    const isApart = isArticle(next, words[place + 2])
    const last = isApart ? words[place + 2] : next
    const length = isApart ? 3 : 2
    // Abdul Khan may be two names.
    const isWhole =
      length === words.length && one.latin !== 'abd' && one.written !== 'عبد' && !ofGod.test(last?.latin ?? '')
    if (last !== undefined && !isWhole) {
      const rest = isArabic(last.written) ? last.written.replace(/^ال/u, '') : last.latin.replace(/^[ae]l(?=.{4})/u, '')
      return { made: servant(joined(words.slice(place, place + length)), rest, last.isFamily), length }
    }
  }
  const [second, third] = [next, words[place + 2]]
  const isFaith = (last: PersonWord | undefined): boolean =>
    last !== undefined && (faith.test(last.latin) || last.written === 'الدين')
  if (second !== undefined && one.latin.length > 1 && !isArticle(one, second)) {
    const isApart = isArticle(second, third) && isFaith(third)
    if (isApart || (isFaith(second) && second.latin.length > 3) || second.written === 'الدين') {
      const length = isApart ? 3 : 2
      const written = joined(words.slice(place, place + length))
      return isArabic(one.written)
        ? {
            made: {
              ...one,
              written,
              latin: `${one.latin}uddin`,
              spellings: latinSpellings(one.written, '', 'uddin'),
              classes: one.classes + consonantClasses('din'),
            },
            length,
          }
        : { made: { ...word(written, `${one.latin}uddin`, second.isFamily), bare: null }, length }
    }
  }
  if (isArticle(one, next) && next !== undefined && next.latin.length > 2 && !titles.has(next.latin))
    return {
      made: { ...asCompound(next), written: joined([one, next]), isFamily: one.isFamily, isArticled: true },
      length: 2,
    }
  return { made: asCompound(one), length: 1 }
}

/** A word of a name before its compounds are read. */
export interface NamePiece {
  readonly written: string
  readonly latin: string
  readonly isFamily: boolean
}

/**
 * The words of a person's name: compounds of Arabic names as one word however they are cut, names in signs cut where
 * the family name ends.
 */
export const personWords = (pieces: readonly NamePiece[], read: string): readonly PersonWord[] => {
  const isForeignName = isTranscribed(read)
  const words = splitSigns(pieces).map(({ written, latin, isFamily }) => {
    if (isForeignName)
      return {
        ...word(written, latin, isFamily),
        spellings: transcribedSpellings(latin),
        classes: consonantClasses(latin.replaceAll('w', 'v')),
      }
    return (isArabic(written) ? readArabic(written, isFamily) : null) ?? word(written, latin, isFamily)
  })
  const made: PersonWord[] = []
  for (let place = 0; place < words.length;) {
    const step = stepAt(words, place)
    if (step === null) break
    made.push(step.made)
    place += step.length
  }
  return made
}
