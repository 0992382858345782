import { foldCase, foldForSearch } from '../../../shared/text/search-fold.ts'

/**
 * Scripts that put no spaces between words, and Korean, which hangs particles and endings on them: each character
 * becomes a word of its own, and what a person types is searched as a phrase of them, so that any part of a text is
 * found. Combining marks stay with their letter.
 */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Hangul}ー]\p{M}*/gu

/** Letters, marks, digits and private-use characters make words, as the tokenizer of the index is told (schema.ts). */
const word = /[\p{L}\p{M}\p{N}\p{Co}]+/gu

/**
 * Begins the word that says of a document: this word is spelled otherwise in it. No text brings it along, since it is
 * taken from every text.
 */
const otherwise = '\ue000'

const cut = (folded: string): string => folded.replaceAll(otherwise, ' ').replace(unspaced, ' $& ')

/** A text in the form in which it is searched: folded, unspaced scripts cut into characters. */
export const searchText = (text: string): string => cut(foldForSearch(text))

const wordsOf = (cutText: string): string[] => cutText.match(word) ?? []

/** The words of a text that is in the form in which it is searched, each with where it begins in that form. */
export const wordsPlaced = (cutText: string): { readonly word: string; readonly at: number }[] =>
  [...cutText.matchAll(word)].map(({ 0: found, index }) => ({ word: found, at: index }))

/** The words of a text, in the index's own cut. */
export const searchWords = (text: string): string[] => wordsOf(searchText(text))

/** The words of a text that are spelled otherwise than they are indexed, each with the indexed word. */
const spellings = (text: string): readonly (readonly [spelled: string, indexed: string])[] =>
  [...new Set(wordsOf(cut(foldCase(text))))].flatMap((spelled) => {
    const indexed = searchWords(spelled).join('')
    return indexed === spelled || indexed === '' ? [] : [[spelled, indexed] as const]
  })

/**
 * A text as it is indexed: in the form in which it is searched, then its own spellings, by which what is spelled as it
 * was asked for ranks first (L-73).
 */
export const indexedText = (text: string): string =>
  [searchText(text), ...spellings(text).map(([spelled, indexed]) => `${spelled} ${otherwise}${indexed}`)].join(' ')

/** One thing that must occur: words that follow one another, the last one perhaps only begun. */
export interface SearchTerm {
  readonly words: readonly string[]
  /** Of those words the ones that were typed otherwise than they are indexed, as they were typed. */
  readonly typed: readonly string[]
  readonly prefix: boolean
}

const unspacedWord = new RegExp(`^(?:${unspaced.source})$`, 'u')

/** Each term is asked of the whole index; of a pasted page the longest words, which are the rarest, find the case. */
const termsMax = 16

const lengthOf = ({ words }: SearchTerm): number => words.reduce((sum, { length }) => sum + length, 0)

/** The different terms, at most as many as are asked at once, in their order. */
const bounded = (terms: readonly SearchTerm[]): SearchTerm[] => {
  const different = [...new Map(terms.map((term) => [toMatch(term), term])).values()]
  if (different.length <= termsMax) return different
  const longest = new Set(different.toSorted((one, other) => lengthOf(other) - lengthOf(one)).slice(0, termsMax))
  return different.filter((term) => longest.has(term))
}

/**
 * The terms of a query as a person types it: words separated by spaces, "quoted words" a phrase. What cannot be
 * searched for (dots, operators, emoji, a quote without its pair) only separates.
 */
export const parseQuery = (query: string): SearchTerm[] => {
  const terms: SearchTerm[] = []
  const pieces = query.matchAll(/"([^"]*)"|[^\s"]+/gu)
  for (const piece of pieces) {
    const text = piece[1] ?? piece[0]
    const words = searchWords(text)
    if (words.length > 0) terms.push({ words, typed: spellings(text).map(([spelled]) => spelled), prefix: false })
  }
  const last = terms.at(-1)
  const lastWord = last?.words.at(-1)
  // The last word may still be being typed; a character of an unspaced script is a whole word as it is.
  if (last === undefined || lastWord === undefined || query.trimEnd().endsWith('"') || unspacedWord.test(lastWord))
    return bounded(terms)
  return bounded([...terms.slice(0, -1), { ...last, prefix: true }])
}

/** A term in the query language of FTS5; every word is quoted, so no character of it can act. */
export const toMatch = ({ words, prefix }: SearchTerm): string => `"${words.join(' ')}"${prefix ? ' *' : ''}`

/** The words of a term one by one, where the index does not know which follow one another. */
export const toWordMatch = ({ words, prefix }: SearchTerm): string[] =>
  words.map((each, at) => `"${each}"${prefix && at === words.length - 1 ? ' *' : ''}`)

/**
 * The same for the documents that spell the term as it was typed (L-73). Of a word that was typed as it is indexed
 * those that spell it otherwise are left out.
 */
export const toExactMatch = (term: SearchTerm): string => {
  const { words, typed, prefix } = term
  if (typed.length > 0)
    return [toMatch(term), ...typed.map((spelled) => `"${spelled}"${prefix ? ' *' : ''}`)].join(' AND ')
  return `${toMatch(term)} NOT (${words.map((each) => `"${otherwise}${each}"${prefix ? ' *' : ''}`).join(' OR ')})`
}
