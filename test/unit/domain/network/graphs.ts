import { createLinkGraph } from '../../../../main/domain/network/link-graph.ts'
import type { LinkGraph } from '../../../../main/domain/network/link-graph.ts'

/** A plain link of one transfer. */
export const plain = (from: number, to: number) => ({
  from,
  to,
  kind: 0,
  currency: -1,
  count: 1,
  total: 0,
  firstMs: 0,
  lastMs: 0,
  source: 0,
})

/** A graph of some pairs. */
export const graphOf = (size: number, pairs: readonly (readonly [number, number])[]): LinkGraph => {
  const graph = createLinkGraph()
  graph.reach(size - 1)
  for (const [from, to] of pairs) graph.add(plain(from, to))
  return graph
}

/** The neighbours of a node, ascending. */
export const neighboursIn = (graph: LinkGraph, node: number): number[] => {
  const found: number[] = []
  for (let step = graph.firstTie(node); step >= 0; step = graph.nextTie(step)) found.push(graph.tiedTo(step))
  return found.sort((one, other) => one - other)
}
