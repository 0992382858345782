import { componentsOf } from './components.ts'
import type { HoldingGraph } from './holdings.ts'
import { shareTolerance } from './holdings.ts'
import { inverted, sweptUp } from './linear.ts'
import { mostThatCanReach } from './upper.ts'

/** Loops of up to so many companies are solved exactly. */
const exactMax = 200

/** The most work for upper bounds, in holdings looked at. */
const upperWorkMax = 40_000_000

/** Bounds of a share of the target, as parts of one; alike where everything is stated exactly. */
export interface Integrated {
  readonly min: number
  readonly max: number
  /** The share is more than `min`. */
  readonly aboveMin: boolean
  /** The share is less than `max`. */
  readonly belowMax: boolean
}

/** What every party has of the target through all chains and loops. */
export interface Integration {
  /** By number of the party; of the target itself it is all. */
  readonly shares: readonly Integrated[]
  /** Companies that own each other in a ring, or themselves. */
  readonly loops: readonly (readonly number[])[]
  /** Of them those that nobody outside owns any part of: no share ever leaves them. */
  readonly closed: readonly (readonly number[])[]
  /** Whether the upper bounds were given up for being too much work, and are 1. */
  readonly roughUpper: boolean
}

const isLoop = (group: readonly number[], { heldBy }: HoldingGraph): boolean =>
  group.length > 1 || group.some((node) => (heldBy[node] ?? []).some(({ owner, max }) => owner === node && max > 0))

/** A ring whose members are owned wholly by each other. */
const isClosed = (group: readonly number[], { heldBy }: HoldingGraph): boolean => {
  const members = new Set(group)
  return group.every((node) => {
    const holdings = heldBy[node] ?? []
    const inside = holdings.reduce((sum, { owner, min }) => sum + (members.has(owner) ? min : 0), 0)
    return inside >= 1 - shareTolerance
  })
}

/**
 * Within a ring: how often a walk from the target upwards comes by each member, and whether it ever does. The walk goes
 * from a company to one of its owners, to each with the chance that is its share, so that the chance to end with a
 * final owner is that owner's integrated share.
 */
const insideRing = (
  group: readonly number[],
  inflow: Float64Array,
  { heldBy }: HoldingGraph,
): { readonly visits: Float64Array; readonly hits: Float64Array } => {
  const placeOf = new Map(group.map((node, place) => [node, place]))
  const weights = group.map((node) =>
    (heldBy[node] ?? []).flatMap(({ owner, min }) =>
      placeOf.has(owner) && min > 0 ? [{ to: placeOf.get(owner) as number, weight: min }] : [],
    ),
  )
  if (group.length <= exactMax) {
    const rows = group.map((_, at) => Float64Array.from(group, (__, column) => (at === column ? 1 : 0)))
    // Row: where the walk is; column: where it came from.
    for (const [from, goes] of weights.entries())
      for (const { to, weight } of goes) (rows[to] as Float64Array)[from] = (rows[to]?.[from] as number) - weight
    const inverse = inverted(rows)
    if (inverse !== null) {
      const visits = Float64Array.from(inverse, (row) =>
        row.reduce((sum, value, from) => sum + value * (inflow[from] as number), 0),
      )
      return { visits, hits: visits.map((value, at) => value / (inverse[at]?.[at] as number)) }
    }
  }
  const from = group.map((): { at: number; weight: number }[] => [])
  for (const [at, goes] of weights.entries()) for (const { to, weight } of goes) from[to]?.push({ at, weight })
  const visits = sweptUp(from, inflow) ?? Float64Array.from(inflow)
  return { visits, hits: visits.map((value) => Math.min(1, value)) }
}

/** Marks the owners of a party that hold surely more of the target than their lower bound. */
const markMore = (graph: HoldingGraph, node: number, more: Uint8Array): void => {
  for (const { owner, min, max, aboveMin } of graph.heldBy[node] ?? [])
    if (max > 0 && (aboveMin || (more[node] === 1 && min > 0))) more[owner] = 1
}

/** Whether some way to the target goes over a holding that is more than its lower bound. */
const surelyMore = (graph: HoldingGraph, order: readonly (readonly number[])[], visits: Float64Array): Uint8Array => {
  const more = new Uint8Array(graph.parties.length)
  for (const group of order) {
    // Within a ring what holds for one member holds, after as many rounds as it has members, for all that it reaches.
    for (let round = 0; round < Math.min(group.length, 50); round += 1) {
      for (const node of group) {
        if ((visits[node] as number) > 0) markMore(graph, node, more)
      }
    }
  }
  return more
}

/** Whether every holding of an owner is less than its upper bound, or is held in something of which that holds. */
const surelyLess = (graph: HoldingGraph, order: readonly (readonly number[])[]): Uint8Array => {
  const less = new Uint8Array(graph.parties.length).fill(1)
  less[graph.target] = 0
  const held = new Uint8Array(graph.parties.length)
  for (const group of order) {
    for (const node of group) {
      for (const { owner, belowMax, max } of graph.heldBy[node] ?? []) {
        if (max <= 0) continue
        held[owner] = 1
        if (!belowMax && less[node] === 0) less[owner] = 0
      }
    }
  }
  return less.map((value, node) => (held[node] === 1 ? value : 0))
}

/**
 * The integrated share of every party in the target: the column of the target in (I - W)^-1 W, where W holds the direct
 * shares, with what a party has of itself taken out (M. Baldone, F. Brioschi, S. Paleari, "Ownership measures among
 * firms connected by cross-shareholdings", 1998). Rings of up to 200 companies are solved exactly, larger ones by
 * iteration; a ring whose shares nobody outside holds is told in `closed`, and what flows into it belongs to nobody.
 * Ranges give bounds: what is held at least, and the most that can be held while every company is owned once. Sums of
 * final owners' lower bounds are 1 at most.
 */
export const integrate = (graph: HoldingGraph): Integration => {
  const size = graph.parties.length
  const { groups } = componentsOf(
    graph.heldBy.map((holdings) => holdings.filter(({ max }) => max > 0).map(({ owner }) => owner)),
  )
  // From the target upwards.
  const order = [...groups].reverse()
  const arriving = new Float64Array(size)
  const visits = new Float64Array(size)
  const lower = new Float64Array(size)
  arriving[graph.target] = 1
  const loops = order.filter((group) => isLoop(group, graph))
  const closed = loops.filter((group) => isClosed(group, graph))
  const shut = new Set(closed)
  for (const group of order) {
    const inflow = Float64Array.from(group, (node) => arriving[node] as number)
    if (inflow.every((value) => value === 0)) continue
    const inside =
      isLoop(group, graph) && !shut.has(group) ? insideRing(group, inflow, graph) : { visits: inflow, hits: inflow }
    const members = new Set(group)
    for (const [place, node] of group.entries()) {
      visits[node] = inside.visits[place] as number
      lower[node] = inside.hits[place] as number
      if (shut.has(group)) continue
      for (const { owner, min } of graph.heldBy[node] ?? [])
        if (!members.has(owner)) arriving[owner] = (arriving[owner] as number) + visits[node] * min
    }
  }
  lower[graph.target] = 1
  const isExact = graph.heldBy.every((holdings) => holdings.every(({ min, max }) => max - min < shareTolerance))
  const holdings = graph.heldBy.reduce((sum, list) => sum + list.length, 0)
  const roughUpper = !isExact && size * (holdings + size) > upperWorkMax
  const more = surelyMore(graph, order, visits)
  const less = surelyLess(graph, order)
  const shares = graph.parties.map((_, node): Integrated => {
    const min = Math.min(1, lower[node] as number)
    const max =
      isExact || node === graph.target ? min : roughUpper ? 1 : Math.max(min, mostThatCanReach(graph, groups, node))
    return { min, max, aboveMin: more[node] === 1 && max > min, belowMax: less[node] === 1 && max > min }
  })
  return { shares, loops, closed, roughUpper }
}
