import type { LinkGraph } from './link-graph.ts'

/** Nodes that one search looks at before it gives up: what keeps a search between two busy nodes short. */
const looksAt = 50_000

export interface FoundPath {
  /** Both ends included; null: there is none within the bound. */
  readonly nodes: readonly number[] | null
  /** false: the search met its bound, and there may be a way that it did not see. */
  readonly complete: boolean
}

interface Side {
  readonly from: Map<number, number>
  edge: number[]
}

const sideOf = (start: number): Side => ({ from: new Map([[start, -1]]), edge: [start] })

const wayBack = ({ from }: Side, node: number): number[] => {
  const way: number[] = []
  for (let here = node; here !== -1; here = from.get(here) ?? -1) way.push(here)
  return way
}

/**
 * A shortest way between two nodes along links that `allows` lets pass, by breadth-first search from both ends, the
 * smaller edge first.
 * Of equally short ways the one that meets at the node with the fewest ties, then the lowest number.
 */
export const pathBetween = (
  graph: LinkGraph,
  start: number,
  end: number,
  longest: number,
  allows: (link: number) => boolean = () => true,
): FoundPath => {
  if (start === end) return { nodes: [start], complete: true }
  const sides = [sideOf(start), sideOf(end)] as const
  let looked = 0
  for (let length = 1; length <= longest; length += 1) {
    const [side, other] = sides[0].edge.length <= sides[1].edge.length ? [sides[0], sides[1]] : [sides[1], sides[0]]
    const next: number[] = []
    let meeting = -1
    for (const node of side.edge) {
      for (let step = graph.firstLink(node); step >= 0; step = graph.nextLink(step)) {
        const link = graph.numberOf(step)
        if (!allows(link)) continue
        const { from, to } = graph.linkAt(link)
        const neighbour = from === node ? to : from
        if (side.from.has(neighbour)) continue
        looked += 1
        if (looked > looksAt) return { nodes: null, complete: false }
        side.from.set(neighbour, node)
        next.push(neighbour)
        if (!other.from.has(neighbour)) continue
        const isBetter =
          meeting === -1 ||
          graph.degree(neighbour) < graph.degree(meeting) ||
          (graph.degree(neighbour) === graph.degree(meeting) && neighbour < meeting)
        if (isBetter) meeting = neighbour
      }
    }
    if (meeting !== -1) {
      const [head, tail] = [wayBack(sides[0], meeting).reverse(), wayBack(sides[1], meeting)]
      return { nodes: [...head, ...tail.slice(1)], complete: true }
    }
    side.edge = next
    if (next.length === 0) return { nodes: null, complete: true }
  }
  return { nodes: null, complete: true }
}
