import { z } from 'zod'
import { rationale } from '../schema/case.ts'
import {
  hitDisposition,
  hitState,
  registeredSubject,
  screenedFacts,
  screenedKinds,
  screenedRef,
  screening,
  screeningFull,
  screeningHit,
  screeningHitFull,
  screeningMode,
  screeningOutcome,
  screeningPolicy,
  screeningPolicyChange,
  screeningPreview,
  screeningRun,
  searchedList,
} from '../schema/screening.ts'
import { entryId, integerText, lineOfText, skipText, timestamp, uid } from '../schema/text.ts'
import { keysetEnvelope } from './alerts.ts'
import { defineOperation, envelope } from './operation.ts'

const everyone = 'signed_in'
const writers = ['investigator', 'supervisor', 'admin'] as const
const tag = 'Screening'

const cursor = z.string().min(1).max(500)
const paged = { after: cursor.optional(), size: integerText({ min: 1, max: 200 }).default(50) }

/** How a screening is asked for. */
export const screeningSettings = {
  mode: screeningMode.optional().describe('Default: by policy.'),
  threshold: z.number().min(0.5).max(1).optional().describe('Least score of a match; default: by policy.'),
  lists: z
    .array(lineOfText(64))
    .min(1)
    .max(50)
    .optional()
    .describe('Keys of the lists to search; default: all current ones.'),
}

export const screeningStatus = z.object({
  status: z
    .enum(['ready', 'no_lists', 'loading'])
    .describe('`no_lists`: nobody can be screened until a list is imported. `loading`: the lists are being indexed.'),
  lists: z.array(searchedList),
  entries: z.int(),
  subjects: z.int(),
  waiting: z
    .int()
    .describe(
      'Subjects that came or changed, and names that activities told of known ones, that are not screened yet.',
    ),
  names_left_out: z
    .int()
    .describe(
      'How often a name that an activity told was let go of after it was screened: a subject keeps its newest 200, and those that a hit was found by. Later lists are compared with what is kept.',
    ),
  hits: z.record(hitState, z.int()),
  run: screeningRun.nullable().describe('The re-screening under way, or the last one.'),
  policy: screeningPolicy,
})
export type ScreeningStatus = z.infer<typeof screeningStatus>

export const readScreeningStatus = defineOperation({
  id: 'readScreeningStatus',
  method: 'GET',
  path: '/v1/screening/status',
  tag,
  summary: 'State of screening',
  description:
    'The current lists with their ages, how many subjects are registered, hits by state, and the re-screening under way.',
  access: everyone,
  answer: envelope(screeningStatus),
})

export const screenSomebody = defineOperation({
  id: 'screenSomebody',
  method: 'POST',
  path: '/v1/screening/screenings',
  retry: 'key',
  tag,
  summary: 'Screen somebody now',
  description:
    'Compares somebody with the current lists, and answers each match token by token. With `subject` the register keeps what is stated of that subject, and its matches become hits; otherwise only the result is kept. If no list is imported the status is `no_lists`, never `clear`.',
  access: writers,
  status: 201,
  body: screenedFacts.extend({ subject: screenedRef.strict().optional(), ...screeningSettings }),
  answer: envelope(screeningFull),
  refusals: ['unknown_reference'],
})

export const listScreenings = defineOperation({
  id: 'listScreenings',
  method: 'GET',
  path: '/v1/screening/screenings',
  tag,
  summary: 'List screenings',
  description: 'Newest first; with `subject_kind` and `subject_id` those of one subject.',
  access: everyone,
  query: z.strictObject({
    subject_kind: z.enum(screenedKinds).optional(),
    subject_id: lineOfText(128).optional(),
    status: screeningOutcome.optional(),
    ...paged,
  }),
  answer: keysetEnvelope(screening),
})

export const readScreening = defineOperation({
  id: 'readScreening',
  method: 'GET',
  path: '/v1/screening/screenings/{id}',
  tag,
  summary: 'Read screening',
  description: 'One screening with its matches as they were then.',
  access: everyone,
  params: z.strictObject({ id: uid }),
  answer: envelope(screeningFull),
  refusals: ['not_found'],
})

/** Subjects of one call at most. */
export const subjectsMax = 500

const subjectOutcome = z.object({
  subject: screenedRef,
  outcome: z.enum(['added', 'changed', 'unchanged']),
  status: screeningOutcome,
  screening_id: uid,
  hits: z.int(),
  open_hits: z.int(),
  standing: z.int().describe('True matches that were found no longer, and stand.'),
  best: z.object({ list: z.string(), entry_id: z.string(), listed_name: z.string(), score: z.number() }).nullable(),
})

export const registerSubjects = defineOperation({
  id: 'registerSubjects',
  method: 'POST',
  path: '/v1/screening/subjects',
  retry: 'again',
  tag,
  summary: 'Register subjects',
  description: `Takes up to ${subjectsMax} subjects into the register, or what changed of them, and screens each. They are screened again by themselves when a list changes.`,
  access: writers,
  bodyLimit: 8_388_608,
  body: z.strictObject({ subjects: z.array(registeredSubject).min(1).max(subjectsMax) }),
  answer: envelope(z.object({ lists: z.array(searchedList), results: z.array(subjectOutcome) })),
})
export type SubjectOutcome = z.infer<typeof subjectOutcome>

export const screenBatch = defineOperation({
  id: 'screenBatch',
  method: 'POST',
  path: '/v1/screening/batches',
  retry: 'again',
  tag,
  summary: 'Screen a batch',
  description: `Screens up to ${subjectsMax} people or organisations at once without keeping them; the answers stand in the order of the questions, each with its best matches.`,
  access: writers,
  bodyLimit: 8_388_608,
  body: z.strictObject({
    subjects: z
      .array(screenedFacts.extend({ reference: lineOfText(128).optional() }))
      .min(1)
      .max(subjectsMax),
    ...screeningSettings,
    limit: z.int().min(1).max(50).default(5),
  }),
  answer: envelope(
    z.object({
      mode: screeningMode,
      threshold: z.number(),
      lists: z.array(searchedList),
      results: z.array(
        z.object({
          reference: z.string().nullable(),
          status: screeningOutcome,
          matches: screeningFull.shape.matches.describe('The best, at most `limit`.'),
        }),
      ),
    }),
  ),
  refusals: ['unknown_reference'],
})

export const screenedSubject = screenedFacts.extend({
  subject: screenedRef,
  source: z.enum(['register', 'transactions']),
  told_names: z
    .array(z.string())
    .describe('Names that activities told beside `names`, newest first: each was screened by itself.'),
  names_left_out: z
    .int()
    .describe('How often such a name was let go of after it was screened, as only the newest 200 are kept.'),
  added_at: timestamp,
  changed_at: timestamp,
  screened_at: timestamp.nullable().describe('Null: waits for its first screening.'),
  hits: z.record(hitState, z.int()),
})
export type ScreenedSubject = z.infer<typeof screenedSubject>

export const listSubjects = defineOperation({
  id: 'listScreenedSubjects',
  method: 'GET',
  path: '/v1/screening/subjects',
  tag,
  summary: 'List subjects',
  description: 'The register, newest first; `q` is part of a name or identifier.',
  access: everyone,
  query: z.strictObject({ q: lineOfText(200).optional(), kind: z.enum(screenedKinds).optional(), ...paged }),
  answer: keysetEnvelope(screenedSubject),
})

export const readSubject = defineOperation({
  id: 'readScreenedSubject',
  method: 'GET',
  path: '/v1/screening/subjects/{kind}/{id}',
  tag,
  summary: 'Read subject',
  description:
    'One subject with its hits and its history: each screening, each re-screening that it was part of, each disposition.',
  access: everyone,
  params: z.strictObject({ kind: z.enum(screenedKinds), id: lineOfText(128) }),
  answer: envelope(
    z.object({
      subject: screenedSubject,
      hits: z.array(screeningHit),
      history: z.array(
        z.object({
          at: timestamp,
          what: z.enum(['screened', 'rescreened', 'disposed']),
          screening_id: uid.nullable(),
          hit_id: uid.nullable(),
          status: z.string(),
          by: z.string().nullable(),
          note: z.string().nullable(),
          expires_at: timestamp.nullable().describe('Of a false match.'),
          lists: z.array(z.string()).describe('Key and version.'),
        }),
      ),
    }),
  ),
  refusals: ['not_found'],
})

export const hitFilters = z.strictObject({
  state: hitState.optional().describe('Default: open.'),
  list: lineOfText(64).optional(),
  subject_kind: z.enum(screenedKinds).optional(),
  subject_id: lineOfText(128).optional(),
  entry_kind: z.enum(['person', 'organisation', 'vessel', 'aircraft', 'other']).optional(),
  min_score: z
    .string()
    .regex(/^(0(\.[0-9]{1,6})?|1(\.0{1,6})?)$/u, 'must be a number from 0 to 1')
    .transform(Number)
    .pipe(z.number())
    .optional(),
  q: lineOfText(200).optional().describe('Part of a name or of the subject’s identifier.'),
})

export const listHits = defineOperation({
  id: 'listScreeningHits',
  method: 'GET',
  path: '/v1/screening/hits',
  tag,
  summary: 'List hits',
  description: 'Hits by score (highest first) or age, paged by cursor. Without `state`, the open ones.',
  access: everyone,
  query: hitFilters.extend({
    sort: z.enum(['score', 'newest', 'oldest']).default('score'),
    skip: skipText.optional(),
    ...paged,
  }),
  answer: keysetEnvelope(screeningHit),
})

export const readHit = defineOperation({
  id: 'readScreeningHit',
  method: 'GET',
  path: '/v1/screening/hits/{id}',
  tag,
  summary: 'Read hit',
  description: 'One hit with both sides, token by token, and its sealed dispositions.',
  access: everyone,
  params: z.strictObject({ id: uid }),
  answer: envelope(screeningHitFull),
  refusals: ['not_found'],
})

export const dispositionsMax = 500

export const disposeHits = defineOperation({
  id: 'disposeScreeningHits',
  method: 'POST',
  path: '/v1/screening/dispositions',
  retry: 'again',
  tag,
  summary: 'Decide hits',
  description:
    `Says of up to ${dispositionsMax} hits whether the subject is whom the list names. A false match does not come back until the listed entry, the subject or its qualifiers change, or it expires. ` +
    'Each is sealed into the workspace’s chain, and is changed or refused by itself; the answer says which and why.',
  access: writers,
  body: z.strictObject({
    hit_ids: z.array(uid).min(1).max(dispositionsMax),
    disposition: hitDisposition,
    reason: rationale,
    expires_in_days: z.int().min(1).max(3_650).optional().describe('Of a false match; default: by policy.'),
  }),
  answer: envelope(
    z.object({
      changed: z.int(),
      refused: z.int(),
      results: z.array(
        z.object({
          id: uid,
          ok: z.boolean(),
          entry_id: entryId.optional(),
          error: z.object({ code: z.string(), message: z.string() }).optional(),
        }),
      ),
    }),
  ),
  refusals: ['not_found', 'already_done', 'stale_revision'],
})

export const changeScreeningPolicy = defineOperation({
  id: 'changeScreeningPolicy',
  method: 'PUT',
  path: '/v1/screening/policy',
  tag,
  summary: 'Change the screening policy',
  description:
    'Replaces the policy; the change is sealed in the workspace’s chain, and the register is screened again where mode or threshold changed.',
  access: ['admin'],
  body: screeningPolicy,
  answer: envelope(screeningPolicy),
  refusals: ['already_done'],
})

export const listScreeningPolicyChanges = defineOperation({
  id: 'listScreeningPolicyChanges',
  method: 'GET',
  path: '/v1/screening/policy/changes',
  tag,
  summary: 'List changes of the screening policy',
  description: 'Who changed the policy and when, newest first; the newest fifty.',
  access: everyone,
  answer: envelope(z.array(screeningPolicyChange)),
})

export const previewScreeningPolicy = defineOperation({
  id: 'previewScreeningPolicy',
  method: 'POST',
  path: '/v1/screening/policy/preview',
  retry: 'again',
  tag,
  summary: 'Try a screening policy',
  description:
    'Tries a policy without activating it: how many hits would stay, go and come. Every subject with a hit is compared, up to 5,000, and 2,000 of the others, evenly spread; the answer says how many.',
  access: ['admin'],
  body: screeningPolicy,
  answer: envelope(screeningPreview),
})
