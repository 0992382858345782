import { placedWords } from '../cases/placed-words.ts'
import type { PlacedWord } from '../cases/placed-words.ts'
import type { SearchTerm } from '../cases/search-text.ts'

/** Where something stands in a text, in UTF-16 code units; the end is exclusive. */
export type Mark = readonly [start: number, end: number]

interface FoundTerm {
  readonly term: number
  readonly mark: Mark
}

/** What is shown of a text: a part of it, with the places of what was found in that part. */
export interface Excerpt {
  readonly text: string
  readonly marks: readonly Mark[]
}

/** More places than these in one text mark nothing that a reader would look for. */
const marksMax = 200

const fits = (word: string, asked: string, isBeginning: boolean): boolean =>
  isBeginning ? word.startsWith(asked) : word === asked

/** Where a term begins at this word: its words follow one another, the last perhaps only begun. */
const markAt = (words: readonly PlacedWord[], at: number, { words: asked, prefix }: SearchTerm): Mark | null => {
  const last = words[at + asked.length - 1]
  const first = words[at]
  if (first === undefined || last === undefined) return null
  const isThere = asked.every((each, n) => fits(words[at + n]?.word ?? '', each, prefix && n === asked.length - 1))
  return isThere ? [first.start, last.end] : null
}

/** Where the terms stand; null where one of them does not. */
const foundTerms = (text: string, terms: readonly SearchTerm[]): FoundTerm[] | null => {
  const words = placedWords(text)
  const found: FoundTerm[] = []
  for (const [term, asked] of terms.entries()) {
    const places = words.flatMap((_, at) => {
      const mark = markAt(words, at, asked)
      return mark === null ? [] : [mark]
    })
    if (places.length === 0) return null
    found.push(...places.slice(0, marksMax).map((mark) => ({ term, mark })))
  }
  return found.toSorted((one, other) => one.mark[0] - other.mark[0] || one.mark[1] - other.mark[1])
}

const united = (marks: readonly Mark[]): Mark[] => {
  const whole: Mark[] = []
  for (const [start, end] of marks) {
    const before = whole.at(-1)
    if (before !== undefined && start < before[1]) whole[whole.length - 1] = [before[0], Math.max(before[1], end)]
    else whole.push([start, end])
  }
  return whole
}

const [excerptUnits, leadUnits] = [280, 80]

/** The place from which an excerpt shows the most of what was asked for; the first of several. */
const richest = (found: readonly FoundTerm[]): number => {
  const told = found.map(({ mark: [start] }, at) => {
    const within = found.slice(at).filter(({ mark }) => mark[1] <= start + excerptUnits - leadUnits)
    return { start, terms: new Set(within.map(({ term }) => term)).size }
  })
  const most = Math.max(...told.map(({ terms }) => terms))
  return told.find(({ terms }) => terms === most)?.start ?? 0
}

/** From the next blank on, where one is near: no word begins in its middle. */
const wordStart = (text: string, at: number, latest: number): number => {
  if (at <= 0) return 0
  const blank = /\s+/gu
  blank.lastIndex = at
  const found = blank.exec(text)
  if (found !== null && blank.lastIndex <= latest) return blank.lastIndex
  return /[\udc00-\udfff]/u.test(text.charAt(at)) ? at + 1 : at
}

/** To the last blank before, where one is near. */
const wordEnd = (text: string, at: number, earliest: number): number => {
  if (at >= text.length) return text.length
  const blank = text.slice(earliest, at).search(/\s\S*$/u)
  if (blank > 0) return earliest + blank
  return /[\ud800-\udbff]/u.test(text.charAt(at - 1)) ? at - 1 : at
}

/**
 * The part of a text in which the terms stand, at most some 280 code units of it, with what was found marked; null
 * where one of the terms does not stand in the text. An ellipsis says that the text goes on.
 */
export const excerptOf = (text: string, terms: readonly SearchTerm[]): Excerpt | null => {
  if (terms.length === 0) return null
  const found = foundTerms(text, terms)
  if (found === null) return null
  const first = richest(found)
  const start = wordStart(text, first - leadUnits, first)
  const longest = Math.max(...found.filter(({ mark }) => mark[0] === first).map(({ mark }) => mark[1]))
  const end = wordEnd(text, Math.max(start + excerptUnits, longest), longest)
  const before = start === 0 ? '' : '… '
  const shift = before.length - start
  return {
    text: `${before}${text.slice(start, end)}${end === text.length ? '' : ' …'}`,
    marks: united(found.map(({ mark }) => mark))
      .filter((mark) => mark[0] >= start && mark[1] <= end)
      .map(([from, to]) => [from + shift, to + shift]),
  }
}
