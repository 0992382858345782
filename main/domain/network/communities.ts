import { places } from './columns.ts'
import type { LinkGraph } from './link-graph.ts'

/** The most nodes of a community: beyond that, belonging to it says nothing. */
export const communityMax = 200

const rounds = 5

/** Nodes with more ties than this (a large shop, an address of a carrier) join nobody together. */
const hubFrom = 500

type Ties = Pick<LinkGraph, 'size' | 'degree' | 'firstTie' | 'nextTie' | 'tiedTo'>

/** Which nodes hang together more than with others. */
export interface Communities {
  /** The number of a node's community; of one that hangs together with nobody its own. */
  of(node: number): number
  sizeOf(community: number): number
  /**
   * After the graph has tied two nodes that were not tied before: whoever was alone joins the other, where there is
   * room.
   */
  tied(a: number, b: number): void
  /**
   * Finds them anew over the whole graph, a few hundred nodes a step: run it to its end, with pauses for others in
   * between.
   */
  refind(): Generator<void, void, void>
}

const stepNodes = 250

/**
 * Communities by label propagation (Raghavan, Albert, Kumara 2007), each of at most `communityMax` nodes. Nodes are
 * gone through in the order of their numbers and of equal labels the highest wins: one that has not moved yet, so that
 * no label floods the graph in the first round, and one graph always gives the same.
 */
export const createCommunities = (graph: Ties): Communities => {
  // A label of -1 is a node's own number.
  let labels = places()
  let sizes = places(0)
  const labelIn = (of: typeof labels, node: number): number => {
    const label = of.get(node)
    return label === -1 ? node : label
  }
  const sizeIn = (of: typeof sizes, label: number): number => of.get(label) + 1
  const isHub = (node: number): boolean => graph.degree(node) > hubFrom

  /** Moves a node; sizes are kept as what a community has beyond its first node. */
  const move = (into: typeof labels, counts: typeof sizes, node: number, label: number): void => {
    counts.add(labelIn(into, node), -1)
    counts.add(label, 1)
    into.set(node, label)
  }

  const bestFor = (into: typeof labels, counts: typeof sizes, tally: Map<number, number>, node: number): number => {
    tally.clear()
    for (let step = graph.firstTie(node); step >= 0; step = graph.nextTie(step)) {
      const neighbour = graph.tiedTo(step)
      if (isHub(neighbour)) continue
      const label = labelIn(into, neighbour)
      tally.set(label, (tally.get(label) ?? 0) + 1)
    }
    const own = labelIn(into, node)
    let best = own
    let most = tally.get(own) ?? 0
    for (const [label, count] of tally) {
      if (label !== own && sizeIn(counts, label) >= communityMax) continue
      if (count > most || (count === most && label > best)) [best, most] = [label, count]
    }
    return best
  }

  return {
    of: (node) => labelIn(labels, node),
    sizeOf: (community) => sizeIn(sizes, community),
    tied(a, b) {
      if (isHub(a) || isHub(b)) return
      for (const [one, other] of [
        [a, b],
        [b, a],
      ] as const) {
        const label = labelIn(labels, other)
        const isAlone = labelIn(labels, one) === one && sizeIn(sizes, one) === 1
        if (!isAlone || label === one || sizeIn(sizes, label) >= communityMax) continue
        move(labels, sizes, one, label)
        return
      }
    },
    *refind() {
      const into = places()
      const counts = places(0)
      const tally = new Map<number, number>()
      for (let round = 0; round < rounds; round += 1) {
        let moved = 0
        for (let node = 0; node < graph.size; node += 1) {
          if (node % stepNodes === stepNodes - 1) yield
          if (isHub(node)) continue
          const label = bestFor(into, counts, tally, node)
          if (label === labelIn(into, node)) continue
          move(into, counts, node, label)
          moved += 1
        }
        if (moved === 0) break
      }
      labels = into
      sizes = counts
    },
  }
}
