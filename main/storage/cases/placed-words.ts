import { searchText, wordsPlaced } from './search-text.ts'

/** A word as the index has it, with its place in the text as it stands, in UTF-16 code units; `end` is exclusive. */
export interface PlacedWord {
  readonly word: string
  readonly start: number
  readonly end: number
}

const onlyAscii = /^[\u0000-\u007f]*$/u
const asciiWord = /[a-z0-9]+/gu

/** What joins the sign before it: marks, signs that nobody sees, the voiced marks of narrow Katakana. */
const tail = String.raw`[\p{M}\uff9e\uff9f\p{Default_Ignorable_Code_Point}]*`
const jamo = String.raw`[\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb\u3131-\u318e\uffa0-\uffdc]`

/** What is folded by itself: a sign with what joins it. Jamo are letters that join those before them. */
const parts = new RegExp(String.raw`[\uac00-\ud7a3]?${tail}(?:${jamo}${tail})+|[^]${tail}`, 'gu')

const placedInAscii = (text: string): PlacedWord[] =>
  [...text.toLowerCase().matchAll(asciiWord)].map(({ 0: word, index }) => ({
    word,
    start: index,
    end: index + word.length,
  }))

/** The words of a text, in the index's own cut (L-70), each with where it stands. */
export const placedWords = (text: string): PlacedWord[] => {
  if (onlyAscii.test(text)) return placedInAscii(text)
  const folds = new Map<string, string>()
  const foldOf = (part: string): string => {
    const known = folds.get(part)
    if (known !== undefined) return known
    const folded = searchText(part)
    folds.set(part, folded)
    return folded
  }
  let folded = ''
  /** For each code unit of the folded text, where the part that it came from begins and ends. */
  const starts: number[] = []
  const ends: number[] = []
  for (const { 0: part, index } of text.matchAll(parts)) {
    const fold = foldOf(part)
    folded += fold
    for (let n = 0; n < fold.length; n++) {
      starts.push(index)
      ends.push(index + part.length)
    }
  }
  return wordsPlaced(folded).map(({ word, at }) => ({
    word,
    start: starts[at] ?? 0,
    end: ends[at + word.length - 1] ?? text.length,
  }))
}
