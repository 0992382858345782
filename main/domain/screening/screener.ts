import { alternativesOf } from './alternatives.ts'
import { plainIdentifier } from './identifier.ts'
import { prepareName } from './name.ts'
import type { NameKind } from './name.ts'
import { prepareOfac } from './ofac.ts'
import { scorePrecisely } from './precise.ts'
import type { ExplainedPart } from './precise.ts'
import { compareQualifiers, mostOf } from './qualify.ts'
import type { QualifierFinding } from './qualify.ts'
import { layShelf } from './shelf.ts'
import type { ScoredName, Shelf, ShelfLayout } from './shelf.ts'
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
  /** As they are compared (`plainIdentifier`). */
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
  /** Matches to answer at most, the best ones; default: all. */
  readonly limit?: number
}

/** Searches the lists in force. */
export interface Screener {
  /** How many entries and names are searched. */
  readonly entries: number
  readonly names: number
  /**
   * Matches from the threshold on, best first, one an entry. Never throws; a subject without a name matches nothing but
   * by its identifiers.
   */
  screen(subject: ScreeningSubject, options?: ScreenOptions): readonly ScreeningMatch[]
}

/**
 * The score from which a match is a hit in the precise mode, unless the policy says otherwise; chosen by
 * cross-validation (docs/decisions/screening-precise.md).
 */
export const hitFrom = 0.85
/** What a weak alias is worth of a full one. */
const weakWorth = 0.93
/**
 * The least score of a match in OFAC's mode, unless asked otherwise: where OFAC's own search begins to be worth a look.
 */
export const ofacFrom = 0.85
/** Names of one subject that are read. */
export const namesMax = 20
const identifiersMax = 50
/** What the same identifier makes of a match, whatever the names: papers are borne by one. */
const identifierScore = 0.95
/** Shorter identifiers are borne by too many. */
const identifierMin = 5
const entriesAStep = 100

const nameKindOf = (kind: ScreenedEntry['kind']): NameKind =>
  kind === 'person' ? 'person' : kind === 'vessel' || kind === 'aircraft' ? 'thing' : 'organisation'

interface IndexedEntry {
  readonly list: string
  readonly version: string
  readonly entry: ScreenedEntry
  readonly qualifiers: Qualifiers
}

/** An entry that bears a name, and how. */
interface Bearer {
  readonly entry: number
  readonly quality: NameQuality
}

interface Found {
  readonly entry: number
  readonly searchedName: string
  readonly listedName: string
  readonly quality: NameQuality
  readonly nameScore: number
  readonly parts: readonly ExplainedPart[]
}

const worthOf = (quality: NameQuality): number => (quality === 'weak' ? weakWorth : 1)

const fits = (subject: SubjectKind, entry: ScreenedEntry['kind']): boolean =>
  subject === 'unknown' || entry === 'other' || nameKindOf(entry) === subject

interface Asked {
  readonly subject: ScreeningSubject
  readonly known: Qualifiers
  readonly mode: ScreeningMode
  readonly threshold: number
  readonly isWanted: (entry: number) => boolean
}

const knownOf = ({ dates = [], countries = [], gender = null, identifiers = [] }: ScreeningSubject): Qualifiers => ({
  dates,
  countries,
  gender,
  identifiers,
})

/** What a scored name says of each of its bearers. OFAC's score knows no weak aliases. */
const spread = (
  searchedName: string,
  mode: ScreeningMode,
  { text, bearers, score, parts }: ScoredName<Bearer>,
): Found[] =>
  bearers.map(({ entry, quality }) => ({
    entry,
    searchedName,
    listedName: text,
    quality,
    nameScore: score * (mode === 'ofac' ? 1 : worthOf(quality)),
    parts,
  }))

/** The entries of a shelf that the names of a subject may name. */
const searchShelf = (
  shelf: Shelf<Bearer>,
  kind: NameKind,
  { subject, known, mode, threshold, isWanted }: Asked,
): Found[] => {
  const wanted = ({ entry }: Bearer): boolean => isWanted(entry)
  // A name that no date and no country could lift to the threshold is no reason to look further.
  const near = threshold / mostOf(known)
  const asked = subject.names
    .slice(0, namesMax)
    .flatMap((text) => alternativesOf(text, kind).map((name) => ({ text, name })))
  return asked.flatMap(({ text, name }) => {
    const scored =
      mode === 'ofac'
        ? shelf.likeOfac(prepareOfac(name), threshold, wanted)
        : shelf.precisely(prepareName(name, kind), near, wanted)
    return scored.flatMap((one) => spread(text, mode, one))
  })
}

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
  readonly people: Shelf<Bearer>
  readonly others: Shelf<Bearer>
  readonly byIdentifier: ReadonlyMap<string, readonly number[]>
}

/** Entries that bear an identifier of the subject, with their first names beside its own. */
const searchIdentifiers = ({ entries, byIdentifier }: Shelves, { subject, isWanted }: Asked): Found[] =>
  (subject.identifiers ?? []).slice(0, identifiersMax).flatMap((identifier) =>
    (identifier.length < identifierMin ? [] : (byIdentifier.get(identifier) ?? []))
      .filter(isWanted)
      .map((entry): Found => {
        const listed = entries[entry]?.entry
        const first = listed?.names[0] ?? { text: '', type: 'primary' as const }
        const searchedName = subject.names[0] ?? ''
        const kind = nameKindOf(listed?.kind ?? 'other')
        const { score, parts } = scorePrecisely(prepareName(searchedName, kind), prepareName(first.text, kind))
        return { entry, searchedName, listedName: first.text, quality: first.type, nameScore: score, parts }
      }),
  )

const matchOf = ({ entries }: Shelves, { known, mode }: Asked, found: Found): ScreeningMatch => {
  const listed = entries[found.entry]
  if (listed === undefined) throw new Error('a name of no entry was found')
  const qualifiers = compareQualifiers(known, listed.qualifiers)
  // OFAC's own score knows the name alone; what else is known is shown beside it.
  const factor = mode === 'ofac' ? 1 : factorOf({ qualifiers })
  const byName = Math.min(1, found.nameScore * factor)
  const bearsIdentifier = qualifiers.some(({ kind }) => kind === 'identifier')
  return {
    list: listed.list,
    version: listed.version,
    entry: listed.entry,
    searchedName: found.searchedName,
    listedName: found.listedName,
    quality: found.quality,
    score: bearsIdentifier ? Math.max(identifierScore, byName) : byName,
    nameScore: found.nameScore,
    parts: found.parts,
    qualifiers,
    mode,
  }
}

const factorOf = ({ qualifiers }: Pick<ScreeningMatch, 'qualifiers'>): number =>
  qualifiers.reduce((product, { factor }) => product * factor, 1)

/** Best first; of namesakes, for whom the score can say no more than 1, whoever has most that agrees. */
const byScore = (a: ScreeningMatch, b: ScreeningMatch): number =>
  b.score - a.score ||
  factorOf(b) - factorOf(a) ||
  (a.list < b.list ? -1 : a.list > b.list ? 1 : a.entry.id < b.entry.id ? -1 : Number(a.entry.id > b.entry.id))

const screenerOver = (shelves: Shelves): Screener => {
  const { entries, people, others } = shelves
  const search = (asked: Asked): Found[] => {
    const { kind } = asked.subject
    return [
      ...(kind === 'person' || kind === 'unknown' ? searchShelf(people, 'person', asked) : []),
      ...(kind === 'person' ? [] : searchShelf(others, kind === 'thing' ? 'thing' : 'organisation', asked)),
    ]
  }
  return {
    entries: entries.length,
    names: people.size + others.size,
    screen(subject, { mode = 'precise', threshold = mode === 'ofac' ? ofacFrom : hitFrom, lists, limit } = {}) {
      const isOfLists = (number: number): boolean => lists === undefined || lists.includes(entries[number]?.list ?? '')
      const asked: Asked = {
        subject,
        known: knownOf(subject),
        mode,
        threshold,
        isWanted: (number) => {
          const listed = entries[number]
          return listed !== undefined && isOfLists(number) && fits(subject.kind, listed.entry.kind)
        },
      }
      return bestOfEach([...search(asked), ...searchIdentifiers(shelves, { ...asked, isWanted: isOfLists })])
        .map((found) => matchOf(shelves, asked, found))
        .filter(({ score }) => score >= threshold)
        .sort(byScore)
        .slice(0, limit)
    },
  }
}

const putNames = (onto: ShelfLayout<Bearer>, kind: NameKind, { names }: ScreenedEntry, entry: number): void => {
  for (const { text, type: quality } of names)
    for (const name of alternativesOf(text, kind)) onto.add(name, kind, { entry, quality })
}

/** Builds a screener step by step, each step some milliseconds: whoever serves others meanwhile pauses between them. */
export function* screenerSteps(lists: readonly ScreenedList[]): Generator<void, Screener> {
  const entries: IndexedEntry[] = []
  const people = layShelf<Bearer>()
  const others = layShelf<Bearer>()
  const byIdentifier = new Map<string, number[]>()
  for (const { key: list, version, entries: listed } of lists) {
    for (const entry of listed) {
      const number = entries.length
      const identifiers = [...new Set(entry.identifiers.map(({ value }) => plainIdentifier(value)))]
      entries.push({
        list,
        version,
        entry,
        qualifiers: { dates: entry.dates, countries: entry.countries, gender: entry.gender, identifiers },
      })
      // What a list does not tell the kind of may be anybody.
      if (entry.kind === 'person' || entry.kind === 'other') putNames(people, 'person', entry, number)
      if (entry.kind !== 'person') putNames(others, nameKindOf(entry.kind), entry, number)
      for (const identifier of identifiers)
        byIdentifier.set(identifier, [...(byIdentifier.get(identifier) ?? []), number])
      if (number % entriesAStep === entriesAStep - 1) yield
    }
  }
  return screenerOver({ entries, people: yield* people.finish(), others: yield* others.finish(), byIdentifier })
}

/** Builds a screener at once. */
export const createScreener = (lists: readonly ScreenedList[]): Screener => {
  const steps = screenerSteps(lists)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
