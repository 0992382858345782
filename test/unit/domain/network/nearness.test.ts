import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createNearness } from '../../../../main/domain/network/nearness.ts'
import type { LinkGraph } from '../../../../main/domain/network/link-graph.ts'
import { graphOf, neighboursIn, plain } from './graphs.ts'

const restart = 0.15

/**
 * Personalised PageRank by power iteration, to the limits of numbers. A walk that stands at a node without ties ends.
 */
const exact = (graph: LinkGraph, seeds: readonly number[]): number[] => {
  let values = new Array<number>(graph.size).fill(0)
  for (let round = 0; round < 400; round += 1) {
    const next = new Array<number>(graph.size).fill(0)
    for (const seed of seeds) next[seed] = (next[seed] ?? 0) + restart
    values.forEach((value, node) => {
      const neighbours = neighboursIn(graph, node)
      for (const neighbour of neighbours)
        next[neighbour] = (next[neighbour] ?? 0) + ((1 - restart) * value) / neighbours.length
    })
    values = next
  }
  return values
}

const valuesOf = (nearness: { of(node: number): number }, size: number): number[] =>
  Array.from({ length: size }, (_, node) => nearness.of(node))

describe('nearness', () => {
  it('of two nodes that are tied is what is worked out by hand', () => {
    const graph = graphOf(2, [[0, 1]])
    const nearness = createNearness(graph, 1e-12)
    nearness.addSeeds([0])
    // x0 = 0.15 + 0.85 x1 and x1 = 0.85 x0.
    expect(nearness.of(0)).toBeCloseTo(0.15 / (1 - 0.85 ** 2), 9)
    expect(nearness.of(1)).toBeCloseTo((0.15 * 0.85) / (1 - 0.85 ** 2), 9)
  })

  it('falls with distance and is nothing where no way leads', () => {
    const graph = graphOf(5, [
      [0, 1],
      [1, 2],
      [2, 3],
    ])
    const nearness = createNearness(graph, 1e-9)
    nearness.addSeeds([0])
    expect(nearness.of(1)).toBeGreaterThan(nearness.of(2))
    expect(nearness.of(2)).toBeGreaterThan(nearness.of(3))
    expect(nearness.of(4)).toBe(0)
  })

  const pairs = fc.array(fc.tuple(fc.nat(14), fc.nat(14)), { minLength: 1, maxLength: 40 })
  const nodes = fc.uniqueArray(fc.nat(14), { minLength: 1, maxLength: 5 })

  it('that was kept up as ties and seeds came and went is that of a power iteration, within the tolerance of each tie', () => {
    fc.assert(
      fc.property(pairs, nodes, nodes, fc.nat(40), (all, seeds, others, place) => {
        const tolerance = 1e-4
        const graph = graphOf(15, all.slice(0, place))
        const nearness = createNearness(graph, tolerance)
        nearness.addSeeds(seeds)
        const later = all.slice(place)
        later.forEach(([a, b], at) => {
          if (graph.add(plain(a, b)).isNewTie) nearness.tied(a, b)
          if (at === 1) nearness.addSeeds(others)
          if (at === 3) nearness.removeSeeds(others)
        })
        const standing = later.length === 2 || later.length === 3 ? [...seeds, ...others] : seeds
        const truth = exact(graph, standing)
        // What is undistributed is at most the tolerance for each tie, and no walk carries more of it anywhere.
        const slack =
          tolerance *
          Array.from({ length: 15 }, (_, node) => Math.max(1, graph.degree(node))).reduce((sum, ties) => sum + ties, 0)
        valuesOf(nearness, 15).forEach((value, node) =>
          expect(Math.abs(value - (truth[node] ?? 0))).toBeLessThanOrEqual(slack),
        )
      }),
    )
  })

  it('of seeds that were added and taken away is nothing, within the tolerance', () => {
    const graph = graphOf(6, [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 5],
      [0, 5],
    ])
    const nearness = createNearness(graph, 1e-6)
    nearness.addSeeds([0, 3])
    nearness.removeSeeds([0, 3])
    for (const value of valuesOf(nearness, 6)) expect(value).toBeLessThan(1e-4)
  })

  it('of a seed without ties passes on when it is tied', () => {
    const graph = graphOf(3, [])
    const nearness = createNearness(graph, 1e-9)
    nearness.addSeeds([0])
    graph.add(plain(0, 1))
    nearness.tied(0, 1)
    graph.add(plain(1, 2))
    nearness.tied(1, 2)
    const truth = exact(graph, [0])
    valuesOf(nearness, 3).forEach((value, node) => expect(value).toBeCloseTo(truth[node] ?? 0, 6))
  })
})
