import { z } from 'zod'
import { caseReportKind, reportState } from './reports.ts'
import { entryId, uid } from './text.ts'

/** A value of a report that quotes another value of its case. */
export const quotation = z.object({
  entry_id: entryId.describe('The entry of the version.'),
  digest: z.string(),
  name: z.enum(['title', 'content']),
  by: z
    .array(z.enum(['source', 'text']))
    .describe(
      '`source`: a sentence names the entry, or its evidence, as a source. `text`: the words of the value stand in it.',
    ),
  report_id: uid,
  kind: caseReportKind,
  version: z.int(),
  report_title: z.string().nullable().describe('Of that version; null where it was erased.'),
  state: reportState.describe('Of the report now: what was filed may have to stay.'),
})
export type Quotation = z.infer<typeof quotation>
