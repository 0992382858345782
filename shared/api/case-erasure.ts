import { z } from 'zod'
import { rationale } from '../schema/case.ts'
import { legalBases } from '../schema/legal-basis.ts'
import { quotation } from '../schema/quotation.ts'
import { entryId, lineOfText } from '../schema/text.ts'
import { caseIdParams, changed, supervisors, tag } from './case-parts.ts'
import { defineOperation, envelope } from './operation.ts'

export const placeHold = defineOperation({
  id: 'placeHold',
  method: 'POST',
  path: '/v1/cases/{id}/hold',
  retry: 'again',
  tag,
  summary: 'Place legal hold',
  description: 'Nothing of the case can be erased while the hold lasts.',
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
  retry: 'again',
  tag,
  summary: 'Release legal hold',
  description: 'Ends the legal hold.',
  access: supervisors,
  params: caseIdParams,
  body: z.strictObject({ reason: rationale }),
  answer: envelope(changed),
  refusals: ['not_found', 'already_done'],
})

const picked = {
  entry_id: entryId,
  digests: z
    .array(z.string().regex(/^[A-Za-z0-9_-]{43}$/))
    .min(1)
    .max(100)
    .describe('Digests of the disclosures to erase, as the timeline lists them.'),
}

export const findQuotations = defineOperation({
  id: 'findQuotations',
  method: 'POST',
  path: '/v1/cases/{id}/redactions/quotations',
  retry: 'again',
  tag,
  summary: 'Find what quotes values',
  description:
    'Which versions of the case’s reports quote values of an entry, and would outlive their erasure: a sentence names the entry (or its evidence) as a source, or the words stand in them. Nothing is erased or sealed. Paraphrases are not found.',
  access: supervisors,
  params: caseIdParams,
  body: z.strictObject(picked),
  answer: envelope(z.object({ also_quoted_in: z.array(quotation) })),
  refusals: ['not_found', 'unknown_reference'],
})

export const redactDisclosures = defineOperation({
  id: 'redactDisclosures',
  method: 'POST',
  path: '/v1/cases/{id}/redactions',
  retry: 'again',
  tag,
  summary: 'Erase withheld values',
  description:
    'Destroys disclosures of one entry, their keys, and their text in every table, index and log of the database, and seals `redaction.applied` with the legal basis. Reports that quote them are values of their own: `also_quoted_in` names those that still stand, and `with_quotations` destroys them in the same act. Every seal still verifies. Bundles of the case that lie in the data folder are discarded with it, and those being made are cancelled; copies outside of the folder (saved bundles, backups, printouts) are yours to erase. A legal hold refuses it. It cannot be undone.',
  access: supervisors,
  params: caseIdParams,
  body: z.strictObject({
    ...picked,
    legal_basis: z.enum(legalBases),
    reference: lineOfText(200)
      .optional()
      .describe('File number of the order or request; sealed openly, so no personal data.'),
    with_quotations: z
      .boolean()
      .optional()
      .describe(
        'Destroys what `findQuotations` names with it, in the same transaction: each version that quotes a value becomes `[redacted]` as a whole. A report that was filed may have to stay: that is yours to decide.',
      ),
  }),
  answer: envelope(
    changed.extend({
      erased: z.int().describe('How many of the values that were named.'),
      quotations_erased: z.int().describe('Values of reports that were destroyed because they quote one of them.'),
      also_quoted_in: z.array(quotation).describe('What quotes the erased values and still stands.'),
      exports_discarded: z
        .int()
        .describe(
          'How many bundles of the case, finished or being made, were discarded: each could have held the value.',
        ),
    }),
  ),
  refusals: ['not_found', 'legal_hold', 'unknown_reference', 'already_done'],
})
