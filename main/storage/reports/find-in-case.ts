import { parseQuery, searchWords } from '../cases/search-text.ts'
import type { SearchTerm } from '../cases/search-text.ts'

const occurs = ({ words, prefix }: SearchTerm, text: readonly string[]): boolean =>
  text.some((_, from) =>
    words.every((word, index) => {
      const here = text[from + index]
      return here !== undefined && (prefix && index === words.length - 1 ? here.startsWith(word) : here === word)
    }),
  )

/**
 * Tells which texts hold everything that was typed, by the rules of the search for cases: in any script, the last word
 * perhaps only begun. Nothing typed fits every text.
 */
export const textFinder = (query: string | undefined): ((text: string) => boolean) => {
  if (query === undefined || query.trim() === '') return () => true
  const terms = parseQuery(query)
  if (terms.length === 0) return () => false
  return (text) => {
    const words = searchWords(text)
    return terms.every((term) => occurs(term, words))
  }
}

/** A page (from 1) of what was found, with how many there are. */
export const pageOf = <T>(
  found: readonly T[],
  { page, size }: { readonly page: number; readonly size: number },
): { readonly items: readonly T[]; readonly total: number } => ({
  items: found.slice((page - 1) * size, page * size),
  total: found.length,
})
