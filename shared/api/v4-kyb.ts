import { z } from 'zod'
import { businessCheck, businessId, checkOutcome, checkSummary, ownershipDataset } from '../schema/kyb.ts'
import { lineOfText, timestamp, uid } from '../schema/text.ts'
import { checkSubject } from './kyb.ts'
import { defineOperation, envelope } from './operation.ts'

const workspace = {
  workspace_id: z
    .string()
    .max(100)
    .optional()
    .describe('The workspace; also accepted in the query, the body, or the header X-Workspace-Id.'),
}
const workspaceQuery = z.strictObject(workspace)

const kybAnswer = z.object({
  status: z
    .string()
    .describe(
      '`ready` or `no_data` for the workspace; the outcome of a check: `passed`, `failed`, `attention` or `not_checked`.',
    ),
  timestamp,
  datasets: z.array(ownershipDataset).optional().describe('In force.'),
  counts: z.object({ businesses: z.int(), checks: z.int(), by_outcome: z.record(checkOutcome, z.int()) }).optional(),
  last_checks: z.array(checkSummary).optional(),
  check: businessCheck.optional(),
})

export const retrieveKyb = defineOperation({
  id: 'retrieveKyb',
  method: 'GET',
  path: '/v4/kyc/kyb',
  tag: 'Businesses',
  summary: 'Run Business KYB',
  description:
    'With the workspace alone: the current ownership data with its ages, counts and the last checks. With `check_id` that check; with `business_id` or an identifier the last check of that business. A new check is started by `POST` on the same path.',
  access: 'v4:read',
  query: workspaceQuery.extend({
    check_id: uid.optional(),
    business_id: businessId.optional(),
    lei: lineOfText(64).optional(),
    vat: lineOfText(64).optional(),
    company_number: lineOfText(64).optional(),
    iban: lineOfText(64).optional(),
    bic: lineOfText(64).optional(),
  }),
  answer: envelope(kybAnswer),
  refusals: ['not_found', 'workspace_mismatch'],
})

export const runKyb = defineOperation({
  id: 'runKyb',
  method: 'POST',
  path: '/v4/kyc/kyb',
  retry: 'key',
  tag: 'Businesses',
  summary: 'Start a Business KYB',
  description:
    'With the workspace alone it answers as `GET` does. With `business_id`, `name` or `identifiers` it checks that business, keeps the result and answers it; each part says `passed`, `failed`, `attention` or `not_checked`, and why.',
  access: 'v4:write',
  query: workspaceQuery,
  body: z.strictObject({ ...workspace, ...checkSubject }),
  answer: envelope(kybAnswer),
  refusals: ['not_found', 'workspace_mismatch'],
})
