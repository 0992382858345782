import { plainSpelling, identifierSpellings } from '../../domain/search/spellings.ts'
import { parseQuery, searchWords } from '../cases/search-text.ts'
import type { SearchTerm } from '../cases/search-text.ts'

/** What was typed, as each area is asked for it. */
export interface Question {
  readonly typed: string
  /** Spellings of an identifier; none where the text is longer than any. */
  readonly spellings: readonly string[]
  /** Whether so much was typed that what only begins with it is of use. */
  readonly takesBeginnings: boolean
  /** The words, as the search of cases has them; none where too little was typed. */
  readonly terms: readonly SearchTerm[]
  /** The words in the query language of FTS5, the last as the beginning of a word; null where there is none. */
  readonly match: string | null
}

/** Identifiers are no longer than this. */
const identifierMax = 200
const [beginningLeast, wordsMost] = [3, 12]

const lettersOf = (terms: readonly SearchTerm[]): number =>
  terms.reduce((sum, { words, prefix }) => sum + (prefix ? words.join('').length : 2), 0)

/** Each word quoted: no character of it can act. */
const matchOf = (text: string): string | null => {
  const words = [...new Set(text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])].slice(0, wordsMost)
  return words.length === 0 ? null : `${words.map((word) => `"${word}"`).join(' AND ')} *`
}

/** Reads what was typed. */
export const questionOf = (typed: string): Question => {
  const text = typed.trim()
  const spellings = text.length > identifierMax ? [] : identifierSpellings(text)
  const terms = parseQuery(text)
  const isEnough = lettersOf(terms) >= 2
  return {
    typed: text,
    spellings,
    takesBeginnings: plainSpelling(text).length >= beginningLeast && spellings.length > 0,
    terms: isEnough ? terms : [],
    match: isEnough && searchWords(text).length > 0 ? matchOf(text) : null,
  }
}

/** The bounds of texts that begin with this one, as `>= from and < to`. */
export const beginningRange = (beginning: string): readonly [from: string, to: string] => [
  beginning,
  `${beginning}\u{10ffff}`,
]
