import { alignNames, type AlignedPart, type Alignment } from './align.ts'
import { isRepeated, leftOutMost, leftOutWorth, worthOfLeftOut } from './left-out.ts'
import type { MetPart } from './left-out.ts'
import { isTurnedRound } from './lineage.ts'
import type { NameToken, PreparedName } from './name.ts'
import type { TokenRelation } from './token-similarity.ts'

/** What one line of an explanation shows: tokens of both names side by side. */
export interface ExplainedPart {
  readonly left: string | null
  readonly right: string | null
  /** 0 to 1; 0 where one side has nothing. */
  readonly similarity: number
  readonly relation: TokenRelation | 'only_left' | 'only_right'
  /** What the part counts for in its name. */
  readonly weight: number
}

/** How far two names are the same, and why. */
export interface NameScore {
  /** 0 to 1. */
  readonly score: number
  readonly parts: readonly ExplainedPart[]
}

/**
 * How the score is made of the parts; chosen by cross-validation on labelled pairs
 * (docs/decisions/screening-precise.md).
 */
const settings = {
  /** What a wholly unlike part would cost of the worst part that still was taken for the same. */
  worst: 0.5,
  /** What a name that each side has for itself costs: two people of one family. */
  conflict: 0.6,
  /** What the share of a name that only one side has costs: a middle name left out. */
  extra: 0.5,
  /** What is left where one side has a number that the other has not: Fund XI is not Fund XII. */
  number: 0.88,
} as const

/** A part that counts for less than this does not make the worst part: particles and titles. */
const tellingWeight = 0.4

const tells = ({ weight }: NameToken): boolean => weight >= tellingWeight

/**
 * Places of the tokens that must all be met in a name without any that tells: its numbers, else all that it has. Null:
 * others tell.
 */
const neededIn = (tokens: readonly NameToken[]): readonly number[] | null => {
  if (tokens.some(tells)) return null
  const numbers = [...tokens.keys()].filter((place) => tokens[place]?.role === 'number')
  return numbers.length > 0 ? numbers : [...tokens.keys()]
}

const weightAt = (tokens: readonly NameToken[], places: readonly number[]): number =>
  places.reduce((sum, place) => sum + (tokens[place]?.weight ?? 0), 0)
const whole = (tokens: readonly NameToken[]): number => tokens.reduce((sum, { weight }) => sum + weight, 0)

interface Weighed {
  readonly worst: number
  /** The same where what only another script or custom of writing changes hardly counts. */
  readonly worstSpelled: number
  readonly matched: number
  readonly leftAlone: number
  readonly rightAlone: number
  readonly larger: number
  /** What the shorter name is worth where it leaves out what people leave out; null where it does not. */
  readonly leftOut: number | null
}

/**
 * About the most that two names of these weights can score: the rest of the longer one stands alone. Initials, and
 * names that are written as one, can bring a little more.
 */
export const likelyMost = (left: number, right: number): number =>
  1 - (settings.extra * Math.abs(left - right)) / Math.max(left, right, 0.01)

/** About the most that two names of these weights can score where one leaves out what people leave out. */
export const likelyMostLeftOut = (left: number, right: number): number =>
  Math.abs(left - right) <= leftOutMost && Math.min(left, right) > 1.5 ? leftOutWorth : 0

const scoreOf = ({ worst, worstSpelled, matched, leftAlone, rightAlone, larger, leftOut }: Weighed): number => {
  if (matched <= 0) return 0
  const conflict = Math.min(1, settings.conflict * Math.min(leftAlone, rightAlone))
  const extra = (settings.extra * Math.abs(leftAlone - rightAlone)) / larger
  const [asWritten, asLeftOut] = [1 - settings.worst * (1 - worst), 1 - settings.worst * (1 - worstSpelled)]
  return (1 - conflict) * Math.max(asWritten * (1 - extra), asLeftOut * (leftOut ?? 0))
}

/** What a word in another script is taken to be worth beside its spelling, where something else was left out. */
const rewritten = 0.98
const spelledWorth = ({ relation, similarity }: AlignedPart): number =>
  relation === 'consonants' || relation === 'same_sound' ? Math.max(rewritten, similarity) : similarity

/** What a word that only repeats another counts for. */
const repeatedWeight = 0.1
const aloneWeight = (tokens: readonly NameToken[], places: readonly number[]): number =>
  places.reduce(
    (sum, place) => sum + (isRepeated(tokens, places, place) ? repeatedWeight : (tokens[place]?.weight ?? 0)),
    0,
  )

const numbersAt = (tokens: readonly NameToken[], places: readonly number[]): number =>
  places.filter((place) => tokens[place]?.role === 'number').length

/**
 * Whether names differ in a number that tells: one side has none, or both are organisations that share no other. Ships
 * that are numbered, and series of a year, are counted in several ways.
 */
const haveOtherNumbers = (
  left: PreparedName,
  right: PreparedName,
  { parts, leftAlone, rightAlone }: Alignment,
): boolean => {
  if (left.kind === 'person' || parts.some(({ relation }) => relation === 'number')) return false
  const [one, other] = [numbersAt(left.tokens, leftAlone), numbersAt(right.tokens, rightAlone)]
  return one > 0 && other > 0 ? left.kind === 'organisation' : one + other > 0
}

const metParts = (parts: readonly AlignedPart[], isLeftLonger: boolean): MetPart[] =>
  parts.map(({ left: [l = 0], right: [r = 0] }) =>
    isLeftLonger ? { longer: l, shorter: r } : { longer: r, shorter: l },
  )

const written = (tokens: readonly NameToken[], places: readonly number[]): string =>
  places.map((place) => tokens[place]?.written ?? '').join(' ')

const isTelling = (left: PreparedName, right: PreparedName, part: AlignedPart): boolean =>
  Math.min(weightAt(left.tokens, part.left), weightAt(right.tokens, part.right)) >= tellingWeight

/**
 * The parts that tell whether two names are the same; none where one is made of numbers or titles alone and the other
 * is not, or has others.
 */
const tellingParts = (
  left: PreparedName,
  right: PreparedName,
  { parts, leftAlone, rightAlone }: Alignment,
): readonly AlignedPart[] => {
  const [neededLeft, neededRight] = [neededIn(left.tokens), neededIn(right.tokens)]
  if (neededLeft === null || neededRight === null) return parts.filter((part) => isTelling(left, right, part))
  const isMet =
    neededLeft.every((place) => !leftAlone.includes(place)) && neededRight.every((place) => !rightAlone.includes(place))
  return isMet ? parts : []
}

/**
 * Compares two names token by token. 1: the same up to order, titles, particles and forms. What both names have for
 * themselves weighs most against them, then how unlike the worst pair of tokens is, then what one side has more.
 */
export const scorePrecisely = (left: PreparedName, right: PreparedName): NameScore => {
  const alignment = alignNames(left, right)
  const { parts, leftAlone, rightAlone } = alignment
  const telling = tellingParts(left, right, alignment)
  const [leftWeight, rightWeight] = [aloneWeight(left.tokens, leftAlone), aloneWeight(right.tokens, rightAlone)]
  const isConflict = Math.min(leftWeight, rightWeight) >= tellingWeight
  const numbered = haveOtherNumbers(left, right, alignment) ? settings.number : 1
  const turned = isTurnedRound(left, right, parts) ? 1 - settings.conflict : 1
  const score =
    numbered *
    turned *
    scoreOf({
      worst: telling.reduce((worst, { similarity }) => Math.min(worst, similarity), 1),
      worstSpelled: telling.reduce((least, part) => Math.min(least, spelledWorth(part)), 1),
      matched: telling.length,
      leftAlone: leftWeight,
      rightAlone: rightWeight,
      larger: Math.max(whole(left.tokens), whole(right.tokens), 0.01),
      leftOut: isConflict
        ? null
        : leftWeight > rightWeight
          ? worthOfLeftOut(left, leftAlone, metParts(telling, true))
          : worthOfLeftOut(right, rightAlone, metParts(telling, false)),
    })
  const explained: ExplainedPart[] = [
    ...parts.map((part) => ({
      left: written(left.tokens, part.left),
      right: written(right.tokens, part.right),
      similarity: part.similarity,
      relation: part.relation,
      weight: Math.max(weightAt(left.tokens, part.left), weightAt(right.tokens, part.right)),
    })),
    ...leftAlone.map((place) => ({
      left: written(left.tokens, [place]),
      right: null,
      similarity: 0,
      relation: 'only_left' as const,
      weight: weightAt(left.tokens, [place]),
    })),
    ...rightAlone.map((place) => ({
      left: null,
      right: written(right.tokens, [place]),
      similarity: 0,
      relation: 'only_right' as const,
      weight: weightAt(right.tokens, [place]),
    })),
  ]
  return { score, parts: explained }
}
