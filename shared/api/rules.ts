import { z } from 'zod'
import {
  dryRun,
  listContent,
  listKey,
  listValue,
  newListValue,
  rule,
  ruleCheck,
  ruleContent,
  ruleKey,
  ruleLimits,
  ruleSet,
  ruleState,
  ruleSummary,
  ruleVocabulary,
  ruleVersion,
  valueList,
} from '../schema/rules.ts'
import { orderedRange, requestTime } from '../schema/request-time.ts'
import { entryId, integerText, lineOfText, uid } from '../schema/text.ts'
import { defineOperation, envelope, pageEnvelope } from './operation.ts'

const tag = 'Rules'
const deciders = ['supervisor', 'admin'] as const

const ruleParams = z.strictObject({ key: ruleKey })
const listParams = z.strictObject({ key: listKey })

export const listRules = defineOperation({
  id: 'listRules',
  method: 'GET',
  path: '/v1/rules',
  tag,
  summary: 'List rules',
  description: 'Every rule with the numbers of its versions that are live, on trial and being written; by key.',
  access: 'signed_in',
  query: z.strictObject({ state: ruleState.optional().describe('Only rules that have a version in this state.') }),
  answer: envelope(z.array(ruleSummary)),
})

export const readRule = defineOperation({
  id: 'readRule',
  method: 'GET',
  path: '/v1/rules/{key}',
  tag,
  summary: 'Read rule',
  description: 'A rule with all its versions, the newest first.',
  access: 'signed_in',
  params: ruleParams,
  answer: envelope(rule),
  refusals: ['not_found'],
})

export const addRule = defineOperation({
  id: 'addRule',
  method: 'POST',
  path: '/v1/rules',
  retry: 'key',
  tag,
  summary: 'Write a new rule',
  description:
    'Keeps a new rule as a draft, which changes nothing yet. A rule that cannot run is refused; `details` says where, with JSON pointers. The change is sealed.',
  access: deciders,
  status: 201,
  body: ruleContent,
  answer: envelope(rule),
  refusals: ['already_done', 'invalid_request', 'unknown_reference'],
})

export const changeRule = defineOperation({
  id: 'changeRule',
  method: 'PUT',
  path: '/v1/rules/{key}',
  tag,
  summary: 'Change rule',
  description:
    'Replaces the draft of a rule, or, where there is none, begins a new version as a draft; what is live stays live until the draft takes its place. Send `content_id`, so that a draft that somebody else wrote meanwhile is not lost: it is refused with 409 stale_revision then.',
  access: deciders,
  params: ruleParams,
  body: z.strictObject({
    ...ruleContent.shape,
    content_id: entryId
      .optional()
      .describe(
        'Of the draft as you read it; without a draft, of the newest version. Left out: the present one is replaced.',
      ),
  }),
  answer: envelope(rule),
  refusals: ['not_found', 'already_done', 'invalid_request', 'stale_revision', 'unknown_reference'],
})

export const moveRule = defineOperation({
  id: 'moveRule',
  method: 'POST',
  path: '/v1/rules/{key}/move',
  retry: 'again',
  tag,
  summary: 'Put a rule on trial, make it live, or retire it',
  description:
    'Moves one version: draft or retired to shadow or live, shadow to live, live to shadow, any to retired. One version at most is live and one is on trial; the one before it retires. ' +
    'Where policy asks for four eyes, going live is proposed by one person and made by the same request of another who did not write it.',
  access: deciders,
  params: ruleParams,
  body: z.strictObject({
    content_id: entryId.describe('Of the version as it was read.'),
    to: ruleState,
    note: lineOfText(500).optional().describe('Why; sealed with the move.'),
  }),
  answer: envelope(z.object({ outcome: z.enum(['moved', 'awaits_second_person']), version: ruleVersion, rule })),
  refusals: [
    'not_found',
    'stale_revision',
    'transition_forbidden',
    'already_done',
    'four_eyes_required',
    'unknown_reference',
  ],
})

export const readRuleVocabulary = defineOperation({
  id: 'readRuleVocabulary',
  method: 'GET',
  path: '/v1/rule-vocabulary',
  tag,
  summary: 'What rules are written with',
  description: 'Operators with their arguments and examples, fields, features, lists, other rules, and the limits.',
  access: 'signed_in',
  answer: envelope(ruleVocabulary),
})

export const checkRule = defineOperation({
  id: 'checkRule',
  method: 'POST',
  path: '/v1/rule-checks',
  retry: 'again',
  tag,
  summary: 'Check a rule while it is written',
  description:
    'Checks a text: the logic alone, a whole rule, or a set. Faults are findings with JSON pointers, lines and columns, not errors: the answer is 200. Nothing is kept.',
  access: 'signed_in',
  body: z.strictObject({
    text: z.string().max(1_000_000),
    what: z.enum(['logic', 'rule', 'set']).default('logic'),
    key: ruleKey.optional().describe('The rule that the logic is for, so that it cannot read itself.'),
  }),
  answer: envelope(ruleCheck),
})

export const tryRule = defineOperation({
  id: 'tryRule',
  method: 'POST',
  path: '/v1/rule-trials',
  retry: 'again',
  tag,
  summary: 'Try a rule on one activity',
  description:
    'Runs a rule on given facts, or on a stored transaction, with what windows, profiles, model and network say now. Nothing is kept.',
  access: 'signed_in',
  body: z.strictObject({
    rule: ruleContent,
    facts: z
      .strictObject({
        event: z.record(z.string().max(128), z.json()).default({}),
        metadata: z.record(z.string().max(128), z.json()).default({}),
        features: z.record(z.string().max(128), z.number().nullable()).default({}),
        profile: z.record(z.string().max(128), z.record(z.string().max(128), z.json())).default({}),
        graph: z.record(z.string().max(128), z.json()).default({}),
        model_score: z.number().min(0).max(1).nullable().default(null),
      })
      .optional(),
    transaction_id: lineOfText(128).optional(),
  }),
  answer: envelope(
    z.object({
      holds: z.boolean(),
      reason: z.string().nullable(),
      fault: z.string().nullable(),
      value: z.json().describe('What the logic gives.'),
      read: z.record(z.string(), z.json()).describe('What the paths that it reads held.'),
    }),
  ),
  refusals: ['invalid_request', 'not_found', 'unknown_reference'],
})

export const startDryRun = defineOperation({
  id: 'startDryRun',
  method: 'POST',
  path: '/v1/rule-dry-runs',
  retry: 'key',
  tag,
  summary: 'Run rules over past transactions',
  description:
    'Shows what rules would have done: hits, alerts a day, precision against known labels, overlap with live rules, examples. Each activity is judged with what was known just before it: windows, profiles and network are counted again, and today’s active model scores from those; `as_of_now` says what is of today. It runs in the background; one runs at a time, and a new one ends the previous one.',
  access: 'signed_in',
  status: 202,
  body: orderedRange(
    z.strictObject({
      rules: z.array(ruleContent).max(50).default([]).describe('As written, whether saved or not.'),
      keys: z
        .array(ruleKey)
        .max(ruleLimits.rules)
        .default([])
        .describe('Saved rules: their draft, else the version on trial, else the live one.'),
      from: requestTime.optional(),
      to: requestTime.optional(),
      transactions: z.int().min(1).max(2_000_000).default(200_000).describe('At most so many, the newest of the time.'),
    }),
  ),
  answer: envelope(dryRun),
  refusals: ['not_found', 'invalid_request', 'unknown_reference'],
})

export const readDryRun = defineOperation({
  id: 'readDryRun',
  method: 'GET',
  path: '/v1/rule-dry-runs/{id}',
  tag,
  summary: 'Follow a dry run',
  description: 'Progress and, as far as it came, what was found.',
  access: 'signed_in',
  params: z.strictObject({ id: uid }),
  answer: envelope(dryRun),
  refusals: ['not_found'],
})

export const cancelDryRun = defineOperation({
  id: 'cancelDryRun',
  method: 'DELETE',
  path: '/v1/rule-dry-runs/{id}',
  tag,
  summary: 'Cancel a dry run',
  description: 'Ends it; what was found so far can still be read.',
  access: 'signed_in',
  params: z.strictObject({ id: uid }),
  answer: envelope(dryRun),
  refusals: ['not_found'],
})

export const exportRules = defineOperation({
  id: 'exportRules',
  method: 'GET',
  path: '/v1/rule-set',
  tag,
  summary: 'Export rules as a set',
  description:
    'The foremost version of each rule (live, else on trial, else draft) and the lists that they read, without the lists’ values: they can name people.',
  access: 'signed_in',
  query: z.strictObject({ state: ruleState.optional().describe('Only versions in this state.') }),
  answer: envelope(ruleSet),
})

const importedRule = z.object({ key: z.string(), outcome: z.enum(['added', 'new_version', 'unchanged']) })

export const importRules = defineOperation({
  id: 'importRules',
  method: 'POST',
  path: '/v1/rule-set',
  retry: 'again',
  tag,
  summary: 'Import a set of rules',
  description:
    'Imports a set completely or not at all: each rule becomes a draft, or goes on trial on request. Rules that are the same here are left alone. Faults are reported with JSON pointers.',
  access: deciders,
  body: z.strictObject({
    set: ruleSet,
    state: z.enum(['draft', 'shadow']).default('draft'),
    dry_run: z.boolean().default(false),
  }),
  bodyLimit: 8_388_608,
  answer: envelope(z.object({ rules: z.array(importedRule), lists: z.array(importedRule), dry_run: z.boolean() })),
  refusals: ['invalid_request', 'unknown_reference'],
})

export const installStarterRules = defineOperation({
  id: 'installStarterRules',
  method: 'POST',
  path: '/v1/rule-set/starter',
  retry: 'again',
  tag,
  summary: 'Install the starter set',
  description:
    'Adds the missing ones of the thirty documented rules of a new workspace, on trial. It never changes an existing rule.',
  access: deciders,
  answer: envelope(z.object({ added: z.array(z.string()) })),
  refusals: ['already_done'],
})

export const listLists = defineOperation({
  id: 'listLists',
  method: 'GET',
  path: '/v1/lists',
  tag,
  summary: 'List the lists',
  description: 'Lists of values that rules read with `in_list`.',
  access: 'signed_in',
  answer: envelope(z.array(valueList)),
})

export const putList = defineOperation({
  id: 'putList',
  method: 'PUT',
  path: '/v1/lists/{key}',
  tag,
  summary: 'Create or rename a list',
  description: 'Creates a list, or changes the name, purpose or comparison of one. The change is sealed.',
  access: deciders,
  params: listParams,
  body: listContent,
  answer: envelope(valueList),
  refusals: ['already_done', 'invalid_request', 'unknown_reference'],
})

export const listListValues = defineOperation({
  id: 'listListValues',
  method: 'GET',
  path: '/v1/lists/{key}/values',
  tag,
  summary: 'Read a list’s values',
  description: 'A page of the values; the newest first.',
  access: 'signed_in',
  params: listParams,
  query: z.strictObject({
    q: lineOfText(256).optional().describe('Only values that begin so.'),
    page: integerText({ min: 1, max: 1_000_000 }).default(1),
    size: integerText({ min: 1, max: 100 }).default(50),
  }),
  answer: pageEnvelope(listValue),
  refusals: ['not_found'],
})

export const addListValues = defineOperation({
  id: 'addListValues',
  method: 'POST',
  path: '/v1/lists/{key}/values',
  retry: 'again',
  tag,
  summary: 'Add values to a list',
  description:
    'Values already on the list for the same time are left alone. The values are sealed by digest only and kept encrypted.',
  access: deciders,
  params: listParams,
  body: z.strictObject({ values: z.array(newListValue).min(1).max(ruleLimits.valuesAtOnce) }),
  answer: envelope(z.object({ added: z.int(), already_there: z.int(), list: valueList })),
  refusals: ['not_found', 'unknown_reference'],
})

export const removeListValues = defineOperation({
  id: 'removeListValues',
  method: 'POST',
  path: '/v1/lists/{key}/values/remove',
  retry: 'again',
  tag,
  summary: 'Remove values from a list',
  description: 'By their ids. That they were on it, and why they were removed, stays sealed.',
  access: deciders,
  params: listParams,
  body: z.strictObject({ ids: z.array(uid).min(1).max(ruleLimits.valuesAtOnce), reason: lineOfText(500) }),
  answer: envelope(z.object({ removed: z.int(), list: valueList })),
  refusals: ['not_found', 'unknown_reference'],
})
