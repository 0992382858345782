import type { OwnershipHolding, HoldingGraph } from './holdings.ts'

/** Rounds within a ring, after which the bound is given up and is 1. */
const roundsMax = 20_000

/**
 * The most of a company that can reach an owner: everybody gets what cannot be another's, and what is left goes where
 * the most of it arrives, as far as the ranges allow.
 */
const bestOf = (holdings: readonly OwnershipHolding[], reaches: Float64Array): number => {
  let left = 1
  let sum = 0
  for (const { owner, floor } of holdings) {
    left -= floor
    sum += floor * (reaches[owner] as number)
  }
  const byReach = holdings
    .filter(({ owner, floor, max }) => max > floor && (reaches[owner] as number) > 0)
    .sort((one, other) => (reaches[other.owner] as number) - (reaches[one.owner] as number))
  for (const { owner, floor, max } of byReach) {
    if (left <= 0) break
    const more = Math.min(left, max - floor)
    left -= more
    sum += more * (reaches[owner] as number)
  }
  return Math.min(1, sum)
}

/**
 * The most of the target that a party can have while every share lies in its range and no company is owned more than
 * once: a Markov decision process (which owner a walk goes to, within the ranges), solved by value iteration from
 * nothing upwards, ring by ring from the owners down.
 *
 * @param groups components, owners first
 */
export const mostThatCanReach = (
  graph: HoldingGraph,
  groups: readonly (readonly number[])[],
  party: number,
): number => {
  const reaches = new Float64Array(graph.parties.length)
  reaches[party] = 1
  for (const group of groups) {
    for (let round = 0; ; round += 1) {
      let moved = 0
      for (const node of group) {
        if (node === party) continue
        const value = bestOf(graph.heldBy[node] ?? [], reaches)
        moved = Math.max(moved, value - (reaches[node] as number))
        reaches[node] = value
      }
      if (
        moved < 1e-13 ||
        (group.length === 1 && !(graph.heldBy[group[0] as number] ?? []).some(({ owner }) => owner === group[0]))
      )
        break
      if (round >= roundsMax) return 1
    }
  }
  return reaches[graph.target] as number
}
