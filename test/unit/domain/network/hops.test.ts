import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createHops, hopsMax } from '../../../../main/domain/network/hops.ts'
import { graphOf, neighboursIn, plain } from './graphs.ts'

describe('hops to the nearest seed', () => {
  it('are counted along ties, up to four', () => {
    const graph = graphOf(7, [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 5],
    ])
    const hops = createHops(graph)
    hops.addSeeds([0])
    expect([0, 1, 2, 3, 4, 5, 6].map((node) => hops.of(node))).toEqual([0, 1, 2, 3, 4, null, null])
    expect(hops.wayToSeed(3)).toEqual([3, 2, 1, 0])
    expect(hops.wayToSeed(5)).toBeNull()
  })

  it('grow shorter with a tie, and longer when a seed goes', () => {
    const graph = graphOf(6, [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 5],
    ])
    const hops = createHops(graph)
    hops.addSeeds([0, 5])
    expect(hops.of(3)).toBe(2)
    hops.removeSeeds([5])
    expect(hops.of(3)).toBe(3)
    graph.add(plain(0, 5))
    hops.tied(0, 5)
    expect([hops.of(5), hops.of(4), hops.of(3)]).toEqual([1, 2, 3])
  })

  it('that were kept up are those measured afresh, and each way is as long as they say', () => {
    const pairs = fc.array(fc.tuple(fc.nat(14), fc.nat(14)), { maxLength: 40 })
    fc.assert(
      fc.property(pairs, fc.uniqueArray(fc.nat(14), { maxLength: 4 }), fc.nat(40), (all, seeds, place) => {
        const graph = graphOf(15, all.slice(0, place))
        const kept = createHops(graph)
        kept.addSeeds(seeds)
        for (const [a, b] of all.slice(place)) if (graph.add(plain(a, b)).isNewTie) kept.tied(a, b)
        const fresh = createHops(graph)
        fresh.addSeeds(seeds)
        for (let node = 0; node < 15; node += 1) {
          const hops = kept.of(node)
          expect(hops).toBe(fresh.of(node))
          const way = kept.wayToSeed(node)
          if (hops === null) expect(way).toBeNull()
          else {
            expect(way).toHaveLength(hops + 1)
            expect(hops).toBeLessThanOrEqual(hopsMax)
            expect(seeds).toContain(way?.at(-1))
            way?.slice(1).forEach((next, at) => expect(neighboursIn(graph, way[at] ?? -1)).toContain(next))
          }
        }
      }),
    )
  })
})
