import { z } from 'zod'
import { rationale } from '../schema/case.ts'
import { entryId, lineOfText } from '../schema/text.ts'
import { caseIdParams, changed, supervisors, tag } from './case-parts.ts'
import { defineOperation, envelope } from './operation.ts'

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
    'Destroys disclosures of one entry, their keys, and their text in every table, index and log of the database, and seals `redaction.applied` with the legal basis. Every seal still verifies. Bundles of the case that lie in the data folder are discarded with it, and those being made are cancelled; copies outside of the folder (saved bundles, backups, printouts) are yours to erase. A legal hold refuses it. It cannot be undone.',
  access: supervisors,
  params: caseIdParams,
  body: z.strictObject({
    entry_id: entryId,
    digests: z.array(z.string().regex(/^[A-Za-z0-9_-]{43}$/)).min(1).max(100).describe('Digests of the disclosures to erase, as the timeline lists them.'),
    legal_basis: z.enum(legalBases),
    reference: lineOfText(200).optional().describe('File number of the order or request; sealed openly, so no personal data.'),
  }),
  answer: envelope(
    changed.extend({ erased: z.int(), exports_discarded: z.int().describe('How many bundles of the case, finished or being made, were discarded: each could have held the value.') }),
  ),
  refusals: ['not_found', 'legal_hold', 'unknown_reference', 'already_done'],
})
