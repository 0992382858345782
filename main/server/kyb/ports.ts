import type { Actor } from '../../domain/access/actor.ts'

/** Whom a check asks the screening about. */
export interface ScreenedSubject {
  /** Names the party for good, so that what a person says of a hit is found again; null: who is only named. */
  readonly id: string | null
  readonly kind: 'person' | 'organisation' | 'unknown'
  readonly names: readonly string[]
  /** Of birth or founding: a year, a month or a day. */
  readonly dates: readonly string[]
  readonly countries: readonly string[]
  readonly identifiers: readonly string[]
}

/** An entry of a list that fits, with what a person said of it. */
export interface ScreeningHit {
  readonly list: string
  readonly version: string
  readonly entry: string
  readonly listedName: string
  /** 0 to 1. */
  readonly score: number
  readonly state: 'open' | 'true_match' | 'false_match'
}

/** The screening as checks of businesses use it. */
export interface PartyScreening {
  /** Resolves when the lists in force are loaded. */
  ready(): Promise<void>
  /** The lists in force. */
  lists(): readonly { readonly key: string; readonly version: string; readonly ageDays: number }[]
  /** For each subject what fits it, best first, in the order of the subjects. */
  hits(subjects: readonly ScreenedSubject[], actor: Actor): Promise<readonly (readonly ScreeningHit[])[]>
}

/** What the institution saw of a customer, in days. */
export interface CustomerHistory {
  of(customerId: string): { readonly transactions: number; readonly first: string | null; readonly last: string | null }
}
