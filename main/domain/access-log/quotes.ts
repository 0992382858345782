import { foldForSearch } from '../../../shared/text/search-fold.ts'

const word = /[\p{L}\p{M}\p{N}]+/gu
/** Scripts that put no spaces between words: a part of any length is a name there. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}]/u
/** Shorter parts of words are in every text. */
const partMin = 3

const wordsOf = (folded: string): readonly string[] => folded.match(word) ?? []

/**
 * L-97: whether what was searched for may quote a text that is erased: a word of it, or what may be the beginning or
 * another part of one, occurs there. It rather says yes once too often: what is erased must not be left.
 */
export const mayQuote = (term: string, erased: string): boolean => {
  const text = foldForSearch(erased)
  const whole = new Set(wordsOf(text))
  const asked = foldForSearch(term)
  return (
    wordsOf(asked).some(
      (one) => whole.has(one) || ((one.length >= partMin || unspaced.test(one)) && text.includes(one)),
    ) || [...whole].some((one) => one.length >= partMin && asked.includes(one))
  )
}
