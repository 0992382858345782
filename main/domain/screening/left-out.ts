import { sonOf } from './lineage.ts'
import type { NameToken, PreparedName } from './name.ts'
import { childOfBefore } from './words.ts'

/** Father's names of Slavic languages, as they are transcribed. */
const patronymic =
  /(?:(?:[aeiou]|[iy]e)[vw]|[^aeiou]i|n[iy])(?:ich|itch|icz|ych|yc|ic)$|(?:[eiouy][vw]|ich|ych|[iy]nich)n[ay]$/u
const syllables = /[aeiouy]+/gu

/**
 * What a name is worth of which parts of their own kind were left out, by how many: middle names, patronymics, second
 * family names.
 */
const worthBy: readonly number[] = [1, 0.88, 0.86]
/** The most that they may count for together. */
export const leftOutMost = 2.2
/** The best that a name can score of which something was left out. */
export const leftOutWorth = 0.88

const bears = ({ role }: NameToken): boolean => role === 'name' || role === 'initial'

/** Names of three words that are one syllable each: there each is needed, Kim Su is not Kim Jong Su. */
const isOfSyllables = (tokens: readonly NameToken[]): boolean =>
  tokens.filter(bears).every(({ latin }) => latin.length <= 6 && (latin.match(syllables)?.length ?? 0) === 1)

/** Whether a token that nothing stands for says again what another of its name says that is met. */
export const isRepeated = (tokens: readonly NameToken[], alone: readonly number[], place: number): boolean => {
  const token = tokens[place]
  return (
    token?.role === 'name' &&
    token.latin.length > 2 &&
    tokens.some(({ latin }, other) => latin === token.latin && !alone.includes(other))
  )
}

/** Where what two names share stands in the one that has more, and in the other. */
export interface MetPart {
  readonly longer: number
  readonly shorter: number
}

const isAscending = (parts: readonly MetPart[]): boolean => {
  const places = [...parts].sort((a, b) => a.longer - b.longer).map(({ shorter }) => shorter)
  return places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0))
}

interface Whole {
  readonly name: PreparedName
  /** Places of the name's own words, in order. */
  readonly bearing: readonly number[]
  readonly isMet: (place: number | undefined) => boolean
  /** Whether what is met stands in the same order in both names. */
  readonly isInOrder: boolean
}

/** Whether a place is one that people leave out: what is left still bears the first name and a family name. */
const isOfItsOwnKind = ({ name: { tokens, family }, bearing, isMet, isInOrder }: Whole, place: number): boolean => {
  const token = tokens[place]
  if (token === undefined) return false
  const [first] = bearing
  if (patronymic.test(token.latin) && token.latin.length > 5 && bearing.length > 2) return true
  if (childOfBefore.has(tokens[place + 1]?.latin ?? '') && bearing.length > 2) return true
  if (!isInOrder) return false
  if (family.includes(place))
    return place !== first && isMet(first) && family.some((other) => other !== place && isMet(other))
  if (sonOf.has(tokens[place - 1]?.latin ?? '') && place !== bearing.at(-1)) return isMet(first)
  if (place === first || !isMet(first)) return false
  return family.length > 0 ? family.some(isMet) : place !== bearing.at(-1) && isMet(bearing.at(-1))
}

/**
 * What a person's name is worth beside one that has more parts, where all that it has more are middle names,
 * patronymics or second family names; null where something else is missing.
 */
export const worthOfLeftOut = (
  longer: PreparedName,
  alone: readonly number[],
  parts: readonly MetPart[],
): number | null => {
  const { tokens, kind } = longer
  const bearing = [...tokens.keys()].filter((place) => tokens[place] !== undefined && bears(tokens[place]))
  const missing = alone.filter((place) => bearing.includes(place) && !isRepeated(tokens, alone, place))
  const worth = worthBy[missing.length]
  if (missing.length === 0 || kind !== 'person' || worth === undefined || isOfSyllables(tokens)) return null
  const told = bearing.filter((place) => !alone.includes(place)).map((place) => tokens[place])
  if (told.length < 2 || parts.length < 2 || told.every((token) => (token?.weight ?? 0) < 1)) return null
  const whole: Whole = {
    name: longer,
    bearing,
    isMet: (place) => place !== undefined && !alone.includes(place),
    isInOrder: isAscending(parts),
  }
  return missing.every((place) => isOfItsOwnKind(whole, place)) ? worth : null
}
