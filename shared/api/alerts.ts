import { z } from 'zod'
import { entityKinds, riskLevel } from '../schema/activity.ts'
import { alertFull, alertItem, alertStatus, alertSources, subjectRole } from '../schema/alerts.ts'
import { rationale } from '../schema/case.ts'
import { detectionPolicy } from '../schema/detection-policy.ts'
import { listText } from '../schema/list-text.ts'
import {
  booleanText,
  entryId,
  idText,
  integerId,
  integerText,
  lineOfText,
  skipText,
  timestamp,
} from '../schema/text.ts'
import { defineOperation, envelope } from './operation.ts'

const everyone = 'signed_in'
const writers = ['investigator', 'supervisor', 'admin'] as const
const tag = 'Alerts'

const cursor = z.string().min(1).max(500)

/** A page of a list that is walked by cursor: it neither skips nor repeats what is there while others come. */
export const keysetEnvelope = <T extends z.ZodType>(item: T) =>
  z.object({
    success: z.literal(true),
    data: z.array(item),
    next: z.string().nullable().describe('Send it as `after` for the next page; null: this is the last.'),
    skipped: z
      .int()
      .optional()
      .describe('With `skip`: how many rows were skipped. Fewer than requested: the list ended before.'),
  })

export const alertFilters = z.strictObject({
  status: listText(alertStatus, 6).optional().describe('One state, or several separated by commas.'),
  level: listText(riskLevel, 4).optional(),
  assignee_id: idText.optional(),
  unassigned: booleanText.optional().describe('Only alerts that nobody has (true), or somebody (false).'),
  overdue: booleanText.optional(),
  in_case: booleanText.optional(),
  case_id: idText.optional(),
  entity_kind: z.enum(entityKinds).optional(),
  entity_id: lineOfText(128).optional().describe('With `entity_kind`, or of any kind.'),
  signal: lineOfText(128).optional(),
  rule: lineOfText(128).optional().describe('Id of a rule that held.'),
  source: z.enum(alertSources).optional(),
  min_score: z
    .string()
    .regex(/^(0(\.[0-9]{1,6})?|1(\.0{1,6})?)$/u, 'must be a number from 0 to 1')
    .transform(Number)
    .pipe(z.number())
    .optional(),
  q: lineOfText(200).optional().describe('Part of the title or of the entity’s identifier.'),
})
export type AlertFilters = z.infer<typeof alertFilters>

export const alertSorts = ['score', 'newest', 'oldest', 'due'] as const

export const listAlerts = defineOperation({
  id: 'listAlerts',
  method: 'GET',
  path: '/v1/alerts',
  tag,
  summary: 'List alerts',
  description:
    'Alerts by score (highest first), age or deadline, paged by cursor. Without `status`, those without a disposition.',
  access: everyone,
  query: alertFilters.extend({
    sort: z.enum(alertSorts).default('score'),
    after: cursor.optional(),
    skip: skipText.optional(),
    size: integerText({ min: 1, max: 200 }).default(50),
  }),
  answer: keysetEnvelope(alertItem),
})

export const alertStats = z.object({
  total: z.int(),
  open: z.int().describe('Not disposed of.'),
  overdue: z.int(),
  unassigned: z.int(),
  awaiting_decision: z.int(),
  by_status: z.record(alertStatus, z.int()),
  by_level: z.record(riskLevel, z.int()).describe('Open alerts.'),
  by_assignee: z.array(z.object({ assignee_id: integerId, assignee_name: z.string(), open: z.int() })),
  raised_today: z.int().describe('Since midnight, UTC.'),
})
export type AlertStats = z.infer<typeof alertStats>

export const countAlerts = defineOperation({
  id: 'countAlerts',
  method: 'GET',
  path: '/v1/alerts/stats',
  tag,
  summary: 'Count alerts',
  description: 'Counts over the whole workspace.',
  access: everyone,
  answer: envelope(alertStats),
})

const alertParams = z.strictObject({ id: idText.describe('The integer id of the alert.') })

export const readAlert = defineOperation({
  id: 'readAlert',
  method: 'GET',
  path: '/v1/alerts/{id}',
  tag,
  summary: 'Read alert',
  description:
    'One alert with its reasons and their shares, transactions, similar alerts, decisions and sealed history.',
  access: everyone,
  params: alertParams,
  answer: envelope(alertFull),
  refusals: ['not_found'],
})

const changedAlert = z.object({
  id: integerId,
  status: alertStatus,
  assignee_id: integerId.nullable(),
  case_id: integerId.nullable(),
  updated_at: timestamp,
  revision: z.int(),
  entry_id: entryId,
})
export type ChangedAlert = z.infer<typeof changedAlert>

export const moveAlert = defineOperation({
  id: 'moveAlert',
  method: 'PUT',
  path: '/v1/alerts/{id}/status',
  compares: 'alert',
  tag,
  summary: 'Move alert',
  description:
    'Moves an alert to another state. A disposition (`confirmed`, `false_positive`, `dismissed`) ends it and becomes a label of its activities; reopening or correcting a disposition needs a note. ' +
    'None is given while a proposed decision awaits its second person. If the policy requires four eyes for `approve` at its level, an alert that awaits a person becomes `false_positive` only once that is approved, and `dismissed` only once something is decided. ' +
    'The step is sealed into the chain of the alert’s case, or of the workspace.',
  access: writers,
  params: alertParams,
  body: z.strictObject({
    status: alertStatus,
    notes: rationale.optional(),
    subject_role: subjectRole
      .optional()
      .describe(
        'With `confirmed`: the part of the alert’s entity. Only a suspect or a mule counts as known bad; a victim, a compromised terminal or device and an account that was taken over are shown as such. Without it the proposal by typology counts.',
      ),
  }),
  answer: envelope(changedAlert),
  refusals: ['not_found', 'already_done', 'transition_forbidden', 'stale_revision', 'four_eyes_required'],
})

export const assignAlert = defineOperation({
  id: 'assignAlert',
  method: 'PUT',
  path: '/v1/alerts/{id}/assignee',
  compares: 'alert',
  tag,
  summary: 'Assign alert',
  description: 'Assigns an alert to an active user who is no auditor, or to nobody (`null`).',
  access: writers,
  params: alertParams,
  body: z.strictObject({ assignee_id: integerId.nullable(), notes: rationale.optional() }),
  answer: envelope(changedAlert),
  refusals: ['not_found', 'already_done', 'unknown_reference', 'stale_revision'],
})

export const bulkTriageMax = 1_000

export const triageOutcome = z.object({
  changed: z.int(),
  refused: z.int(),
  results: z.array(
    z.object({
      id: integerId,
      ok: z.boolean(),
      entry_id: entryId.optional(),
      error: z.object({ code: z.string(), message: z.string() }).optional(),
    }),
  ),
})
export type TriageOutcome = z.infer<typeof triageOutcome>

export const triageAlerts = defineOperation({
  id: 'triageAlerts',
  method: 'POST',
  path: '/v1/bulk/alerts',
  retry: 'again',
  tag,
  summary: 'Triage several alerts',
  description:
    'Moves or assigns up to 1,000 alerts, or both. Each is changed or refused by itself, and the answer says which and why. An alert named with the `revision` that the writer saw is refused (`stale_revision`) if it has changed since; ' +
    'one named only by its id is refused (`transition_forbidden`) if it already has a disposition and would get another state, unless `reopen` is set.',
  access: writers,
  body: z
    .strictObject({
      alerts: z
        .array(z.strictObject({ id: integerId, revision: z.int().nonnegative() }))
        .max(bulkTriageMax)
        .optional()
        .describe('Alerts as the writer saw them.'),
      alert_ids: z
        .array(integerId)
        .max(bulkTriageMax)
        .optional()
        .describe('Alerts, whatever has happened to them since.'),
      reopen: z
        .boolean()
        .optional()
        .describe('Also takes back or corrects dispositions of alerts named only by their ids.'),
      status: alertStatus.optional(),
      assignee_id: integerId.nullable().optional(),
      notes: rationale.optional(),
      subject_role: subjectRole
        .optional()
        .describe(
          'With `confirmed`: what the subject of each of these alerts is. Without it the `proposed_role` of each alert counts.',
        ),
    })
    .refine(({ status, subject_role: role }) => role === undefined || status === 'confirmed', {
      error: 'goes with `confirmed` alone: of no other alert is anybody said to be anything',
      path: ['subject_role'],
    })
    .refine((body) => body.status !== undefined || body.assignee_id !== undefined, {
      error: 'give status, assignee_id or both',
    })
    .refine(
      ({ alerts = [], alert_ids: ids = [] }) =>
        alerts.length + ids.length > 0 && alerts.length + ids.length <= bulkTriageMax,
      { error: `give between 1 and ${bulkTriageMax} alerts in all`, path: ['alert_ids'] },
    )
    .refine(
      ({ alerts = [], alert_ids: ids = [] }) =>
        new Set(alerts.map(({ id }) => id)).size === alerts.length && !alerts.some(({ id }) => ids.includes(id)),
      { error: 'names an alert twice', path: ['alerts'] },
    ),
  answer: envelope(triageOutcome),
  refusals: ['unknown_reference'],
})

export const readDetectionPolicy = defineOperation({
  id: 'readDetectionPolicy',
  method: 'GET',
  path: '/v1/detection/policy',
  tag: 'Detection',
  summary: 'Read the detection policy',
  description: 'Levels, actions, alerts, automatic cases, the delay of labels, decisions.',
  access: everyone,
  answer: envelope(detectionPolicy),
})

/** A change of the policy of detection, as it was sealed. */
export const policyChange = z.object({
  entry_id: entryId,
  changed_at: timestamp,
  user_id: integerId.nullable(),
  user_name: z.string().nullable(),
  policy: detectionPolicy.describe('As it stood then.'),
})
export type PolicyChange = z.infer<typeof policyChange>

export const listDetectionPolicyChanges = defineOperation({
  id: 'listDetectionPolicyChanges',
  method: 'GET',
  path: '/v1/detection/policy/changes',
  tag: 'Detection',
  summary: 'List changes of the detection policy',
  description: 'The newest 50, newest first, with who made each; all are sealed in the workspace’s chain.',
  access: everyone,
  answer: envelope(z.array(policyChange)),
})

export const changeDetectionPolicy = defineOperation({
  id: 'changeDetectionPolicy',
  method: 'PUT',
  path: '/v1/detection/policy',
  tag: 'Detection',
  summary: 'Change the detection policy',
  description: 'Replaces the policy; the change is sealed in the workspace’s chain. Existing scores stay.',
  access: ['admin'],
  body: detectionPolicy,
  answer: envelope(detectionPolicy),
  refusals: ['already_done'],
})
