import type { EntityRef } from '../../../shared/schema/network.ts'

/**
 * An entity that is known bad, or about whom an answer is open; or one that was wronged or misused (`exposed`): a
 * victim, a terminal that was compromised and who paid at it, which is known and says nothing bad of it.
 */
export interface KnownBad {
  readonly entity: EntityRef
  readonly certainty: 'confirmed' | 'open' | 'exposed'
}

const ranks = { exposed: 0, open: 1, confirmed: 2 } as const

/** The graver of what is known of one entity. */
export const graverOf = (one: KnownBad['certainty'] | undefined, other: KnownBad['certainty']): KnownBad['certainty'] =>
  one !== undefined && ranks[one] >= ranks[other] ? one : other

/** Who is known bad, by nodes, and how many of them are in each community. */
export interface BadNodes {
  /** How many are confirmed. */
  readonly confirmed: number
  readonly certaintyOf: (node: number) => KnownBad['certainty'] | null
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
    next: ReadonlyMap<number, KnownBad['certainty']>,
    most: number,
  ) => { readonly come: readonly number[]; readonly gone: readonly number[]; readonly all: boolean }
}

/** @param communityOf the community of a node as it is now */
export const createBadNodes = (communityOf: (node: number) => number): BadNodes => {
  const certain = new Map<number, KnownBad['certainty']>()
  const counts = new Map<number, number>()
  let isCounted = true

  const confirmedIn = (of: ReadonlyMap<number, KnownBad['certainty']>): number[] =>
    [...of].flatMap(([node, certainty]) => (certainty === 'confirmed' ? [node] : []))
  const count = (): void => {
    counts.clear()
    for (const node of confirmedIn(certain)) counts.set(communityOf(node), (counts.get(communityOf(node)) ?? 0) + 1)
    isCounted = true
  }

  return {
    get confirmed() {
      return confirmedIn(certain).length
    },
    certaintyOf: (node) => certain.get(node) ?? null,
    inCommunity: (community) => {
      if (!isCounted) count()
      return counts.get(community) ?? 0
    },
    recount: () => {
      isCounted = false
    },
    become: (next, most) => {
      const come = confirmedIn(next).filter((node) => certain.get(node) !== 'confirmed')
      const later = new Set(come.splice(Math.min(most, come.length)))
      const gone = confirmedIn(certain).filter((node) => next.get(node) !== 'confirmed')
      certain.clear()
      for (const [node, certainty] of next) if (!later.has(node)) certain.set(node, certainty)
      isCounted = false
      return { come, gone, all: later.size === 0 }
    },
  }
}

/** What is known of an entity, the gravest first. */
export const gravestFirst = <B extends Pick<KnownBad, 'certainty'>>(because: readonly B[]): B[] =>
  because.toSorted((one, other) => ranks[other.certainty] - ranks[one.certainty])
