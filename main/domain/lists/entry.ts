import type { PartialDate } from '../screening/subject.ts'

/** What a list names. `other` is what is none of the rest, a wallet for example. */
export type ListedKind = 'person' | 'organisation' | 'vessel' | 'aircraft' | 'other'

/**
 * How a list calls a name: the one it files the entry under, another name, one that it calls of low quality, or one
 * that was given up.
 */
export type ListedNameType = 'primary' | 'alias' | 'weak' | 'former'

/** One name of a listed entry, in the script in which the list gives it. */
export interface ListedEntryName {
  readonly text: string
  readonly type: ListedNameType
}

/** A number that was given to somebody: a passport, a registration, an IMO number. */
export interface ListedIdentifier {
  /** In the list's own words, in lower case: `passport`, `national identification number`. */
  readonly type: string
  /** Upper-case letters and digits, nothing else. */
  readonly value: string
  /** ISO 3166-1 alpha-2; null where the list does not tell, or names no country that is known. */
  readonly country: string | null
}

export interface ListedAddress {
  readonly text: string
  readonly country: string | null
}

/** What every format of list is read into. Countries are ISO 3166-1 alpha-2 in capitals. */
export interface ListedEntry {
  /** The publisher's own id, unique in the list. */
  readonly id: string
  readonly kind: ListedKind
  /** At least one; the primary name first. */
  readonly names: readonly ListedEntryName[]
  /** Of birth, founding or building. */
  readonly dates: readonly PartialDate[]
  readonly birthPlaces: readonly string[]
  /** Nationality, citizenship, registration, flag. */
  readonly countries: readonly string[]
  readonly gender: 'male' | 'female' | null
  readonly identifiers: readonly ListedIdentifier[]
  readonly addresses: readonly ListedAddress[]
  /** Titles, offices and occupations. */
  readonly positions: readonly string[]
  readonly programmes: readonly string[]
  readonly remarks: string | null
  /** The day on which it was put on the list, `YYYY-MM-DD`. */
  readonly listedOn: string | null
}

/** The fields of an entry that a new version of a list can change. */
export const entryFields = [
  'kind',
  'names',
  'dates',
  'birthPlaces',
  'countries',
  'gender',
  'identifiers',
  'addresses',
  'positions',
  'programmes',
  'remarks',
  'listedOn',
] as const satisfies readonly (keyof ListedEntry)[]
export type EntryField = (typeof entryFields)[number]

/** The fields in which two readings of an entry differ, in the order of `entryFields`. */
export const changedFields = (before: ListedEntry, after: ListedEntry): readonly EntryField[] =>
  entryFields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
