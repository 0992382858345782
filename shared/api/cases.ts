import { z } from 'zod'
import {
  caseDescription,
  caseFull,
  caseListItem,
  caseOutcome,
  caseOutcomes,
  casePriority,
  caseQueueItem,
  caseStatus,
  caseTitle,
  rationale,
  slaState,
} from '../schema/case.ts'
import { askedAccess } from '../schema/case-access.ts'
import { subjectOfAlerts } from '../schema/alerts.ts'
import { listText } from '../schema/list-text.ts'
import { rangeText } from '../schema/range-text.ts'
import { booleanText, idText, integerId, integerText, lineOfText, timestamp } from '../schema/text.ts'
import { caseIdParams, changed, everyone, idList, tag, writers } from './case-parts.ts'
import { defineOperation, envelope, envelopeWithMessage, pageEnvelope } from './operation.ts'

export const createCase = defineOperation({
  id: 'createCase',
  method: 'POST',
  path: '/v1/cases',
  retry: 'key',
  tag,
  summary: 'Create case',
  description:
    'Opens a case. The owner is the least-loaded active investigator (fewest unfinished cases; ties go to the lowest id; supervisors, then admins, where there is no investigator). ' +
    'The SLA deadline is the creation time plus the hours that the policy gives the priority. Alerts, customers and accounts are identifiers of the institution’s own systems: ' +
    'they are linked as given, also where this device, perhaps offline, does not know them yet. At most 1,000 alert_ids; duplicates count once.',
  access: writers,
  status: 201,
  body: z.strictObject({
    title: caseTitle,
    description: caseDescription,
    priority: casePriority,
    related_customer_id: integerId.optional(),
    related_account_id: integerId.optional(),
    alert_ids: z.array(integerId).max(1_000).optional(),
    access: askedAccess
      .optional()
      .describe(
        'Who may know the case from its first entry on; without it, everyone. Whoever opens it must be among them.',
      ),
  }),
  answer: envelope(
    z.object({
      id: integerId,
      case_number: z.string(),
      title: z.string(),
      priority: casePriority,
      status: caseStatus,
      owner_id: integerId,
      sla_due_at: timestamp,
      created_at: timestamp,
    }),
  ),
  refusals: ['case_numbers_exhausted', 'unknown_reference', 'access_forbidden'],
})

/** What finishes a case besides state and rationale, in one case and in several. */
export const finishing = {
  leave_tasks: z
    .boolean()
    .optional()
    .describe(
      'Leave required tasks open although the policy asks for them first. A supervisor or admin may, where the policy says so; how many were open is sealed with the rationale.',
    ),
  outcome: caseOutcome
    .optional()
    .describe(
      'What came of the case; only with `resolved` or `closed`. Without it a finished case keeps its outcome, and reopening removes it. To correct it, send the same `status` with another `outcome`.',
    ),
  dispose_alerts: z
    .boolean()
    .optional()
    .describe(
      'Also give the open alerts of the case the disposition of its outcome: `confirmed_fraud` makes them `confirmed`, `not_fraud` `false_positive`, `inconclusive` and `duplicate` `dismissed`. All or nothing: one that may not get it (four eyes, a waiting proposal) refuses the whole (409 alerts_held_back).',
    ),
  leave_blocked: z
    .boolean()
    .optional()
    .describe('With `dispose_alerts`: alerts that may not get the disposition stay open; the others get it.'),
}

/** So many subjects are said at once to be somebody. */
export const subjectRolesMax = 1_000

const subjectRolesField = z
  .array(subjectOfAlerts)
  .min(1)
  .max(subjectRolesMax)
  .optional()
  .describe(
    'With `dispose_alerts` and `confirmed_fraud`: who the subjects of the open alerts are, each once. It is sealed with each alert about that subject. Where a subject is not named, the `proposed_role` of its alerts counts.',
  )

export const updateCaseStatus = defineOperation({
  id: 'updateCaseStatus',
  method: 'PUT',
  path: '/v1/cases/{id}/status',
  compares: 'case',
  tag,
  summary: 'Update case status',
  description:
    'Moves the case to any of the six states (the present one only with another outcome), and seals the rationale into its timeline. A configured workflow may forbid a move (409 transition_forbidden); ' +
    'a four-eyes rule may ask for a second person for `resolved` or `closed` (403 four_eyes_required): a supervisor or admin who has not owned the case since it was opened or last reopened, did not make its last change of state, and has not handed it over since. The policy can ask for an `outcome` with `resolved` or `closed`, and for the required tasks of the case first (409 tasks_open). `If-Match: "<revision>"` refuses a change that was decided on an older view of the case.',
  access: writers,
  params: caseIdParams,
  body: z.strictObject({ status: caseStatus, notes: rationale, ...finishing, subject_roles: subjectRolesField }),
  answer: envelopeWithMessage(
    z.object({
      id: integerId,
      status: caseStatus,
      updated_at: timestamp,
      alerts: z
        .object({ disposed: z.int(), left: z.int().describe('Those that stay open, with `leave_blocked`.') })
        .optional()
        .describe('With `dispose_alerts` alone.'),
    }),
  ),
  refusals: [
    'not_found',
    'transition_forbidden',
    'four_eyes_required',
    'alerts_held_back',
    'tasks_open',
    'stale_revision',
    'already_done',
  ],
})

export const caseSorts = [
  'sla',
  'created',
  '-created',
  'updated',
  '-updated',
  'priority',
  '-priority',
  'number',
  '-number',
] as const

/** The filters of the case list, shared by the list, its export and saved views. */
export const caseFilters = z.strictObject({
  status: listText(caseStatus, 6).optional().describe('One state, or several separated by commas.'),
  priority: listText(casePriority, 4).optional().describe('One priority, or several separated by commas.'),
  outcome: listText(caseOutcome, caseOutcomes.length)
    .optional()
    .describe('What came of finished cases: one outcome, or several separated by commas.'),
  owner_id: listText(idText, 50).optional().describe('One officer, or several separated by commas.'),
  sla: listText(slaState, 6).optional().describe('Where cases stand against their deadline, for example `breached`.'),
  due_in_hours: rangeText
    .optional()
    .describe('Only cases whose deadline is to come and is so many hours ahead: `4-24`, or `72-` without an end.'),
  age_days: rangeText
    .optional()
    .describe('Only cases that were opened so many days ago: `7-30`, or `90-` without an end.'),
  q: lineOfText(500)
    .optional()
    .describe(
      'Full-text search over number (former ones too), title, description, notes, and the names, paths and labels of evidence, in any script. Every word must occur; the last may be a prefix; "quoted words" are a phrase.',
    ),
  customer_id: idText.optional(),
  account_id: idText.optional(),
  alert_id: idText.optional(),
  parent_id: idText.optional().describe('Only children of this case.'),
  hold: booleanText.optional().describe('Only cases with (true) or without (false) a legal hold.'),
})

export const listCases = defineOperation({
  id: 'listCases',
  method: 'GET',
  path: '/v1/cases',
  tag,
  summary: 'List cases',
  description:
    'A page of cases. Default order (`sort=sla`): unfinished cases by deadline, so breached ones first, then finished ones, last changed first. Ties go by id. ' +
    '`view=queue` adds owner, SLA state, creation and change times to each item. A page past the end is empty.',
  access: everyone,
  query: caseFilters.extend({
    sort: z.enum(caseSorts).default('sla'),
    view: z.enum(['list', 'queue']).default('list'),
    page: integerText({ min: 1, max: 10_000_000 }).default(1),
    size: integerText({ min: 1, max: 100 }).default(20),
  }),
  answer: pageEnvelope(z.union([caseQueueItem, caseListItem])),
})

export const exportCases = defineOperation({
  id: 'exportCases',
  method: 'GET',
  path: '/v1/cases/export',
  tag,
  summary: 'Export the case list as CSV',
  description:
    'Streams all matching cases as CSV (UTF-8, RFC 4180), one row a case. Cells that a spreadsheet would run as a formula are kept exactly as they are: import the file as text.',
  access: everyone,
  query: caseFilters,
  answers: 'csv',
  answer: z.string(),
})

export const caseStats = defineOperation({
  id: 'caseStats',
  method: 'GET',
  path: '/v1/cases/stats',
  tag,
  summary: 'Count cases',
  description: 'Counts by status, priority, owner and SLA state over the whole workspace.',
  access: everyone,
  answer: envelope(
    z.object({
      total: z.int(),
      unfinished: z.int(),
      breached: z.int(),
      due_soon: z.int(),
      by_status: z.record(caseStatus, z.int()),
      by_priority: z.record(casePriority, z.int()).describe('Unfinished cases.'),
      by_owner: z.array(z.object({ owner_id: integerId, owner_name: z.string(), unfinished: z.int() })),
    }),
  ),
})

export const readCase = defineOperation({
  id: 'readCase',
  method: 'GET',
  path: '/v1/cases/{id}',
  tag,
  summary: 'Read case',
  description: 'One case with all its fields. The ETag is its revision.',
  access: everyone,
  params: caseIdParams,
  answer: envelope(caseFull),
  refusals: ['not_found'],
})

export const findCaseByNumber = defineOperation({
  id: 'findCaseByNumber',
  method: 'GET',
  path: '/v1/case-numbers/{case_number}',
  tag,
  summary: 'Find case by number',
  description: 'The case that bears, or once bore, this case number.',
  access: everyone,
  params: z.strictObject({ case_number: lineOfText(60) }),
  answer: envelope(caseFull),
  refusals: ['not_found'],
})

export const editCase = defineOperation({
  id: 'editCase',
  method: 'PATCH',
  path: '/v1/cases/{id}',
  compares: 'case',
  tag,
  summary: 'Edit title or description',
  description: 'Changes the title, the description or both. Older entries keep showing the text of their time.',
  access: writers,
  params: caseIdParams,
  body: z
    .strictObject({ title: caseTitle.optional(), description: caseDescription.optional() })
    .refine((body) => body.title !== undefined || body.description !== undefined, {
      error: 'give title, description or both',
    }),
  answer: envelope(changed),
  refusals: ['not_found', 'already_done', 'stale_revision'],
})

export const changeCasePriority = defineOperation({
  id: 'changeCasePriority',
  method: 'PUT',
  path: '/v1/cases/{id}/priority',
  compares: 'case',
  tag,
  summary: 'Change priority',
  description:
    'Changes the priority with a rationale. The deadline becomes the creation time plus the hours of the new priority.',
  access: writers,
  params: caseIdParams,
  body: z.strictObject({ priority: casePriority, notes: rationale }),
  answer: envelope(changed.extend({ priority: casePriority, sla_due_at: timestamp })),
  refusals: ['not_found', 'already_done', 'stale_revision'],
})

export const assignCase = defineOperation({
  id: 'assignCase',
  method: 'PUT',
  path: '/v1/cases/{id}/owner',
  compares: 'case',
  tag,
  summary: 'Reassign case',
  description: 'Assigns the case to another active user who is no auditor. A note may say why.',
  access: writers,
  params: caseIdParams,
  body: z.strictObject({ owner_id: integerId, notes: rationale.optional() }),
  answer: envelope(changed.extend({ owner_id: integerId })),
  refusals: ['not_found', 'unknown_reference', 'already_done', 'stale_revision'],
})

const links = z
  .strictObject({
    alert_ids: idList(1_000).optional(),
    customer_ids: idList(1_000).optional(),
    account_ids: idList(1_000).optional(),
  })
  .refine((body) => Object.keys(body).length > 0, { error: 'give alert_ids, customer_ids or account_ids' })

export const linkToCase = defineOperation({
  id: 'linkToCase',
  method: 'POST',
  path: '/v1/cases/{id}/links',
  retry: 'again',
  compares: 'case',
  tag,
  summary: 'Link alerts, customers and accounts',
  description: 'Adds links. Existing ones are left out; if nothing is new, the answer is 409 already_done.',
  access: writers,
  params: caseIdParams,
  body: links,
  answer: envelope(changed),
  refusals: ['not_found', 'already_done', 'stale_revision'],
})

export const unlinkFromCase = defineOperation({
  id: 'unlinkFromCase',
  method: 'POST',
  path: '/v1/cases/{id}/links/remove',
  retry: 'again',
  compares: 'case',
  tag,
  summary: 'Remove links',
  description: 'Removes links; the timeline keeps that they were there.',
  access: writers,
  params: caseIdParams,
  body: links,
  answer: envelope(changed),
  refusals: ['not_found', 'already_done', 'stale_revision'],
})
