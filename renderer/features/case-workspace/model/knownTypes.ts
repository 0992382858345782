import { caseEntryTypes, evidenceEntryTypes, type CaseEntryType, type EvidenceEntryType } from '../../../../shared/schema/timeline.ts'

/** The types of a case's entries that this release has words for. */
export type KnownType = CaseEntryType | EvidenceEntryType

export const knownTypes: readonly KnownType[] = [...caseEntryTypes, ...evidenceEntryTypes]
