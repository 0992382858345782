import { z } from 'zod'
import { findingCodeSchema } from './findings.ts'
import { entryId, integerId, timestamp } from './text.ts'

/**
 * Types of the entries of a case that this release writes. Others (from newer devices) are kept and shown as they are.
 */
export const caseEntryTypes = [
  'case.opened',
  'case.edited',
  'case.renumbered',
  'priority.changed',
  'status.changed',
  'note.added',
  'owner.assigned',
  'links.added',
  'links.removed',
  'case.related',
  'case.unrelated',
  'hold.placed',
  'hold.released',
  'access.set',
  'glass.broken',
  'redaction.applied',
] as const
export type CaseEntryType = (typeof caseEntryTypes)[number]

/** Types of the entries of a case that are about its tasks, and the playbooks that bring them. */
export const taskEntryTypes = ['task.added', 'task.assigned', 'task.done', 'task.reopened', 'playbook.applied'] as const
export type TaskEntryType = (typeof taskEntryTypes)[number]

/** Types of the entries of a case that are about its evidence, or about copies of it that left. */
export const evidenceEntryTypes = [
  'evidence.acquired',
  'evidence.viewed',
  'evidence.downloaded',
  'evidence.edited',
  'evidence.noted',
  'evidence.statement_read',
  'evidence.related',
  'evidence.unrelated',
  'evidence.erasure_requested',
  'evidence.erasure_declined',
  'evidence.erased',
  'case.exported',
] as const
export type EvidenceEntryType = (typeof evidenceEntryTypes)[number]

/**
 * Types of the entries of a case that come of working apart: who was overtaken, how it was settled, what bytes the hub
 * has, what came back to it (docs/spec/sync.md, Y-43, Y-44, Y-61, Y-84).
 */
export const syncEntryTypes = [
  'transition.superseded',
  'assignment.superseded',
  'conflict.settled',
  'evidence.received',
  'act.voided',
  'entries.returned',
] as const
export type SyncEntryType = (typeof syncEntryTypes)[number]

/** Types of the entries of a case that are about its reports. */
export const reportEntryTypes = [
  'report.drafted',
  'report.submitted',
  'report.approved',
  'report.refused',
  'report.filed',
  'report.acknowledged',
  'report.rejected',
  'report.withdrawn',
  'report.exported',
] as const
export type ReportEntryType = (typeof reportEntryTypes)[number]

/**
 * What detection and those who judge by it seal: into the case that holds an alert, and where no case does, into the
 * workspace's chain.
 */
export const detectionEntryTypes = [
  'alert.attached',
  'alert.detached',
  'alert.moved',
  'alert.assigned',
  'decision.recorded',
  'decision.proposed',
  'decision.approved',
  'decision.refused',
] as const
export type DetectionEntryType = (typeof detectionEntryTypes)[number]

/** A value withheld from the sealed entry and kept apart as a disclosure. */
export const disclosedValue = z.object({
  digest: z.string().describe('Digest in the entry: base64url SHA-256 of the encoded disclosure.'),
  state: z.enum(['disclosed', 'redacted', 'unavailable']),
  value: z.unknown().describe('The value as it was when sealed; absent unless disclosed.').optional(),
})

export const timelineEntry = z.object({
  entry_id: entryId,
  position: z.int().describe('0-based arrival position in the case, on this device alone.'),
  place: z
    .int()
    .describe(
      '0-based place in the timeline: in the order of the hub, then, in order of arrival, what has no place there yet.',
    ),
  placed: z
    .boolean()
    .describe('Whether a hub gave it that place, which is then the same on every device; else it may still move.'),
  type: z.string(),
  at: timestamp.describe('The writing device’s clock.'),
  actor: z.object({ id: integerId.nullable(), name: z.string() }),
  device: z.object({ id: z.string(), number: z.int().nullable() }),
  seq: z.int(),
  values: z.record(z.string(), z.unknown()).describe('The sealed public values, frozen at sealing.'),
  withheld: z
    .record(z.string(), disclosedValue)
    .describe('The withheld values by name; a redacted one whose name is unknown is keyed by its digest.'),
  seal: z.object({
    state: z.enum(['verified', 'fault']),
    codes: z.array(findingCodeSchema),
    covered: z.boolean().describe('Whether a signed checkpoint covers it.'),
  }),
  without_effect: z
    .object({ code: z.string(), message: z.string() })
    .optional()
    .describe('Why the act changed nothing: the hub could not permit it when it arrived. Absent: it counts.'),
})
export type TimelineEntry = z.infer<typeof timelineEntry>
