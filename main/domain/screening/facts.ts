import { createHash } from 'node:crypto'
import type {
  MatchedPart,
  RegisteredSubject,
  ScreenedFacts,
  ScreenedRef,
  ScreeningMatchItem,
} from '../../../shared/schema/screening.ts'
import { plainIdentifier } from './identifier.ts'
import type { ScreenedEntry, ScreeningMatch, ScreeningSubject, SubjectKind } from './screener.ts'
import type { PartialDate } from './subject.ts'

/** Reads `1962`, `1962-03` or `1962-03-21`; the form was checked before. */
export const partialDateOf = (text: string): PartialDate => {
  const [year = 0, month, day] = text.split('-').map(Number)
  return { year, ...(month === undefined ? {} : { month }), ...(day === undefined ? {} : { day }) }
}

const kindByRef: Partial<Record<ScreenedRef['kind'], SubjectKind>> = {
  person: 'person',
  company: 'organisation',
  vessel: 'thing',
}

const kindOf = (kind: ScreenedFacts['kind'], ref: ScreenedRef | null): SubjectKind =>
  kind === 'vessel' ? 'thing' : kind === 'unknown' && ref !== null ? (kindByRef[ref.kind] ?? 'unknown') : kind

/** What is said of a subject, ready to be screened. */
export const subjectOf = (
  { kind, names, dates, countries, gender, identifiers }: ScreenedFacts,
  ref: ScreenedRef | null,
): ScreeningSubject => ({
  kind: kindOf(kind, ref),
  names,
  dates: dates.map(partialDateOf),
  countries,
  gender,
  identifiers: identifiers.map(plainIdentifier).filter((identifier) => identifier !== ''),
})

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url')

/** Changes with whatever of a subject a match depends on. */
export const digestOfSubject = ({ kind, names, dates, countries, gender, identifiers }: ScreenedFacts): string =>
  digest([kind, names, [...dates].sort(), [...countries].sort(), gender, identifiers.map(plainIdentifier).sort()])

const dateKey = ({ year, month, day, toYear, circa }: PartialDate): string =>
  JSON.stringify([year, month, day, toYear, circa])

/**
 * Changes with whatever of a listed entry a match depends on; the order in which the list tells it does not count, but
 * for names.
 */
export const digestOfEntry = ({ kind, names, dates, countries, gender, identifiers }: ScreenedEntry): string =>
  digest([
    kind,
    names.map(({ text, type }) => [text, type]),
    dates.map(dateKey).sort(),
    [...countries].sort(),
    gender,
    identifiers.map(({ value }) => value).sort(),
  ])

const relationOf = (relation: ScreeningMatch['parts'][number]['relation']): MatchedPart['relation'] =>
  relation === 'only_left' ? 'only_searched' : relation === 'only_right' ? 'only_listed' : relation

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000

/** A match as the interface shows it. */
export const matchItem = (match: ScreeningMatch): ScreeningMatchItem => ({
  list: match.list,
  list_version: match.version,
  entry_id: match.entry.id,
  entry_kind: match.entry.kind,
  primary_name: match.entry.names[0]?.text ?? '',
  listed_name: match.listedName,
  searched_name: match.searchedName,
  name_quality: match.quality,
  score: rounded(match.score),
  name_score: rounded(match.nameScore),
  mode: match.mode,
  parts: match.parts.map(({ left, right, similarity, relation, weight }) => ({
    searched: left,
    listed: right,
    similarity: rounded(similarity),
    relation: relationOf(relation),
    weight: rounded(weight),
  })),
  qualifiers: match.qualifiers.map((qualifier) => ({ ...qualifier })),
})

/** The facts of a subject of the register without its reference. */
export const screenedFactsOf = ({ subject: _subject, ...facts }: RegisteredSubject): ScreenedFacts => facts
