import { caseOverview } from '../schema/case-overview.ts'
import { caseIdParams, everyone, tag } from './case-parts.ts'
import { defineOperation, envelope } from './operation.ts'

export const readCaseOverview = defineOperation({
  id: 'readCaseOverview',
  method: 'GET',
  path: '/v1/cases/{id}/overview',
  tag,
  summary: 'Read the overview of a case',
  description:
    'What a case is about and what it asks for, as far as this device knows: its subjects with their risk, screening hits and other cases; the money in its alerts; payments of its subjects by day; evidence, reports, and what is due. ' +
    'Amounts of different currencies are never added. Every list is bounded, and its total is beside it. Reading it seals nothing.',
  access: everyone,
  params: caseIdParams,
  answer: envelope(caseOverview),
  refusals: ['not_found'],
})
