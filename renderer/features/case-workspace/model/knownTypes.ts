import { caseEntryTypes, evidenceEntryTypes, syncEntryTypes, type CaseEntryType, type EvidenceEntryType, type SyncEntryType } from '../../../../shared/schema/timeline.ts'

/** By which a hub says to whom a case is granted. */
const grantTypes = ['grant.given', 'grant.ended'] as const

/** What detection and those who judge by it seal into the case that holds an alert. */
export const detectionEntryTypes = ['alert.attached', 'alert.detached', 'alert.moved', 'alert.assigned', 'decision.recorded', 'decision.proposed', 'decision.approved', 'decision.refused'] as const
export type DetectionEntryType = (typeof detectionEntryTypes)[number]

/** The types of a case's entries that this release has words for. */
export type KnownType = CaseEntryType | EvidenceEntryType | SyncEntryType | DetectionEntryType | (typeof grantTypes)[number]

export const knownTypes: readonly KnownType[] = [...caseEntryTypes, ...evidenceEntryTypes, ...syncEntryTypes, ...detectionEntryTypes, ...grantTypes]

/** Whether an entry was sealed by a hub, in nobody's name. */
export const isOfHub = (name: string): boolean => name.startsWith('hub:')
