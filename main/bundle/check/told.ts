import type { KeyRecord } from '../../seal/verify-types.ts'
import type { CaseFile } from '../format/case-file.ts'
import { bundlePaths } from '../format/layout.ts'
import type { OpenedFact } from './facts.ts'
import type { BundleFindings } from './findings.ts'
import { caseDifferences } from './told-case.ts'
import { evidenceDifferences } from './told-evidence.ts'

/**
 * B-110: whatever `case.json` says that was sealed is said as it was sealed, and a value that this recipient does not
 * get is said by nobody. Not to be asked of entries that have faults.
 *
 * @param opened in the order in which they take effect (Y-40)
 */
export const checkTold = (
  told: CaseFile,
  opened: readonly OpenedFact[],
  keys: ReadonlyMap<string, KeyRecord>,
  findings: BundleFindings,
): void => {
  const file = bundlePaths.caseFile
  for (const what of caseDifferences(told, opened, keys))
    findings.add('bundle_facts_differ', `it says another ${what} than the sealed entries`, { file })
  for (const { uid, what, entry } of evidenceDifferences(told, opened, keys))
    findings.add('bundle_facts_differ', `it tells another ${what} of a piece than was sealed (${uid})`, {
      file,
      place: { id: entry.id, position: entry.number },
    })
}
