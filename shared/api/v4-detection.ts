import { z } from 'zod'
import { entityKinds, riskLevel } from '../schema/activity.ts'
import { alertEntity, alertItem, alertStatus } from '../schema/alerts.ts'
import { assessment, assessmentId, scored } from '../schema/assessments.ts'
import { rationale } from '../schema/case.ts'
import { decision, decisionNeed, decisionOutcome, decisionQueueItem } from '../schema/decisions.ts'
import { effectiveness } from '../schema/metrics.ts'
import { orderedRange } from '../schema/request-time.ts'
import { idText, integerId, integerText, lineOfText, timestamp, uid } from '../schema/text.ts'
import { alertStats, bulkTriageMax, triageOutcome } from './alerts.ts'
import { oneSubject, replacedField, subjectFields } from './decisions.ts'
import { period } from './metrics.ts'
import { defineOperation, envelope } from './operation.ts'

/** Where an operation of /v4 may name its workspace besides the header X-Workspace-Id. */
const workspace = {
  workspace_id: z
    .string()
    .max(100)
    .optional()
    .describe('The workspace; also accepted in the query, the body, or the header X-Workspace-Id.'),
}
const workspaceQuery = z.strictObject(workspace)
const answered = { status: z.string().describe('What this answer is, for example `ready`.'), timestamp }
const cursorPage = { after: z.string().min(1).max(500).optional(), size: integerText({ min: 1, max: 200 }).default(50) }
const next = z.string().nullable().optional().describe('Give it as `after` for the next page.')

export const createAssessment = defineOperation({
  id: 'createAssessment',
  method: 'POST',
  path: '/v4/fraud-assessments/create',
  retry: 'key',
  tag: 'Assessments',
  summary: 'Create assessment',
  description:
    'Judges an activity by the live rules and the model in force, without counting it, and keeps the answer. `metadata` holds what is known of device, network and transaction under the usual names in any spelling (`amount`, `currency`, `customer_id` or `userId`, `ip` or `ip_address`, `device_id` or `device.id` ...); ' +
    'other names are kept for rules. What stands at the top of `metadata` counts before what stands deeper, whatever the order of the members; of two objects that contradict each other neither is taken, and the request is refused with both paths. The workspace need not be named.',
  access: 'v4:write',
  status: 201,
  workspace: 'optional',
  bodyLimit: 262_144,
  query: workspaceQuery,
  body: z.strictObject({
    ...workspace,
    event_type: lineOfText(64),
    metadata: z.record(z.string().max(256), z.json()).default({}),
  }),
  answer: envelope(assessment),
  refusals: ['workspace_mismatch'],
})

export const retrieveAssessment = defineOperation({
  id: 'retrieveAssessment',
  method: 'GET',
  path: '/v4/fraud-assessments/retrieve',
  tag: 'Assessments',
  summary: 'Retrieve assessment',
  description: 'With the workspace alone the counts and the newest; with `id` that one.',
  access: 'v4:read',
  query: workspaceQuery.extend({ id: assessmentId.optional() }),
  answer: envelope(
    z.object({
      ...answered,
      assessments: z.int().optional(),
      newest: z.array(assessment).optional(),
      assessment: assessment.optional(),
    }),
  ),
  refusals: ['not_found', 'workspace_mismatch'],
})

export const scoreTransaction = defineOperation({
  id: 'scoreTransaction',
  method: 'GET',
  path: '/v4/transactions/score',
  tag: 'Transactions',
  summary: 'Score transaction',
  description:
    'With the workspace alone whether scoring is ready, by which model and how many rules, and the counts by level; with `transaction_id` the score, rules and reasons of that one.',
  access: 'v4:read',
  query: workspaceQuery.extend({ transaction_id: lineOfText(128).optional() }),
  answer: envelope(
    z.object({
      ...answered,
      model: z.object({ name: z.string(), version: z.string() }).nullable().optional(),
      live_rules: z.int().optional(),
      transactions: z.int().optional(),
      by_level: z.record(riskLevel, z.int()).optional(),
      transaction_id: z.string().optional(),
      at: timestamp.optional(),
      late: z
        .boolean()
        .optional()
        .describe(
          'It lay more than a day behind what was counted before it: it was judged without windows, so rules and the model saw less of it.',
        ),
      ...scored.partial().omit({ model: true }).shape,
      model_opinion: scored.shape.model.optional(),
      alert_id: integerId.nullable().optional(),
    }),
  ),
  refusals: ['not_found', 'workspace_mismatch'],
})

const idsOf = { alert_id: integerId.optional(), alert_ids: z.array(integerId).min(1).max(bulkTriageMax).optional() }
const oneWay = (body: { alert_id?: unknown; alert_ids?: unknown }): boolean =>
  body.alert_id === undefined || body.alert_ids === undefined

export const updateAlertStatus = defineOperation({
  id: 'updateAlertStatus',
  method: 'PATCH',
  path: '/v4/alerts/status',
  compares: 'alert',
  tag: 'Alerts',
  summary: 'Update status',
  description:
    'With the workspace alone the counts by state and which moves there are (`status: ready`). With `alert_id` and `status` it moves that alert, with `alert_ids` up to 1,000, of which none that was disposed of is changed; `notes` says why. `If-Match` with the `revision` of the one alert refuses where another was there first.',
  access: 'v4:write',
  query: workspaceQuery,
  body: z
    .strictObject({ ...workspace, ...idsOf, status: alertStatus.optional(), notes: rationale.optional() })
    .refine(oneWay, { error: 'give alert_id or alert_ids', path: ['alert_ids'] }),
  answer: envelope(
    z.object({
      ...answered,
      counts: alertStats.optional(),
      moves: z.record(alertStatus, z.array(alertStatus)).optional(),
      alert: alertItem.optional(),
      outcome: triageOutcome.optional(),
    }),
  ),
  refusals: [
    'not_found',
    'already_done',
    'transition_forbidden',
    'stale_revision',
    'four_eyes_required',
    'workspace_mismatch',
  ],
})

export const assignAlertByKey = defineOperation({
  id: 'assignAlertByKey',
  method: 'POST',
  path: '/v4/alerts/assign',
  retry: 'again',
  compares: 'alert',
  tag: 'Alerts',
  summary: 'Assign alert',
  description:
    'With the workspace alone who may be given alerts and how many each has open. With `alert_id` (or `alert_ids`) and `assignee_id` it assigns; `assignee_id: null` takes it from everybody. `If-Match` compares the `revision` of one alert.',
  access: 'v4:write',
  query: workspaceQuery,
  body: z
    .strictObject({ ...workspace, ...idsOf, assignee_id: integerId.nullable().optional(), notes: rationale.optional() })
    .refine(oneWay, { error: 'give alert_id or alert_ids', path: ['alert_ids'] }),
  answer: envelope(
    z.object({
      ...answered,
      unassigned: z.int().optional(),
      assignees: z.array(z.object({ id: integerId, name: z.string(), open_alerts: z.int() })).optional(),
      alert: alertItem.optional(),
      outcome: triageOutcome.optional(),
    }),
  ),
  refusals: ['not_found', 'already_done', 'unknown_reference', 'stale_revision', 'workspace_mismatch'],
})

export const manualDecisions = defineOperation({
  id: 'manualDecisions',
  method: 'GET',
  path: '/v4/decisions/manual',
  tag: 'Decisions',
  summary: 'Manual review decision',
  description: 'The queue that awaits a person, and what each item needs: a decision, or a second person’s word.',
  access: 'v4:read',
  query: workspaceQuery.extend({ needs: decisionNeed.optional(), ...cursorPage }),
  answer: envelope(
    z.object({
      ...answered,
      awaiting: z.int(),
      awaiting_second_person: z.int(),
      queue: z.array(decisionQueueItem),
      next,
    }),
  ),
  refusals: ['workspace_mismatch'],
})

export const recordManualDecision = defineOperation({
  id: 'recordManualDecision',
  method: 'POST',
  path: '/v4/decisions/manual',
  retry: 'key',
  compares: 'alert',
  tag: 'Decisions',
  summary: 'Record a manual decision',
  description:
    'With the workspace alone the outcomes that there are and which need four eyes. With one of `alert_id`, `transaction_id` and `assessment_id`, an `outcome` and a `reason` it records the decision (`status: recorded`, or `proposed` where a second person must approve). `If-Match` with the `revision` of the alert refuses where a step of it, not only a decision, came first. ' +
    'With `decision_id` and `verdict` it would approve or refuse a proposal: an API key is no second person, and is refused.',
  access: 'v4:write',
  query: workspaceQuery,
  body: z
    .strictObject({
      ...workspace,
      ...subjectFields,
      outcome: decisionOutcome.optional(),
      reason: rationale.optional(),
      replaces: replacedField,
      decision_id: uid.optional(),
      verdict: z.enum(['approve', 'refuse']).optional(),
    })
    .refine(
      (body) =>
        oneSubject(body) ||
        (body.alert_id === undefined && body.transaction_id === undefined && body.assessment_id === undefined),
      {
        error: 'give one of alert_id, transaction_id and assessment_id',
        path: ['alert_id'],
      },
    ),
  answer: envelope(
    z.object({
      ...answered,
      outcomes: z.array(z.object({ outcome: decisionOutcome, four_eyes: z.boolean() })).optional(),
      awaiting: z.int().optional(),
      decision: decision.optional(),
    }),
  ),
  refusals: ['not_found', 'already_done', 'stale_revision', 'four_eyes_required', 'workspace_mismatch'],
})

export const retrieveDecision = defineOperation({
  id: 'retrieveDecision',
  method: 'GET',
  path: '/v4/decisions/retrieve',
  tag: 'Decisions',
  summary: 'Retrieve decision',
  description:
    'With the workspace alone the newest decisions and counts by state; with `decision_id` that one; with `alert_id`, `transaction_id` or `assessment_id` the newest about it; of a transaction those about an alert that it is part of, too.',
  access: 'v4:read',
  query: workspaceQuery.extend({
    decision_id: uid.optional(),
    alert_id: idText.optional(),
    transaction_id: lineOfText(128).optional(),
    assessment_id: assessmentId.optional(),
    ...cursorPage,
  }),
  answer: envelope(
    z.object({
      ...answered,
      counts: z.record(z.string(), z.int()).optional(),
      decisions: z.array(decision).optional(),
      next,
      decision: decision.optional(),
    }),
  ),
  refusals: ['not_found', 'workspace_mismatch'],
})

/** Something that monitoring saw: an activity that was scored, or an alert that was raised. */
export const monitoringEvent = z.object({
  id: z.string(),
  kind: z.enum(['transaction_scored', 'alert_raised']),
  at: timestamp.describe('When it happened: of the activity, or of the alert.'),
  event_type: z.string().nullable(),
  transaction_id: z.string().nullable(),
  alert_id: integerId.nullable(),
  entity: alertEntity.nullable(),
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  score: z.number(),
  risk_level: riskLevel,
  recommended_action: z.string(),
})
export type MonitoringEvent = z.infer<typeof monitoringEvent>

export const listMonitoring = defineOperation({
  id: 'listMonitoring',
  method: 'GET',
  path: '/v4/monitoring/list',
  tag: 'Monitoring',
  summary: 'List events',
  description: 'What was scored and what raised an alert, newest first; by default both, of every level.',
  access: 'v4:read',
  query: workspaceQuery.extend({
    kind: z.enum(['transaction_scored', 'alert_raised']).optional(),
    level: riskLevel.optional().describe('From this level on.'),
    entity_kind: z.enum(entityKinds).optional(),
    entity_id: lineOfText(128).optional(),
    ...cursorPage,
  }),
  answer: envelope(
    z.object({ ...answered, transactions: z.int(), alerts: z.int(), events: z.array(monitoringEvent), next }),
  ),
  refusals: ['workspace_mismatch'],
})

export const retrieveProfile = defineOperation({
  id: 'retrieveProfile',
  method: 'GET',
  path: '/v4/monitoring/retrieve',
  tag: 'Monitoring',
  summary: 'Retrieve profile',
  description:
    'With the workspace alone how many entities are known, and those with the most open alerts; with one of `customer_id`, `account_id`, `counterparty_id`, `device_id`, `ip` and `terminal_id` what is usual for it, its totals and its alerts.',
  access: 'v4:read',
  query: workspaceQuery.extend({
    customer_id: lineOfText(128).optional(),
    account_id: lineOfText(128).optional(),
    counterparty_id: lineOfText(128).optional(),
    device_id: lineOfText(128).optional(),
    ip: lineOfText(45).optional(),
    terminal_id: lineOfText(128).optional(),
  }),
  answer: envelope(
    z.object({
      ...answered,
      riskiest: z.array(z.object({ entity: alertEntity, open_alerts: z.int(), score: z.number() })).optional(),
      entity: alertEntity.optional(),
      profile: z.record(z.string(), z.json()).optional(),
      transactions: z.int().optional(),
      first_at: timestamp.nullable().optional(),
      last_at: timestamp.nullable().optional(),
      alerts: z.array(alertItem).optional(),
    }),
  ),
  refusals: ['not_found', 'workspace_mismatch'],
})

export const effectivenessByKey = defineOperation({
  id: 'effectivenessByKey',
  method: 'GET',
  path: '/v4/metrics/effectiveness',
  tag: 'Metrics',
  summary: 'Effectiveness KPIs',
  description:
    'Over alerts raised in a period (default: the last 30 days); every figure with its numerator, denominator and definition.',
  access: 'v4:read',
  query: orderedRange(workspaceQuery.extend(period)),
  answer: envelope(effectiveness.extend(answered)),
  refusals: ['workspace_mismatch'],
})
