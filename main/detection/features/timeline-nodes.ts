import { firstRoom } from './columns.ts'
import { createRecords } from './records.ts'
import type { Records } from './records.ts'

/** No node, no entity, no pair. */
export const none = -1

/** Small marks of a node, as bits. */
export const nodeMarks = { valued: 1, flagged: 2, unusual: 4, hidden: 8 } as const

/** What is counted of one activity (or label) of one entity. */
export interface TimelineNode {
  /** Milliseconds since the epoch. */
  readonly at: number
  /** An integer; counted in the sums where `marks` says so. */
  readonly value: number
  /** A small integer, of which sum and sum of squares are kept. */
  readonly scaled: number
  /** Bits of `nodeMarks`. */
  readonly marks: number
}

/**
 * Places of a node's numbers in `floats`, from half of its first word on. When the next node of its entity lies
 * (Infinity without one) is known without a look at that one.
 */
export const nodeFloats = { at: 0, value: 1, nextAt: 2 } as const

/**
 * Words of a node in `ints`: its neighbours of the same entity in time, the next of its chain (of its hour, or of free
 * ones), and a pair for each kind of other entity.
 */
export const nodeWords = { scaled: 6, marks: 7, owner: 8, prior: 9, next: 10, chained: 11, pairs: 12 } as const

/** Numbered nodes in one piece of memory; a number that was given back is given out again. */
export interface TimelineNodes extends Records {
  take(): number
  giveBack(node: number): void
}

/** No node yet. `pairs`: how many kinds of other entities one can name. */
export const createNodes = (pairs: number): TimelineNodes => {
  const records = createRecords(nodeWords.pairs + pairs, firstRoom)
  let used = 0
  let free: number = none
  return Object.assign(records, {
    take: () => {
      if (free !== none) {
        const node = free
        free = records.ints[node * records.words + nodeWords.chained] as number
        return node
      }
      records.reach(used)
      used += 1
      return used - 1
    },
    giveBack: (node: number) => {
      records.ints[node * records.words + nodeWords.chained] = free
      free = node
    },
  })
}
