import { isEastSyllable } from './east.ts'
import {
  childOfBefore,
  familiesLikeParticles,
  leadingTitles,
  particles,
  particlesAndNames,
  titles,
  titlesAndNames,
  trailingTitles,
} from './words.ts'

/** What a word of a person's name does in it, and what it counts for where that is not what its role counts for. */
export interface PersonRole {
  readonly role: 'name' | 'initial' | 'particle' | 'title'
  readonly weight?: number
}

/** A word of a person's name. */
export interface RoleWord {
  readonly latin: string
  /** Whether it is written in Han, Hangul or Arabic: its Latin letters then are no title or particle. */
  readonly isSigns: boolean
}

/** A title that may be a name: two that differ speak against a match, one that is left out hardly. */
const doubtful = 0.5

/**
 * Whether a name begins with a family name of East Asia that elsewhere is a particle (`An Sang Chol`, `Du Xiao Ming`):
 * as a particle it would tell nobody apart.
 */
const beginsWithFamily = (words: readonly RoleWord[]): boolean => {
  const [first, ...given] = words
  return (
    first !== undefined &&
    familiesLikeParticles.has(first.latin) &&
    given.length > 0 &&
    given.length < 4 &&
    given.every((one) => isName(one) && isEastSyllable(one.latin))
  )
}

const isName = ({ latin, isSigns }: RoleWord): boolean => isSigns || !(titles.has(latin) || particles.has(latin))

/** Titles stand before two names, or behind them; what is left of a name is one, whatever else the word may mean. */
const roleOfTitle = (latin: string, before: number, behind: number): PersonRole => {
  if (leadingTitles.has(latin)) return { role: before === 0 && behind > 0 ? 'title' : 'name' }
  if (trailingTitles.has(latin)) return { role: 'title' }
  if (behind === 0 && before === 1) return { role: 'name' }
  if (!titlesAndNames.has(latin)) return { role: 'title' }
  if (before === 0 && behind === 1) return { role: 'name' }
  return { role: 'title', weight: doubtful }
}

/** What each word of a person's name does in it. */
export const personRoles = (words: readonly RoleWord[]): readonly PersonRole[] => {
  const isFamily = beginsWithFamily(words)
  const names = words.map((one, place) => isName(one) || (place === 0 && isFamily))
  const total = names.filter(Boolean).length
  let before = 0
  return words.map(({ latin, isSigns }, place): PersonRole => {
    const behind = total - before - Number(names[place])
    const isLast = place === words.length - 1
    if (names[place] === true) {
      before += 1
      return { role: /^[a-z]$/u.test(latin) && !isSigns ? 'initial' : 'name' }
    }
    if (titles.has(latin)) return roleOfTitle(latin, before, behind)
    if (childOfBefore.has(latin) && before > 1) return { role: 'particle' }
    if (isLast && before > 0 && place > 0) return { role: 'name' }
    return { role: place === 0 && behind === 1 && total === 1 && particlesAndNames.has(latin) ? 'name' : 'particle' }
  })
}
