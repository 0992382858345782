import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { communityMax, createCommunities } from '../../../../main/domain/network/communities.ts'
import type { Communities } from '../../../../main/domain/network/communities.ts'
import { graphOf, plain } from './graphs.ts'

const found = (communities: Communities): Communities => {
  for (const step of communities.refind()) void step
  return communities
}

/** Pairs of a group in which everybody is tied to everybody. */
const clique = (nodes: readonly number[]): [number, number][] =>
  nodes.flatMap((a) => nodes.filter((b) => b > a).map((b): [number, number] => [a, b]))

describe('communities', () => {
  it('are two groups that one tie joins', () => {
    const communities = found(createCommunities(graphOf(9, [...clique([0, 1, 2, 3]), ...clique([4, 5, 6, 7]), [3, 4]])))
    expect(new Set([0, 1, 2, 3].map((node) => communities.of(node))).size).toBe(1)
    expect(new Set([4, 5, 6, 7].map((node) => communities.of(node))).size).toBe(1)
    expect(communities.of(0)).not.toBe(communities.of(7))
    expect([communities.sizeOf(communities.of(0)), communities.of(8), communities.sizeOf(8)]).toEqual([4, 8, 1])
  })

  it('have sizes that count their nodes, and none grows beyond its bound, as ties come and when they are found anew', () => {
    const size = 600
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 1_500 }), (pairs) => {
        const graph = graphOf(size, [])
        const communities = createCommunities(graph)
        for (const [a, b] of pairs) if (graph.add(plain(a, b)).isNewTie) communities.tied(a, b)
        for (const one of [communities, found(communities)]) {
          const counts = new Map<number, number>()
          for (let node = 0; node < size; node += 1) counts.set(one.of(node), (counts.get(one.of(node)) ?? 0) + 1)
          for (const [community, count] of counts) {
            expect(one.sizeOf(community)).toBe(count)
            expect(count).toBeLessThanOrEqual(communityMax)
          }
        }
      }),
      { numRuns: 20 },
    )
  })

  it('are not made by a node that everybody is tied to', () => {
    const star = graphOf(
      900,
      Array.from({ length: 899 }, (_, place): [number, number] => [0, place + 1]),
    )
    const communities = found(createCommunities(star))
    expect(new Set(Array.from({ length: 899 }, (_, place) => communities.of(place + 1))).size).toBe(899)
  })

  it('of the same graph are the same each time', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(30), fc.nat(30)), { maxLength: 90 }),
        fc.infiniteStream(fc.nat()),
        (pairs, order) => {
          const shuffled = pairs
            .map((pair) => ({ pair, key: (order.next() as { value: number }).value }))
            .sort((one, other) => one.key - other.key)
            .map(({ pair }) => pair)
          const [one, other] = [
            found(createCommunities(graphOf(31, pairs))),
            found(createCommunities(graphOf(31, shuffled))),
          ]
          for (let node = 0; node <= 30; node += 1) expect(one.of(node)).toBe(other.of(node))
        },
      ),
    )
  })
})
