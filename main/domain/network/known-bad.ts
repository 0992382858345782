import type { EntityRef } from '../../../shared/schema/network.ts'

/**
 * An entity that is known bad, or about whom an answer is open; or one that was wronged or misused (`exposed`): a
 * victim, a terminal that was compromised and who paid at it, which is known and says nothing bad of it.
 */
export interface KnownBad {
  readonly entity: EntityRef
  readonly certainty: 'confirmed' | 'open' | 'exposed'
  /** How much it says, 0 to 1; absent: as much as its certainty does (`saidBy`). */
  readonly says?: number
  /** Whether rules do not read it: no alert may bring forth the next one. */
  readonly beyondRules?: true
}

/** How sure it is, and how much it says. */
export interface KnownStanding {
  readonly certainty: KnownBad['certainty']
  readonly says: number
}

/** What each certainty says by itself (docs/decisions/network-risk.md). */
export const saidBy: Readonly<Record<KnownBad['certainty'], number>> = { confirmed: 0.95, open: 0.35, exposed: 0.1 }

const ranks = { exposed: 0, open: 1, confirmed: 2 } as const

/** How much is said. */
export const saysOf = ({ certainty, says }: Pick<KnownBad, 'certainty' | 'says'>): number => says ?? saidBy[certainty]

const weightOf = (one: Pick<KnownBad, 'certainty' | 'says'>): number => ranks[one.certainty] + saysOf(one)

/** The graver of what is known of one entity; of equally sure ones what says more. */
export const graverOf = (one: KnownStanding | undefined, other: Pick<KnownBad, 'certainty' | 'says'>): KnownStanding =>
  one !== undefined && weightOf(one) >= weightOf(other) ? one : { certainty: other.certainty, says: saysOf(other) }

/** What is known of nodes: all of it, and the part that rules may read. */
export interface KnownNodes {
  readonly all: ReadonlyMap<number, KnownStanding>
  readonly forRules: ReadonlyMap<number, KnownStanding>
}

/** Who is known bad, by nodes, and how many of them are in each community. */
export interface BadNodes {
  /** How many are confirmed. */
  readonly confirmed: number
  readonly standingOf: (node: number) => KnownStanding | null
  /** The same without what rules do not read. */
  readonly standingForRules: (node: number) => KnownStanding | null
  /** How many confirmed ones a community has. */
  readonly inCommunity: (community: number) => number
  /** Communities are others than before: they are counted anew when they are asked for. */
  readonly recount: () => void
  /**
   * Takes over who is known now, all of them; of those that were not confirmed before at most `most`, so that others
   * get their turn.
   *
   * @returns the nodes that became confirmed and that no longer are, and whether all were taken
   */
  readonly become: (
    next: KnownNodes,
    most: number,
  ) => { readonly come: readonly number[]; readonly gone: readonly number[]; readonly all: boolean }
}

/** @param communityOf the community of a node as it is now */
export const createBadNodes = (communityOf: (node: number) => number): BadNodes => {
  let known: KnownNodes = { all: new Map(), forRules: new Map() }
  const counts = new Map<number, number>()
  let isCounted = true

  const confirmedIn = (of: ReadonlyMap<number, KnownStanding>): number[] =>
    [...of].flatMap(([node, { certainty }]) => (certainty === 'confirmed' ? [node] : []))
  const count = (): void => {
    counts.clear()
    for (const node of confirmedIn(known.all)) counts.set(communityOf(node), (counts.get(communityOf(node)) ?? 0) + 1)
    isCounted = true
  }

  return {
    get confirmed() {
      return confirmedIn(known.all).length
    },
    standingOf: (node) => known.all.get(node) ?? null,
    standingForRules: (node) => known.forRules.get(node) ?? null,
    inCommunity: (community) => {
      if (!isCounted) count()
      return counts.get(community) ?? 0
    },
    recount: () => {
      isCounted = false
    },
    become: (next, most) => {
      const come = confirmedIn(next.all).filter((node) => known.all.get(node)?.certainty !== 'confirmed')
      const later = new Set(come.splice(Math.min(most, come.length)))
      const gone = confirmedIn(known.all).filter((node) => next.all.get(node)?.certainty !== 'confirmed')
      const taken = (of: ReadonlyMap<number, KnownStanding>): Map<number, KnownStanding> =>
        new Map([...of].filter(([node]) => !later.has(node)))
      known = { all: taken(next.all), forRules: taken(next.forRules) }
      isCounted = false
      return { come, gone, all: later.size === 0 }
    },
  }
}

/** What is known of an entity, the gravest first. */
export const gravestFirst = <B extends Pick<KnownBad, 'certainty' | 'says'>>(because: readonly B[]): B[] =>
  because.toSorted((one, other) => weightOf(other) - weightOf(one))
