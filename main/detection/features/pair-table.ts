import { firstRoom, widened } from './columns.ts'

const none = -1

/** Numbers for pairs of an entity and another one that it had to do with, each with a count for every window. */
export interface PairTable {
  /** The pair's number; it is made where there is none, and held once more. */
  hold(entity: number, other: number): number
  /** The pair's number, or -1. */
  find(entity: number, other: number): number
  /** Lets a pair go; the last one that lets it go frees its number. Answers the other entity. */
  release(pair: number): number
  /** Counts one more in a window; answers whether it is the first. */
  enter(pair: number, window: number): boolean
  /** Counts one less in a window; answers whether it was the last. */
  leave(pair: number, window: number): boolean
  count(pair: number, window: number): number
}

/** Mixes two numbers so that neighbours fall apart (the finaliser of MurmurHash3). */
const mixed = (entity: number, other: number): number => {
  let hash = Math.imul(entity, 0x9e3779b1) ^ Math.imul(other, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Pairs in open addressing with linear probing, at most half full; deletion shifts back, so there are no tombstones. */
export const createPairTable = (windows: number): PairTable => {
  let places = new Int32Array(firstRoom * 2).fill(none)
  let left = new Int32Array(firstRoom)
  let right = new Int32Array(firstRoom)
  let holds = new Int32Array(firstRoom)
  let counts = new Int32Array(firstRoom * windows)
  const free: number[] = []
  let used = 0

  /** Where a pair lies, or the free place where it would. */
  const placeOf = (entity: number, other: number): number => {
    const mask = places.length - 1
    let place = mixed(entity, other) & mask
    for (;;) {
      const pair = places[place] as number
      if (pair === none || (left[pair] === entity && right[pair] === other)) return place
      place = (place + 1) & mask
    }
  }

  const grow = (): void => {
    const room = left.length * 2
    left = widened(left, room)
    right = widened(right, room)
    holds = widened(holds, room)
    counts = widened(counts, room * windows)
    places = new Int32Array(room * 2).fill(none)
    for (let pair = 0; pair < used; pair += 1) if ((holds[pair] as number) > 0) places[placeOf(left[pair] as number, right[pair] as number)] = pair
  }

  const remove = (pair: number): void => {
    const mask = places.length - 1
    let hole = placeOf(left[pair] as number, right[pair] as number)
    let place = hole
    for (;;) {
      place = (place + 1) & mask
      const moved = places[place] as number
      if (moved === none) break
      const home = mixed(left[moved] as number, right[moved] as number) & mask
      if (((place - home) & mask) < ((place - hole) & mask)) continue
      places[hole] = moved
      hole = place
    }
    places[hole] = none
  }

  return {
    hold: (entity, other) => {
      let place = placeOf(entity, other)
      const known = places[place] as number
      if (known !== none) {
        holds[known] = (holds[known] as number) + 1
        return known
      }
      if (free.length === 0 && used === left.length) {
        grow()
        place = placeOf(entity, other)
      }
      const pair = free.pop() ?? used++
      left[pair] = entity
      right[pair] = other
      holds[pair] = 1
      places[place] = pair
      return pair
    },
    find: (entity, other) => places[placeOf(entity, other)] as number,
    release: (pair) => {
      holds[pair] = (holds[pair] as number) - 1
      if (holds[pair] === 0) {
        remove(pair)
        free.push(pair)
      }
      return right[pair] as number
    },
    enter: (pair, window) => {
      const at = pair * windows + window
      counts[at] = (counts[at] as number) + 1
      return counts[at] === 1
    },
    leave: (pair, window) => {
      const at = pair * windows + window
      counts[at] = (counts[at] as number) - 1
      return counts[at] === 0
    },
    count: (pair, window) => counts[pair * windows + window] as number,
  }
}
