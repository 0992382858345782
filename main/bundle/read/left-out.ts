import type { ExportChoice } from '../../../shared/api/exports.ts'
import type { Quotation } from '../../../shared/schema/quotation.ts'
import type { EvidenceReadParts } from '../../storage/evidence/read-evidence.ts'
import { quotationsOfAll } from '../../storage/reports/quotations.ts'

/** The entry of each value that a case withholds, by the value's digest; erased ones too. */
const withheldOf = ({ sql }: EvidenceReadParts, caseId: number): ReadonlyMap<string, string> =>
  new Map(
    sql
      .all<{ digest: string; entry: string }>(
        'select d.digest, lower(hex(e.id)) as entry from entries e cross join disclosures d on d.entry = e.n where e.chain = ?',
        caseId,
      )
      .map(({ digest, entry }) => [digest, entry]),
  )

/** What is to be left out of a bundle, held against the case as it is. */
export interface LeftOut {
  /** Where in the list stands what the case does not withhold. */
  readonly unknown: readonly number[]
  /** The values of reports that quote what is left out and are not left out themselves. */
  readonly quotedIn: readonly Quotation[]
}

/** Looks up what a bundle is to leave out, at one moment of the database. */
export const surveyLeftOut = (parts: EvidenceReadParts, caseId: number, except: readonly string[]): LeftOut => {
  const withheld = withheldOf(parts, caseId)
  const byEntry = Map.groupBy(except, (digest) => withheld.get(digest))
  const picked = [...byEntry].flatMap(([entry, digests]) => (entry === undefined ? [] : [{ entry_id: entry, digests }]))
  return {
    unknown: except.flatMap((digest, index) => (withheld.has(digest) ? [] : [index])),
    quotedIn: quotationsOfAll(parts.sql, parts.vault, caseId, picked),
  }
}

/** Whether a recipient may not see the value with a digest. */
export type Hides = (digest: string | null) => boolean

/**
 * What of a case a choice hides. A report that came to quote a value after the export was sealed is hidden with it,
 * unless quotations were left in knowingly.
 */
export const hidesOf = (parts: EvidenceReadParts, caseId: number, disclosures: ExportChoice['disclosures']): Hides => {
  if (disclosures === 'all') return () => false
  if (disclosures === 'none') return () => true
  const quoting = disclosures.with_quotations === false ? [] : surveyLeftOut(parts, caseId, disclosures.except).quotedIn
  const hidden = new Set([...disclosures.except, ...quoting.map(({ digest }) => digest)])
  return (digest) => digest !== null && hidden.has(digest)
}
