/** Random numbers that a seed decides, the same on every machine. */
export interface SeededRandom {
  /** 0 (inclusive) to 1 (exclusive), in steps of 2^-32. */
  unit(): number
  /** A whole number of 0 to `end` - 1. */
  below(end: number): number
}

/** xoshiro128** by Blackman and Vigna (2018), its state drawn from the seed by splitmix32. Not for secrets. */
export const seededRandom = (seed: number): SeededRandom => {
  let mixed = seed >>> 0
  const mix = (): number => {
    mixed = (mixed + 0x9e3779b9) >>> 0
    let word = mixed
    word = Math.imul(word ^ (word >>> 16), 0x85ebca6b)
    word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35)
    return (word ^ (word >>> 16)) >>> 0
  }
  const state = Uint32Array.from([mix(), mix(), mix(), mix() | 1])
  const turned = (word: number, by: number): number => ((word << by) | (word >>> (32 - by))) >>> 0
  const next = (): number => {
    const [s0 = 0, s1 = 0, s2 = 0, s3 = 0] = state
    const result = Math.imul(turned(Math.imul(s1, 5) >>> 0, 7), 9) >>> 0
    const t2 = s2 ^ s0
    const t3 = s3 ^ s1
    state[1] = s1 ^ t2
    state[0] = s0 ^ t3
    state[2] = t2 ^ (s1 << 9)
    state[3] = turned(t3 >>> 0, 11)
    return result
  }
  const unit = (): number => next() / 4_294_967_296
  return { unit, below: (end) => Math.floor(unit() * end) }
}

/** `count` different whole numbers below `end`, in ascending order. */
export const drawn = (random: SeededRandom, count: number, end: number): Int32Array => {
  const all = Int32Array.from({ length: end }, (_, index) => index)
  for (let at = 0; at < count; at += 1) {
    const other = at + random.below(end - at)
    const kept = all[at] as number
    all[at] = all[other] as number
    all[other] = kept
  }
  return all.subarray(0, count).sort()
}
