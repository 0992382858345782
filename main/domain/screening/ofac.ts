import { jaroWinkler } from './jaro-winkler.ts'
import { soundex } from './soundex.ts'

/** A part of the searched name beside the part of the listed one that is nearest to it. */
export interface OfacPart {
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
  readonly parts: readonly OfacPart[]
}

/** Parts shorter than this are not compared. */
const partMin = 3
/** Two parts that sound alike (Soundex) count; others only when they are at least this near. */
const nearEnough = 0.89

const upper = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase().replace(/['’‘ʼ`"]/gu, '')
const partsOf = (text: string): string[] => upper(text).split(/[^A-Z0-9]+/u).filter((part) => part !== '')

const wholeScore = (searched: string, listed: string): number => {
  const [family = ''] = listed.split(',')
  const asked = partsOf(searched).join(' ')
  const parts = partsOf(listed)
  if (asked === '' || parts.length === 0) return 0
  const forms = [parts.join(' '), partsOf(family).join(' '), parts[0] ?? '']
  return Math.max(jaroWinkler(upper(searched), upper(listed)), ...forms.map((form) => jaroWinkler(asked, form)))
}

/** Each part of the searched name takes the nearest free part of the listed one. */
const alignParts = (searched: readonly string[], listed: readonly string[]): OfacPart[] => {
  const free = new Set(listed.keys())
  return searched.map((part) => {
    const places = [...free].map((place) => ({ place, similarity: jaroWinkler(part, listed[place] ?? '') }))
    const best = places.reduce<{ place: number; similarity: number } | null>((nearest, at) => (nearest === null || at.similarity > nearest.similarity ? at : nearest), null)
    if (best === null) return { searched: part, listed: null, similarity: 0 }
    const other = listed[best.place] ?? ''
    if (soundex(part) !== soundex(other) && best.similarity < nearEnough) return { searched: part, listed: null, similarity: 0 }
    free.delete(best.place)
    return { searched: part, listed: other, similarity: best.similarity }
  })
}

/**
 * Scores a listed name (`FAMILY, Given`) as OFAC's Sanctions List Search describes it: the higher of Jaro-Winkler over the whole name and
 * of Jaro-Winkler with Soundex over name parts (OFAC, "Sanctions List Search Tool: Frequently Asked Questions", how the score is calculated).
 * What that page leaves open (which part of a listed name is compared, that parts of one or two letters do not count) follows its published answers.
 */
export const scoreLikeOfac = (searched: string, listed: string): OfacScore => {
  const all = partsOf(searched)
  const long = all.filter((part) => part.length >= partMin)
  const asked = long.length > 0 ? long : all
  const parts = alignParts(asked, partsOf(listed))
  const byParts = parts.length === 0 ? 0 : parts.reduce((sum, { similarity }) => sum + similarity, 0) / parts.length
  const whole = wholeScore(searched, listed)
  return { score: Math.round(Math.max(whole, byParts) * 100), by: byParts >= whole ? 'name_parts' : 'whole_name', parts }
}
