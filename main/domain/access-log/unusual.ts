import type { CaseRelationOfReader } from '../../../shared/schema/access-log.ts'

/** The time over which reading is counted, and within which it is told once of one person. */
export const unusualWithinMs = 3_600_000

/** A case that somebody opened. */
export interface OpenedCase {
  readonly atMs: number
  readonly caseUid: string
  readonly relation: CaseRelationOfReader
}

/** What is known of one person's reading. */
export interface ReadingOfPerson {
  readonly opened: readonly OpenedCase[]
  /** When unusual reading of this person was told last; null: never. */
  readonly toldAtMs: number | null
}

/**
 * L-99: how many different cases of others somebody opened in the hour before now, where that is unusual and was not
 * told in that hour; null otherwise.
 *
 * @param most so many are unusual; 0: never
 */
export const unusualReading = ({ opened, toldAtMs }: ReadingOfPerson, nowMs: number, most: number): number | null => {
  if (most === 0 || (toldAtMs !== null && nowMs - toldAtMs < unusualWithinMs)) return null
  const others = new Set(
    opened
      .filter(({ atMs, relation }) => relation === 'other' && nowMs - atMs < unusualWithinMs)
      .map(({ caseUid }) => caseUid),
  )
  return others.size >= most ? others.size : null
}
