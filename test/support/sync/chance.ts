import { formatUuidv7, type Random } from '../../../main/platform/random.ts'

/** Everything that is decided by luck in a simulated world comes from one of these, and all of these from one seed. */
export interface Chance {
  /** In [0, 1). */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number
  is(probability: number): boolean
  /** Throws where there is nothing to pick from. */
  pick<T>(from: readonly T[]): T
  bytes(count: number): Uint8Array
  /**
   * Another source that depends on this seed and the label alone, so that draws here and there do not disturb each
   * other.
   */
  fork(label: string): Chance
}

/** FNV-1a over the label, mixed with the seed. */
const mixed = (seed: number, label: string): number => {
  let hash = (0x811c9dc5 ^ seed) >>> 0
  for (const char of label) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash
}

/** sfc32, a small generator of good quality (Practically Random, C. Doty-Humphrey). */
const sfc32 = (seed: number): (() => number) => {
  let a = seed >>> 0
  let b = 0x9e3779b9
  let c = 0x243f6a88
  let counter = 1
  const next = (): number => {
    const sum = (a + b + counter) >>> 0
    counter = (counter + 1) >>> 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) >>> 0
    c = (((c << 21) | (c >>> 11)) + sum) >>> 0
    return sum
  }
  for (let warm = 0; warm < 12; warm++) next()
  return next
}

/** Makes a source of chance. */
export const chanceOf = (seed: number): Chance => {
  const word = sfc32(seed)
  const next = (): number => word() / 2 ** 32
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    between,
    is: (probability) => next() < probability,
    pick: <T>(from: readonly T[]): T => {
      if (from.length === 0) throw new RangeError('there is nothing to pick from')
      return from[between(0, from.length - 1)] as T
    },
    bytes: (count) => {
      const bytes = Buffer.alloc(count)
      let at = 0
      for (; at + 4 <= count; at += 4) bytes.writeUInt32LE(word(), at)
      for (; at < count; at++) bytes[at] = word() & 0xff
      return bytes
    },
    fork: (label) => chanceOf(mixed(word(), label)),
  }
}

/** Randomness of a node that the seed decides; for nothing but simulations. */
export const seededRandomness = (chance: Chance): Random => ({
  bytes: (count) => chance.bytes(count),
  uuidv7: (nowMs) => formatUuidv7(nowMs, chance.bytes(10)),
})
