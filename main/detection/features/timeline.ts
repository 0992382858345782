import { createHourChains, keptFrom } from './hour-chains.ts'
import { createPairTable } from './pair-table.ts'
import type { PairTable } from './pair-table.ts'
import { createNodes, nodeFloats, nodeMarks, nodeWords, none } from './timeline-nodes.ts'
import type { TimelineNode } from './timeline-nodes.ts'
import { cellFloats, createWindowCounts, entityFloats, wordsOfEntity } from './window-counts.ts'

export interface TimelineOptions {
  /** Lengths of the windows in milliseconds, rising. */
  readonly windows: readonly number[]
  /** How long a node is kept behind the clock: the longest window and the longest delay of an activity. */
  readonly keepMs: number
  /** How many kinds of other entities are counted apart. */
  readonly pairs: number
  /** Told when a node of an entity goes, just before it does, and when what it says of another entity is gone. */
  readonly onNode?: (node: number, entity: number) => void
  readonly onPair?: (pairing: number, other: number) => void
}

/**
 * The nodes of many entities, each entity's in order of time, and what lies in its windows (t - length, t].
 *
 * Every entity has a point in time of its own. Moving it counts what enters and uncounts what leaves, so a node is
 * touched a fixed number of times as time goes on, whatever the history's length; moving back undoes it and costs what
 * lies between.
 */
export interface Timeline {
  /** Moves an entity to a point in time. */
  moveTo(entity: number, t: number): void
  /**
   * Adds a node in order of time, behind those of the same time. `others`: the entity of each pairing, or -1. Answers
   * its number.
   */
  insert(entity: number, node: TimelineNode, others: Int32Array | null): number
  /**
   * Lets go of nodes that no window can reach, `most` at a time. All that begin in an hour go together, so a full sweep
   * leaves what the clock says.
   */
  sweep(clock: number, most: number): void
  /** Makes place for an entity; a number that was used before begins anew. */
  begin(entity: number): void
  /** Takes a node out of everything that is counted, or puts it back; it keeps its place among the others. */
  hide(node: number): void
  show(node: number): void
  /**
   * Newest node at the entity's point in time, and the newest of all, or -1; and the nodes before and behind a node.
   */
  newest(entity: number): number
  last(entity: number): number
  before(node: number): number
  behind(node: number): number
  at(node: number): number
  value(node: number): number
  marks(node: number): number
  count(entity: number, window: number): number
  /** How many of them have a value. */
  valued(entity: number, window: number): number
  flagged(entity: number, window: number): number
  /** The sum of the values: exact below 2^53, and what is uncounted leaves no trace in it, whatever its size. */
  sum(entity: number, window: number): number
  scaledSum(entity: number, window: number): number
  scaledSquares(entity: number, window: number): number
  distinct(entity: number, window: number, pairing: number): number
  /** How often an entity and another one met in the window. */
  met(entity: number, window: number, pairing: number, other: number): number
  /** How many nodes are kept. */
  size(): number
}

const never = Number.POSITIVE_INFINITY

/** An empty timeline. */
export const createTimeline = ({ windows, keepMs, pairs: pairings, onNode, onPair }: TimelineOptions): Timeline => {
  const width = windows.length
  const longest = windows.at(-1) ?? 0

  const nodes = createNodes(pairings)
  const hours = createHourChains(nodes)
  const tables: readonly PairTable[] = Array.from({ length: pairings }, () => createPairTable(width))
  const counts = createWindowCounts(width, nodes, tables)
  const { entities, tally, cell } = counts
  let live = 0

  const timeOf = (node: number): number => nodes.floats[((node * nodes.words) >> 1) + nodeFloats.at] as number
  const timeBehind = (node: number): number => nodes.floats[((node * nodes.words) >> 1) + nodeFloats.nextAt] as number
  const read = (node: number, word: number): number => nodes.ints[node * nodes.words + word] as number
  const write = (node: number, word: number, value: number): void => {
    nodes.ints[node * nodes.words + word] = value
  }
  const place = (entity: number, word: number): number => entities.ints[entity * entities.words + word] as number
  const setPlace = (entity: number, word: number, node: number): void => {
    entities.ints[entity * entities.words + word] = node
  }
  const timeAt = (entity: number, float: number): number =>
    entities.floats[((entity * entities.words) >> 1) + float] as number
  const setTime = (entity: number, float: number, at: number): void => {
    entities.floats[((entity * entities.words) >> 1) + float] = at
  }
  const pointOf = (entity: number): number => timeAt(entity, entityFloats.point)

  /** The shortest window that reaches from `t` back to `at`; longer ones do too. */
  const shortestTo = (at: number, t: number): number => {
    let window = 0
    while (window < width && at <= t - (windows[window] as number)) window += 1
    return window
  }

  const forward = (entity: number, t: number): void => {
    if (timeAt(entity, entityFloats.due) > t) return
    let newest = place(entity, wordsOfEntity.entered)
    let at = timeAt(entity, entityFloats.due)
    do {
      newest = newest === none ? place(entity, wordsOfEntity.head) : read(newest, nodeWords.next)
      const from = shortestTo(at, t)
      for (let window = from; window < width; window += 1)
        if (counts.first(entity, window) === none) counts.setFirst(entity, window, newest, at)
      tally(entity, newest, from, width, 1)
      at = timeBehind(newest)
    } while (at <= t)
    setPlace(entity, wordsOfEntity.entered, newest)
    setTime(entity, entityFloats.due, at)
  }

  const leave = (entity: number, t: number, newest: number): void => {
    const { floats } = entities
    let firstAt = ((entity * entities.words + wordsOfEntity.windows) >> 1) + cellFloats.firstAt
    for (let window = 0; window < width; window += 1, firstAt += cell >> 1) {
      const edge = t - (windows[window] as number)
      if ((floats[firstAt] as number) > edge) continue
      let node = counts.first(entity, window)
      let at: number
      do {
        tally(entity, node, window, window + 1, -1)
        at = node === newest ? never : timeBehind(node)
        node = node === newest ? none : read(node, nodeWords.next)
      } while (at <= edge)
      counts.setFirst(entity, window, node, at)
    }
  }

  const backward = (entity: number, t: number): void => {
    let newest = place(entity, wordsOfEntity.entered)
    for (let window = 0; window < width; window += 1) {
      const edge = t - (windows[window] as number)
      const first = counts.first(entity, window)
      let node = first === none ? newest : read(first, nodeWords.prior)
      while (node !== none && timeOf(node) > edge) {
        tally(entity, node, window, window + 1, 1)
        counts.setFirst(entity, window, node, timeOf(node))
        node = read(node, nodeWords.prior)
      }
    }
    // What is later than the point lies in every window by now.
    while (newest !== none && timeOf(newest) > t) {
      tally(entity, newest, 0, width, -1)
      for (let window = 0; window < width; window += 1)
        if (counts.first(entity, window) === newest) counts.setFirst(entity, window, none, never)
      setTime(entity, entityFloats.due, timeOf(newest))
      newest = read(newest, nodeWords.prior)
    }
    setPlace(entity, wordsOfEntity.entered, newest)
  }

  const moveTo = (entity: number, t: number): void => {
    const from = pointOf(entity)
    if (t === from) return
    setTime(entity, entityFloats.point, t)
    if (t < from) return backward(entity, t)
    // What has left is uncounted first, so that a window that begins anew finds its first node.
    leave(entity, t, place(entity, wordsOfEntity.entered))
    forward(entity, t)
  }

  const link = (entity: number, node: number): void => {
    const at = timeOf(node)
    let behind: number = none
    let ahead = place(entity, wordsOfEntity.tail)
    while (ahead !== none && timeOf(ahead) > at) {
      behind = ahead
      ahead = read(ahead, nodeWords.prior)
    }
    join(entity, ahead, node, at)
    join(entity, node, behind, behind === none ? never : timeOf(behind))
  }

  /**
   * Makes two nodes neighbours, the second of which lies at `at`; -1 stands for what lies before the first node and
   * behind the last.
   */
  const join = (entity: number, ahead: number, behind: number, at: number): void => {
    if (ahead === none) setPlace(entity, wordsOfEntity.head, behind)
    else {
      write(ahead, nodeWords.next, behind)
      nodes.floats[((ahead * nodes.words) >> 1) + nodeFloats.nextAt] = at
    }
    if (behind === none) setPlace(entity, wordsOfEntity.tail, ahead)
    else write(behind, nodeWords.prior, ahead)
  }

  /** Counts a node that was put at or before the entity's point in time. */
  const countIn = (entity: number, node: number): void => {
    const at = timeOf(node)
    const point = pointOf(entity)
    if (at > point) {
      setTime(entity, entityFloats.due, Math.min(timeAt(entity, entityFloats.due), at))
      return
    }
    if (read(node, nodeWords.prior) === place(entity, wordsOfEntity.entered))
      setPlace(entity, wordsOfEntity.entered, node)
    const from = shortestTo(at, point)
    for (let window = from; window < width; window += 1) {
      if (counts.firstAt(entity, window) > at) counts.setFirst(entity, window, node, at)
    }
    tally(entity, node, from, width, 1)
  }

  /** Counts or uncounts a node in the windows that hold it at its entity's point in time. */
  const recount = (node: number, sign: 1 | -1): void => {
    const entity = read(node, nodeWords.owner)
    const point = pointOf(entity)
    if (timeOf(node) <= point) tally(entity, node, shortestTo(timeOf(node), point), width, sign)
  }

  /** Takes a node out of its entity's list; its place is free once its hour is through. */
  const detach = (entity: number, node: number): void => {
    onNode?.(node, entity)
    const ahead = read(node, nodeWords.prior)
    join(entity, ahead, read(node, nodeWords.next), timeBehind(node))
    if (place(entity, wordsOfEntity.entered) === node) setPlace(entity, wordsOfEntity.entered, ahead)
    for (let pairing = 0; pairing < pairings; pairing += 1) {
      const pair = read(node, nodeWords.pairs + pairing)
      if (pair !== none) onPair?.(pairing, (tables[pairing] as PairTable).release(pair))
    }
    write(node, nodeWords.owner, none)
    live -= 1
  }

  /** Lets go of a node and of what lies before it: an entity's nodes go in order of time. */
  const letGo = (node: number, clock: number): void => {
    const entity = read(node, nodeWords.owner)
    if (entity !== none) {
      if (pointOf(entity) - longest < timeOf(node)) moveTo(entity, clock)
      for (let head = place(entity, wordsOfEntity.head); ; head = place(entity, wordsOfEntity.head)) {
        detach(entity, head)
        if (head === node) break
      }
    }
    nodes.giveBack(node)
  }

  /** Writes a node; who is beside it is not known yet. */
  const fill = (
    entity: number,
    node: number,
    { at, value, scaled, marks }: TimelineNode,
    others: Int32Array | null,
  ): void => {
    const { ints, floats, words } = nodes
    const start = node * words
    floats[(start >> 1) + nodeFloats.at] = at
    floats[(start >> 1) + nodeFloats.value] = value
    ints[start + nodeWords.scaled] = scaled
    ints[start + nodeWords.marks] = marks
    ints[start + nodeWords.owner] = entity
    for (let pairing = 0; pairing < pairings; pairing += 1) {
      const other = others === null ? none : (others[pairing] as number)
      ints[start + nodeWords.pairs + pairing] =
        other === none ? none : (tables[pairing] as PairTable).hold(entity, other)
    }
  }

  return {
    moveTo,
    insert: (entity, node, others) => {
      const number = nodes.take()
      fill(entity, number, node, others)
      hours.add(number, node.at)
      live += 1
      link(entity, number)
      countIn(entity, number)
      return number
    },
    sweep: (clock, most) => {
      const end = keptFrom(clock, keepMs)
      for (let done = 0; done < most && hours.isDue(end); done += 1) {
        const node = hours.take()
        if (node !== none) letGo(node, clock)
      }
    },
    begin: (entity) => counts.begin(entity),
    hide: (node) => {
      recount(node, -1)
      write(node, nodeWords.marks, read(node, nodeWords.marks) | nodeMarks.hidden)
    },
    show: (node) => {
      write(node, nodeWords.marks, read(node, nodeWords.marks) & ~nodeMarks.hidden)
      recount(node, 1)
    },
    newest: (entity) => place(entity, wordsOfEntity.entered),
    last: (entity) => place(entity, wordsOfEntity.tail),
    before: (node) => read(node, nodeWords.prior),
    behind: (node) => read(node, nodeWords.next),
    at: timeOf,
    value: (node) => nodes.floats[((node * nodes.words) >> 1) + nodeFloats.value] as number,
    marks: (node) => read(node, nodeWords.marks),
    count: counts.count,
    valued: counts.valued,
    flagged: counts.flagged,
    sum: counts.sum,
    scaledSum: counts.scaledSum,
    scaledSquares: counts.scaledSquares,
    distinct: counts.distinct,
    met: (entity, window, pairing, other) => {
      const table = tables[pairing] as PairTable
      const pair = table.find(entity, other)
      return pair === none ? 0 : table.count(pair, window)
    },
    size: () => live,
  }
}
