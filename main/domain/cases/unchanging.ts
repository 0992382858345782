import { syncEntryTypes } from '../../../shared/schema/timeline.ts'

/**
 * Types of the entries of a case that tell its owner of no work of somebody else: looks and copies, and what the hub
 * notes of the order of entries.
 */
export const unchangingTypes: readonly string[] = [
  'evidence.viewed',
  'evidence.downloaded',
  'case.exported',
  'report.exported',
  ...syncEntryTypes.filter((type) => type !== 'conflict.settled'),
]
