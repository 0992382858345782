import { indexingSteps } from './candidates.ts'
import type { CandidateIndex } from './candidates.ts'
import { prepareName } from './name.ts'
import type { NameKind, PreparedName } from './name.ts'
import { prepareOfac } from './ofac.ts'
import { createOfacLayout } from './ofac-search.ts'
import type { OfacLayout, OfacSearch } from './ofac-search.ts'
import { scorePrecisely } from './precise.ts'
import type { ExplainedPart } from './precise.ts'
import { compareQualifiers } from './qualify.ts'
import type { QualifierFinding } from './qualify.ts'
import type { PartialDate, Qualifiers } from './subject.ts'

/** How names are compared: by tokens, or as OFAC's own search does. */
export const screeningModes = ['precise', 'ofac'] as const
export type ScreeningMode = (typeof screeningModes)[number]

/** Whom a searched name names, where it is known. */
export type SubjectKind = NameKind | 'unknown'

/** What a list calls its names: a weak alias is one that it calls of low quality. */
export type NameQuality = 'primary' | 'alias' | 'weak' | 'former'

/** Whom to screen. What is not known is left out. */
export interface ScreeningSubject {
  readonly kind: SubjectKind
  /** All names that somebody goes by; the best match counts. At most `namesMax` are read. */
  readonly names: readonly string[]
  readonly dates?: readonly PartialDate[]
  /** ISO 3166-1 alpha-2. */
  readonly countries?: readonly string[]
  readonly gender?: Qualifiers['gender']
  /** Upper-case letters and digits. */
  readonly identifiers?: readonly string[]
}

/** A listed entry as screening reads it; the entries of the lists' storage are of this shape. */
export interface ScreenedEntry {
  readonly id: string
  readonly kind: 'person' | 'organisation' | 'vessel' | 'aircraft' | 'other'
  readonly names: readonly { readonly text: string; readonly type: NameQuality }[]
  readonly dates: readonly PartialDate[]
  readonly countries: readonly string[]
  readonly gender: Qualifiers['gender']
  readonly identifiers: readonly { readonly value: string }[]
}

/** A list with the version that is in force. */
export interface ScreenedList {
  readonly key: string
  readonly version: string
  readonly entries: Iterable<ScreenedEntry>
}

/** A listed entry that fits a subject, and why. */
export interface ScreeningMatch {
  readonly list: string
  readonly version: string
  readonly entry: ScreenedEntry
  /** The subject's name and the listed one that fit best. */
  readonly searchedName: string
  readonly listedName: string
  readonly quality: NameQuality
  /** 0 to 1. */
  readonly score: number
  /** Of the names alone. */
  readonly nameScore: number
  /** `left` is of the subject, `right` of the list. */
  readonly parts: readonly ExplainedPart[]
  readonly qualifiers: readonly QualifierFinding[]
  readonly mode: ScreeningMode
}

export interface ScreenOptions {
  readonly mode?: ScreeningMode
  /** Least score of a match, 0 to 1. */
  readonly threshold?: number
  /** Keys of the lists to search; default: all. */
  readonly lists?: readonly string[]
  readonly limit?: number
}

/** Searches the lists in force. */
export interface Screener {
  /** How many entries and names are searched. */
  readonly entries: number
  readonly names: number
  /** Matches from the threshold on, best first, one an entry. Never throws; a subject without a name matches nothing but by its identifiers. */
  screen(subject: ScreeningSubject, options?: ScreenOptions): readonly ScreeningMatch[]
}

/** The score from which a match is a hit in the precise mode, unless the policy says otherwise; chosen by cross-validation (docs/decisions/screening-precise.md). */
export const hitFrom = 0.85
/** What a weak alias is worth of a full one. */
const weakWorth = 0.93
/** The least score of a match in OFAC's mode, unless asked otherwise: where OFAC's own search begins to be worth a look. */
export const ofacFrom = 0.85
/** Names of one subject that are read. */
export const namesMax = 20
const identifiersMax = 50
const matchesMax = 50
/** Names that are scored for each searched one. */
const candidatesMax = 24
/** What the same identifier makes of a match, whatever the names: papers are borne by one. */
const identifierScore = 0.95
/** Shorter identifiers are borne by too many. */
const identifierMin = 5
const entriesAStep = 100

const nameKindOf = (kind: ScreenedEntry['kind']): NameKind => (kind === 'person' ? 'person' : kind === 'vessel' || kind === 'aircraft' ? 'thing' : 'organisation')

interface IndexedEntry {
  readonly list: string
  readonly version: string
  readonly entry: ScreenedEntry
  readonly qualifiers: Qualifiers
}

interface IndexedName {
  readonly entry: number
  readonly text: string
  readonly quality: NameQuality
}

/** Names that were prepared as those of people, or as others. */
interface Shelf {
  readonly names: readonly IndexedName[]
  readonly prepared: readonly PreparedName[]
  readonly index: CandidateIndex
  readonly ofac: OfacSearch
}

interface Found {
  readonly entry: number
  readonly searchedName: string
  readonly name: IndexedName
  readonly nameScore: number
  readonly parts: readonly ExplainedPart[]
}

const worthOf = (quality: NameQuality): number => (quality === 'weak' ? weakWorth : 1)

const fits = (subject: SubjectKind, entry: ScreenedEntry['kind']): boolean => subject === 'unknown' || entry === 'other' || nameKindOf(entry) === subject

interface Asked {
  readonly subject: ScreeningSubject
  readonly known: Qualifiers
  readonly isWanted: (entry: number) => boolean
}

/** The best name of each entry that fits, on one shelf. */
const searchPrecisely = (shelf: Shelf, kind: NameKind, { subject, isWanted }: Asked): Found[] =>
  subject.names.slice(0, namesMax).flatMap((text) => {
    const searched = prepareName(text, kind)
    const numbers = shelf.index.find(searched, candidatesMax, (number) => isWanted(shelf.names[number]?.entry ?? -1))
    return numbers.flatMap((number): Found[] => {
      const name = shelf.names[number]
      const prepared = shelf.prepared[number]
      if (name === undefined || prepared === undefined) return []
      const { score, parts } = scorePrecisely(searched, prepared)
      return [{ entry: name.entry, searchedName: text, name, nameScore: score * worthOf(name.quality), parts }]
    })
  })

const searchLikeOfac = (shelf: Shelf, { subject, isWanted }: Asked, threshold: number): Found[] =>
  subject.names.slice(0, namesMax).flatMap((text) => {
    const searched = prepareOfac(text)
    return shelf.ofac.find(searched, threshold, (number) => isWanted(shelf.names[number]?.entry ?? -1)).flatMap(({ number, score: { score, parts } }): Found[] => {
      const name = shelf.names[number]
      if (name === undefined) return []
      return [
        {
          entry: name.entry,
          searchedName: text,
          name,
          nameScore: score / 100,
          parts: parts.map(({ searched: left, listed: right, similarity }) => ({ left, right, similarity, relation: right === null ? 'only_left' : similarity === 1 ? 'same' : 'spelling', weight: 1 })),
        },
      ]
    })
  })

const bestOfEach = (found: readonly Found[]): Found[] => {
  const best = new Map<number, Found>()
  for (const one of found) {
    const known = best.get(one.entry)
    if (known === undefined || one.nameScore > known.nameScore) best.set(one.entry, one)
  }
  return [...best.values()]
}

interface Shelves {
  readonly entries: readonly IndexedEntry[]
  readonly people: Shelf
  readonly others: Shelf
  readonly byIdentifier: ReadonlyMap<string, readonly number[]>
}

/** Entries that bear an identifier of the subject, with their first names beside its own. */
const searchIdentifiers = ({ entries, byIdentifier }: Shelves, { subject, isWanted }: Asked): Found[] =>
  (subject.identifiers ?? []).slice(0, identifiersMax).flatMap((identifier) =>
    (identifier.length < identifierMin ? [] : (byIdentifier.get(identifier) ?? [])).filter(isWanted).map((entry): Found => {
      const listed = entries[entry]?.entry
      const first = listed?.names[0] ?? { text: '', type: 'primary' as const }
      const searchedName = subject.names[0] ?? ''
      const kind = nameKindOf(listed?.kind ?? 'other')
      const { score, parts } = scorePrecisely(prepareName(searchedName, kind), prepareName(first.text, kind))
      return { entry, searchedName, name: { entry, text: first.text, quality: first.type }, nameScore: score, parts }
    }),
  )

const matchOf = ({ entries }: Shelves, { known }: Asked, mode: ScreeningMode, found: Found): ScreeningMatch => {
  const listed = entries[found.entry]
  if (listed === undefined) throw new Error('a name of no entry was found')
  const qualifiers = compareQualifiers(known, listed.qualifiers)
  // OFAC's own score knows the name alone; what else is known is shown beside it.
  const factor = mode === 'ofac' ? 1 : qualifiers.reduce((product, finding) => product * finding.factor, 1)
  const byName = Math.min(1, found.nameScore * factor)
  const bearsIdentifier = qualifiers.some(({ kind }) => kind === 'identifier')
  return {
    list: listed.list,
    version: listed.version,
    entry: listed.entry,
    searchedName: found.searchedName,
    listedName: found.name.text,
    quality: found.name.quality,
    score: bearsIdentifier ? Math.max(identifierScore, byName) : byName,
    nameScore: found.nameScore,
    parts: found.parts,
    qualifiers,
    mode,
  }
}

const byScore = (a: ScreeningMatch, b: ScreeningMatch): number => b.score - a.score || (a.list < b.list ? -1 : a.list > b.list ? 1 : a.entry.id < b.entry.id ? -1 : Number(a.entry.id > b.entry.id))

const screenerOver = (shelves: Shelves): Screener => {
  const { entries, people, others } = shelves
  const search = (asked: Asked, mode: ScreeningMode, threshold: number): Found[] => {
    const { kind } = asked.subject
    const wantsPeople = kind === 'person' || kind === 'unknown'
    const wantsOthers = kind !== 'person'
    if (mode === 'ofac') return [...(wantsPeople ? searchLikeOfac(people, asked, threshold) : []), ...(wantsOthers ? searchLikeOfac(others, asked, threshold) : [])]
    return [
      ...(wantsPeople ? searchPrecisely(people, 'person', asked) : []),
      ...(wantsOthers ? searchPrecisely(others, kind === 'thing' ? 'thing' : 'organisation', asked) : []),
    ]
  }
  return {
    entries: entries.length,
    names: people.names.length + others.names.length,
    screen(subject, { mode = 'precise', threshold = mode === 'ofac' ? ofacFrom : hitFrom, lists, limit = matchesMax } = {}) {
      const asked: Asked = {
        subject,
        known: { dates: subject.dates ?? [], countries: subject.countries ?? [], gender: subject.gender ?? null, identifiers: subject.identifiers ?? [] },
        isWanted: (number) => {
          const listed = entries[number]
          return listed !== undefined && (lists === undefined || lists.includes(listed.list)) && fits(subject.kind, listed.entry.kind)
        },
      }
      const anyKind: Asked = { ...asked, isWanted: (number) => lists === undefined || lists.includes(entries[number]?.list ?? '') }
      return bestOfEach([...search(asked, mode, threshold), ...searchIdentifiers(shelves, anyKind)])
        .map((found) => matchOf(shelves, asked, mode, found))
        .filter(({ score }) => score >= threshold)
        .sort(byScore)
        .slice(0, limit)
    },
  }
}

interface Gathered {
  readonly names: IndexedName[]
  readonly prepared: PreparedName[]
  readonly ofac: OfacLayout
}

const gathered = (): Gathered => ({ names: [], prepared: [], ofac: createOfacLayout() })

const putNames = (into: Gathered, kind: NameKind, entry: ScreenedEntry, number: number): void => {
  for (const { text, type: quality } of entry.names) {
    into.names.push({ entry: number, text, quality })
    into.prepared.push(prepareName(text, kind))
    into.ofac.add(prepareOfac(text))
  }
}

/** Builds a screener step by step, each step some milliseconds: whoever serves others meanwhile pauses between them. */
export function* screenerSteps(lists: readonly ScreenedList[]): Generator<void, Screener> {
  const entries: IndexedEntry[] = []
  const people = gathered()
  const others = gathered()
  const byIdentifier = new Map<string, number[]>()
  for (const { key: list, version, entries: listed } of lists) {
    for (const entry of listed) {
      const number = entries.length
      const identifiers = entry.identifiers.map(({ value }) => value)
      entries.push({ list, version, entry, qualifiers: { dates: entry.dates, countries: entry.countries, gender: entry.gender, identifiers } })
      // What a list does not tell the kind of may be anybody.
      if (entry.kind === 'person' || entry.kind === 'other') putNames(people, 'person', entry, number)
      if (entry.kind !== 'person') putNames(others, nameKindOf(entry.kind), entry, number)
      for (const identifier of identifiers) byIdentifier.set(identifier, [...(byIdentifier.get(identifier) ?? []), number])
      if (number % entriesAStep === entriesAStep - 1) yield
    }
  }
  const peopleIndex = yield* indexingSteps(people.prepared)
  const othersIndex = yield* indexingSteps(others.prepared)
  return screenerOver({ entries, people: { ...people, index: peopleIndex, ofac: people.ofac.search() }, others: { ...others, index: othersIndex, ofac: others.ofac.search() }, byIdentifier })
}

/** Builds a screener at once. */
export const createScreener = (lists: readonly ScreenedList[]): Screener => {
  const steps = screenerSteps(lists)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
