/**
 * The form in which words are compared by whoever looks for them: what people leave out, cannot type, or write one way
 * or the other makes no difference. It is for finding alone; nothing is stored or sealed in this form.
 */

/** Letters that Unicode takes apart into no letter and mark, and what is typed for them. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ĸ: 'k',
  ƒ: 'f',
  ə: 'e',
  ς: 'σ',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ې: 'ي',
  ے: 'ي',
  ک: 'ك',
  ڪ: 'ك',
  ة: 'ه',
  ۀ: 'ه',
  ە: 'ه',
  ہ: 'ه',
  ھ: 'ه',
  ۃ: 'ه',
  ۇ: 'و',
  ۋ: 'و',
}

const lettersOf = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'gu')

/** Soft hyphens, joiners, marks of direction: nobody sees them, nobody types them. */
const unseen = /\p{Default_Ignorable_Code_Point}/gu

/**
 * Stretching, and the vowel signs that writers of Arabic and Hebrew add at will; a hamza that sits on another letter.
 */
const optionalSigns = /[\u0640\u064b-\u065f\u0670\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]/gu

/**
 * Accents of letters that can stand without: Latin and Greek ones, and of Cyrillic the two dots and the stress. Marks
 * of other scripts are letters of their own.
 */
const accents =
  /(?<=[\p{Script=Latin}\p{Script=Greek}]\p{M}*)\p{Mn}|(?<=\p{Script=Cyrillic}\p{M}*)[\u0300\u0301\u0308]/gu

/** The noughts of the digits of Arabic, Persian, Devanagari and Bengali. */
const noughts: readonly number[] = [0x660, 0x6f0, 0x966, 0x9e6]
const digits = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef]/gu

const valueOf = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0
  return String(code - (noughts.findLast((nought) => nought <= code) ?? code))
}

/** By what Unicode says of case and compatible forms alone: the spelling is left. */
export const foldCase = (text: string): string =>
  text.normalize('NFKC').replace(unseen, '').toLowerCase().normalize('NFKC')

/**
 * Without case, width, accents, signs that are optional or unseen, and variants of a letter. Applied to its own result
 * it changes nothing.
 */
export const foldForSearch = (text: string): string =>
  foldCase(text)
    .normalize('NFD')
    .replace(accents, '')
    .replace(optionalSigns, '')
    .replace(lettersOf, (letter) => plainLetters[letter] ?? letter)
    .replace(digits, valueOf)
    .normalize('NFKC')
