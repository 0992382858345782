import type { CheckOutcome, InterestKind, PartyKind } from '../../../shared/schema/kyb.ts'

/** A version of ownership data. */
export interface DatasetRow {
  readonly id: number
  readonly key: string
  readonly version: number
  readonly in_force: 0 | 1
  /** Whether it was read to its end. */
  readonly complete: 0 | 1
  readonly file_name: string
  readonly format: 'bods' | 'csv'
  readonly sha256: string
  readonly imported_ms: number
  readonly imported_by: string
  /** The newest day of its statements. */
  readonly dated: string | null
  readonly parties: number
  readonly companies: number
  readonly interests: number
}

export interface PartyRow {
  readonly n: number
  readonly dataset: number
  readonly key: string
  /** The day of the statement that tells of it; '' where it bears none. */
  readonly said: string
  readonly kind: PartyKind
  readonly name: string
  readonly known: 0 | 1
  readonly jurisdiction: string | null
  readonly founded: string | null
  readonly dissolved: string | null
  /** JSON text: aliases, countries, identifiers, addresses. */
  readonly details: string
}

export interface InterestRow {
  readonly n: number
  readonly dataset: number
  readonly record: string
  readonly said: string
  readonly ordinal: number
  readonly owner: string
  readonly owned: string
  readonly kind: InterestKind
  /** JSON text of a stated share. */
  readonly share: string | null
  readonly direct: 'direct' | 'indirect' | 'unknown'
  readonly declared: 0 | 1
  readonly details: string | null
  readonly from_day: string | null
  /** The first day on which it does not hold any more. */
  readonly to_day: string | null
}

export interface CheckRow {
  readonly n: number
  readonly uid: string
  readonly at_ms: number
  readonly made_by: string
  /** What was checked: a business, an identifier, or a name. */
  readonly subject: string
  readonly business: string | null
  readonly name: string
  readonly outcome: CheckOutcome
  /** JSON text: outcome by part. */
  readonly parts: string
  readonly changes: number
  /** Canonical JSON text. */
  readonly content: string
  readonly sha256: string
}

export interface ConclusionRow {
  readonly entry: string
  readonly check_uid: string
  readonly check_sha256: string
  readonly verdict: 'accept' | 'refuse' | 'enhanced_review'
  readonly actor: string
  readonly at_ms: number
  /** Arrival number of the entry. */
  readonly n: number
}

export interface KybTables {
  ownership_datasets: DatasetRow
  ownership_parties: PartyRow
  ownership_interests: InterestRow
  business_checks: CheckRow
  business_conclusions: ConclusionRow
}
