import { jaroWinkler } from './jaro-winkler.ts'
import { lookedMax, nameMax } from './name.ts'
import { soundex } from './soundex.ts'
import { withoutInvisible } from './unseen.ts'
import { organisationForms } from './form-words.ts'
import { commonInOrganisations } from './words.ts'

/** A part of the searched name beside the part of the listed one that is nearest to it. */
export interface OfacNamePart {
  readonly searched: string
  readonly listed: string | null
  /** 0 to 1. */
  readonly similarity: number
}

/** A score as OFAC's own search gives it, and how it came about. */
export interface OfacScore {
  /** 0 to 100, whole. */
  readonly score: number
  /** Which of the two techniques gave it. */
  readonly by: 'whole_name' | 'name_parts'
  readonly parts: readonly OfacNamePart[]
}

/** What is longer is cut: parts are compared each with each. */
const partsMax = 24
/** Parts shorter than this are not compared. */
const partMin = 3
/** Two parts that sound alike (Soundex) count; others only when they are at least this near. */
export const nearEnough = 0.89

const upper = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/['’‘ʼ`"]/gu, '')
const partsOf = (text: string): string[] =>
  upper(text)
    .split(/[^A-Z0-9]+/u)
    .filter((part) => part !== '')

/** A name as the scoring reads it. */
export interface OfacName {
  readonly whole: string
  readonly parts: readonly string[]
  /** All parts, those of the family name, and the first: what a searched name as a whole is laid beside. */
  readonly forms: readonly string[]
}

/** Reads a name once for many comparisons. */
export const prepareOfac = (text: string): OfacName => {
  const read = withoutInvisible(text.slice(0, lookedMax)).slice(0, nameMax)
  const parts = partsOf(read).slice(0, partsMax)
  const [family = ''] = read.split(',')
  return {
    whole: upper(read),
    parts,
    forms: [...new Set([parts.join(' '), partsOf(family).slice(0, partsMax).join(' '), parts[0] ?? ''])],
  }
}

const wholeScore = (searched: OfacName, listed: OfacName): number => {
  const asked = searched.forms[0] ?? ''
  if (asked === '' || listed.parts.length === 0) return 0
  return listed.forms.reduce(
    (best, form) => Math.max(best, jaroWinkler(asked, form)),
    jaroWinkler(searched.whole, listed.whole),
  )
}

/** Each part of the searched name takes the nearest free part of the listed one. */
const alignParts = (searched: readonly string[], listed: readonly string[]): OfacNamePart[] => {
  const free = new Set(listed.keys())
  return searched.map((part) => {
    let best = { place: -1, similarity: -1 }
    for (const place of free) {
      const similarity = jaroWinkler(part, listed[place] ?? '')
      if (similarity > best.similarity) best = { place, similarity }
    }
    const other = listed[best.place]
    if (other === undefined || (best.similarity < nearEnough && soundex(part) !== soundex(other)))
      return { searched: part, listed: null, similarity: 0 }
    free.delete(best.place)
    return { searched: part, listed: other, similarity: best.similarity }
  })
}

const isShared = (part: string): boolean => {
  const latin = part.toLowerCase()
  return commonInOrganisations.has(latin) || organisationForms.has(latin)
}

/**
 * The parts of a searched name that are compared: those of a few letters only where there are no others but words that
 * organisations share, as two companies have more than `Company` in common only by the others.
 */
export const comparedParts = ({ parts }: OfacName): readonly string[] => {
  const long = parts.filter((part) => part.length >= partMin)
  return long.some((part) => !isShared(part)) ? long : parts
}

/** Scores names that were read before; see `scoreLikeOfac`. */
export const scorePreparedOfac = (searched: OfacName, listed: OfacName): OfacScore => {
  const parts = alignParts(comparedParts(searched), listed.parts)
  const byParts = parts.length === 0 ? 0 : parts.reduce((sum, { similarity }) => sum + similarity, 0) / parts.length
  const whole = wholeScore(searched, listed)
  return {
    score: Math.round(Math.max(whole, byParts) * 100),
    by: byParts >= whole ? 'name_parts' : 'whole_name',
    parts,
  }
}

/**
 * Scores a listed name (`FAMILY, Given`) as OFAC's Sanctions List Search describes it: the higher of Jaro-Winkler over the whole name and
 * of Jaro-Winkler with Soundex over name parts (OFAC, "Sanctions List Search Tool: Frequently Asked Questions", how the score is calculated).
 * What that page leaves open (which part of a listed name is compared, that parts of one or two letters do not count) follows its published answers.
 */
export const scoreLikeOfac = (searched: string, listed: string): OfacScore =>
  scorePreparedOfac(prepareOfac(searched), prepareOfac(listed))
