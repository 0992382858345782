import { z } from 'zod'
import {
  caseDescription,
  caseFull,
  caseListItem,
  casePriority,
  caseQueueItem,
  caseStatus,
  caseTitle,
  rationale,
  slaState,
} from '../schema/case.ts'
import { entryId, idText, integerId, integerText, lineOfText, timestamp, booleanText } from '../schema/text.ts'
import { timelineEntry } from '../schema/timeline.ts'
import { defineOperation, envelope, envelopeWithMessage, pageEnvelope } from './operation.ts'

const everyone = 'signed_in'
const writers = ['investigator', 'supervisor', 'admin'] as const
const supervisors = ['supervisor', 'admin'] as const
const tag = 'Cases'

/** A comma-separated list in a query string. */
const listText = <Out>(item: z.ZodType<Out, string>, max: number) =>
  z
    .string()
    .max(2_000)
    .transform((value) => value.split(','))
    .pipe(z.array(item).min(1).max(max))

const caseIdParams = z.strictObject({ id: idText.describe('The internal case identifier.') })
const idList = (max: number) => z.array(integerId).min(1).max(max)
const changed = z.object({ id: integerId, updated_at: timestamp, revision: z.int(), entry_id: entryId })

export const createCase = defineOperation({
  id: 'createCase',
  method: 'POST',
  path: '/v1/cases',
  tag,
  summary: 'Create case',
  description:
    'Opens a case. The owner is the least-loaded active investigator (fewest unfinished cases; ties go to the lowest id; supervisors, then admins, where there is no investigator). ' +
    'The SLA deadline is the creation time plus the hours that the policy gives the priority. Alerts, customers and accounts are identifiers of the institution’s own systems: ' +
    'they are linked as given, also where this device, perhaps offline, does not know them yet. At most 1,000 alert_ids; duplicates count once.',
  access: writers,
  status: 201,
  idempotent: true,
  body: z.strictObject({
    title: caseTitle,
    description: caseDescription,
    priority: casePriority,
    related_customer_id: integerId.optional(),
    related_account_id: integerId.optional(),
    alert_ids: z.array(integerId).max(1_000).optional(),
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
  refusals: ['case_numbers_exhausted', 'unknown_reference', 'in_progress', 'idempotency_key_reused'],
})

export const updateCaseStatus = defineOperation({
  id: 'updateCaseStatus',
  method: 'PUT',
  path: '/v1/cases/{id}/status',
  tag,
  summary: 'Update case status',
  description:
    'Moves the case to any of the six states, the present one excepted, and seals the rationale into its timeline. A configured workflow may forbid a move (409 transition_forbidden); ' +
    'a four-eyes rule may ask for a second person for `resolved` or `closed` (403 four_eyes_required). `If-Match: "<revision>"` refuses a change that was decided on an older view of the case.',
  access: writers,
  params: caseIdParams,
  body: z.strictObject({ status: caseStatus, notes: rationale }),
  answer: envelopeWithMessage(z.object({ id: integerId, status: caseStatus, updated_at: timestamp })),
  refusals: ['not_found', 'transition_forbidden', 'four_eyes_required', 'stale_revision', 'already_done'],
})

export const caseSorts = ['sla', 'created', '-created', 'updated', '-updated', 'priority', '-priority', 'number', '-number'] as const

/** The filters of the case list, shared by the list, its export and saved views. */
export const caseFilters = z.strictObject({
  status: listText(caseStatus, 6).optional().describe('One state, or several separated by commas.'),
  priority: listText(casePriority, 4).optional().describe('One priority, or several separated by commas.'),
  owner_id: listText(idText, 50).optional().describe('One officer, or several separated by commas.'),
  sla: listText(slaState, 6).optional().describe('Where cases stand against their deadline, for example `breached`.'),
  q: lineOfText(500).optional().describe('Full-text search over number (former ones too), title, description, notes, and the names, paths and labels of evidence, in any script. Every word must occur; the last may be a prefix; "quoted words" are a phrase.'),
  customer_id: idText.optional(),
  account_id: idText.optional(),
  alert_id: idText.optional(),
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
  description: 'Streams all matching cases as CSV (UTF-8, RFC 4180), one row a case. Cells that a spreadsheet would run as a formula are kept exactly as they are: import the file as text.',
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
  tag,
  summary: 'Edit title or description',
  description: 'Changes the title, the description or both. Older entries keep showing the text of their time.',
  access: writers,
  params: caseIdParams,
  body: z
    .strictObject({ title: caseTitle.optional(), description: caseDescription.optional() })
    .refine((body) => body.title !== undefined || body.description !== undefined, { error: 'give title, description or both' }),
  answer: envelope(changed),
  refusals: ['not_found', 'already_done', 'stale_revision'],
})

export const changeCasePriority = defineOperation({
  id: 'changeCasePriority',
  method: 'PUT',
  path: '/v1/cases/{id}/priority',
  tag,
  summary: 'Change priority',
  description: 'Changes the priority with a rationale. The deadline becomes the creation time plus the hours of the new priority.',
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
  tag,
  summary: 'Reassign case',
  description: 'Gives the case to another active user who is no auditor. A note may say why.',
  access: writers,
  params: caseIdParams,
  body: z.strictObject({ owner_id: integerId, notes: rationale.optional() }),
  answer: envelope(changed.extend({ owner_id: integerId })),
  refusals: ['not_found', 'unknown_reference', 'already_done', 'stale_revision'],
})

export const addNote = defineOperation({
  id: 'addNote',
  method: 'POST',
  path: '/v1/cases/{id}/notes',
  tag,
  summary: 'Add note',
  description: 'Seals a note into the timeline.',
  access: writers,
  status: 201,
  idempotent: true,
  params: caseIdParams,
  body: z.strictObject({ text: rationale }),
  answer: envelope(changed),
  refusals: ['not_found', 'in_progress', 'idempotency_key_reused'],
})

export const caseNote = z.object({ entry_id: entryId, at: timestamp, author_id: integerId, author_name: z.string(), about: z.string().describe('Type of the entry that carries it, for example `note.added` or `status.changed`.'), text: z.string() })

export const listNotes = defineOperation({
  id: 'listNotes',
  method: 'GET',
  path: '/v1/cases/{id}/notes',
  tag,
  summary: 'List notes',
  description: 'The notes and rationales of the case, newest first.',
  access: everyone,
  params: caseIdParams,
  query: z.strictObject({ page: integerText({ min: 1, max: 10_000_000 }).default(1), size: integerText({ min: 1, max: 100 }).default(20) }),
  answer: pageEnvelope(caseNote),
  refusals: ['not_found'],
})

const links = z
  .strictObject({ alert_ids: idList(1_000).optional(), customer_ids: idList(1_000).optional(), account_ids: idList(1_000).optional() })
  .refine((body) => Object.keys(body).length > 0, { error: 'give alert_ids, customer_ids or account_ids' })

export const linkToCase = defineOperation({
  id: 'linkToCase',
  method: 'POST',
  path: '/v1/cases/{id}/links',
  tag,
  summary: 'Link alerts, customers and accounts',
  description: 'Adds links. What is linked already is left out; if nothing is new, the answer is 409 already_done.',
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
  tag,
  summary: 'Remove links',
  description: 'Removes links; the timeline keeps that they were there.',
  access: writers,
  params: caseIdParams,
  body: links,
  answer: envelope(changed),
  refusals: ['not_found', 'already_done', 'stale_revision'],
})

export const readTimeline = defineOperation({
  id: 'readTimeline',
  method: 'GET',
  path: '/v1/cases/{id}/timeline',
  tag,
  summary: 'Read timeline',
  description: 'The sealed entries of the case in arrival order (`order=newest`: the other way). The seal of every entry on the page is checked as it is read.',
  access: everyone,
  params: caseIdParams,
  query: z.strictObject({
    order: z.enum(['oldest', 'newest']).default('oldest'),
    page: integerText({ min: 1, max: 10_000_000 }).default(1),
    size: integerText({ min: 1, max: 100 }).default(50),
  }),
  answer: pageEnvelope(timelineEntry),
  refusals: ['not_found'],
})

export const readEntry = defineOperation({
  id: 'readEntry',
  method: 'GET',
  path: '/v1/cases/{id}/entries/{entry_id}',
  tag,
  summary: 'Read one sealed entry',
  description: 'The entry as its DSSE envelope, its disclosures, the public key that signed it, the newest signed checkpoint and the inclusion proof: enough to check it by hand.',
  access: everyone,
  params: z.strictObject({ id: idText, entry_id: entryId }),
  answer: envelope(
    z.object({
      entry: timelineEntry,
      envelope: z.object({
        payload: z.string(),
        payloadType: z.string(),
        signatures: z.array(z.object({ keyid: z.string(), sig: z.string() })),
      }),
      payload: z.record(z.string(), z.unknown()),
      disclosures: z.array(z.string()).describe('Encoded disclosures (RFC 9901) that still exist.'),
      public_key_pem: z.string(),
      checkpoint: z.string(),
      inclusion_proof: z.object({ leaf_index: z.int(), tree_size: z.int(), hashes: z.array(z.string()) }),
    }),
  ),
  refusals: ['not_found'],
})

export const readCheckpoint = defineOperation({
  id: 'readCheckpoint',
  method: 'GET',
  path: '/v1/cases/{id}/checkpoint',
  tag,
  summary: 'Read checkpoint',
  description: 'The newest C2SP tlog-checkpoint of the case, signed by this device; one is signed first if entries have come since.',
  access: everyone,
  params: caseIdParams,
  answer: envelope(z.object({ checkpoint: z.string(), origin: z.string(), size: z.int(), root: z.string() })),
  refusals: ['not_found'],
})

export const placeHold = defineOperation({
  id: 'placeHold',
  method: 'POST',
  path: '/v1/cases/{id}/hold',
  tag,
  summary: 'Place legal hold',
  description: 'From now on nothing of the case can be erased.',
  access: supervisors,
  params: caseIdParams,
  body: z.strictObject({ reason: rationale }),
  answer: envelope(changed),
  refusals: ['not_found', 'already_done'],
})

export const releaseHold = defineOperation({
  id: 'releaseHold',
  method: 'POST',
  path: '/v1/cases/{id}/hold/release',
  tag,
  summary: 'Release legal hold',
  description: 'Ends the legal hold.',
  access: supervisors,
  params: caseIdParams,
  body: z.strictObject({ reason: rationale }),
  answer: envelope(changed),
  refusals: ['not_found', 'already_done'],
})

export const legalBases = ['gdpr_art_17', 'court_order', 'retention_expired', 'privileged', 'recorded_in_error', 'other_law'] as const

export const redactDisclosures = defineOperation({
  id: 'redactDisclosures',
  method: 'POST',
  path: '/v1/cases/{id}/redactions',
  tag,
  summary: 'Erase withheld values',
  description:
    'Destroys disclosures of one entry, their keys, and their text in every table, index and log of the database, and seals `redaction.applied` with the legal basis. Every seal still verifies. A legal hold refuses it. It cannot be undone.',
  access: supervisors,
  params: caseIdParams,
  body: z.strictObject({
    entry_id: entryId,
    digests: z.array(z.string().regex(/^[A-Za-z0-9_-]{43}$/)).min(1).max(100).describe('Digests of the disclosures to erase, as the timeline lists them.'),
    legal_basis: z.enum(legalBases),
    reference: lineOfText(200).optional().describe('File number of the order or request; sealed openly, so no personal data.'),
  }),
  answer: envelope(changed.extend({ erased: z.int() })),
  refusals: ['not_found', 'legal_hold', 'unknown_reference', 'already_done'],
})

export const bulkMax = 500
const bulkOutcome = envelope(
  z.object({
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
  }),
)

export const bulkStatus = defineOperation({
  id: 'bulkStatus',
  method: 'POST',
  path: '/v1/bulk/cases/status',
  tag,
  summary: 'Change the status of several cases',
  description: 'One sealed entry a case; each case is changed or refused by itself, and the answer says which and why. At most 500 cases.',
  access: writers,
  body: z.strictObject({ case_ids: idList(bulkMax), status: caseStatus, notes: rationale }),
  answer: bulkOutcome,
})

export const bulkAssign = defineOperation({
  id: 'bulkAssign',
  method: 'POST',
  path: '/v1/bulk/cases/owner',
  tag,
  summary: 'Reassign several cases',
  description: 'One sealed entry a case; each case is changed or refused by itself. At most 500 cases.',
  access: writers,
  body: z.strictObject({ case_ids: idList(bulkMax), owner_id: integerId, notes: rationale.optional() }),
  answer: bulkOutcome,
  refusals: ['unknown_reference'],
})
