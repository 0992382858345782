import anyAscii from 'any-ascii'

const marks = /\p{M}/gu
const latin = /[\u0000-\u024f\u1e00-\u1eff]/u

/** Letters whose customary Latin spelling in names differs from the transliteration's. */
const customary: Readonly<Record<string, string>> = {
  ø: 'oe',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ʼ: '',
  '’': '',
  '‘': '',
  ʻ: '',
  ʿ: '',
  ʾ: '',
  х: 'kh',
  ж: 'zh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ь: '',
  ю: 'yu',
  я: 'ya',
  є: 'ye',
  ї: 'yi',
  ё: 'yo',
  э: 'e',
  ы: 'y',
  й: 'y',
  ћ: 'c',
  ђ: 'dj',
}
const replaced = new Map<string, string>(Object.entries(customary))

const letterToLatin = (letter: string): string => {
  const known = replaced.get(letter)
  if (known !== undefined) return known
  if (letter < '\u0080') return letter
  return anyAscii(latin.test(letter) ? letter.normalize('NFD').replace(marks, '') : letter)
}

/** Whether a text holds letters of another script than Latin. */
export const isForeign = (text: string): boolean =>
  /[^\u0000-\u024f\u1e00-\u1eff\u02b0-\u02ff\p{P}\p{S}\p{Z}\p{M}]/u.test(text)

/**
 * A token in lower-case Latin letters and digits, without marks; letters of other scripts are transliterated one by
 * one.
 */
export const toLatin = (token: string): string => {
  let out = ''
  for (const letter of token.toLowerCase().normalize('NFC')) out += letterToLatin(letter)
  return out.toLowerCase().replace(/[^a-z0-9]/gu, '')
}
