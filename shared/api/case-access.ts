import { z } from 'zod'
import { askedAccess, caseAccess } from '../schema/case-access.ts'
import { rationale } from '../schema/case.ts'
import { entryId, integerId } from '../schema/text.ts'
import { caseIdParams, changed, everyone, tag, writers } from './case-parts.ts'
import { defineOperation, envelope } from './operation.ts'

/** Who may break the glass. */
const breakers = ['supervisor', 'auditor', 'admin'] as const

export const readCaseAccess = defineOperation({
  id: 'readCaseAccess',
  method: 'GET',
  path: '/v1/cases/{id}/access',
  tag,
  summary: 'Read who may know a case',
  description:
    'The access rule of the case. A case whose rule does not let somebody know it does not exist for them: it is in no list, search, count, export or event, and its address answers 404.',
  access: everyone,
  params: caseIdParams,
  answer: envelope(caseAccess),
  refusals: ['not_found'],
})

export const setCaseAccess = defineOperation({
  id: 'setCaseAccess',
  method: 'PUT',
  path: '/v1/cases/{id}/access',
  compares: 'case',
  tag,
  summary: 'Set who may know a case',
  description:
    'Seals who may know the case from now on: `everyone`, the members of a `team`, or people who are `named`. The owner always may, whatever the rule says. The owner, a supervisor or an admin sets it, if they know the case, and must still know it afterwards (403 forbidden, 409 access_forbidden). No role passes a rule by itself, and API keys know only cases of `everyone`. Whoever broke the glass before loses the case again unless the new rule lets them know it.',
  access: writers,
  params: caseIdParams,
  body: askedAccess.safeExtend({ notes: rationale }),
  answer: envelope(changed),
  refusals: ['not_found', 'forbidden', 'access_forbidden', 'unknown_reference', 'already_done', 'stale_revision'],
})

export const breakGlass = defineOperation({
  id: 'breakGlass',
  method: 'POST',
  path: '/v1/break-glass',
  retry: 'again',
  tag,
  summary: 'Break the glass of a restricted case',
  description:
    'Lets a supervisor, an auditor or an admin know a case whose rule does not, for a reason. It is sealed in the case with the reason, told at once to those who know the case and to all auditors (event `case.glass_broken`), and written into the access log. Whoever breaks the glass knows the case until its rule is set again. Name the case by `case_id` or by `case_number`. 409 already_done: whoever asks may know the case anyway.',
  access: breakers,
  body: z
    .strictObject({
      case_id: integerId.optional(),
      case_number: z.string().min(1).max(255).optional(),
      reason: rationale,
    })
    .refine(({ case_id: id, case_number: number }) => (id === undefined) !== (number === undefined), {
      error: 'give case_id or case_number, one of them',
      path: ['case_id'],
    }),
  answer: envelope(z.object({ case_id: integerId, case_number: z.string(), entry_id: entryId })),
  refusals: ['not_found', 'already_done'],
})
