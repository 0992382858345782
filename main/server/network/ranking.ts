import { setImmediate } from 'node:timers/promises'
import type { NetworkModel } from '../../domain/network/model.ts'

/** Nodes that are looked at before others get their turn: some milliseconds. */
const stepNodes = 1_000

/** How nodes are ranked. */
export interface Ranking {
  readonly count: number
  readonly allows: (node: number) => boolean
  readonly weight: (node: number) => number
}

/** What a ranking asks of a network. */
export type RankedModel = Pick<NetworkModel, 'nodes' | 'isMerged'>

/**
 * The best of many by a number, without sorting all: highest first, of equals the lowest node. It goes through the
 * nodes in steps; run it to its end, with pauses for others in between. A network
 * that grows meanwhile counts node by node as it is when each is looked at.
 */
export function* rankingSteps(model: RankedModel, { count, allows, weight }: Ranking): Generator<void, number[]> {
  const best: { readonly node: number; readonly weight: number }[] = []
  let least = Number.NEGATIVE_INFINITY
  const cut = (): void => {
    best.sort((a, b) => b.weight - a.weight || a.node - b.node)
    best.length = Math.min(best.length, count)
    if (best.length === count) least = best.at(-1)?.weight ?? least
  }
  for (let node = 0; node < model.nodes; node += 1) {
    if (node % stepNodes === stepNodes - 1) yield
    // What was merged into another stands for nothing by itself.
    if (model.isMerged(node) || !allows(node)) continue
    const own = weight(node)
    if (own <= least && best.length >= count) continue
    best.push({ node, weight: own })
    if (best.length >= 2 * count + 100) cut()
  }
  cut()
  return best.map(({ node }) => node)
}

/** Ranks with turns for others in between. */
export const ranked = async (model: RankedModel, ranking: Ranking): Promise<readonly number[]> => {
  const steps = rankingSteps(model, ranking)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    await setImmediate()
  }
}
