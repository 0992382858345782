import { z } from 'zod'
import { entryId, integerId, timestamp } from './text.ts'

/** What somebody did by reading. */
export const readingKinds = [
  'case_opened',
  'glass_broken',
  'report_opened',
  'search',
  'evidence_searched',
  'person_looked_up',
  'person_screened',
  'list_exported',
  'report_exported',
  'log_read',
  'log_exported',
] as const
export const readingKind = z.enum(readingKinds)
export type ReadingKind = z.infer<typeof readingKind>

/** What the log says of itself, in rows of its own. */
export const logNotes = ['unusual_reading', 'terms_erased', 'rows_may_lack'] as const

export const accessKinds = [...readingKinds, ...logNotes] as const
export const accessKind = z.enum(accessKinds)
export type AccessKind = z.infer<typeof accessKind>

/** Whose the case was for the person who opened it, at that time. */
export const caseRelationOfReader = z.enum(['own', 'team', 'other'])
export type CaseRelationOfReader = z.infer<typeof caseRelationOfReader>

export const accessVia = z.enum(['window', 'token', 'api_key', 'service'])
export type AccessVia = z.infer<typeof accessVia>

export const accessResult = z.enum(['allowed', 'refused'])
export type AccessResult = z.infer<typeof accessResult>

/** What was asked for, by the name of the field; a number stays a number. */
export const accessTerms = z.record(z.string(), z.union([z.string(), z.number()]))
export type AccessTerms = z.infer<typeof accessTerms>

/** A row of the access log. */
export const accessRow = z.object({
  n: z.int().min(1).describe('Its place in the log of this service: 1, 2, 3 ...'),
  at: timestamp,
  kind: accessKind,
  result: accessResult,
  person: z
    .object({ id: integerId.nullable(), name: z.string().nullable(), uid: z.string() })
    .nullable()
    .describe('Who read; of an API key `id` is null and `name` its label. Null: the service itself.'),
  via: accessVia.describe('The window, an access token, an API key, or the service itself.'),
  operation: z.string().describe('The operation of this interface that was called.'),
  case: z
    .object({ id: integerId.nullable(), number: z.string().nullable(), uid: z.string().nullable() })
    .nullable()
    .describe(
      'The case that it was about. `number` is null where this service does not have it; of a case that was never here `uid` is null and `id` is what was asked for.',
    ),
  relation: caseRelationOfReader
    .nullable()
    .describe('Whose the case was then: of the person, of their team, or neither.'),
  terms: accessTerms
    .nullable()
    .describe('What was searched for or looked up, by field. Null: nothing, or it was erased.'),
  terms_erased: z.boolean(),
  cases_in_hour: z.int().nullable().describe('Of `unusual_reading`: how many cases of others were opened in an hour.'),
  hash: entryId.describe('SHA-256 over the row and the hash of the row before.'),
})
export type AccessRow = z.infer<typeof accessRow>

/** What the policy says of the log where it says nothing: five years, as long as records of a case are kept by law. */
export const defaultAccessLogDays = 1_825
/** So many different cases of others in an hour are unusual where the policy says nothing. */
export const defaultUnusualCases = 30
