import { z } from 'zod'
import { daysInMonth } from '../text/days.ts'
import { watchlistKey } from './lists.ts'
import { entryId, integerId, lineOfText, timestamp, uid } from './text.ts'

/** Longest name that can be screened, in UTF-16 units. */
export const screenedNameMax = 500

/** How names are compared: token by token, or as OFAC's own search does. */
export const screeningModes = ['precise', 'ofac'] as const
export const screeningMode = z.enum(screeningModes)

/** Whom the register of screening knows. */
export const screenedKinds = ['customer', 'counterparty', 'account', 'person', 'company', 'vessel'] as const
export const screenedRef = z.object({ kind: z.enum(screenedKinds), id: lineOfText(128) })
export type ScreenedRef = z.infer<typeof screenedRef>

/** What a name names. */
export const nameKinds = ['person', 'organisation', 'vessel', 'unknown'] as const

const isDate = (text: string): boolean => {
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number)
  return year >= 1000 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

/** A year, a month or a day: `1962`, `1962-03`, `1962-03-21`. */
export const partialDateText = z
  .string()
  .regex(/^\d{4}(-\d{2}(-\d{2})?)?$/u, 'must be a year, a month or a day: 1962, 1962-03 or 1962-03-21')
  .refine(isDate, 'is no date that exists')

export const countryCode = z.string().regex(/^[A-Z]{2}$/u, 'must be two capital letters (ISO 3166-1)')

/** An identifier as papers bear it; for comparing, all but letters and digits is left out. */
const identifier = lineOfText(64)

const known = {
  kind: z.enum(nameKinds).default('unknown').describe('What the name names; unknown: searched among all.'),
  names: z
    .array(lineOfText(screenedNameMax))
    .min(1)
    .max(20)
    .describe('All names that the subject goes by, the usual one first.'),
  dates: z.array(partialDateText).max(10).default([]).describe('Of birth, or of founding.'),
  countries: z.array(countryCode).max(20).default([]),
  gender: z.enum(['male', 'female']).nullable().default(null),
  identifiers: z.array(identifier).max(50).default([]).describe('Numbers of passports, registers, ships and the like.'),
}

/** What is known of somebody who is screened. */
export const screenedFacts = z.strictObject(known)
export type ScreenedFacts = z.infer<typeof screenedFacts>

/** A subject of the register. */
export const registeredSubject = z.strictObject({
  subject: screenedRef.strict().describe('How the institution calls the subject.'),
  ...known,
})
export type RegisteredSubject = z.infer<typeof registeredSubject>

/** One line of an explanation: a token of the subject beside the token of the list that it was taken for. */
export const matchedPart = z.object({
  searched: z.string().nullable().describe('Null: only the listed name has it.'),
  listed: z.string().nullable().describe('Null: only the subject’s name has it.'),
  similarity: z.number().describe('0 to 1.'),
  relation: z
    .enum([
      'same',
      'same_sound',
      'spelling',
      'consonants',
      'initial',
      'short_form',
      'same_form',
      'number',
      'joined',
      'only_searched',
      'only_listed',
    ])
    .describe('Why the two were taken for the same, or which side alone has it.'),
  weight: z.number().describe('What the part counts for in its name.'),
})
export type MatchedPart = z.infer<typeof matchedPart>

export const matchedQualifier = z.object({
  kind: z.enum(['date', 'country', 'gender', 'identifier']),
  agrees: z.boolean(),
  searched: z.string(),
  listed: z.string(),
  factor: z.number().describe('What the score of the names was multiplied by.'),
})

export const listedKinds = ['person', 'organisation', 'vessel', 'aircraft', 'other'] as const

/** A listed entry that fits a subject, and why. */
export const screeningMatch = z.object({
  list: z.string().describe('Key of the list.'),
  list_version: z.string(),
  entry_id: z.string().describe('Of the list’s own.'),
  entry_kind: z.enum(listedKinds),
  primary_name: z.string().describe('What the list calls it first.'),
  listed_name: z.string().describe('The listed name that fits best.'),
  searched_name: z.string().describe('The subject’s name that fits best.'),
  name_quality: z.enum(['primary', 'alias', 'weak', 'former']),
  score: z.number().describe('0 to 1, qualifiers included.'),
  name_score: z.number().describe('Of the names alone, 0 to 1.'),
  mode: screeningMode,
  parts: z.array(matchedPart),
  qualifiers: z.array(matchedQualifier),
})
export type ScreeningMatchItem = z.infer<typeof screeningMatch>

/** A list that was searched, and how old it was. */
export const searchedList = z.object({
  key: z.string(),
  title: z.string(),
  version: z.string(),
  published_at: timestamp.nullable(),
  imported_at: timestamp,
  age_days: z.int().describe('Whole days since it was published, or imported where that is not known.'),
  age_state: z.enum(['current', 'ageing', 'stale']).describe('By the days that the list is allowed: see its settings.'),
})
export type SearchedList = z.infer<typeof searchedList>

/** `no_lists`: nothing was compared, because no list is imported. It is never `clear`. */
export const screeningOutcome = z.enum(['clear', 'hits', 'no_lists'])
export type ScreeningOutcome = z.infer<typeof screeningOutcome>

/** Why somebody was screened. */
export const screeningReasons = [
  'intake',
  'changed',
  'on_demand',
  'file',
  'list_changed',
  'policy_changed',
  'matching_changed',
  'expired',
] as const
export type ScreeningReason = (typeof screeningReasons)[number]

/** One screening as it was kept. */
export const screening = z.object({
  id: uid,
  at: timestamp,
  reason: z.enum(screeningReasons),
  subject: screenedRef.nullable().describe('Null: somebody who is not in the register.'),
  searched: z.array(z.string()).describe('The names.'),
  status: screeningOutcome,
  mode: screeningMode,
  threshold: z.number(),
  lists: z.array(searchedList),
  hits: z.int().describe('Matches from the threshold on.'),
  cleared: z.int().describe('Of these, such as a person called false before and nothing has changed since.'),
  standing: z
    .int()
    .describe(
      'Besides, matches that a person called true and that this screening found no longer: they stand, and the status is `hits`.',
    ),
})
export type Screening = z.infer<typeof screening>

/** A screening with what it found. */
export const screeningFull = screening.extend({
  matches: z
    .array(screeningMatch.extend({ hit_id: uid.nullable(), hit_state: z.string().nullable() }))
    .describe('The best fifty; `hits` tells how many there were.'),
})
export type ScreeningFull = z.infer<typeof screeningFull>

/**
 * `gone`: the entry was removed from its list, its list no longer counts, or it no longer fits; the last is never said
 * of a true match.
 */
export const hitStates = ['open', 'true_match', 'false_match', 'gone'] as const
export const hitState = z.enum(hitStates)
export type HitState = z.infer<typeof hitState>

export const hitDispositions = ['true_match', 'false_match'] as const
export const hitDisposition = z.enum(hitDispositions)
export type HitDisposition = z.infer<typeof hitDisposition>

/** What brought a hit back that had been called false. */
export const reopenings = ['listed_entry_changed', 'subject_changed', 'expired'] as const

export const sealedDisposition = z.object({
  entry_id: entryId,
  disposition: hitDisposition,
  at: timestamp,
  by: z.string(),
  reason: z.string().nullable().describe('Null: erased.'),
  expires_at: timestamp
    .nullable()
    .describe('When a false match is looked at again; null: a true match does not expire.'),
})

/** A match of a registered subject, which a person must dispose of. */
export const screeningHit = screeningMatch.extend({
  id: uid,
  state: hitState,
  subject: screenedRef.extend({ name: z.string() }),
  list_title: z.string(),
  first_found_at: timestamp,
  last_found_at: timestamp.describe('When a screening last saw it so.'),
  reopened_because: z.enum(reopenings).nullable(),
  no_longer_fits_since: timestamp
    .nullable()
    .describe(
      'Of a true match: since when screening finds it no longer. It stands until a person says otherwise, or its list drops the entry; names, score and parts are as it fitted last.',
    ),
  look_again: z.boolean().describe('It no longer fits, and nobody has said anything since.'),
  disposition: sealedDisposition.nullable().describe('The newest.'),
  alert_id: integerId.nullable(),
})
export type ScreeningHit = z.infer<typeof screeningHit>

/** All that the list tells of an entry. */
export const listedDetails = z.object({
  names: z.array(z.object({ text: z.string(), quality: z.enum(['primary', 'alias', 'weak', 'former']) })),
  dates: z.array(z.string()),
  countries: z.array(z.string()),
  gender: z.enum(['male', 'female']).nullable(),
  identifiers: z.array(z.object({ type: z.string(), value: z.string(), country: z.string().nullable() })),
  addresses: z.array(z.string()),
  programmes: z.array(z.string()),
  remarks: z.string().nullable(),
  listed_on: z.string().nullable(),
})

export const screeningHitFull = screeningHit.extend({
  subject_facts: screenedFacts,
  listed: listedDetails.nullable().describe('Null: the list no longer has the entry.'),
  history: z.array(sealedDisposition).describe('Sealed dispositions, oldest first.'),
})
export type ScreeningHitFull = z.infer<typeof screeningHitFull>

/** What the institution decides about screening. A change of it is sealed in the workspace's chain. */
export const screeningPolicy = z.strictObject({
  mode: screeningMode.describe('How names are compared unless asked otherwise.'),
  threshold: z
    .number()
    .min(0.5)
    .max(1)
    .describe('Least score of a hit in the precise mode; see docs/screening/matching.md.'),
  ofac_threshold: z.number().min(0.5).max(1).describe('Least score of a hit in OFAC’s mode, as its hundredth.'),
  false_match_days: z.int().min(1).max(3_650).describe('After so many days a false match is looked at again.'),
  excluded_lists: z
    .array(watchlistKey)
    .max(50)
    .refine((keys) => new Set(keys).size === keys.length, 'names a list twice')
    .default([])
    .describe('Lists in force that do not count: nobody is compared with them unless a question names them.'),
  on_activities: z
    .boolean()
    .default(true)
    .describe('Whether customers and counterparties that activities name are registered and screened as these come.'),
  on_list_changes: z
    .boolean()
    .default(true)
    .describe('Whether the register is screened again by itself when a list changes.'),
})
export type ScreeningPolicy = z.infer<typeof screeningPolicy>

export const defaultScreeningPolicy: ScreeningPolicy = {
  mode: 'precise',
  threshold: 0.85,
  ofac_threshold: 0.85,
  false_match_days: 180,
  excluded_lists: [],
  on_activities: true,
  on_list_changes: true,
}

/** A change of the policy of screening, as it was sealed. */
export const screeningPolicyChange = z.object({
  entry_id: entryId,
  changed_at: timestamp,
  user_id: integerId.nullable(),
  user_name: z.string().nullable(),
  policy: screeningPolicy.describe('As it stood then.'),
})
export type ScreeningPolicyChange = z.infer<typeof screeningPolicyChange>

const kept = z.object({
  stays: z.int().describe('At or over the threshold.'),
  goes: z.int().describe('Under it, or on a list that does not count; a true match goes only with its list.'),
})

/** What a policy would make of the register, tried without changing anything. */
export const screeningPreview = z.object({
  subjects: z.int().describe('In the register.'),
  compared: z.int().describe('Of these, those that were compared: all with hits first, then others, evenly spread.'),
  open: kept,
  true_match: kept,
  false_match: kept,
  fresh: z.int().describe('Hits that would come, among those that were compared.'),
})
export type ScreeningPreview = z.infer<typeof screeningPreview>

/** Re-screening of the register under way. */
export const screeningRun = z.object({
  id: uid,
  reason: z.enum(screeningReasons),
  started_at: timestamp,
  finished_at: timestamp.nullable(),
  lists: z.array(
    z.object({
      key: z.string(),
      version: z.string().nullable(),
      entries: z.int().describe('Added or changed entries that subjects are compared with.'),
      removed: z.int(),
    }),
  ),
  subjects: z.int(),
  done: z.int(),
  found: z.int().describe('Hits that came or came back.'),
  gone: z.int(),
})
export type ScreeningRun = z.infer<typeof screeningRun>
