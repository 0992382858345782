import type { EntityRef, LinkKind, NetworkSource } from '../../../shared/schema/network.ts'
import type { Compared } from './comparables.ts'
import type { FactName } from './extract.ts'
import type { Motif } from './motifs.ts'

/** A node as it is kept: under its own number, whatever it was merged with. */
export interface KeptNode {
  readonly node: number
  readonly ref: EntityRef
  /** The shapes that it is part of, a bit for each of `motifKinds`. */
  readonly shapes: number
}

/** What an activity, or several of one chunk, add to a link. Numbers of nodes are their own ones. */
export interface LinkGrowth {
  readonly from: number
  readonly to: number
  readonly kind: LinkKind
  readonly currency: string | null
  readonly count: number
  readonly total: number
  readonly firstMs: number
  readonly lastMs: number
}

export interface KeptFact {
  readonly node: number
  readonly name: FactName
  readonly value: string
  readonly atMs: number
}

/** A finding as it is kept: the same shape that grows stays one. */
export interface KeptMotif extends Motif {
  readonly key: string
}

/** Payments at a point, as they are kept or have come since. */
export interface KeptPayments {
  readonly node: number
  readonly payments: number
}

/** All that changed since the last time it was asked for. */
export interface Growth {
  readonly nodes: readonly KeptNode[]
  readonly links: readonly LinkGrowth[]
  readonly facts: readonly KeptFact[]
  readonly motifs: readonly KeptMotif[]
  readonly compared: readonly Compared[]
  /** What was paid at points since. */
  readonly payments: readonly KeptPayments[]
}

/** A link that no activity tells: of a case, of ownership, of a list. */
export interface ContextLink {
  readonly from: EntityRef
  readonly to: EntityRef
  readonly kind: LinkKind
  readonly source: NetworkSource
  readonly atMs: number | null
}
