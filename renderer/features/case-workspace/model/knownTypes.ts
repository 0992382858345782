import {
  caseEntryTypes,
  detectionEntryTypes,
  evidenceEntryTypes,
  reportEntryTypes,
  syncEntryTypes,
  taskEntryTypes,
  type CaseEntryType,
  type DetectionEntryType,
  type EvidenceEntryType,
  type ReportEntryType,
  type SyncEntryType,
  type TaskEntryType,
} from '../../../../shared/schema/timeline.ts'

/** By which a hub says to whom a case is granted. */
const grantTypes = ['grant.given', 'grant.ended'] as const

/** The types of a case's entries that this release has words for. */
export type KnownType =
  | CaseEntryType
  | TaskEntryType
  | EvidenceEntryType
  | SyncEntryType
  | DetectionEntryType
  | ReportEntryType
  | (typeof grantTypes)[number]

export const knownTypes: readonly KnownType[] = [
  ...caseEntryTypes,
  ...taskEntryTypes,
  ...evidenceEntryTypes,
  ...syncEntryTypes,
  ...detectionEntryTypes,
  ...reportEntryTypes,
  ...grantTypes,
]

/** Whether an entry was sealed by a hub, in nobody's name. */
export const isHubName = (name: string): boolean => name.startsWith('hub:')
