import { z } from 'zod'
import { caseStatus, rationale } from '../schema/case.ts'
import { entryId, integerId } from '../schema/text.ts'
import { idList, tag, writers } from './case-parts.ts'
import { finishing } from './cases.ts'
import { defineOperation, envelope } from './operation.ts'

export const bulkMax = 500

/** What a bulk action answers: what became of each case. */
export const bulkOutcome = envelope(
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
  retry: 'again',
  tag,
  summary: 'Change the status of several cases',
  description:
    'One sealed entry a case, with `dispose_alerts` one more for each of its open alerts; each case is changed or refused by itself, and the answer says which and why. At most 500 cases.',
  access: writers,
  body: z.strictObject({ case_ids: idList(bulkMax), status: caseStatus, notes: rationale, ...finishing }),
  answer: bulkOutcome,
})

export const bulkAssign = defineOperation({
  id: 'bulkAssign',
  method: 'POST',
  path: '/v1/bulk/cases/owner',
  retry: 'again',
  tag,
  summary: 'Reassign several cases',
  description: 'One sealed entry a case; each case is changed or refused by itself. At most 500 cases.',
  access: writers,
  body: z.strictObject({ case_ids: idList(bulkMax), owner_id: integerId, notes: rationale.optional() }),
  answer: bulkOutcome,
  refusals: ['unknown_reference'],
})
