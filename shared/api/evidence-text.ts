import { z } from 'zod'
import { caseText, foundPiece, pieceText } from '../schema/evidence-text.ts'
import { idText, integerId, lineOfText } from '../schema/text.ts'
import { defineOperation, envelope } from './operation.ts'

const tag = 'Evidence'
const writers = ['investigator', 'supervisor', 'admin'] as const
const ofCase = z.strictObject({ id: idText.describe('The internal case identifier.') })
const ofPiece = ofCase.extend({ evidence_id: idText })

export const searchEvidenceText = defineOperation({
  id: 'searchEvidenceText',
  method: 'POST',
  path: '/v1/cases/{id}/evidence-text/search',
  retry: 'anew',
  tag,
  summary: 'Find words in the evidence of a case',
  description:
    'Passages that contain every word (the last may be a beginning; "quoted words" follow one another), grouped by piece, at most ten pieces with three passages each; with `evidence_id` twenty passages of that piece. ' +
    'What is shown is a look: before it is answered, `evidence.viewed` with `found` is sealed for each piece, once in ten minutes for each person. Text is read by a machine and may be wrong; open the piece before you rely on it.',
  access: 'signed_in',
  params: ofCase,
  body: z.strictObject({
    q: lineOfText(200),
    evidence_id: integerId.optional().describe('Of this piece alone.'),
    after: z.string().min(1).max(200).optional().describe('`next` of the page before.'),
  }),
  answer: z.object({
    success: z.literal(true),
    data: z.array(foundPiece),
    next: z
      .string()
      .nullable()
      .describe(
        'Send it as `after` for the next page, which can be empty and still have a next one; null: this is the last.',
      ),
  }),
  refusals: ['not_found'],
})

export const readEvidenceText = defineOperation({
  id: 'readEvidenceText',
  method: 'GET',
  path: '/v1/cases/{id}/evidence-text',
  tag,
  summary: 'Read how far the evidence of a case can be searched',
  description: 'How many pieces are read, wait, or cannot be read, with why. Nothing is sealed.',
  access: 'signed_in',
  params: ofCase,
  answer: envelope(caseText),
  refusals: ['not_found'],
})

export const readPieceText = defineOperation({
  id: 'readPieceText',
  method: 'GET',
  path: '/v1/cases/{id}/evidence/{evidence_id}/text',
  tag,
  summary: 'Read how far a piece of evidence can be searched',
  description: 'Whether its text is read, what it was read as, and what of it could not be read.',
  access: 'signed_in',
  params: ofPiece,
  answer: envelope(pieceText),
  refusals: ['not_found'],
})

export const renewEvidenceText = defineOperation({
  id: 'renewEvidenceText',
  method: 'POST',
  path: '/v1/cases/{id}/evidence-text',
  retry: 'again',
  tag,
  summary: 'Read the evidence of a case again',
  description:
    'Drops the text, then reads every piece whose bytes are on this device, in the background. This also restores text dropped by a person or an erasure.',
  access: writers,
  params: ofCase,
  answer: envelope(caseText),
  refusals: ['not_found', 'storage_full'],
})

export const dropEvidenceText = defineOperation({
  id: 'dropEvidenceText',
  method: 'DELETE',
  path: '/v1/cases/{id}/evidence-text',
  tag,
  summary: 'Drop the text of the evidence of a case',
  description:
    'What was read is taken from this device, and nothing of the case is read until somebody asks for it. The evidence stays as it is.',
  access: writers,
  params: ofCase,
  answer: envelope(caseText),
  refusals: ['not_found', 'storage_full'],
})
