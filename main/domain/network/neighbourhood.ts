import type { LinkGraph } from './link-graph.ts'

/** What of the network is asked for. */
export interface NeighbourhoodQuery {
  readonly centres: readonly number[]
  /** How many links away from a centre. */
  readonly depth: number
  /** The most nodes. */
  readonly limit: number
  readonly allowsLink: (link: number) => boolean
  /** Centres are always let in. */
  readonly allowsNode: (node: number) => boolean
  /** Of equally near nodes those with more come first. */
  readonly weight: (node: number) => number
}

export interface Neighbourhood {
  /** Centres first, then by distance, then by weight. */
  readonly nodes: readonly number[]
  /** Links from the nearest centre, by place in `nodes`. */
  readonly hops: readonly number[]
  /** Numbers of the links among the nodes, in the order in which they came. */
  readonly links: readonly number[]
  readonly truncated: boolean
}

/** More links of one picture than this help nobody; the newest of each node are kept. */
export const linksMax = 60_000

/** Nodes that one level of a search may find before the best are chosen. */
const levelMax = 200_000

const neighboursOf = (
  graph: LinkGraph,
  node: number,
  allowsLink: (link: number) => boolean,
  visit: (neighbour: number) => boolean,
): boolean => {
  for (let step = graph.firstLink(node); step >= 0; step = graph.nextLink(step)) {
    const number = graph.numberOf(step)
    if (!allowsLink(number)) continue
    const { from, to } = graph.linkAt(number)
    if (!visit(from === node ? to : from)) return false
  }
  return true
}

const linksAmong = (
  graph: LinkGraph,
  nodes: ReadonlySet<number>,
  allowsLink: (link: number) => boolean,
): { readonly links: readonly number[]; readonly truncated: boolean } => {
  const links = new Set<number>()
  for (const node of nodes) {
    for (let step = graph.firstLink(node); step >= 0; step = graph.nextLink(step)) {
      const number = graph.numberOf(step)
      if (links.has(number) || !allowsLink(number)) continue
      const { from, to } = graph.linkAt(number)
      if (!nodes.has(from) || !nodes.has(to)) continue
      if (links.size >= linksMax) return { links: [...links].sort((one, other) => one - other), truncated: true }
      links.add(number)
    }
  }
  return { links: [...links].sort((one, other) => one - other), truncated: false }
}

/** The nodes around some, level by level, within the bounds; the riskiest of the last level that has no room whole. */
export const neighbourhoodOf = (
  graph: LinkGraph,
  { centres, depth, limit, allowsLink, allowsNode, weight }: NeighbourhoodQuery,
): Neighbourhood => {
  const hops = new Map<number, number>()
  const given = [...new Set(centres)]
  for (const centre of given.slice(0, limit)) hops.set(centre, 0)
  let truncated = given.length > limit
  let edge = [...hops.keys()]
  for (let distance = 1; distance <= depth && edge.length > 0 && hops.size < limit; distance += 1) {
    const found = new Set<number>()
    for (const node of edge) {
      const isWhole = neighboursOf(graph, node, allowsLink, (neighbour) => {
        if (!hops.has(neighbour) && allowsNode(neighbour)) found.add(neighbour)
        return found.size < levelMax
      })
      if (!isWhole) {
        truncated = true
        break
      }
    }
    const ranked = [...found]
      .map((node) => ({ node, weight: weight(node) }))
      .sort((one, other) => other.weight - one.weight || one.node - other.node)
    const room = limit - hops.size
    truncated ||= ranked.length > room
    edge = ranked.slice(0, room).map(({ node }) => node)
    for (const node of edge) hops.set(node, distance)
  }
  const among = linksAmong(graph, new Set(hops.keys()), allowsLink)
  return {
    nodes: [...hops.keys()],
    hops: [...hops.values()],
    links: among.links,
    truncated: truncated || among.truncated,
  }
}
