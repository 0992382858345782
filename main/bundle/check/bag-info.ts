import { sha256, toHex } from '../../seal/hash.ts'
import { bagInfoLabels, bagInfoValues, labelledText } from '../format/bag-info.ts'
import type { BagInfoLabel } from '../format/bag-info.ts'
import type { CaseFile } from '../format/case-file.ts'
import { bundlePaths } from '../format/layout.ts'
import type { BagReading } from './bag.ts'
import type { BundleFindings } from './findings.ts'

/** Labels whose values other rules compare, each with a code of its own: B-13, B-21, B-71. */
const comparedElsewhere: ReadonlySet<BagInfoLabel> = new Set([
  'Payload-Oxum',
  'Fieldseal-Bundle-Version',
  'Fieldseal-Signing-Key',
])

const valuesIn = (statedOf: (label: BagInfoLabel) => readonly string[]): Readonly<Record<BagInfoLabel, string>> =>
  Object.fromEntries(bagInfoLabels.map((label) => [label, statedOf(label)[0] ?? ''])) as Record<BagInfoLabel, string>

/**
 * B-13, B-115: what `bag-info.txt` says is what the bundle says elsewhere, where it is held against the entries: each
 * label once, with the value that follows from the facts, and in the one spelling of its writer.
 */
export const checkBagInfo = ({ info, sha256: hashes }: BagReading, told: CaseFile, findings: BundleFindings): void => {
  const hash = hashes.get(bundlePaths.bagInfo)
  // A file that is not there, not listed or not to be read has a finding for that.
  if (hash === undefined) return
  const differ = (message: string): void => findings.add('bundle_facts_differ', message, { file: bundlePaths.bagInfo })
  const statedOf = (label: BagInfoLabel): readonly string[] => info.get(label.toLowerCase()) ?? []
  const exportedAtMs = Date.parse(told.exported.at)
  const expected = bagInfoValues({
    organization: told.workspace.name,
    caseNumber: told.case.number,
    caseUid: told.case.uid,
    // A day that no calendar has is told as another time of the export (B-110).
    exportedAtMs: Number.isNaN(exportedAtMs) ? 0 : exportedAtMs,
    softwareVersion: told.software.version,
    oxum: '',
    signingKid: told.signing_key.kid,
  })
  const known = new Set(bagInfoLabels.map((label) => label.toLowerCase()))
  const strange = [...info.keys()].filter((label) => !known.has(label))
  const uncertain = bagInfoLabels.filter((label) => statedOf(label).length !== 1)
  const other = bagInfoLabels.filter(
    (label) => !comparedElsewhere.has(label) && statedOf(label).some((value) => value !== expected[label]),
  )
  if (strange.length > 0) differ('it has a label that no rule knows')
  else if (uncertain.length > 0) differ(`it does not say once, and once alone: ${uncertain.join(', ')}`)
  else if (other.length > 0) differ(`it says otherwise than ${bundlePaths.caseFile}: ${other.join(', ')}`)
  else if (hash !== toHex(sha256(Buffer.from(labelledText(valuesIn(statedOf)), 'utf8'))))
    differ('it has lines that are no labels, or another order or spelling than a bundle has')
}
