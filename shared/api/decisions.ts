import { z } from 'zod'
import { activityId } from '../schema/activity.ts'
import { assessmentId } from '../schema/assessments.ts'
import { rationale } from '../schema/case.ts'
import { decision, decisionNeed, decisionOutcome, decisionQueueItem, decisionState } from '../schema/decisions.ts'
import { booleanText, idText, integerId, integerText, lineOfText, skipText, uid } from '../schema/text.ts'
import { keysetEnvelope } from './alerts.ts'
import { defineOperation, envelope } from './operation.ts'

const everyone = 'signed_in'
const writers = ['investigator', 'supervisor', 'admin'] as const
const supervisors = ['supervisor', 'admin'] as const
const tag = 'Decisions'

const page = {
  after: z.string().min(1).max(500).optional(),
  skip: skipText.optional(),
  size: integerText({ min: 1, max: 200 }).default(50),
}

export const decisionQueue = defineOperation({
  id: 'decisionQueue',
  method: 'GET',
  path: '/v1/decisions/queue',
  tag,
  summary: 'What awaits a person’s decision',
  description:
    'First proposals that await a second person, then alerts whose recommended action needs a person, riskiest first; and what each needs.',
  access: everyone,
  query: z.strictObject({
    needs: decisionNeed.optional(),
    mine: booleanText.optional().describe('Only what is assigned to the caller.'),
    alert_id: idText.optional().describe('Only what awaits a person about this alert.'),
    ...page,
  }),
  answer: keysetEnvelope(decisionQueueItem),
})

export const listDecisions = defineOperation({
  id: 'listDecisions',
  method: 'GET',
  path: '/v1/decisions',
  tag,
  summary: 'List decisions',
  description: 'What was decided, newest first. `transaction_id` finds those about an alert that it is part of, too.',
  access: everyone,
  query: z.strictObject({
    state: decisionState.optional(),
    outcome: decisionOutcome.optional(),
    alert_id: idText.optional(),
    case_id: idText.optional(),
    transaction_id: lineOfText(128).optional(),
    assessment_id: assessmentId.optional(),
    ...page,
  }),
  answer: keysetEnvelope(decision),
})

const decisionParams = z.strictObject({ id: uid })

export const readDecision = defineOperation({
  id: 'readDecision',
  method: 'GET',
  path: '/v1/decisions/{id}',
  tag,
  summary: 'Read decision',
  description: 'One decision, with its second person.',
  access: everyone,
  params: decisionParams,
  answer: envelope(decision),
  refusals: ['not_found'],
})

/** Names the decision that is to be replaced. */
export const replacedField = uid
  .optional()
  .describe(
    'The effective decision that this one replaces. Without it a decision is refused (`stale_revision`) if another one is effective on everything known of the subject.',
  )

/** What a decision is about: exactly one. */
export const subjectFields = {
  alert_id: integerId.optional(),
  transaction_id: activityId.optional(),
  assessment_id: assessmentId.optional(),
}

/** Whether exactly one subject is named. */
export const oneSubject = (body: { alert_id?: unknown; transaction_id?: unknown; assessment_id?: unknown }): boolean =>
  [body.alert_id, body.transaction_id, body.assessment_id].filter((value) => value !== undefined).length === 1

export const recordDecision = defineOperation({
  id: 'recordDecision',
  method: 'POST',
  path: '/v1/decisions',
  retry: 'key',
  compares: 'alert',
  tag,
  summary: 'Record decision',
  description:
    'Decides an alert, a transaction or an assessment. If the detection policy requires four eyes, the answer’s `state` is `proposed`, and nothing takes effect until a second person approves it. `If-Match` with the `revision` of the alert refuses if any step of it came first, not only a decision.',
  access: writers,
  status: 201,
  body: z
    .strictObject({ ...subjectFields, outcome: decisionOutcome, reason: rationale, replaces: replacedField })
    .refine(oneSubject, { error: 'give one of alert_id, transaction_id and assessment_id', path: ['alert_id'] }),
  answer: envelope(decision),
  refusals: ['not_found', 'already_done', 'stale_revision'],
})

export const settleDecision = defineOperation({
  id: 'settleDecision',
  method: 'POST',
  path: '/v1/decisions/{id}/second',
  retry: 'again',
  tag,
  summary: 'Approve or refuse a proposed decision',
  description:
    'The word of the second person: a supervisor or admin who did not propose it. Refused, the subject waits again.',
  access: supervisors,
  params: decisionParams,
  body: z.strictObject({ verdict: z.enum(['approve', 'refuse']), notes: rationale.optional() }),
  answer: envelope(decision),
  refusals: ['not_found', 'already_done', 'four_eyes_required'],
})
