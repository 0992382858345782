import { hourMs } from '../../../shared/text/days.ts'
import { none, nodeWords } from './timeline-nodes.ts'
import type { TimelineNodes } from './timeline-nodes.ts'

/** Nodes are let go hour by hour. */

/** The hour before which nothing is kept. */
export const keptFrom = (clock: number, keepMs: number): number => Math.floor((clock - keepMs) / hourMs) * hourMs

/** The nodes by the hour in which they lie, each hour's in a chain. */
export interface HourChains {
  add(node: number, at: number): void
  /** Whether there may be a node before a moment, the begin of an hour. */
  isDue(before: number): boolean
  /** Takes a node of the earliest hour out; -1 where that hour is through, and the next one is the earliest now. */
  take(): number
}

/** No node yet. */
export const createHourChains = (nodes: TimelineNodes): HourChains => {
  const firsts = new Map<number, number>()
  /** Hours before it are empty. */
  let hour = Number.POSITIVE_INFINITY
  const chained = (node: number): number => node * nodes.words + nodeWords.chained
  return {
    add: (node, at) => {
      const own = Math.floor(at / hourMs)
      nodes.ints[chained(node)] = firsts.get(own) ?? none
      firsts.set(own, node)
      hour = Math.min(hour, own)
    },
    isDue: (before) => {
      if (firsts.size === 0) hour = Number.POSITIVE_INFINITY
      return hour < before / hourMs
    },
    take: () => {
      const node = firsts.get(hour)
      if (node === undefined) {
        hour += 1
        return none
      }
      const behind = nodes.ints[chained(node)] as number
      if (behind === none) firsts.delete(hour)
      else firsts.set(hour, behind)
      return node
    },
  }
}
