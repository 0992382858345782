import type { HoldingGraph } from './holdings.ts'

/** A way from an owner to the target, owner first, with the product of what is held on it. */
export interface OwnershipPath {
  readonly nodes: readonly number[]
  readonly min: number
  readonly max: number
}

/** The weightiest ways, and whether there are more. */
export interface OwnershipPaths {
  readonly paths: readonly OwnershipPath[]
  readonly more: boolean
}

const pathsShown = 5

/** The most that is looked at for one owner. */
const stepsMax = 4_000

interface Way {
  /** From the target upwards. */
  readonly nodes: readonly number[]
  readonly min: number
  readonly max: number
  /** The most that can still come of it. */
  readonly promise: number
}

/** A heap with the most promising way on top. */
const createHeap = () => {
  const ways: Way[] = []
  const isBefore = (one: Way, other: Way): boolean =>
    one.promise > other.promise || (one.promise === other.promise && one.nodes.length < other.nodes.length)
  const swap = (one: number, other: number): void => {
    const held = ways[one] as Way
    ways[one] = ways[other] as Way
    ways[other] = held
  }
  return {
    size: () => ways.length,
    push: (way: Way): void => {
      let at = ways.push(way) - 1
      while (at > 0) {
        const above = (at - 1) >> 1
        if (!isBefore(ways[at] as Way, ways[above] as Way)) break
        swap(at, above)
        at = above
      }
    },
    pop: (): Way | undefined => {
      const top = ways[0]
      const last = ways.pop()
      if (top === undefined || last === undefined || ways.length === 0) return top
      ways[0] = last
      for (let at = 0; ;) {
        const left = 2 * at + 1
        let best = at
        for (const child of [left, left + 1])
          if (child < ways.length && isBefore(ways[child] as Way, ways[best] as Way)) best = child
        if (best === at) return top
        swap(at, best)
        at = best
      }
    },
  }
}

/** For each party the largest product of shares on any way from it up to the owner. */
const promisesTo = (
  graph: HoldingGraph,
  holds: readonly (readonly { readonly owned: number; readonly max: number }[])[],
  owner: number,
): Float64Array => {
  const promises = new Float64Array(graph.parties.length)
  const heap = createHeap()
  heap.push({ nodes: [owner], min: 1, max: 1, promise: 1 })
  for (let way = heap.pop(); way !== undefined; way = heap.pop()) {
    const [node = owner] = way.nodes
    if ((promises[node] as number) >= way.promise) continue
    promises[node] = way.promise
    for (const { owned, max } of holds[node] ?? [])
      if (way.promise * max > (promises[owned] as number))
        heap.push({ nodes: [owned], min: 1, max: 1, promise: way.promise * max })
  }
  return promises
}

/**
 * Finds ways from owners to the target, the weightiest first; none goes through a party twice, so that a loop is walked
 * once.
 */
export const createPathFinder = (graph: HoldingGraph): ((owner: number) => OwnershipPaths) => {
  const holds = graph.parties.map((): { owned: number; max: number }[] => [])
  for (const [owned, holdings] of graph.heldBy.entries())
    for (const { owner, max } of holdings) if (max > 0) holds[owner]?.push({ owned, max })
  return (owner) => {
    const promises = promisesTo(graph, holds, owner)
    const heap = createHeap()
    const paths: OwnershipPath[] = []
    heap.push({ nodes: [graph.target], min: 1, max: 1, promise: promises[graph.target] as number })
    let steps = 0
    for (let way = heap.pop(); way !== undefined; way = heap.pop()) {
      const at = way.nodes.at(-1) as number
      if (at === owner) {
        paths.push({ nodes: [...way.nodes].reverse(), min: way.min, max: way.max })
        if (paths.length === pathsShown) return { paths, more: heap.size() > 0 }
        continue
      }
      steps += 1
      if (steps > stepsMax) return { paths, more: true }
      for (const { owner: above, min, max } of graph.heldBy[at] ?? []) {
        const promise = way.max * max * (promises[above] as number)
        if (promise > 0 && !way.nodes.includes(above))
          heap.push({ nodes: [...way.nodes, above], min: way.min * min, max: way.max * max, promise })
      }
    }
    return { paths, more: false }
  }
}
