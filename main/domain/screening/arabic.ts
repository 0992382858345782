import { maybe, one, spellingsOf } from './spellings.ts'
import type { Spellings, SpellingStep } from './spellings.ts'

/** Ways in which each letter of Arabic and Persian names is written in Latin ones. */
const consonants: Readonly<Record<string, SpellingStep>> = {
  ب: one('b p'),
  پ: one('p'),
  ت: one('dt t'),
  ث: one('th t s'),
  ج: one('dj zh j g'),
  چ: one('tch ch c'),
  ح: one('h'),
  خ: one('kh k h x'),
  د: one('d'),
  ذ: one('dh th d z'),
  ر: one('r'),
  ز: one('z s'),
  ژ: one('zh j g'),
  س: one('s c z'),
  ش: one('sch ch sh s'),
  ص: one('s c'),
  ض: one('dh th d z'),
  ط: one('dt t'),
  ظ: one('dh th d z'),
  غ: one('gh g k j'),
  ف: one('ph f v w'),
  ڤ: one('v w'),
  ق: one('gh ck q k g c'),
  ك: one('ch ck k c q g x'),
  گ: one('g'),
  ل: one('l'),
  م: one('m'),
  ن: one('n'),
  ه: maybe('h'),
  ة: maybe('h t ah at eh et'),
}
const anyVowel = maybe('a e i o u y')
const short = [anyVowel, anyVowel]
const fiveVowels = maybe('a e i o u')
const vowels: Readonly<Record<string, readonly SpellingStep[]>> = {
  ا: [one('a e o'), maybe('a e o')],
  و: [one('o u oo ou uo uu ow uw oow ouw uow uuw w v aw ew av ev ov au'), ...short],
  ي: [one('i e y j ii ie iy ei ee ey yi ye yy ai ay aj ej'), ...short],
  ى: [one('a e i y'), maybe('a e i y'), ...short],
  ع: [fiveVowels, fiveVowels],
  ء: [...short, ...short],
}
/** No word of a name has more letters. */
const lettersMax = 20

/** One sign for letters that are written in several ways. */
const plainLetters = (word: string): string =>
  word
    .replace(/[أإآٱ]/gu, 'ا')
    .replace(/[یئ]/gu, 'ي')
    .replace(/ؤ/gu, 'و')
    .replace(/ک/gu, 'ك')
    .replace(/ہ|ھ/gu, 'ه')
    .replace(/[\u064b-\u065f\u0670\u0640]/gu, '')

const stepsOf = (word: string): readonly SpellingStep[] => {
  const letters = [...plainLetters(word).replaceAll('تش', 'چ')].slice(0, lettersMax)
  return letters.flatMap((letter, place) => {
    if (letter === 'ا' && place === 0) return [fiveVowels, fiveVowels]
    const vowel = vowels[letter]
    if (vowel !== undefined) return vowel
    const consonant = consonants[letter]
    if (consonant === undefined) return []
    const again = { ...consonant, optional: true }
    if (place < letters.length - 1) return [consonant, again, ...short]
    return consonant.optional ? [consonant] : [consonant, again]
  })
}

/**
 * What the Latin spellings of a word in Arabic letters look like: long vowels must be met, short ones may stand
 * anywhere.
 */
export const latinSpellings = (word: string, before = '', behind = ''): Spellings =>
  spellingsOf(before, ...stepsOf(word), behind, maybe('e'), maybe('h'))

export const isArabic = (text: string): boolean => /\p{Script=Arabic}/u.test(text)

const arabicClasses: readonly (readonly [RegExp, string])[] = [
  [/[بپ]/gu, 'B'],
  [/[تثدذطض]/gu, 'T'],
  [/[سصزشظ]/gu, 'S'],
  [/[جچخغقكگژ]/gu, 'K'],
  [/[رل]/gu, 'L'],
  [/[فڤ]/gu, 'F'],
  [/م/gu, 'M'],
  [/ن/gu, 'N'],
]
const latinClasses: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'bp'].map((letter) => [letter, 'B'])),
  ...Object.fromEntries(['t', 'd', 'th', 'dh'].map((letters) => [letters, 'T'])),
  ...Object.fromEntries(['s', 'z', 'sh', 'sch'].map((letters) => [letters, 'S'])),
  ...Object.fromEntries(['k', 'g', 'q', 'c', 'j', 'kh', 'gh', 'ch', 'zh'].map((letters) => [letters, 'K'])),
  ...Object.fromEntries([...'lr'].map((letter) => [letter, 'L'])),
  ...Object.fromEntries(['f', 'v', 'ph'].map((letters) => [letters, 'F'])),
  m: 'M',
  n: 'N',
  x: 'KS',
}

const withoutDoubles = (code: string): string => code.replace(/(.)\1+/gu, '$1')

const arabicCode = (word: string): string =>
  arabicClasses
    .reduce((code, [letters, sign]) => code.replace(letters, sign), plainLetters(word))
    .replace(/[^A-Z]/gu, '')

const latinCode = (word: string): string =>
  word.replace(/sch|[sdtkgcpz]h|./gu, (letters) => latinClasses[letters] ?? '')

/** The classes of a word's consonants: what writings with and without vowels share. Coarse, for finding alone. */
export const consonantClasses = (word: string): string =>
  withoutDoubles(isArabic(word) ? arabicCode(word) : latinCode(word))

/** Letters of two words in Arabic script, ready to be compared. */
export const arabicLetters = (word: string): string => plainLetters(word).replaceAll('ى', 'ي')
