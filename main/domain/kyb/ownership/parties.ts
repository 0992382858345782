import type { InterestKind, PartyKind, StatedShare } from '../../../../shared/schema/kyb.ts'

/** Somebody or something in a network of ownership. */
export interface OwnershipParty {
  /** Names it within its data set. */
  readonly key: string
  readonly name: string
  readonly kind: PartyKind
  /** false: the data says that there is somebody, and not who. */
  readonly known: boolean
}

/** What one party holds in another. */
export interface Interest {
  readonly owner: string
  readonly owned: string
  readonly kind: InterestKind
  /** null: no share was stated. */
  readonly share: StatedShare | null
  readonly direct: 'direct' | 'indirect' | 'unknown'
  /** Whether the data itself calls it beneficial ownership or control. */
  readonly declared: boolean
}

/** A network of ownership above one business: everyone who owns, directly or through others. */
export interface Network {
  readonly target: string
  readonly parties: ReadonlyMap<string, OwnershipParty>
  readonly interests: readonly Interest[]
  /** Whether owners were left out because there are too many. */
  readonly truncated: boolean
}
