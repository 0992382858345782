import { joinedEastSound } from './east.ts'
import type { EastSound } from './east.ts'
import type { NameToken, PreparedName } from './name.ts'
import { skeletonOf, soundOf } from './sound.ts'

/** A hash of a key, 32 bits (FNV-1a). Two keys of one hash cost a comparison, no hit. */
const hashOf = (key: string): number => {
  let hash = 0x811c9dc5
  for (let place = 0; place < key.length; place += 1) hash = Math.imul(hash ^ key.charCodeAt(place), 0x01000193)
  return hash >>> 0
}

const telling = ({ role }: NameToken): boolean => role === 'name' || role === 'generic'
const pairsMax = 8

/** A token's consonants, and those with one left out: one wrong, missing or added consonant still shares a key. */
const skeletonKeys = ({ skeleton }: NameToken): string[] =>
  skeleton.length < 3
    ? []
    : [...new Set(Array.from(skeleton, (_, place) => `d${skeleton.slice(0, place)}${skeleton.slice(place + 1)}`))]

/** A damaged word may have lost a consonant: what it has left is what a whole one has with one left out. */
const damagedKeys = ({ foreign, spellings, skeleton }: NameToken): string[] =>
  spellings !== null && foreign === null && skeleton.length > 1 ? [`d${skeleton}`] : []

const signKeys = ({ foreign }: NameToken): string[] =>
  foreign === null || !/[\p{Script=Han}\p{Script=Hangul}]/u.test(foreign)
    ? []
    : Array.from(foreign)
        .slice(0, 4)
        .flatMap((sign, place, all) => all.slice(place + 1).map((other) => `c${sign}${other}`))

const bareKeys = ({ bare }: NameToken): string[] => (bare === null ? [] : [`t${bare}`, `k${skeletonOf(soundOf(bare))}`])

const eastKeys = ({ korean, koreanOwn, wade, pinyin }: EastSound): string[] =>
  [...new Set([korean, koreanOwn, wade, pinyin])].filter((code) => code !== null).map((code) => `e${code}`)

/** The words behind the first of a Chinese or Korean name, written as one: they are written apart as well. */
const givenKeys = (tokens: readonly NameToken[]): string[] =>
  tokens.length === 3
    ? [tokens.slice(1), tokens.slice(0, 2)].flatMap((two) => eastKeys(joinedEastSound(two.map(({ east }) => east))))
    : []

/**
 * Words with vowels and words without are found by each other through the classes of their consonants: each is kept
 * under its own kind of key and looked for under the other.
 */
const classesKeys = (tokens: readonly NameToken[], isSearched: boolean): string[] => {
  const kinds = tokens.map(({ spellings }) => ((spellings === null) === isSearched ? 'a' : 'b'))
  const whole = tokens
    .map(({ classes }) => classes)
    .sort()
    .join(' ')
  return [...tokens.map(({ classes }, place) => `${kinds[place] ?? ''}${classes}`), `W${kinds[0] ?? ''}${whole}`]
}

const tokenKeys = (token: NameToken): string[] => [
  `t${token.latin}`,
  `s${token.sound}`,
  `k${token.skeleton}`,
  ...bareKeys(token),
  ...eastKeys(token.east),
  ...skeletonKeys(token),
  ...signKeys(token),
  ...damagedKeys(token),
]

/** What neighbours are if they are written as one. */
const joinedKeys = (tokens: readonly NameToken[]): string[] =>
  tokens.slice(0, pairsMax).flatMap((token, place) => {
    const two = token.skeleton + (tokens[place + 1]?.skeleton ?? '')
    const three = two + (tokens[place + 2]?.skeleton ?? '')
    return [two, three].filter((key) => key.length > 2 && key !== token.skeleton).map((key) => `k${key}`)
  })

const pairKeys = (tokens: readonly NameToken[]): string[] => {
  const codes = tokens.slice(0, pairsMax).map(({ skeleton, sound }) => (skeleton.length > 1 ? skeleton : sound))
  return codes.flatMap((a, i) => codes.slice(i + 1).map((b) => (a < b ? `p${a} ${b}` : `p${b} ${a}`)))
}

/** The whole name, in any order. */
const wholeKey = (tokens: readonly NameToken[]): string =>
  `w${tokens
    .map(({ sound }) => sound)
    .sort()
    .join(' ')}`

/** A name without a token that tells is found by all that it has: numbers, titles, particles. */
const plainKeys = ({ tokens }: PreparedName): string[] => [
  `w${tokens
    .map(({ latin }) => latin)
    .sort()
    .join(' ')}`,
  ...tokens.filter(({ role }) => role !== 'form').map(({ latin }) => `t${latin}`),
]

const keysOf = (name: PreparedName, isSearched: boolean): Set<number> => {
  const tokens = name.tokens.filter(telling)
  if (tokens.length === 0) return new Set(plainKeys(name).map(hashOf))
  return new Set(
    [
      wholeKey(tokens),
      ...classesKeys(tokens, isSearched),
      ...givenKeys(tokens),
      ...tokens.flatMap(tokenKeys),
      ...joinedKeys(tokens),
      ...pairKeys(tokens),
    ].map(hashOf),
  )
}

/** Names that may be the same as a given one. */
export interface CandidateIndex {
  readonly size: number
  /**
   * Numbers of the names that share keys with a given one: those that share most first, of these the nearest in length.
   */
  find(name: PreparedName): readonly number[]
}

/** The most entries of the index that one search reads: what keeps the common name as quick as the rare one. */
const readMax = 3_000

interface Posting {
  readonly from: number
  readonly to: number
}

/** Names whose keys one step of building gathers, some milliseconds of work. */
const namesAStep = 200
/** Keys are sorted by parts, each small enough for one step. */
const partBits = 6
const placeBits = 2 ** 21

/** The sorted keys of an index: `numbers[i]` bears the key `hashes[i]`. */
interface Keys {
  readonly hashes: Uint32Array
  readonly numbers: Uint32Array
}

function* sortedKeys(parts: readonly (readonly number[])[]): Generator<void, Keys> {
  const count = parts.reduce((sum, part) => sum + part.length, 0)
  const hashes = new Uint32Array(count)
  const numbers = new Uint32Array(count)
  let at = 0
  for (const part of parts) {
    for (const pair of Float64Array.from(part).sort()) {
      hashes[at] = Math.floor(pair / placeBits)
      numbers[at] = pair % placeBits
      at += 1
    }
    yield
  }
  return { hashes, numbers }
}

/**
 * One number by which candidates are sorted, as sorting numbers is what is quick: first what they share, then how near
 * they are in length, then their place. Exact below 2^53.
 */
const rankOf = (shared: number, apart: number, number: number): number =>
  (Math.floor(shared * 1_024) * 256 + (255 - Math.min(255, Math.floor(apart * 32)))) * placeBits +
  (placeBits - 1 - number)

const indexOver = ({ hashes, numbers }: Keys, weights: Float32Array): CandidateIndex => {
  const size = weights.length
  const firstAtLeast = (hash: number): number => {
    let low = 0
    let high = hashes.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((hashes[middle] ?? 0) < hash) low = middle + 1
      else high = middle
    }
    return low
  }
  const postingOf = (hash: number): Posting => ({ from: firstAtLeast(hash), to: firstAtLeast(hash + 1) })

  /** What each name shares with the searched one; empty between searches. */
  const shared = new Float64Array(size)

  return {
    size,
    find(name) {
      const [whole, ...others] = [...keysOf(name, true)].map(postingOf)
      const rarestFirst = others.sort((a, b) => a.to - a.from - (b.to - b.from))
      // Who bears the very name is always read, however many keys there are.
      const postings = [...(whole === undefined ? [] : [whole]), ...rarestFirst].filter(({ from, to }) => to > from)
      const found: number[] = []
      let read = 0
      for (const { from, to } of postings) {
        if (read > 0 && read + to - from > readMax) continue
        read += to - from
        const worth = Math.log(1 + size / (to - from))
        for (let place = from; place < to; place += 1) {
          const number = numbers[place] ?? 0
          const before = shared[number] ?? 0
          if (before === 0) found.push(number)
          shared[number] = before + worth
        }
      }
      const ranked = Float64Array.from(found, (number) =>
        rankOf(shared[number] ?? 0, Math.abs((weights[number] ?? 0) - name.weight), number),
      ).sort()
      for (const number of found) shared[number] = 0
      return Array.from(ranked, (_, place) => placeBits - 1 - ((ranked[ranked.length - 1 - place] ?? 0) % placeBits))
    },
  }
}

/**
 * Builds the index over names step by step, each step some milliseconds, so that whoever serves others can pause
 * between them; a name's number is its place. Memory: 8 bytes a key, some 30 keys a name. At most 2^21 names.
 */
export function* indexingSteps(names: readonly PreparedName[]): Generator<void, CandidateIndex> {
  if (names.length >= placeBits) throw new Error('an index holds fewer than 2^21 names')
  const parts = Array.from({ length: 2 ** partBits }, (): number[] => [])
  const weights = new Float32Array(names.length)
  for (let number = 0; number < names.length; number += 1) {
    const name = names[number]
    if (name !== undefined) {
      for (const key of keysOf(name, false)) parts[key >>> (32 - partBits)]?.push(key * placeBits + number)
      weights[number] = name.weight
    }
    if (number % namesAStep === namesAStep - 1) yield
  }
  return indexOver(yield* sortedKeys(parts), weights)
}

/** Builds the index over names at once. */
export const indexNames = (names: readonly PreparedName[]): CandidateIndex => {
  const steps = indexingSteps(names)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
