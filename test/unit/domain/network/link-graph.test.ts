import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLinkGraph } from '../../../../main/domain/network/link-graph.ts'
import { graphOf, neighboursIn, plain } from './graphs.ts'

describe('a graph of links', () => {
  it('adds up what goes between the same two in one kind and currency', () => {
    const graph = createLinkGraph()
    const transfer = { ...plain(0, 1), currency: 0, total: 100, firstMs: 5, lastMs: 5 }
    expect(graph.add(transfer)).toEqual({ link: 0, isNewTie: true })
    expect(graph.add({ ...transfer, total: 30, firstMs: 2, lastMs: 9 })).toEqual({ link: 0, isNewTie: false })
    expect(graph.linkAt(0)).toEqual({ ...transfer, count: 2, total: 130, firstMs: 2, lastMs: 9 })
  })

  it('keeps apart directions, kinds and currencies, and ties two nodes once', () => {
    const graph = createLinkGraph()
    for (const draft of [
      plain(0, 1),
      plain(1, 0),
      { ...plain(0, 1), kind: 3 },
      { ...plain(0, 1), currency: 0 },
      { ...plain(0, 1), currency: 1 },
    ])
      graph.add(draft)
    expect([graph.links, graph.ties, graph.degree(0), graph.degree(1)]).toEqual([5, 1, 1, 1])
    const seen: number[] = []
    for (let step = graph.firstLink(1); step >= 0; step = graph.nextLink(step)) seen.push(graph.numberOf(step))
    expect(seen).toEqual([4, 3, 2, 1, 0])
  })

  it('leaves out what joins a node with itself', () => {
    const graph = createLinkGraph()
    expect(graph.add(plain(3, 3))).toEqual({ link: -1, isNewTie: false })
    expect([graph.size, graph.links, graph.degree(3), graph.firstLink(3)]).toEqual([4, 0, 0, -1])
  })

  it('takes an unknown time from whatever is known', () => {
    const graph = createLinkGraph()
    graph.add({ ...plain(0, 1), firstMs: Number.NaN, lastMs: Number.NaN })
    graph.add({ ...plain(0, 1), firstMs: 4, lastMs: 6 })
    expect(graph.linkAt(0)).toMatchObject({ firstMs: 4, lastMs: 6 })
  })

  it('has the neighbours that its links make, whatever their order', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(20), fc.nat(20)), { maxLength: 120 }), (pairs) => {
        const graph = graphOf(21, pairs)
        for (let node = 0; node <= 20; node += 1) {
          const expected = new Set(pairs.flatMap(([a, b]) => (a === b ? [] : a === node ? [b] : b === node ? [a] : [])))
          expect(neighboursIn(graph, node)).toEqual([...expected].sort((a, b) => a - b))
          expect(graph.degree(node)).toBe(expected.size)
        }
      }),
    )
  })
})
