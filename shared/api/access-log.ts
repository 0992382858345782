import { z } from 'zod'
import { accessKind, accessRow } from '../schema/access-log.ts'
import { orderedRange, requestTime } from '../schema/request-time.ts'
import { idText, integerText } from '../schema/text.ts'
import { defineOperation, pagination } from './operation.ts'

const tag = 'Access log'

/** Who may read who read what: nobody who is watched by it. */
const readers = ['auditor', 'admin'] as const

const filters = {
  person_id: idText.optional().describe('Rows of this user.'),
  case_id: idText.optional().describe('Rows about this case.'),
  kind: accessKind.optional(),
  from: requestTime.optional().describe('Start, inclusive.'),
  to: requestTime.optional().describe('End, exclusive.'),
}

export const accessLogQuery = orderedRange(z.strictObject(filters))
export type AccessLogQuery = z.infer<typeof accessLogQuery>

export const readAccessLog = defineOperation({
  id: 'readAccessLog',
  method: 'GET',
  path: '/v1/access-log',
  tag,
  summary: 'Read access log',
  description:
    'Who opened which case, searched for what, looked up whom and exported which lists, at this service; newest first. `waiting` rows are not written yet, because the disk has no room or a long write is under way. Reading the log is written into it.',
  access: readers,
  query: orderedRange(
    z.strictObject({
      ...filters,
      page: integerText({ min: 1, max: 10_000_000 }).default(1),
      size: integerText({ min: 1, max: 100 }).default(50),
    }),
  ),
  answer: z.object({ success: z.literal(true), data: z.array(accessRow), pagination, waiting: z.int() }),
})

export const exportAccessLog = defineOperation({
  id: 'exportAccessLog',
  method: 'GET',
  path: '/v1/access-log/export',
  tag,
  summary: 'Export access log as CSV',
  description:
    'A row each, newest first, with its hash. Before it the head of the log is sealed into the workspace, so the file can be held against it. The export is written into the log.',
  access: readers,
  query: accessLogQuery,
  answers: 'csv',
  answer: z.string(),
})
