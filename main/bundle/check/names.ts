import type { KeyRecord } from '../../seal/verify-types.ts'
import type { CaseFile } from '../format/case-file.ts'
import { bundlePaths } from '../format/layout.ts'
import { nameBy, namesProven, namingEntries } from '../format/people-names.ts'
import type { NamingEntry } from '../format/people-names.ts'
import type { OpenedFact } from './facts.ts'
import type { BundleFindings } from './findings.ts'
import type { FiledDisclosures, FiledEntry } from './read-chain.ts'

/** What the names of a bundle are held against. */
export interface NameMatter {
  readonly told: CaseFile
  /** The sound entries of the case. */
  readonly opened: readonly OpenedFact[]
  /** The entries of the workspace's chain, in the order in which they take effect (Y-40). */
  readonly workspace: readonly FiledEntry[]
  /** The place that the hub gave each, by its number; absent: there is no hub. */
  readonly places: readonly (number | null)[] | undefined
  readonly disclosed: ReadonlyMap<number, FiledDisclosures>
  readonly keys: ReadonlyMap<string, KeyRecord>
}

/** Whether the entry of the export says that the bundle proves the names of people; those of earlier releases do not. */
const saysProven = ({ exported }: CaseFile, opened: readonly OpenedFact[]): boolean =>
  opened.some(
    ({ id, payload }) =>
      id === exported.entry && payload.type === 'case.exported' && payload.pub['names'] === namesProven,
  )

const disclosedBy = ({ position, value }: NamingEntry, disclosed: NameMatter['disclosed']) =>
  disclosed.get(position)?.values.find(({ name }) => name === value)

/**
 * B-114: each name in `people` is the one that an entry of the workspace's chain seals, and of that chain nothing else is
 * disclosed. Not to be asked of entries that have faults.
 *
 * @returns whether the bundle proves its names
 */
export const checkNames = (
  { told, opened, workspace, places, disclosed, keys }: NameMatter,
  findings: BundleFindings,
): boolean => {
  const isProven = saysProven(told, opened)
  const naming = namingEntries(
    workspace.map(({ number, entry }) => ({ entry, position: number, place: places?.[number] })),
    keys,
  )
  const used = new Set<string>()
  for (const [uid, name] of Object.entries(told.people)) {
    const by = naming.get(uid)
    const value = by === undefined ? undefined : disclosedBy(by, disclosed)
    if (value !== undefined) used.add(value.digest)
    if ((isProven || value !== undefined) && (by === undefined || name !== nameBy(uid, value?.value)))
      findings.add('bundle_facts_differ', `it calls a person otherwise than the entries of the workspace do (${uid})`, {
        file: bundlePaths.caseFile,
      })
  }
  for (const { file, values } of disclosed.values())
    if (!values.every(({ digest }) => used.has(digest)))
      findings.add('bundle_facts_differ', 'it discloses what names nobody of the case', { file })
  return isProven
}
