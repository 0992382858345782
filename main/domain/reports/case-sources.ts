import type { ReportSource } from '../../../shared/schema/reports.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { CaseFacts, FactEntry } from './case-facts.ts'
import { alertFacts, clean } from './draft-sentences.ts'

/** What an entry or a piece is known by: names and what somebody wrote. Acts of looking say nothing of their own. */
const texts = ['title', 'name', 'text', 'notes', 'reason', 'path', 'source'] as const

const wordsOf = (entry: FactEntry): string => {
  const stated = [
    entry.values['outcome'],
    entry.values['to'],
    alertFacts(entry)?.title,
    ...texts.map((name) => entry.withheld[name]),
  ]
  return clean(stated.filter((value) => typeof value === 'string').join(' · '))
}

/** A source with all of its words, of which it shows the first. */
export interface CaseSource extends ReportSource {
  readonly fullWords: string
}

const shownWords = 160

/** The beginning of a text; a character outside the basic plane is kept whole or left out. */
const beginning = (text: string): string =>
  text.length <= shownWords
    ? text
    : `${text
        .slice(0, shownWords)
        .toWellFormed()
        .replace(/\ufffd$/u, '')
        .trimEnd()}…`

const sourceOf = (source: ReportSource['source'], number: number, entry: FactEntry): CaseSource => {
  const fullWords = wordsOf(entry)
  return {
    source,
    number,
    type: entry.type,
    at: toTimestamp(entry.atMs),
    by: entry.actorName,
    words: beginning(fullWords),
    fullWords,
  }
}

/**
 * Everything that a sentence of the case can name: its entries, and each piece of evidence before the entry of its
 * acquisition; the newest first. What was erased has no words.
 */
export const caseSources = (facts: CaseFacts): readonly CaseSource[] =>
  facts.entries.toReversed().flatMap((entry) => {
    const piece = entry.type === 'evidence.acquired' ? entry.values['evidence_id'] : undefined
    const own = sourceOf({ kind: 'entry', id: entry.id }, entry.number, entry)
    return typeof piece === 'number' ? [sourceOf({ kind: 'evidence', id: piece }, piece, entry), own] : [own]
  })

/** What a source is found by: its number, kind, day, author and words. */
export const searchedOf = ({ source, number, type, at, by, fullWords }: CaseSource): string =>
  `${source.kind} ${number} ${type.replaceAll(/[._]/gu, ' ')} ${at.slice(0, 10)} ${by} ${fullWords}`

/** A source as it is shown. */
export const shownSource = ({ source, number, type, at, by, words }: CaseSource): ReportSource => ({
  source,
  number,
  type,
  at,
  by,
  words,
})

/** One value for each source, to compare by. */
export const sourceKey = ({ kind, id }: ReportSource['source']): string => `${kind} ${id}`
