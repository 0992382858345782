import { z } from 'zod'
import {
  hitState,
  nameKinds,
  screenedFacts,
  screenedKinds,
  screening,
  screeningFull,
  screeningHit,
  screeningRun,
  searchedList,
} from '../schema/screening.ts'
import { lineOfText, timestamp, uid } from '../schema/text.ts'
import { defineOperation, envelope } from './operation.ts'
import { screenedSubject, screeningSettings } from './screening.ts'

const tag = 'Screening'

const workspace = {
  workspace_id: z
    .string()
    .max(100)
    .optional()
    .describe('The workspace; also accepted in the query, the body, or the header X-Workspace-Id.'),
}
const answered = {
  status: z.string().describe('What this answer is, for example `ready`, `clear`, `hits` or `no_lists`.'),
  timestamp,
}

export const retrieveScreening = defineOperation({
  id: 'retrieveScreening',
  method: 'GET',
  path: '/v4/screening/retrieve',
  tag,
  summary: 'Screening result',
  description:
    'With the workspace alone: the current lists with their ages, counts of hits and the last screenings. With `screening_id` that result; with `subject_kind` and `subject_id` what is known of that subject and its hits. If no list is imported the status is `no_lists`.',
  access: 'v4:read',
  query: z.strictObject({
    ...workspace,
    screening_id: uid.optional(),
    subject_kind: z.enum(screenedKinds).optional(),
    subject_id: lineOfText(128).optional(),
  }),
  answer: envelope(
    z.object({
      ...answered,
      lists: z.array(searchedList),
      hits: z.record(hitState, z.int()).optional(),
      subjects: z.int().optional(),
      run: screeningRun.nullable().optional(),
      last_screenings: z.array(screening).optional(),
      screening: screeningFull.optional(),
      subject: screenedSubject.optional(),
      subject_hits: z.array(screeningHit).optional(),
    }),
  ),
  refusals: ['not_found', 'workspace_mismatch'],
})

export const screenByKey = defineOperation({
  id: 'screenByKey',
  method: 'POST',
  path: '/v4/screening/retrieve',
  retry: 'key',
  tag,
  summary: 'Screen a subject',
  description:
    'With the workspace alone: what can be requested, and the current lists. With `name` (or `names`) it screens that subject now and answers the matches token by token, side by side; with `subject_kind` and `subject_id` too, the register keeps it, and matches become hits.',
  access: 'v4:write',
  query: z.strictObject(workspace),
  body: z
    .strictObject({
      ...workspace,
      name: screenedFacts.shape.names.element.optional(),
      names: screenedFacts.shape.names.optional(),
      kind: z.enum(nameKinds).optional(),
      date_of_birth: screenedFacts.shape.dates.unwrap().element.optional(),
      dates: screenedFacts.shape.dates.optional(),
      country: screenedFacts.shape.countries.unwrap().element.optional(),
      countries: screenedFacts.shape.countries.optional(),
      gender: screenedFacts.shape.gender.optional(),
      identifiers: screenedFacts.shape.identifiers.optional(),
      subject_kind: z.enum(screenedKinds).optional(),
      subject_id: lineOfText(128).optional(),
      ...screeningSettings,
    })
    .refine((body) => (body.subject_kind === undefined) === (body.subject_id === undefined), {
      error: 'give subject_kind and subject_id together',
      path: ['subject_id'],
    }),
  answer: envelope(
    z.object({
      ...answered,
      lists: z.array(searchedList),
      hits: z.record(hitState, z.int()).optional(),
      screening: screeningFull.optional(),
    }),
  ),
  refusals: ['unknown_reference', 'workspace_mismatch'],
})
