import type { InterestKind, PartyKind, StatedShare } from '../../../../shared/schema/kyb.ts'

/** What is known of a party besides its name and kind. */
export interface PartyDetails {
  readonly aliases: readonly string[]
  /** ISO 3166-1 alpha-2, or 3166-2 of a part of a country. */
  readonly jurisdiction: string | null
  /** Of a person nationalities and residences, ISO 3166-1 alpha-2. */
  readonly countries: readonly string[]
  /** Year, year and month, or day; as exactly as it is known. Of birth, or of foundation. */
  readonly founded: string | null
  /** Of death, or of dissolution. */
  readonly dissolved: string | null
  readonly identifiers: readonly { readonly scheme: string; readonly value: string; readonly country: string | null }[]
  readonly addresses: readonly { readonly text: string; readonly country: string | null }[]
}

/** A party as a record of the data tells of it. */
export interface PartyRecord extends PartyDetails {
  readonly key: string
  readonly name: string
  readonly kind: PartyKind
  readonly known: boolean
  /** Whether the kind is a guess, as nothing says it: a word elsewhere counts more. */
  readonly assumed?: true
}

/** An interest as a record tells of it; days are ISO 8601. */
export interface InterestRecord {
  readonly kind: InterestKind
  readonly share: StatedShare | null
  readonly direct: 'direct' | 'indirect' | 'unknown'
  readonly declared: boolean
  readonly from: string | null
  readonly to: string | null
  readonly details: string | null
}

/** One version of a record about who holds what of whom. */
export interface RelationRecord {
  /** Names the relation in all its versions. */
  readonly record: string
  readonly owner: string
  readonly owned: string
  readonly interests: readonly InterestRecord[]
  /** Whether it is said that the relation has ended. */
  readonly closed: boolean
}

/** What one statement, or one row of a table, says. */
export interface Statement {
  /** The day on which it was said; null where it does not say. */
  readonly dated: string | null
  readonly parties: readonly PartyRecord[]
  readonly relations: readonly RelationRecord[]
}

/** Why a statement or row cannot be taken. */
export interface StatementProblem {
  readonly field: string | null
  readonly reason: string
}

/** Longest key of a record, in UTF-16 units. */
export const recordKeyMax = 200

/** Longest name, address, identifier. */
export const recordTextMax = 500

/** The most of anything that a record lists and that is read. */
export const listedMax = 100
