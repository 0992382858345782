import type { Room } from './flight.ts'
import type { Rate } from './rate.ts'

/**
 * How many bytes are under way at once in one direction, and in how many requests (Y-103): enough that a distant hub is
 * never waited for, few enough that a connection that breaks costs little, since what was under way travels again.
 */
export interface Stride {
  /** What a piece may begin, of which so many bytes are under way; one part it always may. */
  room(ownBytes: number): Room
  /** A request began, or ended, whatever came of it. */
  began(bytes: number): void
  ended(bytes: number): void
  /** Bytes arrived. */
  arrived(count: number): void
  /** A connection broke. */
  broke(): void
}

/** Bytes of a part, but for the last one of a piece. */
const partLeast = 524_288
export const partMost = 8 * 1_048_576
/** Parts of one piece under way at once; each has a connection and about a mebibyte and a half of memory. */
export const partsMost = 4
const bytesMost = partsMost * partMost
/** Before any connection has broken, under way is at most this part of what came, and four short parts from the start. */
const unbrokenPart = 4
const unbrokenLeast = partsMost * partLeast
/** Afterwards it is this part of what came between two breaks. */
const brokenPart = 64
/** No more is under way than what arrives in this time at the rate of late, so that no part waits for long. */
const aheadSeconds = 8
/** A server ends a request that lasts too long; at a capped rate one takes no longer than this. */
const cappedSeconds = 60

/**
 * @param cap bytes a second; null: as many as go
 * @param rate how fast bytes arrived of late
 */
export const createStride = (cap: () => number | null, rate: Pick<Rate, 'perSecond' | 'arrived'>): Stride => {
  let since = 0
  /** What came between the last two breaks; null: no connection has broken. */
  let between: number | null = null
  let underWay = 0

  /** Bytes that may be under way of all pieces. */
  const budget = (): number => {
    const bySteadiness =
      between === null ? Math.max(unbrokenLeast, since / unbrokenPart) : Math.max(since, between) / brokenPart
    const byRate = (rate.perSecond() ?? Infinity) * aheadSeconds
    const byCap = (cap() ?? Infinity) * cappedSeconds
    return Math.min(byCap, bytesMost, Math.max(partLeast, Math.min(bySteadiness, byRate)))
  }

  return {
    room: (ownBytes) => {
      const bytes = budget()
      const partBytes = Math.max(1, Math.floor(Math.min(bytes, Math.max(partLeast, bytes / partsMost))))
      const free = bytes - (underWay - ownBytes)
      return { partBytes, parts: Math.max(1, Math.min(partsMost, Math.floor(free / partBytes))) }
    },
    began: (bytes) => {
      underWay += bytes
    },
    ended: (bytes) => {
      underWay -= bytes
    },
    arrived: (count) => {
      since += count
      rate.arrived(count)
    },
    broke: () => {
      between = since
      since = 0
    },
  }
}
