import { indexingSteps } from './candidates.ts'
import { prepareName } from './name.ts'
import type { NameKind, PreparedName } from './name.ts'
import { prepareOfac } from './ofac.ts'
import type { OfacName } from './ofac.ts'
import { createOfacLayout } from './ofac-search.ts'
import { likelyMost, likelyMostLeftOut, scorePrecisely } from './precise.ts'
import type { ExplainedPart } from './precise.ts'

/** A listed name that was scored, with those of its bearers that are wanted. */
export interface ScoredName<B> {
  readonly text: string
  readonly bearers: readonly B[]
  /** Of the names alone, 0 to 1. */
  readonly score: number
  readonly parts: readonly ExplainedPart[]
}

/**
 * Listed names, each distinct one once with everybody who bears it: however many namesakes there are, they take one
 * place.
 */
export interface Shelf<B> {
  /** Names, each as often as it is borne. */
  readonly size: number
  /**
   * The likeliest names that somebody wanted bears, scored token by token; it goes on for as long as there are scores
   * from `near` (0 to 1) on.
   */
  precisely(searched: PreparedName, near: number, isWanted: (bearer: B) => boolean): readonly ScoredName<B>[]
  /** Every name that OFAC's scoring gives at least `threshold` (0 to 1). */
  likeOfac(searched: OfacName, threshold: number, isWanted: (bearer: B) => boolean): readonly ScoredName<B>[]
}

/** Names on their way onto a shelf. */
export interface ShelfLayout<B> {
  add(text: string, kind: NameKind, bearer: B): void
  /** Everything is added; each step of indexing takes some milliseconds. */
  finish(): Generator<void, Shelf<B>>
}

/** Names that are scored in any case: those that share most with the searched one. */
const always = 12
/**
 * So many names in a row that are too far, though of a length to fit, end a search: those behind them share less with
 * the searched one.
 */
const patience = 24
/**
 * The same of names that fit only where a middle name is left out: they share most with the searched one, and come
 * first.
 */
const leftOutPatience = 8

interface ShelvedName<B> {
  readonly text: string
  readonly bearers: B[]
}

/** Starts a shelf. */
export const layShelf = <B>(): ShelfLayout<B> => {
  const names: ShelvedName<B>[] = []
  const prepared: PreparedName[] = []
  const ofac = createOfacLayout()
  const places = new Map<string, number>()
  let size = 0
  return {
    add: (text, kind, bearer) => {
      size += 1
      const key = `${kind} ${text}`
      const place = places.get(key)
      if (place !== undefined) {
        names[place]?.bearers.push(bearer)
        return
      }
      places.set(key, names.push({ text, bearers: [bearer] }) - 1)
      prepared.push(prepareName(text, kind))
      ofac.add(prepareOfac(text))
    },
    *finish() {
      places.clear()
      const index = yield* indexingSteps(prepared)
      const search = ofac.search()
      const wantedOf = (number: number, isWanted: (bearer: B) => boolean): readonly B[] =>
        names[number]?.bearers.filter(isWanted) ?? []
      return {
        size,
        precisely: (searched, near, isWanted) => {
          const scored: ScoredName<B>[] = []
          let far = 0
          // Those that fit only if they leave out a middle name are counted for themselves: a crowd of them hides
          // nobody.
          let farLeftOut = 0
          for (const number of index.find(searched)) {
            const listed = prepared[number]
            if (listed === undefined) continue
            const isOfLength = likelyMost(searched.weight, listed.weight) >= near
            const canLeaveOut =
              !isOfLength &&
              farLeftOut < leftOutPatience &&
              likelyMostLeftOut(searched.weight, listed.weight) >= near &&
              searched.tokens.some(({ weight }) => weight >= 1)
            if (!isOfLength && !canLeaveOut && scored.length >= always) continue
            const bearers = wantedOf(number, isWanted)
            if (bearers.length === 0) continue
            const { score, parts } = scorePrecisely(searched, listed)
            scored.push({ text: listed.written, bearers, score, parts })
            far = score >= near ? 0 : far + Number(isOfLength)
            if (canLeaveOut) farLeftOut = score >= near ? 0 : farLeftOut + 1
            if (far >= patience && scored.length >= always) break
          }
          return scored
        },
        likeOfac: (searched, threshold, isWanted) =>
          search
            .find(searched, threshold, (number) => names[number]?.bearers.some(isWanted) === true)
            .map(({ number, score: { score, parts } }) => ({
              text: names[number]?.text ?? '',
              bearers: wantedOf(number, isWanted),
              score: score / 100,
              parts: parts.map(({ searched: left, listed: right, similarity }) => ({
                left,
                right,
                similarity,
                relation: right === null ? 'only_left' : similarity === 1 ? 'same' : 'spelling',
                weight: 1,
              })),
            })),
      }
    },
  }
}
