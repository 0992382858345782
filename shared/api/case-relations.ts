import { z } from 'zod'
import { rationale } from '../schema/case.ts'
import { caseRelation, caseRelationKind, relationSuggestion } from '../schema/case-relations.ts'
import { integerId, integerText, uid } from '../schema/text.ts'
import { bulkMax, bulkOutcome } from './case-bulk.ts'
import { caseIdParams, changed, everyone, idList, tag, writers } from './case-parts.ts'
import { defineOperation, envelope, pageEnvelope } from './operation.ts'

const relation = caseRelationKind.describe(
  'What stands between the case of the address and the other one, read before the number of the other: `parent` makes the other the parent of this one, `duplicate_of` this one a duplicate of the other.',
)

export const listCaseRelations = defineOperation({
  id: 'listCaseRelations',
  method: 'GET',
  path: '/v1/cases/{id}/relations',
  tag,
  summary: 'List related cases',
  description:
    'How the case is related to others: its parent, its original, its children, its duplicates, and other related cases; each kind in the order in which the relations were made. ' +
    'Of a case that is not on this device only the number is shown. `state` says whether a relation holds: made apart, two can contradict each other.',
  access: everyone,
  params: caseIdParams,
  query: z.strictObject({
    page: integerText({ min: 1, max: 10_000_000 }).default(1),
    size: integerText({ min: 1, max: 100 }).default(20),
  }),
  answer: pageEnvelope(caseRelation),
  refusals: ['not_found'],
})

export const relateCases = defineOperation({
  id: 'relateCases',
  method: 'POST',
  path: '/v1/cases/{id}/relations',
  retry: 'key',
  compares: 'case',
  tag,
  summary: 'Relate two cases',
  description:
    'Seals the relation in both cases at once, with the rationale. A case has one parent and is a duplicate of one case; no case is its own ancestor, at most 10 are above each other, and two cases have one relation. ' +
    'At most 1,000 relations a case. Breaking a rule is 409 relation_forbidden, and the message says which. `If-Match` is about the case in the address.',
  access: writers,
  status: 201,
  params: caseIdParams,
  body: z.strictObject({
    other_id: integerId.describe('The other case.'),
    relation,
    notes: rationale.describe('Sealed in both cases.'),
  }),
  answer: envelope(changed.extend({ other: changed })),
  refusals: ['not_found', 'unknown_reference', 'already_done', 'relation_forbidden', 'stale_revision'],
})

export const unrelateCases = defineOperation({
  id: 'unrelateCases',
  method: 'DELETE',
  path: '/v1/cases/{id}/relations',
  compares: 'case',
  tag,
  summary: 'Take back a relation of two cases',
  description:
    'The relation no longer holds; that it was made stays sealed. It is taken back in both cases, or only in this one if the other is not on this device or does not have it (`other` is null then).',
  access: writers,
  params: caseIdParams,
  body: z.strictObject({
    other_uid: uid,
    relation,
    notes: rationale.describe('Sealed wherever the relation is taken back.'),
  }),
  answer: envelope(changed.extend({ other: changed.nullable() })),
  refusals: ['not_found', 'already_done', 'stale_revision'],
})

export const suggestRelations = defineOperation({
  id: 'suggestRelations',
  method: 'GET',
  path: '/v1/cases/{id}/relations/suggestions',
  tag,
  summary: 'Suggest related cases',
  description:
    'Cases with which this one shares linked customers, accounts, alerts, or the entity for which the detection opened it; those that share most first, then the newest. Cases that are related already are left out, ' +
    'and so are identifiers that more than 200 cases share, which say nothing (`too_common` counts them).',
  access: everyone,
  params: caseIdParams,
  answer: envelope(z.object({ suggestions: z.array(relationSuggestion).describe('At most 20.'), too_common: z.int() })),
  refusals: ['not_found'],
})

export const bulkRelate = defineOperation({
  id: 'bulkRelate',
  method: 'POST',
  path: '/v1/bulk/cases/relations',
  retry: 'again',
  tag,
  summary: 'Relate several cases to one',
  description:
    'Makes each case a child of one case (`relation: parent`), a duplicate of it (`duplicate_of`), or related to it. Each is related or refused by itself, as by `POST /v1/cases/{id}/relations`, and the answer says which and why. At most 500 cases.',
  access: writers,
  body: z.strictObject({
    case_ids: idList(bulkMax),
    other_id: integerId.describe('The one case.'),
    relation: caseRelationKind.extract(['parent', 'duplicate_of', 'related']),
    notes: rationale.describe('Sealed in each of the cases, and in the one as often.'),
  }),
  answer: bulkOutcome,
  refusals: ['unknown_reference'],
})
