import { z } from 'zod'
import { requestTime } from '../schema/request-time.ts'
import { workload } from '../schema/workload.ts'
import { everyone } from './case-parts.ts'
import { defineOperation, envelope } from './operation.ts'

export const readWorkload = defineOperation({
  id: 'readWorkload',
  method: 'GET',
  path: '/v1/workload',
  tag: 'Workload',
  summary: 'Read my workload',
  description:
    'What is due for the caller, what waits for them, and what others changed in their cases; for supervisors, administrators and auditors also load per person, ages and deadlines to come. ' +
    'Each figure is that of the list under the same filter. Every list is bounded, and its total is beside it. Reading it seals nothing.',
  access: everyone,
  query: z.strictObject({
    since: requestTime
      .optional()
      .describe('Changes from then on, by the time at which they were written; default: the last 24 hours.'),
  }),
  answer: envelope(workload),
})
