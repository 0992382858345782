import { z } from 'zod'
import type { AlertDisposition } from './alerts.ts'
import { descriptionMax, entryId, integerId, lineOfText, noteMax, textBlock, timestamp, titleMax, uid } from './text.ts'

export const caseStatuses = ['open', 'investigating', 'pending_review', 'escalated', 'resolved', 'closed'] as const
export const caseStatus = z.enum(caseStatuses)
export type CaseStatus = z.infer<typeof caseStatus>

/** States in which a case asks for no more work: its SLA no longer runs. */
export const finishedStatuses: readonly CaseStatus[] = ['resolved', 'closed']
export const isFinished = (status: CaseStatus): boolean => finishedStatuses.includes(status)

/**
 * What came of a finished case: fraud or another financial crime was found; none was; it could not be told; or another
 * case deals with the same.
 */
export const caseOutcomes = ['confirmed_fraud', 'not_fraud', 'inconclusive', 'duplicate'] as const
export const caseOutcome = z.enum(caseOutcomes)
export type CaseOutcome = z.infer<typeof caseOutcome>

/** The disposition that the open alerts of a case get with its outcome. */
export const dispositionOfOutcome: Readonly<Record<CaseOutcome, AlertDisposition>> = {
  confirmed_fraud: 'confirmed',
  not_fraud: 'false_positive',
  inconclusive: 'dismissed',
  duplicate: 'dismissed',
}

export const casePriorities = ['low', 'medium', 'high', 'urgent'] as const
export const casePriority = z.enum(casePriorities)
export type CasePriority = z.infer<typeof casePriority>

/**
 * Where a case stands against its deadline: unfinished cases are `on_track`, `due_soon` (under four hours left),
 * `breached` or `paused` (pending review, where the policy pauses it); finished ones `met` or `missed` it.
 */
export const slaStates = ['on_track', 'due_soon', 'breached', 'paused', 'met', 'missed'] as const
export const slaState = z.enum(slaStates)
export type SlaState = z.infer<typeof slaState>
export const dueSoonMs = 4 * 3_600_000

export const caseTitle = lineOfText(titleMax)
export const caseDescription = textBlock(descriptionMax)
export const rationale = textBlock(noteMax)

/** Shown in the place of a text whose disclosure was erased. */
export const redactedText = '[redacted]'

/** The fields that the interface lists for an item of the case list. */
export const caseListItem = z.object({
  id: integerId,
  case_number: z.string(),
  title: z.string(),
  priority: casePriority,
  status: caseStatus,
  sla_due_at: timestamp,
})
export type CaseListItem = z.infer<typeof caseListItem>

/** A list item with what the queue of the window shows besides (`view=queue`). */
export const caseQueueItem = caseListItem.extend({
  owner_id: integerId,
  owner_name: z.string(),
  sla_state: slaState,
  alert_count: z.int(),
  legal_hold: z.boolean(),
  outcome: caseOutcome
    .nullable()
    .describe('What came of a finished case; null where nobody said it, and while the case is not finished.'),
  parent_case_number: z.string().nullable().describe('The case of which this one is a child.'),
  duplicate_of_case_number: z.string().nullable().describe('The case of which this one is a duplicate.'),
  created_at: timestamp,
  updated_at: timestamp,
})
export type CaseQueueItem = z.infer<typeof caseQueueItem>

export const legalHold = z.object({ placed_at: timestamp, placed_by: integerId, reason: z.string() })

/** One case with all its fields. */
export const caseFull = caseQueueItem.extend({
  uid,
  former_numbers: z.array(z.string()),
  description: z.string(),
  related_customer_id: integerId.nullable().describe('The customer given on creation.'),
  related_account_id: integerId.nullable().describe('The account given on creation.'),
  customer_ids: z.array(integerId).describe('All linked customers, the one given on creation included.'),
  account_ids: z.array(integerId),
  alert_ids: z.array(integerId),
  open_alert_count: z
    .int()
    .describe('Alerts that the case holds, as far as they are known here, and that have no disposition.'),
  created_by: integerId,
  created_by_name: z.string(),
  finished_at: timestamp.nullable(),
  sla_hours: z.number().describe('The SLA that was in force for the priority, in hours.'),
  hold: legalHold.nullable(),
  source: z
    .object({ system: z.string(), reference: z.string() })
    .nullable()
    .describe('Where an imported case came from.'),
  revision: z
    .int()
    .describe(
      'Grows with each change of the case itself (looking at evidence and taking it in are none); send it as `If-Match: "<revision>"` to refuse a stale change.',
    ),
  seal: z.object({
    entries: z.int(),
    root: z.string().describe('RFC 6962 root of the case tree, lower-case hex.'),
    head: entryId.describe('Id of the last entry.'),
    checkpoint_size: z.int().describe('Entries that the newest locally signed checkpoint covers.'),
    last_witnessed: z
      .object({ origin: z.string(), size: z.int(), at: timestamp })
      .nullable()
      .describe('Last hub checkpoint; null: no hub has seen this case, and the owner of this laptop could rewrite it.'),
  }),
})
export type CaseFull = z.infer<typeof caseFull>
