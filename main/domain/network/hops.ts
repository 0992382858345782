import type { LinkGraph } from './link-graph.ts'

/** Ties beyond which nobody asks how far a bad node is. */
export const hopsMax = 4

type Ties = Pick<LinkGraph, 'size' | 'firstTie' | 'nextTie' | 'tiedTo'>

/** How many ties lie between each node and the nearest seed: kept up to date as ties and seeds come. */
export interface Hops {
  /** 0: a seed; null: none within `hopsMax`. */
  of(node: number): number | null
  /**
   * The way from a node to the nearest seed, both ends included; null where there is none near enough. Of several the
   * one through the lowest numbers.
   */
  wayToSeed(node: number): readonly number[] | null
  addSeeds(nodes: readonly number[]): void
  /** Takes seeds away; everything is measured again, in time linear in the ties near seeds. */
  removeSeeds(nodes: readonly number[]): void
  /** After the graph has tied two nodes that were not tied before. */
  tied(a: number, b: number): void
}

const far = 255

/** Makes the hops of a graph without seeds. */
export const createHops = (graph: Ties): Hops => {
  let distance = new Uint8Array(1_024).fill(far)
  const seeds = new Set<number>()

  const makeRoom = (): void => {
    if (graph.size <= distance.length) return
    const before = distance
    distance = new Uint8Array(graph.size * 2).fill(far)
    distance.set(before)
  }
  const at = (node: number): number => distance[node] ?? far
  const spread = (from: readonly number[]): void => {
    const queue = [...from]
    for (let place = 0; place < queue.length; place += 1) {
      const node = queue[place] ?? 0
      const next = at(node) + 1
      if (next > hopsMax) continue
      for (let step = graph.firstTie(node); step >= 0; step = graph.nextTie(step)) {
        const neighbour = graph.tiedTo(step)
        if (at(neighbour) <= next) continue
        distance[neighbour] = next
        queue.push(neighbour)
      }
    }
  }
  const addSeeds = (nodes: readonly number[]): void => {
    makeRoom()
    for (const node of nodes) {
      seeds.add(node)
      distance[node] = 0
    }
    spread(nodes)
  }
  const nearer = (node: number): number => {
    let best = -1
    for (let step = graph.firstTie(node); step >= 0; step = graph.nextTie(step)) {
      const neighbour = graph.tiedTo(step)
      if (at(neighbour) === at(node) - 1 && (best === -1 || neighbour < best)) best = neighbour
    }
    return best
  }
  return {
    of: (node) => (at(node) > hopsMax ? null : at(node)),
    wayToSeed: (node) => {
      if (at(node) > hopsMax) return null
      const way = [node]
      for (let here = node; at(here) > 0; way.push(here)) here = nearer(here)
      return way
    },
    addSeeds,
    removeSeeds(nodes) {
      for (const node of nodes) seeds.delete(node)
      distance.fill(far)
      addSeeds([...seeds])
    },
    tied(a, b) {
      makeRoom()
      if (at(a) < at(b)) spread([a])
      else if (at(b) < at(a)) spread([b])
    },
  }
}
