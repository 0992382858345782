import type { MetBy } from '../../../../shared/schema/kyb.ts'
import { shareTolerance } from './holdings.ts'
import type { HoldingGraph } from './holdings.ts'

/** How the rule falls on one company. */
export interface BlockedOwnership {
  readonly party: number
  readonly blocked: Exclude<MetBy, 'no'>
  /** Percent held by blocked persons together, at least and at most. */
  readonly min: number
  readonly max: number
  /** Who they are: blocked themselves, or by this rule. */
  readonly owners: readonly number[]
}

const half = 0.5

const held = (graph: HoldingGraph, party: number, by: ReadonlySet<number>, bound: 'min' | 'max'): number =>
  (graph.heldBy[party] ?? []).reduce((sum, holding) => sum + (by.has(holding.owner) ? holding[bound] : 0), 0)

/** Adds companies that reach half until none does. What is added never leaves, so that the order does not matter. */
const spread = (graph: HoldingGraph, blocked: ReadonlySet<number>, bound: 'min' | 'max'): ReadonlySet<number> => {
  const all = new Set(blocked)
  for (let grew = true; grew;) {
    grew = false
    for (const party of graph.parties.keys()) {
      if (all.has(party) || held(graph, party, all, bound) < half - shareTolerance) continue
      all.add(party)
      grew = true
    }
  }
  return all
}

/**
 * Whether companies are blocked by who owns them: property of an entity is blocked where one or more blocked persons
 * own 50 percent or more of it in the aggregate, directly or indirectly. Indirectly means through entities that are 50
 * percent or more owned themselves: these count with all that they own, and others with nothing. Ownership counts, and
 * control does not; shares of persons blocked under different programmes are added. Source: U.S. Department of the
 * Treasury, OFAC, "Revised Guidance on Entities Owned by Persons Whose Property and Interests in Property Are Blocked",
 * 13 August 2014, and OFAC's frequently asked questions 398 to 402.
 *
 * @param graph of shares
 * @param confirmed numbers of parties that are blocked
 * @param open numbers of parties that may be: a match with a list that nobody has disposed of
 */
export const blockedByOwnership = (
  graph: HoldingGraph,
  confirmed: ReadonlySet<number>,
  open: ReadonlySet<number>,
): readonly BlockedOwnership[] => {
  const surely = spread(graph, confirmed, 'min')
  const perhaps = spread(graph, new Set([...confirmed, ...open]), 'max')
  return [...perhaps]
    .filter((party) => !confirmed.has(party) && held(graph, party, perhaps, 'max') >= half - shareTolerance)
    .sort((one, other) => one - other)
    .map((party) => ({
      party,
      blocked: surely.has(party) ? 'yes' : 'possible',
      min: 100 * held(graph, party, surely, 'min'),
      max: 100 * Math.min(1, held(graph, party, perhaps, 'max')),
      owners: (graph.heldBy[party] ?? [])
        .filter(({ owner }) => (surely.has(party) ? surely : perhaps).has(owner))
        .map(({ owner }) => owner),
    }))
}
