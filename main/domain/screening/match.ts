import type { PreparedName } from './name.ts'
import { scorePrecisely, type ExplainedPart } from './precise.ts'
import { compareQualifiers, type QualifierFinding } from './qualify.ts'
import type { ListedSubject, Qualifiers } from './subject.ts'

/** The score from which a match is a hit, unless the workspace says otherwise; chosen by cross-validation (docs/decisions/screening-precise.md). */
export const hitFrom = 0.85

/** From here on a match is worth a look where a date or a country could settle it. */
export const possibleFrom = 0.77

/** What a weak alias is worth of a full one. */
export const weakWorth = 0.93

/** How well a searched subject fits a listed one, and why. */
export interface SubjectMatch {
  readonly key: string
  /** 0 to 1. */
  readonly score: number
  /** Of the names alone, 0 to 1. */
  readonly nameScore: number
  /** The listed name that fits best. */
  readonly listedName: string
  readonly weakAlias: boolean
  readonly parts: readonly ExplainedPart[]
  readonly qualifiers: readonly QualifierFinding[]
}

/** Compares a searched name, and what else is known of its bearer, with a listed subject; null where it has no name. */
export const matchSubject = (searched: PreparedName, known: Qualifiers, listed: ListedSubject): SubjectMatch | null => {
  const scored = listed.names.map(({ name, weak }) => {
    const { score, parts } = scorePrecisely(searched, name)
    return { nameScore: weak ? score * weakWorth : score, parts, listedName: name.written, weakAlias: weak }
  })
  const best = scored.reduce<(typeof scored)[number] | null>((highest, one) => (highest === null || one.nameScore > highest.nameScore ? one : highest), null)
  if (best === null) return null
  const qualifiers = compareQualifiers(known, listed)
  const factor = qualifiers.reduce((product, finding) => product * finding.factor, 1)
  return { key: listed.key, score: Math.min(1, best.nameScore * factor), ...best, qualifiers }
}
