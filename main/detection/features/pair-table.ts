import { firstRoom } from './columns.ts'
import { createRecords } from './records.ts'

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

/** Words of a pair; its counts by window follow. */
const pairWords = { entity: 0, other: 1, holds: 2, counts: 3 } as const

/**
 * Pairs in open addressing with linear probing, at most half full; deletion shifts back, so there are no tombstones.
 */
export const createPairTable = (windows: number): PairTable => {
  let places = new Int32Array(firstRoom * 2).fill(none)
  const pairs = createRecords(pairWords.counts + windows, firstRoom)
  const { words } = pairs
  const free: number[] = []
  let used = 0

  const word = (pair: number, place: number): number => pairs.ints[pair * words + place] as number
  const add = (pair: number, place: number, more: number): number => {
    const { ints } = pairs
    const at = pair * words + place
    const sum = (ints[at] as number) + more
    ints[at] = sum
    return sum
  }

  /** Where a pair lies, or the free place where it would. */
  const placeOf = (entity: number, other: number): number => {
    const mask = places.length - 1
    const { ints } = pairs
    let place = mixed(entity, other) & mask
    for (;;) {
      const pair = places[place] as number
      if (
        pair === none ||
        (ints[pair * words + pairWords.entity] === entity && ints[pair * words + pairWords.other] === other)
      )
        return place
      place = (place + 1) & mask
    }
  }

  const grow = (): void => {
    pairs.reach(used)
    places = new Int32Array(pairs.room * 2).fill(none)
    for (let pair = 0; pair < used; pair += 1)
      if (word(pair, pairWords.holds) > 0)
        places[placeOf(word(pair, pairWords.entity), word(pair, pairWords.other))] = pair
  }

  const remove = (pair: number): void => {
    const mask = places.length - 1
    let hole = placeOf(word(pair, pairWords.entity), word(pair, pairWords.other))
    let place = hole
    for (;;) {
      place = (place + 1) & mask
      const moved = places[place] as number
      if (moved === none) break
      const home = mixed(word(moved, pairWords.entity), word(moved, pairWords.other)) & mask
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
        add(known, pairWords.holds, 1)
        return known
      }
      if (free.length === 0 && used === pairs.room) {
        grow()
        place = placeOf(entity, other)
      }
      const pair = free.pop() ?? used++
      const { ints } = pairs
      ints[pair * words + pairWords.entity] = entity
      ints[pair * words + pairWords.other] = other
      ints[pair * words + pairWords.holds] = 1
      places[place] = pair
      return pair
    },
    find: (entity, other) => places[placeOf(entity, other)] as number,
    release: (pair) => {
      if (add(pair, pairWords.holds, -1) === 0) {
        remove(pair)
        free.push(pair)
      }
      return word(pair, pairWords.other)
    },
    enter: (pair, window) => add(pair, pairWords.counts + window, 1) === 1,
    leave: (pair, window) => add(pair, pairWords.counts + window, -1) === 0,
    count: (pair, window) => word(pair, pairWords.counts + window),
  }
}
