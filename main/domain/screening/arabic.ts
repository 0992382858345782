/** Ways in which each letter of Arabic and Persian names is written in Latin ones, as parts of a pattern. */
const consonants: Readonly<Record<string, string>> = {
  ب: '[bp]',
  پ: 'p',
  ت: 't',
  ث: '(?:th|[ts])',
  ج: '(?:dj|zh|[jg])',
  چ: '(?:t?ch|c)',
  ح: 'h',
  خ: '(?:kh|[khx])',
  د: 'd',
  ذ: '(?:dh|th|[dz])',
  ر: 'r',
  ز: '[zs]',
  ژ: '(?:zh|[jg])',
  س: '[scz]',
  ش: '(?:s?ch|sh|s)',
  ص: '[sc]',
  ض: '(?:dh|th|[dz])',
  ط: 't',
  ظ: '(?:dh|th|[dz])',
  غ: '(?:gh|[gkj])',
  ف: '(?:ph|[fvw])',
  ڤ: '[vw]',
  ق: '(?:gh|ck|[qkgc])',
  ك: '(?:ch|ck|[kcqgx])',
  گ: 'g',
  ل: 'l',
  م: 'm',
  ن: 'n',
  ه: 'h?',
  ة: '(?:[ae]?[ht])?',
}
const vowels: Readonly<Record<string, string>> = {
  ا: '[aeo]{1,2}',
  و: '(?:[ou]{1,2}w?|[aeo]?[wv]|au)',
  ي: '(?:[iey]{1,2}|[ae]?[iyj])',
  ى: '[aeiy]{1,2}',
  ع: '[aeiou]{0,2}',
  ء: '[aeiouy]{0,2}',
}
/** No word of a name has more letters; patterns stay small. */
const lettersMax = 20
const short = '[aeiouy]{0,2}'

/** One sign for letters that are written in several ways. */
const plainLetters = (word: string): string =>
  word
    .replace(/[أإآٱ]/gu, 'ا')
    .replace(/[یئ]/gu, 'ي')
    .replace(/ؤ/gu, 'و')
    .replace(/ک/gu, 'ك')
    .replace(/ہ|ھ/gu, 'ه')
    .replace(/[\u064b-\u065f\u0670\u0640]/gu, '')

const patternText = (word: string): string => {
  const letters = [...plainLetters(word).replaceAll('تش', 'چ')].slice(0, lettersMax)
  return letters
    .map((letter, place) => {
      if (letter === 'ا' && place === 0) return '[aeiou]{0,2}'
      const vowel = vowels[letter]
      if (vowel !== undefined) return letter === 'ا' || letter === 'ع' ? vowel : `${vowel}${short}`
      const consonant = consonants[letter]
      if (consonant === undefined) return ''
      return place === letters.length - 1 ? `${consonant}{1,2}`.replace('?{1,2}', '?') : `(?:${consonant}){1,2}${short}`
    })
    .join('')
}

/** What the Latin spellings of a word in Arabic letters look like: long vowels must be met, short ones may stand anywhere. */
export const latinPattern = (word: string, before = '', behind = ''): RegExp =>
  new RegExp(`^${before}${patternText(word)}${behind}e?h?$`, 'u')

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
