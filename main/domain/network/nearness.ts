import type { LinkGraph } from './link-graph.ts'

/** The share of a walk that begins anew at a known bad node with each step. */
const restart = 0.15

/**
 * How much of a walk may lie about undistributed at a node, for each of its ties. Halving it adds a thousandth to the
 * average precision and doubles the time (docs/decisions/network-nearness.md).
 */
export const usualTolerance = 3e-3

type Ties = Pick<LinkGraph, 'size' | 'degree' | 'firstTie' | 'nextTie' | 'tiedTo'>

/**
 * How near nodes are to known bad ones: personalised PageRank over undirected ties, by forward push (Andersen, Chung,
 * Lang 2006), kept up to date as ties come (Zhang, Lofgren, Goel 2016, "Approximate personalized PageRank on dynamic
 * graphs"). A new tie costs what it changes, not the size of the graph.
 *
 * What lies about undistributed is at most `tolerance` for each tie of a node, so a value is off by at most `tolerance`
 * times the node's ties.
 */
export interface Nearness {
  /** The mass of a seed is 1: values of several seeds add up. */
  of(node: number): number
  /** Of nodes that are none yet. */
  addSeeds(nodes: readonly number[]): void
  /** Of nodes that are seeds. */
  removeSeeds(nodes: readonly number[]): void
  /** After the graph has tied two nodes that were not tied before. */
  tied(a: number, b: number): void
}

/** Makes the nearness of a graph's nodes to no seeds yet. Ties that the graph holds already are known. */
export const createNearness = (graph: Ties, tolerance = usualTolerance): Nearness => {
  let settled = new Float64Array(1_024)
  let waiting = new Float64Array(1_024)
  let isQueued = new Uint8Array(1_024)
  const queue: number[] = []
  let seeds = 0

  const makeRoom = (): void => {
    if (graph.size <= settled.length) return
    const [beforeSettled, beforeWaiting] = [settled, waiting]
    settled = new Float64Array(graph.size * 2)
    waiting = new Float64Array(graph.size * 2)
    isQueued = new Uint8Array(graph.size * 2)
    settled.set(beforeSettled)
    waiting.set(beforeWaiting)
  }
  const put = (node: number, mass: number): void => {
    const now = (waiting[node] ?? 0) + mass
    waiting[node] = now
    if (isQueued[node] === 0 && Math.abs(now) > tolerance * Math.max(1, graph.degree(node))) {
      isQueued[node] = 1
      queue.push(node)
    }
  }
  const distribute = (): void => {
    for (let place = 0; place < queue.length; place += 1) {
      const node = queue[place] ?? 0
      isQueued[node] = 0
      const mass = waiting[node] ?? 0
      waiting[node] = 0
      settled[node] = (settled[node] ?? 0) + restart * mass
      const share = ((1 - restart) * mass) / Math.max(1, graph.degree(node))
      for (let step = graph.firstTie(node); step >= 0; step = graph.nextTie(step)) put(graph.tiedTo(step), share)
    }
    queue.length = 0
  }
  /**
   * What a node has settled was settled for the ties that it had; with one more tie the same mass means more, and part
   * of it is owed.
   */
  const oneTieMore = (node: number, neighbour: number): void => {
    const before = graph.degree(node) - 1
    const mass = settled[node] ?? 0
    if (mass === 0) return
    if (before < 1) {
      // Without any tie a walk ended here: what it would have carried on goes to the first neighbour.
      put(neighbour, ((1 - restart) * mass) / restart)
      return
    }
    settled[node] = (mass * (before + 1)) / before
    put(node, -mass / (before * restart))
    put(neighbour, ((1 - restart) / restart) * (mass / before))
  }

  return {
    of: (node) => Math.max(0, settled[node] ?? 0),
    addSeeds(nodes) {
      makeRoom()
      seeds += nodes.length
      for (const node of nodes) put(node, 1)
      distribute()
    },
    removeSeeds(nodes) {
      makeRoom()
      seeds -= nodes.length
      if (seeds === 0) {
        // Without any seed nothing is near, and no rest of what lay about stays.
        settled.fill(0)
        waiting.fill(0)
        return
      }
      for (const node of nodes) put(node, -1)
      distribute()
    },
    tied(a, b) {
      makeRoom()
      oneTieMore(a, b)
      oneTieMore(b, a)
      distribute()
    },
  }
}
