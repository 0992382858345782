import type { AcquisitionMethod, EvidenceKind, RelationKind } from '../../../shared/schema/evidence.ts'
import type { AlertStatus } from '../../../shared/schema/alerts.ts'
import type { CaseOutcome, CasePriority, CaseStatus } from '../../../shared/schema/case.ts'
import type { CaseRelationKind } from '../../../shared/schema/case-relations.ts'
import type { legalBases } from '../../../shared/schema/legal-basis.ts'

/** The words of the report. Where the window has words for the same thing, these are the same. */

const statuses: Readonly<Record<CaseStatus, string>> = {
  open: 'Open',
  investigating: 'Investigating',
  pending_review: 'Pending review',
  escalated: 'Escalated',
  resolved: 'Resolved',
  closed: 'Closed',
}

const alertStates: Readonly<Record<AlertStatus, string>> = {
  new: 'New',
  in_review: 'In review',
  escalated: 'Escalated',
  confirmed: 'Confirmed',
  false_positive: 'False positive',
  dismissed: 'Dismissed',
}

const priorities: Readonly<Record<CasePriority, string>> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  urgent: 'Urgent',
}

const methods: Readonly<Record<AcquisitionMethod, string>> = {
  logical_copy: 'Logical copy',
  physical_image: 'Physical image',
  live_acquisition: 'Live acquisition',
  system_export: 'Export from a system',
  handed_over: 'Handed over',
  upload: 'Upload',
}

const kinds: Readonly<Record<EvidenceKind, string>> = {
  image: 'Image',
  pdf: 'PDF',
  text: 'Text',
  table: 'Table',
  audio: 'Audio',
  video: 'Video',
  archive: 'Archive',
  disk_image: 'Disk image',
  other: 'Other',
}

const relations: Readonly<Record<RelationKind, string>> = {
  derived_from: 'is derived from',
  contained_in: 'is contained in',
  copy_of: 'is a copy of',
  related_to: 'is related to',
}

/** Of the case whose report it is, before the number of the other. */
const caseRelations: Readonly<Record<CaseRelationKind, string>> = {
  parent: 'this case is a child of',
  child: 'this case is the parent of',
  duplicate_of: 'this case is a duplicate of',
  has_duplicate: 'this case has as its duplicate',
  related: 'this case is related to',
}

const bases: Readonly<Record<(typeof legalBases)[number], string>> = {
  gdpr_art_17: 'right to erasure (GDPR Art. 17)',
  court_order: 'court order',
  retention_expired: 'retention period expired',
  privileged: 'privileged material',
  recorded_in_error: 'recorded in error',
  other_law: 'other law',
}

/** Names of withheld values. */
const withheld = {
  text: 'Note',
  note: 'Note',
  notes: 'Rationale',
  reason: 'Reason',
  title: 'Title',
  description: 'Description',
  owner_name: 'Name of the owner',
  import_file: 'Name of the imported file',
  from_owner: 'Name of the former owner',
  to_owner: 'Name of the new owner',
  assignee_name: 'Name of the assignee',
  from_assignee: 'Name of the former assignee',
  to_assignee: 'Name of the new assignee',
  customer_ids: 'Customers',
  account_ids: 'Accounts',
  name: 'File name',
  path: 'Path',
  source: 'Source',
  serial: 'Serial number',
  acquired_by: 'Acquired by',
  label: 'Label',
  tags: 'Tags',
  recipient: 'Recipient',
} as const satisfies Readonly<Record<string, string>>

const outcomes = {
  confirmed_fraud: 'Confirmed fraud',
  not_fraud: 'No fraud',
  inconclusive: 'Inconclusive',
  duplicate: 'Duplicate',
} as const satisfies Readonly<Record<CaseOutcome, string>>

/** The word for a name of the interface, or the name as it is where this release has no word for it. */
const wordIn =
  (table: Readonly<Record<string, string>>) =>
  (name: string): string =>
    Object.hasOwn(table, name) ? (table[name] as string) : name

export const statusWord = wordIn(statuses)
export const outcomeWord = wordIn(outcomes)
export const alertWord = wordIn(alertStates)
export const priorityWord = wordIn(priorities)
export const methodWord = wordIn(methods)
export const kindWord = wordIn(kinds)
export const relationWord = wordIn(relations)
export const caseRelationWord = wordIn(caseRelations)
export const basisWord = wordIn(bases)
export const withheldWord = wordIn(withheld)
