import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neighbourhoodOf } from '../../../../main/domain/network/neighbourhood.ts'
import { pathBetween } from '../../../../main/domain/network/path.ts'
import { graphOf, neighboursIn } from './graphs.ts'

const pairs = fc.array(fc.tuple(fc.nat(19), fc.nat(19)), { maxLength: 50 })

/** Ties from a node to every other, by plain breadth-first search. */
const distances = (graph: ReturnType<typeof graphOf>, start: number): Map<number, number> => {
  const found = new Map([[start, 0]])
  for (const node of found.keys())
    for (const neighbour of neighboursIn(graph, node))
      if (!found.has(neighbour)) found.set(neighbour, (found.get(node) ?? 0) + 1)
  return found
}

describe('a way between two nodes', () => {
  it('is a shortest one, along links', () => {
    fc.assert(
      fc.property(pairs, fc.nat(19), fc.nat(19), (all, start, end) => {
        const graph = graphOf(20, all)
        const { nodes, complete } = pathBetween(graph, start, end, 20)
        const shortest = distances(graph, start).get(end)
        expect(complete).toBe(true)
        expect(nodes === null ? undefined : nodes.length - 1).toBe(shortest)
        expect(nodes === null ? [start, end] : [nodes[0], nodes.at(-1)]).toEqual([start, end])
        nodes?.slice(1).forEach((next, place) => expect(neighboursIn(graph, nodes[place] ?? -1)).toContain(next))
      }),
    )
  })

  it('is none beyond the bound, and none along links that are not allowed', () => {
    const graph = graphOf(5, [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
      [0, 4],
    ])
    expect(pathBetween(graph, 0, 2, 1).nodes).toBeNull()
    expect(pathBetween(graph, 0, 4, 6).nodes).toEqual([0, 4])
    expect(pathBetween(graph, 0, 4, 6, (link) => link !== 4).nodes).toEqual([0, 1, 2, 3, 4])
  })

  it('leads through the least busy of equally near nodes', () => {
    const busy = graphOf(9, [
      [0, 1],
      [1, 8],
      [0, 2],
      [2, 8],
      [1, 3],
      [1, 4],
      [1, 5],
    ])
    expect(pathBetween(busy, 0, 8, 4).nodes).toEqual([0, 2, 8])
  })
})

describe('a neighbourhood', () => {
  const ask = (graph: ReturnType<typeof graphOf>, centres: readonly number[], depth: number, limit: number) =>
    neighbourhoodOf(graph, {
      centres,
      depth,
      limit,
      allowsLink: () => true,
      allowsNode: () => true,
      weight: (node) => node,
    })

  it('is all within its depth, nearest first, with every link among them', () => {
    fc.assert(
      fc.property(pairs, fc.nat(19), fc.nat(4), (all, centre, depth) => {
        const graph = graphOf(20, all)
        const found = ask(graph, [centre], depth, 100)
        const expected = [...distances(graph, centre)].filter(([, distance]) => distance <= depth)
        expect([...found.nodes].sort((a, b) => a - b)).toEqual(expected.map(([node]) => node).sort((a, b) => a - b))
        found.nodes.forEach((node, place) => expect(found.hops[place]).toBe(distances(graph, centre).get(node)))
        expect([...found.hops].sort((a, b) => a - b)).toEqual(found.hops)
        const among = Array.from({ length: graph.links }, (_, link) => link).filter(
          (link) => found.nodes.includes(graph.linkAt(link).from) && found.nodes.includes(graph.linkAt(link).to),
        )
        expect(found.links).toEqual(among)
        expect(found.truncated).toBe(false)
      }),
    )
  })

  it('keeps the heaviest where there is no room for all, and says so', () => {
    const star = graphOf(
      10,
      Array.from({ length: 9 }, (_, place): [number, number] => [0, place + 1]),
    )
    expect(ask(star, [0], 1, 4)).toMatchObject({ nodes: [0, 9, 8, 7], hops: [0, 1, 1, 1], truncated: true })
    expect(ask(star, [0, 1, 2], 0, 2)).toMatchObject({ nodes: [0, 1], links: [0], truncated: true })
  })
})
