import { z } from 'zod'
import { caseExport, contentLink } from '../schema/evidence.ts'
import { quotation } from '../schema/quotation.ts'
import { idText, integerId, textBlock, uid } from '../schema/text.ts'
import { defineOperation, envelope } from './operation.ts'

const tag = 'Evidence'
const writers = ['investigator', 'supervisor', 'admin'] as const
const ofCase = z.strictObject({ id: idText.describe('The internal case identifier.') })

const leftOut = z
  .array(z.string().regex(/^[A-Za-z0-9_-]{43}$/))
  .min(1)
  .max(100_000)

/** What goes into a bundle. */
export const exportChoice = z.strictObject({
  evidence: z
    .union([z.literal('all'), z.literal('none'), z.array(integerId).min(1).max(100_000)])
    .default('all')
    .describe('Whose bytes are in the bundle. Every entry is in it in any case.'),
  disclosures: z
    .union([
      z.enum(['all', 'none']),
      z.strictObject({
        except: leftOut.describe(
          'Digests of the values to leave out, as the timeline lists them. One that the case does not withhold refuses the export.',
        ),
        with_quotations: z
          .boolean()
          .optional()
          .describe(
            'What happens to versions of reports that quote a value of `except`: true leaves them out too, false knowingly leaves them in. If there are any and nothing is said, the export is refused as `quoted_in_reports`; `findExportQuotations` names them before.',
          ),
      }),
    ])
    .default('all')
    .describe('Which withheld values are in it; those left out stay provable by their digests.'),
  recipient: z
    .string()
    .regex(/^age1[0-9a-z]{20,4000}$/, 'must be an age recipient (age1...)')
    .optional()
    .describe('Encrypts the bundle to this age recipient.'),
  reason: textBlock(2_000).describe('For whom, and why; sealed with the export.'),
})
export type ExportChoice = z.infer<typeof exportChoice>

export const startExport = defineOperation({
  id: 'startExport',
  method: 'POST',
  path: '/v1/cases/{id}/exports',
  retry: 'key',
  tag,
  summary: 'Export a case',
  description:
    'Seals `case.exported` and starts making a bundle that anyone can check without Fieldseal: BagIt in ZIP, with evidence, entries, proofs, keys and a report.',
  access: writers,
  status: 202,
  params: ofCase,
  body: exportChoice,
  answer: envelope(caseExport),
  refusals: ['not_found', 'unknown_reference', 'quoted_in_reports', 'evidence_elsewhere', 'storage_full'],
})

export const findExportQuotations = defineOperation({
  id: 'findExportQuotations',
  method: 'POST',
  path: '/v1/cases/{id}/exports/quotations',
  retry: 'again',
  tag,
  summary: 'Find what quotes values to leave out',
  description:
    'Which versions of the case’s reports quote values that a bundle is to leave out, and would show them. Nothing is sealed or made. Paraphrases are not found.',
  access: writers,
  params: ofCase,
  body: z.strictObject({ except: leftOut.describe('Digests of the values to leave out, as the timeline lists them.') }),
  answer: envelope(
    z.object({
      quoted_in: z
        .array(quotation)
        .describe('In the order in which they were written; what is left out itself is not among them.'),
    }),
  ),
  refusals: ['not_found', 'unknown_reference'],
})

export const listExports = defineOperation({
  id: 'listExports',
  method: 'GET',
  path: '/v1/cases/{id}/exports',
  tag,
  summary: 'List the exports of a case',
  description:
    'Newest first. Finished bundles are kept for a day, until somebody discards them, or until a value of the case is erased.',
  access: 'signed_in',
  params: ofCase,
  answer: envelope(z.array(caseExport)),
  refusals: ['not_found'],
})

const exportParams = z.strictObject({ id: uid })

export const readExport = defineOperation({
  id: 'readExport',
  method: 'GET',
  path: '/v1/exports/{id}',
  tag,
  summary: 'Follow an export',
  description: 'State and progress.',
  access: 'signed_in',
  params: exportParams,
  answer: envelope(caseExport),
  refusals: ['not_found'],
})

export const linkToExport = defineOperation({
  id: 'linkToExport',
  method: 'POST',
  path: '/v1/exports/{id}/link',
  retry: 'anew',
  tag,
  summary: 'Get the link of a finished bundle',
  description:
    'Seals that the caller takes the bundle (a `case.exported` with `taken`, once for each caller and export), then answers a link that serves it for some minutes and no longer than the credential of the request; only to those who may write in the case.',
  access: writers,
  status: 201,
  params: exportParams,
  answer: envelope(contentLink),
  refusals: ['not_found', 'in_progress'],
})

export const discardExport = defineOperation({
  id: 'discardExport',
  method: 'DELETE',
  path: '/v1/exports/{id}',
  tag,
  summary: 'Discard an export',
  description: 'Stops it where it runs and deletes the bundle. That it was made stays sealed.',
  access: writers,
  params: exportParams,
  answer: envelope(z.object({ discarded: z.literal(true) })),
  refusals: ['not_found'],
})
