import { z } from 'zod'
import { recommendedAction, riskLevel } from './activity.ts'
import { entryId, integerId, timestamp, uid } from './text.ts'

/** What a person can decide of an activity: let it through, stop it, ask the customer for more, or hand it up. */
export const decisionOutcomes = ['approve', 'decline', 'challenge', 'escalate'] as const
export const decisionOutcome = z.enum(decisionOutcomes)
export type DecisionOutcome = z.infer<typeof decisionOutcome>

/**
 * `recorded`: in force at once; `proposed`: awaits a second person; `approved`: in force by that; `refused`: not in
 * force, the subject waits again; `superseded`: was in force until another decision took its place.
 */
export const decisionStates = ['recorded', 'proposed', 'approved', 'refused', 'superseded'] as const
export const decisionState = z.enum(decisionStates)
export type DecisionState = z.infer<typeof decisionState>

/** What a decision is about. */
export const decisionSubjects = ['alert', 'transaction', 'assessment'] as const
export const decisionSubject = z.enum(decisionSubjects)
export type DecisionSubject = z.infer<typeof decisionSubject>

/** Who acted: a user, or an API key (then `id` is null). */
export const actingPerson = z.object({ id: integerId.nullable(), name: z.string(), kind: z.enum(['user', 'api_key']) })
export type ActingPerson = z.infer<typeof actingPerson>

export const decision = z.object({
  id: uid,
  subject: decisionSubject,
  alert_id: integerId.nullable(),
  transaction_id: z.string().nullable(),
  assessment_id: z.string().nullable(),
  case_id: integerId.nullable(),
  case_number: z.string().nullable(),
  outcome: decisionOutcome,
  state: decisionState,
  reason: z.string().describe('`[redacted]` where it was erased.'),
  score: z.number().nullable().describe('Frozen when the decision was made.'),
  risk_level: riskLevel.nullable(),
  decided_by: actingPerson,
  decided_at: timestamp,
  second: z
    .object({ by: actingPerson, at: timestamp, note: z.string().nullable() })
    .nullable()
    .describe('The second person, once approved or refused.'),
  replaces: uid.nullable().describe('The decision that it replaces.'),
  entry_id: entryId,
})
export type ManualDecision = z.infer<typeof decision>

/** What an item of the queue needs: a decision, or a second person's word on a proposal. */
export const decisionNeeds = ['decision', 'second_person'] as const
export const decisionNeed = z.enum(decisionNeeds)

/** One item that awaits a person. */
export const decisionQueueItem = z.object({
  needs: decisionNeed,
  why: z.string().describe('In a sentence.'),
  alert_id: integerId.nullable(),
  alert_revision: z
    .int()
    .nullable()
    .describe('Of the alert, for `If-Match`: a decision on an older view is refused if another came first.'),
  transaction_id: z.string().nullable(),
  assessment_id: z.string().nullable(),
  case_id: integerId.nullable(),
  title: z.string(),
  score: z.number(),
  risk_level: riskLevel,
  recommended_action: recommendedAction,
  signals: z.array(z.string()),
  waiting_since: timestamp,
  due_at: timestamp.nullable(),
  overdue: z.boolean(),
  assignee_id: integerId.nullable(),
  four_eyes: z.array(decisionOutcome).describe('Outcomes that a second person must approve here.'),
  proposal: decision.nullable().describe('The proposal that waits, where `needs` is `second_person`.'),
  may_decide: z.boolean().describe('Whether the caller may act on it: nobody approves their own proposal.'),
})
export type DecisionQueueItem = z.infer<typeof decisionQueueItem>
