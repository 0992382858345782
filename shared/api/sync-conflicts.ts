import { z } from 'zod'
import { caseOutcome, caseStatus, rationale } from '../schema/case.ts'
import { conflict } from '../schema/sync.ts'
import { entryId, idText, integerId } from '../schema/text.ts'
import { everyone, writers } from './case-parts.ts'
import { defineOperation, envelope, pageEnvelope } from './operation.ts'
import { syncPage, syncSize, syncTag } from './sync-parts.ts'

export const listConflicts = defineOperation({
  id: 'listConflicts',
  method: 'GET',
  path: '/v1/sync/conflicts',
  tag: syncTag,
  summary: 'List conflicts',
  description: 'Changes that were overtaken by another device’s: both sides, with who, when and why. Newest first.',
  access: everyone,
  query: z.strictObject({
    state: z.enum(['open', 'settled']).default('open'),
    case_id: idText.optional(),
    page: syncPage,
    size: syncSize,
  }),
  answer: pageEnvelope(conflict),
})

export const settleConflict = defineOperation({
  id: 'settleConflict',
  method: 'POST',
  path: '/v1/sync/conflicts/{conflict_id}/settle',
  retry: 'again',
  tag: syncTag,
  summary: 'Settle a conflict',
  description:
    '`keep` keeps what holds and seals that somebody looked. `redecide` changes the status or the owner again, with notes, under the same rules as any such change, workflow and four eyes included.',
  access: writers,
  params: z.strictObject({ conflict_id: entryId }),
  body: z.discriminatedUnion('how', [
    z.strictObject({ how: z.literal('keep'), notes: rationale.optional() }),
    z
      .strictObject({
        how: z.literal('redecide'),
        status: caseStatus.optional(),
        outcome: caseOutcome.optional(),
        owner_id: integerId.optional(),
        notes: rationale,
      })
      .refine((body) => (body.status === undefined) !== (body.owner_id === undefined), {
        error: 'give either status or owner_id',
      })
      .refine((body) => body.outcome === undefined || body.status !== undefined, {
        error: 'give outcome with status alone',
        path: ['outcome'],
      }),
  ]),
  answer: envelope(z.object({ case_id: integerId, entry_id: entryId })),
  refusals: ['not_found', 'already_done', 'transition_forbidden', 'four_eyes_required', 'unknown_reference'],
})
