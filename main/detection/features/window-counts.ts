import { firstRoom } from './columns.ts'
import type { PairTable } from './pair-table.ts'
import { createRecords } from './records.ts'
import type { Records } from './records.ts'
import { nodeFloats, nodeMarks, nodeWords, none } from './timeline-nodes.ts'
import type { TimelineNodes } from './timeline-nodes.ts'

/** Sums are kept in two parts, so that they stay exact whatever the amounts: value = high * limb + low. */
const limb = 1_000_000

/** Numbers of an entity: its point in time, and when the first node behind it lies (Infinity without one). */
export const entityFloats = { point: 0, due: 1 } as const

/** Words of an entity: its first and last node, and the newest one at its point in time. Its windows follow. */
export const wordsOfEntity = { head: 4, tail: 5, entered: 6, windows: 8 } as const

/**
 * Numbers of a window: sums, and when its first node lies (Infinity without one), so that nothing of nodes is read
 * where none leaves.
 */
export const cellFloats = { high: 0, low: 1, scaled: 2, squares: 3, firstAt: 4 } as const
/** Words of a window: its first node, what lies in it, and a count of distinct others for each pairing. */
const cellWords = { first: 10, count: 11, valued: 12, flagged: 13, distinct: 14 } as const

/**
 * What lies in the windows of each entity; the record of an entity holds its place in time too, so that what is read of
 * one lies together.
 */
export interface WindowCounts {
  /** A record for each entity. */
  readonly entities: Records
  /** Words of a window. */
  readonly cell: number
  /** Makes place for an entity, of which nothing is counted. */
  begin(entity: number): void
  /** The first node of a window, or -1, and when it lies, or Infinity. */
  first(entity: number, window: number): number
  firstAt(entity: number, window: number): number
  setFirst(entity: number, window: number, node: number, at: number): void
  /** Counts a node in the windows from one up to another, or (`sign` -1) uncounts it. A hidden one is not counted. */
  readonly tally: (entity: number, node: number, from: number, to: number, sign: 1 | -1) => void
  readonly count: (entity: number, window: number) => number
  readonly valued: (entity: number, window: number) => number
  readonly flagged: (entity: number, window: number) => number
  readonly sum: (entity: number, window: number) => number
  readonly scaledSum: (entity: number, window: number) => number
  readonly scaledSquares: (entity: number, window: number) => number
  readonly distinct: (entity: number, window: number, pairing: number) => number
}

/** Counts of `width` windows over nodes; `tables`: the pairs of each kind of other entity. */
export const createWindowCounts = (width: number, nodes: TimelineNodes, tables: readonly PairTable[]): WindowCounts => {
  const pairings = tables.length
  const cell = cellWords.distinct + pairings + (pairings % 2)
  const entities = createRecords(wordsOfEntity.windows + width * cell, firstRoom)
  const { words } = entities

  const cellOf = (entity: number, window: number): number => entity * words + wordsOfEntity.windows + window * cell
  const int = (entity: number, window: number, word: number): number =>
    entities.ints[cellOf(entity, window) + word] as number
  const float = (entity: number, window: number, place: number): number =>
    entities.floats[(cellOf(entity, window) >> 1) + place] as number

  const setFirst = (entity: number, window: number, node: number, at: number): void => {
    const start = cellOf(entity, window)
    entities.ints[start + cellWords.first] = node
    entities.floats[(start >> 1) + cellFloats.firstAt] = at
  }

  const addSums = (node: number, start: number, end: number, sign: 1 | -1): void => {
    const { ints, floats } = entities
    const scaled = nodes.ints[node * nodes.words + nodeWords.scaled] as number
    const value = nodes.floats[((node * nodes.words) >> 1) + nodeFloats.value] as number
    const high = Math.trunc(value / limb)
    const low = value - high * limb
    for (let at = start; at < end; at += cell) {
      ints[at + cellWords.valued] = (ints[at + cellWords.valued] as number) + sign
      const sums = at >> 1
      floats[sums + cellFloats.high] = (floats[sums + cellFloats.high] as number) + sign * high
      floats[sums + cellFloats.low] = (floats[sums + cellFloats.low] as number) + sign * low
      floats[sums + cellFloats.scaled] = (floats[sums + cellFloats.scaled] as number) + sign * scaled
      floats[sums + cellFloats.squares] = (floats[sums + cellFloats.squares] as number) + sign * scaled * scaled
    }
  }

  const meetOthers = (entity: number, node: number, from: number, to: number, sign: 1 | -1): void => {
    const { ints } = entities
    for (let pairing = 0; pairing < pairings; pairing += 1) {
      const pair = nodes.ints[node * nodes.words + nodeWords.pairs + pairing] as number
      if (pair === none) continue
      const table = tables[pairing] as PairTable
      for (let window = from; window < to; window += 1) {
        if (!(sign === 1 ? table.enter(pair, window) : table.leave(pair, window))) continue
        const at = cellOf(entity, window) + cellWords.distinct + pairing
        ints[at] = (ints[at] as number) + sign
      }
    }
  }

  return {
    entities,
    cell,
    begin: (entity) => {
      entities.reach(entity)
      const { ints, floats } = entities
      const at = entity * words
      floats[(at >> 1) + entityFloats.point] = Number.NEGATIVE_INFINITY
      floats[(at >> 1) + entityFloats.due] = Number.POSITIVE_INFINITY
      ints[at + wordsOfEntity.head] = none
      ints[at + wordsOfEntity.tail] = none
      ints[at + wordsOfEntity.entered] = none
      for (let window = 0; window < width; window += 1) setFirst(entity, window, none, Number.POSITIVE_INFINITY)
    },
    first: (entity, window) => int(entity, window, cellWords.first),
    firstAt: (entity, window) => float(entity, window, cellFloats.firstAt),
    setFirst,
    tally: (entity, node, from, to, sign) => {
      const marks = nodes.ints[node * nodes.words + nodeWords.marks] as number
      if ((marks & nodeMarks.hidden) !== 0) return
      const { ints } = entities
      const start = cellOf(entity, from)
      const end = cellOf(entity, to)
      const flags = (marks & nodeMarks.flagged) === 0 ? 0 : sign
      for (let at = start; at < end; at += cell) {
        ints[at + cellWords.count] = (ints[at + cellWords.count] as number) + sign
        ints[at + cellWords.flagged] = (ints[at + cellWords.flagged] as number) + flags
      }
      if ((marks & nodeMarks.valued) !== 0) addSums(node, start, end, sign)
      meetOthers(entity, node, from, to, sign)
    },
    count: (entity, window) => int(entity, window, cellWords.count),
    valued: (entity, window) => int(entity, window, cellWords.valued),
    flagged: (entity, window) => int(entity, window, cellWords.flagged),
    sum: (entity, window) => float(entity, window, cellFloats.high) * limb + float(entity, window, cellFloats.low),
    scaledSum: (entity, window) => float(entity, window, cellFloats.scaled),
    scaledSquares: (entity, window) => float(entity, window, cellFloats.squares),
    distinct: (entity, window, pairing) => int(entity, window, cellWords.distinct + pairing),
  }
}
