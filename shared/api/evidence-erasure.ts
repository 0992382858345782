import { z } from 'zod'
import { rationale } from '../schema/case.ts'
import { erasureStates, evidenceErasure } from '../schema/evidence.ts'
import { legalBases } from '../schema/legal-basis.ts'
import { entryId, idText, integerId, lineOfText } from '../schema/text.ts'
import { supervisors, writers } from './case-parts.ts'
import { defineOperation, envelope } from './operation.ts'

const tag = 'Evidence'
const ofPiece = z.strictObject({ id: idText.describe('The internal case identifier.'), evidence_id: idText })
const changed = z.object({ id: integerId, entry_id: entryId, revision: z.int().describe('The revision of the case.') })
const request = entryId.describe('The sealed request, as `erasure.request` of the piece names it.')

export const requestErasure = defineOperation({
  id: 'requestErasure',
  method: 'POST',
  path: '/v1/cases/{id}/evidence/{evidence_id}/erasure',
  retry: 'again',
  tag,
  summary: 'Ask for the bytes of evidence to be erased',
  description:
    'Seals a request to erase the bytes of one piece by lawful order. Nothing is erased before another person approves it. A legal hold refuses it.',
  access: writers,
  params: ofPiece,
  body: z.strictObject({
    legal_basis: z.enum(legalBases),
    reference: lineOfText(200).describe('File number of the order; sealed openly, so no personal data.'),
    reason: rationale.describe('Why; withheld.'),
  }),
  answer: envelope(changed),
  refusals: ['not_found', 'legal_hold', 'already_done'],
})

export const approveErasure = defineOperation({
  id: 'approveErasure',
  method: 'POST',
  path: '/v1/cases/{id}/evidence/{evidence_id}/erasure/approve',
  retry: 'again',
  tag,
  summary: 'Approve the erasure of evidence',
  description:
    'Seals `evidence.erased` and destroys the key of the bytes in the same transaction, with the text that was read of the case and its bundles here; the file goes right after. Hub and other devices erase theirs when the entry reaches them. Digest, size, facts and custody stay, and every seal still verifies. Bytes that another piece or case has too stay for it. Whoever asked for it cannot approve it, and a legal hold refuses it. It cannot be undone; earlier backups and copies outside of the folder are yours to erase.',
  access: supervisors,
  params: ofPiece,
  body: z.strictObject({ request, reason: rationale.optional().describe('What the approver adds; withheld.') }),
  answer: envelope(
    changed.extend({
      kept_for: z
        .array(integerId)
        .describe('Other pieces of the case with the same bytes, which are not erased: for them the bytes stay.'),
      exports_discarded: z
        .int()
        .describe('How many bundles of the case, finished or being made, were discarded: each could have held them.'),
    }),
  ),
  refusals: ['not_found', 'legal_hold', 'unknown_reference', 'already_done', 'four_eyes_required'],
})

export const declineErasure = defineOperation({
  id: 'declineErasure',
  method: 'POST',
  path: '/v1/cases/{id}/evidence/{evidence_id}/erasure/decline',
  retry: 'again',
  tag,
  summary: 'Decline the erasure of evidence',
  description: 'Ends a request to erase the bytes of a piece; nothing is erased. It can be asked for again.',
  access: supervisors,
  params: ofPiece,
  body: z.strictObject({ request, reason: rationale }),
  answer: envelope(changed),
  refusals: ['not_found', 'unknown_reference', 'already_done'],
})

export const listErasures = defineOperation({
  id: 'listErasures',
  method: 'GET',
  path: '/v1/evidence-erasures',
  tag,
  summary: 'List erasures of evidence',
  description: 'The newest 500 requests to erase bytes of evidence, and what became of each.',
  access: 'signed_in',
  query: z.strictObject({ state: z.enum(erasureStates).optional() }),
  answer: envelope(
    z.array(
      evidenceErasure.extend({
        case_id: integerId,
        case_number: z.string(),
        evidence_id: integerId,
        name: z.string(),
        size: z.int(),
        sha256: z.string(),
      }),
    ),
  ),
})
