/**
 * Scripts that put no spaces between words: each character becomes a word of its own, and what a person types is searched as a
 * phrase of them, so that any part of a text is found. Combining marks stay with their letter.
 */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]\p{M}*/gu

/** Letters, marks, digits and private-use characters make words, as the tokenizer of the index is told (schema.ts). */
const word = /[\p{L}\p{M}\p{N}\p{Co}]+/gu

/** Vowel signs and stretching that Arabic and Hebrew writers leave out or add at will. */
const optionalSigns = /[\u0640\u064b-\u065f\u0670\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]/gu

/** Case folding beyond lower case: sigma's final form and sharp s are the same letter to a reader. */
const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replace(optionalSigns, '').replaceAll('ς', 'σ').replaceAll('ß', 'ss').normalize('NFKC')

/** A text in the form in which it is indexed and searched: compatibility forms and case folded, unspaced scripts cut into characters. */
export const searchText = (text: string): string => fold(text).replace(unspaced, ' $& ')

/** The words of a text, in the index's own cut. */
export const searchWords = (text: string): string[] => searchText(text).match(word) ?? []

/** One thing that must occur: words that follow one another, the last one perhaps only begun. */
export interface SearchTerm {
  readonly words: readonly string[]
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
 * The terms of a query as a person types it: words separated by spaces, "quoted words" a phrase. What cannot be searched for
 * (dots, operators, emoji, a quote without its pair) only separates.
 */
export const parseQuery = (query: string): SearchTerm[] => {
  const terms: SearchTerm[] = []
  const pieces = query.matchAll(/"([^"]*)"|[^\s"]+/gu)
  for (const piece of pieces) {
    const words = searchWords(piece[1] ?? piece[0])
    if (words.length > 0) terms.push({ words, prefix: false })
  }
  const last = terms.at(-1)
  const lastWord = last?.words.at(-1)
  // The last word may still be being typed; a character of an unspaced script is a whole word as it is.
  if (last === undefined || lastWord === undefined || query.trimEnd().endsWith('"') || unspacedWord.test(lastWord)) return bounded(terms)
  return bounded([...terms.slice(0, -1), { ...last, prefix: true }])
}

/** A term in the query language of FTS5; every word is quoted, so no character of it can act. */
export const toMatch = ({ words, prefix }: SearchTerm): string => `"${words.join(' ')}"${prefix ? ' *' : ''}`
