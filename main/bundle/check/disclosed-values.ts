import { openEntry } from '../../seal/entry.ts'
import type { BundleFindings } from './findings.ts'
import type { FiledChain, FiledDisclosures } from './read-chain.ts'

/** Disclosures that their entry does not seal, or that are of none, are findings. */
export const checkDisclosed = (
  chain: FiledChain,
  disclosed: ReadonlyMap<number, FiledDisclosures>,
  findings: BundleFindings,
): void => {
  for (const { entry, number } of chain.entries) {
    const own = disclosed.get(number)
    const opened = own === undefined ? null : openEntry(entry)
    if (own === undefined || opened?.ok !== true) continue
    for (const { digest } of own.values) {
      if (!opened.value._sd.includes(digest))
        findings.add('disclosure_differs', 'a disclosed value is not one that the entry seals', {
          file: own.file,
          place: { id: entry.id, position: number },
        })
    }
  }
  for (const [number, { file }] of disclosed) {
    if (!chain.entries.some((entry) => entry.number === number) && !findings.concerns(file))
      findings.add('bundle_facts_differ', 'there is no such entry', { file })
  }
}

/** B-52: what was left out, as information. */
export const reportLeftOut = (values: number, pieces: number, findings: BundleFindings): void => {
  if (values > 0)
    findings.add(
      'left_out',
      `withheld values that are not in this bundle: ${values}; their digests stand in the sealed entries`,
    )
  if (pieces > 0)
    findings.add(
      'left_out',
      `pieces of evidence that are not in this bundle: ${pieces}; their hashes stand in the sealed entries`,
    )
}
