import { firstRoom, roomFor, widened } from './columns.ts'
import { createPairTable } from './pair-table.ts'
import type { PairTable } from './pair-table.ts'

export const none = -1

/** Nodes are let go hour by hour. */
const sweptMs = 3_600_000

/** The hour before which nothing is kept. */
export const keptFrom = (clock: number, keepMs: number): number => Math.floor((clock - keepMs) / sweptMs) * sweptMs

/** Sums are kept in two parts, so that they stay exact whatever the amounts: value = high * limb + low. */
const limb = 1_000_000

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
 * Every entity has a point in time of its own. Moving it counts what enters and uncounts what leaves, so a node is touched a fixed number of
 * times as time goes on, whatever the history's length; moving back undoes it and costs what lies between.
 */
export interface Timeline {
  /** Moves an entity to a point in time. */
  moveTo(entity: number, t: number): void
  /** Adds a node in order of time, behind those of the same time. `others`: the entity of each pairing, or -1. Answers its number. */
  insert(entity: number, node: TimelineNode, others: Int32Array | null): number
  /** Lets go of nodes that no window can reach, `most` at a time. All that begin in an hour go together, so a full sweep leaves what the clock says. */
  sweep(clock: number, most: number): void
  /** Makes place for an entity; a number that was used before begins anew. */
  begin(entity: number): void
  /** Takes a node out of everything that is counted, or puts it back; it keeps its place among the others. */
  hide(node: number): void
  show(node: number): void
  /** Newest node at the entity's point in time, and the newest of all, or -1; and the nodes before and behind a node. */
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

/** An empty timeline. */
export const createTimeline = ({ windows, keepMs, pairs: pairings, onNode, onPair }: TimelineOptions): Timeline => {
  const width = windows.length
  const longest = windows.at(-1) ?? 0

  let nodes = 0
  let live = 0
  let freeNode = none
  /** By hour: a node that lies in it; the others hang on it. Hours before `hour` are empty. */
  const hours = new Map<number, number>()
  let hour = Number.POSITIVE_INFINITY
  let times = new Float64Array(firstRoom)
  let values = new Float64Array(firstRoom)
  let scales = new Int32Array(firstRoom)
  let bits = new Uint8Array(firstRoom)
  let owners = new Int32Array(firstRoom)
  let prior = new Int32Array(firstRoom)
  let next = new Int32Array(firstRoom)
  /** Another node of the same hour; of a free one, the next free one. */
  let hung = new Int32Array(firstRoom)
  /** A pairing's column is made when the pairing is first met. */
  const pairOf: Int32Array[] = Array.from({ length: pairings }, () => new Int32Array(0))
  const tables: PairTable[] = Array.from({ length: pairings }, () => createPairTable(width))

  let points = new Float64Array(firstRoom)
  let heads = new Int32Array(firstRoom)
  let tails = new Int32Array(firstRoom)
  let entered = new Int32Array(firstRoom)
  let firsts = new Int32Array(firstRoom * width)
  let counts = new Int32Array(firstRoom * width)
  let valuedCounts = new Int32Array(firstRoom * width)
  let flagCounts = new Int32Array(firstRoom * width)
  let highs = new Float64Array(firstRoom * width)
  let lows = new Float64Array(firstRoom * width)
  let scaledSums = new Float64Array(firstRoom * width)
  let scaledSquared = new Float64Array(firstRoom * width)
  let distincts = new Int32Array(firstRoom * width * pairings)

  const tally = (entity: number, window: number, node: number, sign: 1 | -1): void => {
    const mark = bits[node] as number
    if ((mark & nodeMarks.hidden) !== 0) return
    const cell = entity * width + window
    counts[cell] = (counts[cell] as number) + sign
    if ((mark & nodeMarks.flagged) !== 0) flagCounts[cell] = (flagCounts[cell] as number) + sign
    if ((mark & nodeMarks.valued) !== 0) {
      valuedCounts[cell] = (valuedCounts[cell] as number) + sign
      const value = values[node] as number
      const high = Math.trunc(value / limb)
      highs[cell] = (highs[cell] as number) + sign * high
      lows[cell] = (lows[cell] as number) + sign * (value - high * limb)
      const scaled = scales[node] as number
      scaledSums[cell] = (scaledSums[cell] as number) + sign * scaled
      scaledSquared[cell] = (scaledSquared[cell] as number) + sign * scaled * scaled
    }
    for (let pairing = 0; pairing < pairings; pairing += 1) {
      const column = pairOf[pairing] as Int32Array
      if (column.length === 0) continue
      const pair = column[node] as number
      if (pair === none) continue
      const table = tables[pairing] as PairTable
      const place = cell * pairings + pairing
      if (sign === 1) {
        if (table.enter(pair, window)) distincts[place] = (distincts[place] as number) + 1
      } else if (table.leave(pair, window)) distincts[place] = (distincts[place] as number) - 1
    }
  }

  const forward = (entity: number, t: number): void => {
    let newest = entered[entity] as number
    let node = newest === none ? (heads[entity] as number) : (next[newest] as number)
    while (node !== none && (times[node] as number) <= t) {
      const at = times[node] as number
      for (let window = 0; window < width; window += 1) {
        if (at <= t - (windows[window] as number)) continue
        const cell = entity * width + window
        if (firsts[cell] === none) firsts[cell] = node
        tally(entity, window, node, 1)
      }
      newest = node
      node = next[node] as number
    }
    entered[entity] = newest
  }

  const leave = (entity: number, t: number, newest: number): void => {
    for (let window = 0; window < width; window += 1) {
      const cell = entity * width + window
      const edge = t - (windows[window] as number)
      let node = firsts[cell] as number
      if (node === none || (times[node] as number) > edge) continue
      for (;;) {
        tally(entity, window, node, -1)
        if (node === newest) {
          node = none
          break
        }
        node = next[node] as number
        if ((times[node] as number) > edge) break
      }
      firsts[cell] = node
    }
  }

  const backward = (entity: number, t: number): void => {
    let newest = entered[entity] as number
    for (let window = 0; window < width; window += 1) {
      const cell = entity * width + window
      const edge = t - (windows[window] as number)
      const first = firsts[cell] as number
      let node = first === none ? newest : (prior[first] as number)
      while (node !== none && (times[node] as number) > edge) {
        tally(entity, window, node, 1)
        firsts[cell] = node
        node = prior[node] as number
      }
    }
    // What is later than the point lies in every window by now.
    while (newest !== none && (times[newest] as number) > t) {
      for (let window = 0; window < width; window += 1) {
        tally(entity, window, newest, -1)
        if (firsts[entity * width + window] === newest) firsts[entity * width + window] = none
      }
      newest = prior[newest] as number
    }
    entered[entity] = newest
  }

  const moveTo = (entity: number, t: number): void => {
    const from = points[entity] as number
    if (t === from) return
    points[entity] = t
    if (t < from) return backward(entity, t)
    // What has left is uncounted first, so that a window that begins anew finds its first node.
    leave(entity, t, entered[entity] as number)
    forward(entity, t)
  }

  const growNodes = (): void => {
    const room = roomFor(times.length, nodes + 1)
    times = widened(times, room)
    values = widened(values, room)
    scales = widened(scales, room)
    bits = widened(bits, room)
    owners = widened(owners, room)
    prior = widened(prior, room)
    next = widened(next, room)
    hung = widened(hung, room)
    for (let pairing = 0; pairing < pairings; pairing += 1) {
      const column = pairOf[pairing] as Int32Array
      if (column.length > 0) pairOf[pairing] = widened(column, room, none)
    }
  }

  const growEntities = (needed: number): void => {
    const room = roomFor(points.length, needed)
    points = widened(points, room)
    heads = widened(heads, room)
    tails = widened(tails, room)
    entered = widened(entered, room)
    firsts = widened(firsts, room * width)
    counts = widened(counts, room * width)
    valuedCounts = widened(valuedCounts, room * width)
    flagCounts = widened(flagCounts, room * width)
    highs = widened(highs, room * width)
    lows = widened(lows, room * width)
    scaledSums = widened(scaledSums, room * width)
    scaledSquared = widened(scaledSquared, room * width)
    distincts = widened(distincts, room * width * pairings)
  }

  const take = (): number => {
    if (freeNode !== none) {
      const node = freeNode
      freeNode = hung[node] as number
      return node
    }
    if (nodes === times.length) growNodes()
    nodes += 1
    return nodes - 1
  }

  const link = (entity: number, node: number): void => {
    const at = times[node] as number
    let behind: number = none
    let ahead = tails[entity] as number
    while (ahead !== none && (times[ahead] as number) > at) {
      behind = ahead
      ahead = prior[ahead] as number
    }
    prior[node] = ahead
    next[node] = behind
    if (ahead === none) heads[entity] = node
    else next[ahead] = node
    if (behind === none) tails[entity] = node
    else prior[behind] = node
  }

  const pairUp = (entity: number, node: number, others: Int32Array | null): void => {
    for (let pairing = 0; pairing < pairings; pairing += 1) {
      const other = others === null ? none : (others[pairing] as number)
      if ((pairOf[pairing] as Int32Array).length === 0) {
        if (other === none) continue
        pairOf[pairing] = new Int32Array(times.length).fill(none)
      }
      const column = pairOf[pairing] as Int32Array
      column[node] = other === none ? none : (tables[pairing] as PairTable).hold(entity, other)
    }
  }

  /** Counts a node that was put at or before the entity's point in time. */
  const countIn = (entity: number, node: number): void => {
    const at = times[node] as number
    const point = points[entity] as number
    if (at > point) return
    if (prior[node] === entered[entity]) entered[entity] = node
    for (let window = 0; window < width; window += 1) {
      if (at <= point - (windows[window] as number)) continue
      const cell = entity * width + window
      const first = firsts[cell] as number
      if (first === none || (times[first] as number) > at) firsts[cell] = node
      tally(entity, window, node, 1)
    }
  }

  /** Counts or uncounts a node in the windows that hold it at its entity's point in time. */
  const recount = (node: number, sign: 1 | -1): void => {
    const entity = owners[node] as number
    const at = times[node] as number
    const point = points[entity] as number
    if (at > point) return
    for (let window = 0; window < width; window += 1) if (at > point - (windows[window] as number)) tally(entity, window, node, sign)
  }

  const unlink = (entity: number, node: number): void => {
    const ahead = prior[node] as number
    const behind = next[node] as number
    if (ahead === none) heads[entity] = behind
    else next[ahead] = behind
    if (behind === none) tails[entity] = ahead
    else prior[behind] = ahead
    if (entered[entity] === node) entered[entity] = ahead
  }

  /** Takes a node out of its entity's list; its place is free once its hour is through. */
  const detach = (entity: number, node: number): void => {
    onNode?.(node, entity)
    unlink(entity, node)
    for (let pairing = 0; pairing < pairings; pairing += 1) {
      const column = pairOf[pairing] as Int32Array
      const pair = column.length === 0 ? none : (column[node] as number)
      if (pair === none) continue
      onPair?.(pairing, (tables[pairing] as PairTable).release(pair))
    }
    owners[node] = none
    live -= 1
  }

  /** Lets go of a node and of what lies before it: an entity's nodes go in order of time. */
  const letGo = (node: number, clock: number): void => {
    const entity = owners[node] as number
    if (entity !== none) {
      if ((points[entity] as number) - longest < (times[node] as number)) moveTo(entity, clock)
      for (let head = heads[entity] as number; ; head = heads[entity] as number) {
        detach(entity, head)
        if (head === node) break
      }
    }
    hung[node] = freeNode
    freeNode = node
  }

  return {
    moveTo,
    insert: (entity, { at, value, scaled, marks }, others) => {
      const node = take()
      times[node] = at
      values[node] = value
      scales[node] = scaled
      bits[node] = marks
      owners[node] = entity
      const start = Math.floor(at / sweptMs)
      hung[node] = hours.get(start) ?? none
      hours.set(start, node)
      hour = Math.min(hour, start)
      live += 1
      link(entity, node)
      pairUp(entity, node, others)
      countIn(entity, node)
      return node
    },
    sweep: (clock, most) => {
      const end = keptFrom(clock, keepMs) / sweptMs
      for (let done = 0; done < most && hour < end && live + hours.size > 0; done += 1) {
        const node = hours.get(hour)
        if (node === undefined) {
          hour += 1
          continue
        }
        const behind = hung[node] as number
        if (behind === none) hours.delete(hour)
        else hours.set(hour, behind)
        letGo(node, clock)
      }
      if (hours.size === 0) hour = Number.POSITIVE_INFINITY
    },
    begin: (entity) => {
      if (entity >= points.length) growEntities(entity + 1)
      points[entity] = Number.NEGATIVE_INFINITY
      heads[entity] = none
      tails[entity] = none
      entered[entity] = none
      firsts.fill(none, entity * width, (entity + 1) * width)
    },
    hide: (node) => {
      recount(node, -1)
      bits[node] = (bits[node] as number) | nodeMarks.hidden
    },
    show: (node) => {
      bits[node] = (bits[node] as number) & ~nodeMarks.hidden
      recount(node, 1)
    },
    newest: (entity) => entered[entity] as number,
    last: (entity) => tails[entity] as number,
    before: (node) => prior[node] as number,
    behind: (node) => next[node] as number,
    at: (node) => times[node] as number,
    value: (node) => values[node] as number,
    marks: (node) => bits[node] as number,
    count: (entity, window) => counts[entity * width + window] as number,
    valued: (entity, window) => valuedCounts[entity * width + window] as number,
    flagged: (entity, window) => flagCounts[entity * width + window] as number,
    sum: (entity, window) => (highs[entity * width + window] as number) * limb + (lows[entity * width + window] as number),
    scaledSum: (entity, window) => scaledSums[entity * width + window] as number,
    scaledSquares: (entity, window) => scaledSquared[entity * width + window] as number,
    distinct: (entity, window, pairing) => distincts[(entity * width + window) * pairings + pairing] as number,
    met: (entity, window, pairing, other) => {
      const table = tables[pairing] as PairTable
      const pair = table.find(entity, other)
      return pair === none ? 0 : table.count(pair, window)
    },
    size: () => live,
  }
}
