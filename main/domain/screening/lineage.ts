import type { AlignedPart } from './align.ts'
import type { NameToken, PreparedName } from './name.ts'
import { childOfBefore } from './words.ts'

/** What stands between a name and that of the father. */
export const sonOf: ReadonlySet<string> = new Set(['bin', 'ben', 'ibn', 'bint', 'binti', 'ould'])

/** Places of who is told to be somebody's child, by the place of the father. */
const childOf = (tokens: readonly NameToken[]): ReadonlyMap<number, number> =>
  new Map(
    tokens.flatMap(({ role, latin }, place) =>
      role !== 'particle'
        ? []
        : sonOf.has(latin) && place > 0 && place < tokens.length - 1
          ? [[place + 1, place - 1] as const]
          : childOfBefore.has(latin) && place > 1
            ? [[place - 1, place - 2] as const]
            : [],
    ),
  )

const hasLineage = (tokens: readonly NameToken[]): boolean =>
  tokens.some(({ role, latin }) => role === 'particle' && (sonOf.has(latin) || childOfBefore.has(latin)))

/** Whether the father of one name is the child of the other: Idris bin Rustam is not Rustam bin Idris. */
export const isTurnedRound = (left: PreparedName, right: PreparedName, parts: readonly AlignedPart[]): boolean => {
  if (!hasLineage(left.tokens) || !hasLineage(right.tokens)) return false
  const rightChildren = childOf(right.tokens)
  const rightOf = new Map(parts.flatMap(({ left: l, right: [r = -1] }) => l.map((place) => [place, r] as const)))
  return [...childOf(left.tokens)].some(([father, child]) => {
    const [otherFather, otherChild] = [rightOf.get(father), rightOf.get(child)]
    return otherFather !== undefined && otherChild !== undefined && rightChildren.get(otherChild) === otherFather
  })
}
