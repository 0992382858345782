import { z } from 'zod'
import { rationale } from '../schema/case.ts'
import {
  businessCheck,
  businessId,
  businessPage,
  calendarDay,
  checkOutcome,
  checkSummary,
  checkThresholds,
  givenIdentifiers,
  ownershipAnswer,
  ownershipDataset,
  partyItem,
  partyKind,
} from '../schema/kyb.ts'
import { integerText, lineOfText, skipText, uid } from '../schema/text.ts'
import { keysetEnvelope } from './alerts.ts'
import { encodingAsked } from './workspace.ts'
import { defineOperation, envelope } from './operation.ts'

const everyone = 'signed_in'
const writers = ['investigator', 'supervisor', 'admin'] as const
const tag = 'Businesses'
const cursor = z.string().min(1).max(500)
const businessParams = z.strictObject({ id: businessId.describe('`<data set>:<record>`, percent-encoded.') })
const checkParams = z.strictObject({ id: uid })

export const listBusinesses = defineOperation({
  id: 'listBusinesses',
  method: 'GET',
  path: '/v1/businesses',
  tag,
  summary: 'Search businesses',
  description:
    'Parties of the current ownership data by name (every word of it, in any order, in the script in which it is written) or by a whole identifier; sorted by name, paged by cursor. Companies, unless `kind` asks for others.',
  access: everyone,
  query: z.strictObject({
    q: lineOfText(200).optional(),
    kind: partyKind.optional(),
    dataset: lineOfText(64).optional(),
    outcome: checkOutcome.optional().describe('Only those whose last check ended so.'),
    after: cursor.optional(),
    skip: skipText.optional(),
    size: integerText({ min: 1, max: 200 }).default(50),
  }),
  answer: keysetEnvelope(partyItem),
})

export const readBusiness = defineOperation({
  id: 'readBusiness',
  method: 'GET',
  path: '/v1/businesses/{id}',
  tag,
  summary: 'Read business',
  description:
    'One party with its identifiers and their verdicts, addresses, direct owners, holdings, officers and checks.',
  access: everyone,
  params: businessParams,
  query: z.strictObject({
    as_of: calendarDay.optional().describe('The day on which interests count; default: today.'),
  }),
  answer: envelope(businessPage),
  refusals: ['not_found'],
})

export const readBusinessOwners = defineOperation({
  id: 'readBusinessOwners',
  method: 'GET',
  path: '/v1/businesses/{id}/owners',
  tag,
  summary: 'Read owners',
  description:
    'Who owns a business in the end, through every chain and loop, and the tree of its owners; nothing is kept.',
  access: everyone,
  params: businessParams,
  query: z.strictObject({
    as_of: calendarDay.optional(),
    threshold: z
      .string()
      .regex(/^(100|[0-9]{1,2}(\.[0-9]{1,4})?)$/u, 'must be a percentage up to 100')
      .transform(Number)
      .pipe(z.number().gt(0))
      .optional(),
    comparator: z.enum(['over', 'at_least']).optional(),
  }),
  answer: envelope(ownershipAnswer),
  refusals: ['not_found'],
})

/** What a check is asked about: a business of the ownership data, identifiers, or both. */
export const checkSubject = {
  business_id: businessId.optional(),
  name: lineOfText(300).optional().describe('Of a business that the ownership data does not hold.'),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/u, 'must be two capital letters (ISO 3166-1)')
    .optional()
    .describe('Where it is registered: which VAT and company numbers it has.'),
  founded: calendarDay.optional(),
  customer_id: lineOfText(128)
    .optional()
    .describe('Under which the institution knows it: whether anything happens there.'),
  identifiers: givenIdentifiers.optional(),
  as_of: calendarDay.optional(),
  thresholds: checkThresholds.optional(),
}

/** Whether there is anything to check. */
export const namesSubject = (body: {
  readonly business_id?: unknown
  readonly name?: unknown
  readonly identifiers?: object | undefined
}): boolean =>
  body.business_id !== undefined ||
  body.name !== undefined ||
  Object.values(body.identifiers ?? {}).some((value) => value !== undefined)

const subjectNeeded = { error: 'give business_id, name or identifiers', path: ['business_id'] }

export const checkBusiness = defineOperation({
  id: 'checkBusiness',
  method: 'POST',
  path: '/v1/business-checks',
  retry: 'key',
  tag,
  summary: 'Check business',
  description:
    'Checks a business with what is on this device and keeps the result with what it was made from. A part that cannot be checked here says `not_checked` and why; that is never a pass. The same business again also says what changed.',
  access: writers,
  status: 201,
  body: z.strictObject(checkSubject).refine(namesSubject, subjectNeeded),
  answer: envelope(businessCheck),
  refusals: ['not_found'],
})

export const listBusinessChecks = defineOperation({
  id: 'listBusinessChecks',
  method: 'GET',
  path: '/v1/business-checks',
  tag,
  summary: 'List business checks',
  description: 'The newest first.',
  access: everyone,
  query: z.strictObject({
    business_id: businessId.optional(),
    outcome: checkOutcome.optional(),
    after: cursor.optional(),
    size: integerText({ min: 1, max: 200 }).default(50),
  }),
  answer: keysetEnvelope(checkSummary),
})

export const readBusinessCheck = defineOperation({
  id: 'readBusinessCheck',
  method: 'GET',
  path: '/v1/business-checks/{id}',
  tag,
  summary: 'Read business check',
  description: 'A check as it was made, with what it was made from and what was concluded.',
  access: everyone,
  params: checkParams,
  answer: envelope(businessCheck),
  refusals: ['not_found'],
})

export const concludeBusinessCheck = defineOperation({
  id: 'concludeBusinessCheck',
  method: 'POST',
  path: '/v1/business-checks/{id}/conclusions',
  retry: 'key',
  tag,
  summary: 'Conclude business check',
  description:
    'Records what a person concludes of a check. It is sealed in the workspace’s chain with the hash of the check; the reason and the name of the business are withheld values. The latest conclusion counts.',
  access: writers,
  status: 201,
  params: checkParams,
  body: z.strictObject({ verdict: z.enum(['accept', 'refuse', 'enhanced_review']), reason: rationale }),
  answer: envelope(businessCheck),
  refusals: ['not_found'],
})

export const listOwnershipDatasets = defineOperation({
  id: 'listOwnershipDatasets',
  method: 'GET',
  path: '/v1/ownership-datasets',
  tag,
  summary: 'List ownership data',
  description: 'Every data set with its versions, the current one first, with their ages.',
  access: everyone,
  answer: envelope(z.array(ownershipDataset)),
})

/** How an import of ownership data stands. */
export const ownershipImport = z.object({
  id: uid,
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  file_name: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  format: z.enum(['bods', 'csv']),
  compressed: z.boolean(),
  dataset: z.string(),
  version: z.int().nullable().describe('Once it is in force.'),
  rows: z.int().describe('Statements or rows read so far.'),
  parties: z.int(),
  interests: z.int(),
  rejected: z.int(),
  ignored: z.int().describe('Statements that say nothing about ownership here, such as those of an unknown kind.'),
  problems: z
    .array(
      z.object({
        line: z.int().describe('Of the statement or row, from 1.'),
        field: z.string().nullable(),
        reason: z.string(),
      }),
    )
    .describe('The first 200.'),
  seconds: z.number(),
  error: z.string().nullable(),
})
export type OwnershipImport = z.infer<typeof ownershipImport>

export const importOwnership = defineOperation({
  id: 'importOwnership',
  method: 'POST',
  path: '/v1/ownership-imports',
  retry: 'anew',
  tag,
  summary: 'Import ownership data',
  description:
    'Imports a file of up to 16 GiB: Open Ownership statements (BODS 0.4, a JSON array or JSON lines) or CSV (`owner,owned,share,...`), plain or as gzip; its bytes decide the type. It becomes a new version of the data set, current once it was read to its end; ' +
    'until then, and if it fails, the previous one stays. One import runs at a time.',
  access: writers,
  status: 202,
  bodyKind: 'file',
  bodyLimit: 17_179_869_184,
  query: z.strictObject({
    file_name: lineOfText(255),
    encoding: encodingAsked,
    shares: z
      .enum(['percent', 'fraction'])
      .optional()
      .describe('How a table writes shares. Without it they are per cent; where none is above 1, it has to be said.'),
    dataset: z
      .string()
      .regex(/^[a-z0-9][a-z0-9_-]{0,39}$/u, 'must be 1 to 40 of a-z, 0-9, - and _')
      .default('ownership')
      .describe('Which data set it is a version of.'),
  }),
  body: z.string(),
  answer: envelope(ownershipImport),
  refusals: ['unsupported_media_type', 'payload_too_large', 'in_progress', 'file_refused'],
})

export const readOwnershipImport = defineOperation({
  id: 'readOwnershipImport',
  method: 'GET',
  path: '/v1/ownership-imports/{id}',
  tag,
  summary: 'Follow an import of ownership data',
  description: 'State, counts and problems.',
  access: everyone,
  params: z.strictObject({ id: uid }),
  answer: envelope(ownershipImport),
  refusals: ['not_found'],
})

export const cancelOwnershipImport = defineOperation({
  id: 'cancelOwnershipImport',
  method: 'DELETE',
  path: '/v1/ownership-imports/{id}',
  tag,
  summary: 'Cancel an import of ownership data',
  description:
    'A running import stops and leaves the previous version current; a finished one is forgotten, and its data stays.',
  access: writers,
  params: z.strictObject({ id: uid }),
  answer: envelope(z.object({ discarded: z.literal(true) })),
  refusals: ['not_found'],
})
