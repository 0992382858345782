import type { PassageStep } from '../../domain/evidence/passage.ts'
import type { SearchTerm } from '../cases/search-text.ts'
import { excerptOf } from './found-in-text.ts'
import type { Excerpt } from './found-in-text.ts'
import type { TextIndex } from './text-index.ts'

/** A passage in which every word stands. */
export interface FoundPlace extends Excerpt {
  readonly way: readonly PassageStep[]
}

/** What was found in one piece. */
export interface FoundIn {
  readonly sha256: string
  readonly places: readonly FoundPlace[]
  /** Whether more stands in the piece than is told. */
  readonly more: boolean
}

/** Behind which place a search goes on: a unit of the text, and how many places of it were told already. */
export interface Reached {
  readonly unit: number
  readonly places: number
}

/** What was found, and where to go on; null: nothing is left. */
export interface FoundPassages {
  readonly pieces: readonly FoundIn[]
  readonly next: Reached | null
}

export const fromTheStart: Reached = { unit: -1, places: 0 }

/** Units that one search looks through: what is rare but made of common words must not hold others up. */
const unitsMost = 400
const [piecesMost, placesOfEach, placesOfOne] = [10, 3, 20]

/** The first places of each piece, piece by piece. */
export const findInPieces = (index: TextIndex, terms: readonly SearchTerm[], after: Reached): FoundPassages => {
  const pieces: { sha256: string; places: FoundPlace[]; more: boolean; last: number }[] = []
  let looked = 0
  for (const { number, sha256, last, unit } of index.candidates(terms, after.unit)) {
    const piece = pieces.at(-1)
    const isSame = piece?.sha256 === sha256
    if (isSame && piece.more) continue
    if (looked === unitsMost) return { pieces, next: { unit: number - 1, places: 0 } }
    looked += 1
    const places = unit().flatMap(({ way, text }) => {
      const excerpt = excerptOf(text, terms)
      return excerpt === null ? [] : [{ way, ...excerpt }]
    })
    if (places.length === 0) continue
    if (!isSame && pieces.length === piecesMost) return { pieces, next: { unit: number - 1, places: 0 } }
    const whole = [...(isSame ? piece.places : []), ...places]
    const told = { sha256, places: whole.slice(0, placesOfEach), more: whole.length > placesOfEach, last }
    if (isSame) pieces[pieces.length - 1] = told
    else pieces.push(told)
  }
  return { pieces, next: null }
}

/** The places of one piece, in their order. */
export const findInPiece = (
  index: TextIndex,
  terms: readonly SearchTerm[],
  after: Reached,
  sha256: string,
): FoundPassages => {
  const places: FoundPlace[] = []
  const told = (next: Reached | null): FoundPassages => ({
    pieces: places.length === 0 ? [] : [{ sha256, places, more: next !== null }],
    next,
  })
  let looked = 0
  // The unit that the last page ended in may hold more.
  for (const { number, unit } of index.candidates(terms, after.unit - 1, sha256)) {
    if (looked === unitsMost) return told({ unit: number, places: 0 })
    looked += 1
    let skipped = number === after.unit ? after.places : 0
    let seen = 0
    for (const { way, text } of unit()) {
      const excerpt = excerptOf(text, terms)
      if (excerpt === null) continue
      seen += 1
      if (skipped > 0) {
        skipped -= 1
        continue
      }
      if (places.length === placesOfOne) return told({ unit: number, places: seen - 1 })
      places.push({ way, ...excerpt })
    }
  }
  return told(null)
}
