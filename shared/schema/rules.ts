import { z } from 'zod'
import { recommendedAction } from './activity.ts'
import { requestTime } from './request-time.ts'
import { entryId, lineOfText, textBlock, timestamp, uid } from './text.ts'

/** Names a rule for good: other rules, alerts and sealed entries name it so. */
export const ruleKey = z
  .string()
  .regex(/^[a-z][a-z0-9_]{1,63}$/, 'must be 2 to 64 of a-z, 0-9 and underscore, a letter first')

/** Names a list of values for good. */
export const listKey = ruleKey

/** Where a version of a rule stands: being written, on trial (noted, changes nothing), in force, laid aside. */
export const ruleStates = ['draft', 'shadow', 'live', 'retired'] as const
export const ruleState = z.enum(ruleStates)
export type RuleState = z.infer<typeof ruleState>

/** What bounds a rule, checked when it is loaded and counted when it runs (docs/detection/rules.md). */
export const ruleLimits = {
  /** Rules of a workspace that are not retired. */
  rules: 500,
  /** Operators and values of one rule. */
  nodes: 1_000,
  /** Levels of JSON in a rule's logic. */
  depth: 28,
  /** Bytes of a rule's logic as JSON. */
  bytes: 32_768,
  /** UTF-16 units of a text written in a rule. */
  text: 1_000,
  /** UTF-16 units of a pattern. */
  pattern: 200,
  /**
   * What one rule may do on one activity: a step is an element of an array looked at, or sixteen characters of a text.
   */
  steps: 20_000,
  /** What all rules may do on one activity. */
  stepsTogether: 200_000,
  /** Lists of a workspace. */
  lists: 200,
  /** Values of one list. */
  values: 200_000,
  /** Values that one request adds or removes. */
  valuesAtOnce: 500,
  /** Rules of one set. */
  setRules: 500,
} as const

/** A rule as it is written. */
export const ruleContent = z.strictObject({
  key: ruleKey.describe(
    'Names the rule for good; other rules and alerts name it so. No personal data: it is sealed openly.',
  ),
  name: lineOfText(120),
  why: textBlock(4_000).describe('Which fraud it looks for and why it is believed.'),
  applies_to: z
    .array(lineOfText(64))
    .max(20)
    .default([])
    .describe(
      'Kinds of activity (`event_type`) that it looks at, whatever their capitals and separators (`Card Payment` is `card_payment`); empty: all.',
    ),
  logic: z
    .json()
    .describe('JsonLogic; see `GET /v1/rule-vocabulary`. It is sealed openly: keep identifiers of people in lists.'),
  signal: z
    .string()
    .regex(/^[a-z][a-z0-9_]{1,63}$/, 'must be 2 to 64 of a-z, 0-9 and underscore, a letter first')
    .describe('What people and callers see when it holds.'),
  weight: z.number().min(0).max(1).describe('What it adds to the risk.'),
  action: recommendedAction.default('allow').describe('The mildest action that it asks for.'),
  reason: lineOfText(300).describe(
    'A sentence with values in braces: `{event.amount} {event.currency} within an hour`; `{metadata.model|an unknown device}` where one may be missing.',
  ),
})
export type RuleContent = z.infer<typeof ruleContent>

/** One version of a rule. */
export const ruleVersion = z.object({
  version: z.int(),
  state: ruleState,
  content_id: entryId.describe(
    'The sealed entry that wrote it; a move names it, so that what goes live is what was read.',
  ),
  rule: ruleContent,
  changed_by: z.string().nullable().describe('Name of who wrote it; null where it came with the workspace.'),
  changed_at: timestamp,
  moved_at: timestamp.nullable(),
  proposed: z
    .object({ to: ruleState, by: z.string().nullable(), at: timestamp })
    .nullable()
    .describe('A move that waits for a second person.'),
  fault: z
    .string()
    .nullable()
    .describe('Why it cannot run here, for example because it reads a rule that is not in force.'),
})
export type RuleVersion = z.infer<typeof ruleVersion>

/** A rule in the list. */
export const ruleSummary = z.object({
  key: z.string(),
  name: z.string(),
  signal: z.string(),
  weight: z.number(),
  action: recommendedAction,
  applies_to: z.array(z.string()),
  live_version: z.int().nullable(),
  shadow_version: z.int().nullable(),
  draft_version: z.int().nullable(),
  state: ruleState.describe('Of its foremost version: live, else shadow, else draft, else retired.'),
  changed_at: timestamp,
  awaits_approval: z.boolean(),
  fault: z.string().nullable(),
})
export type RuleSummary = z.infer<typeof ruleSummary>

export const rule = z.object({ ...ruleSummary.shape, versions: z.array(ruleVersion).describe('The newest first.') })
export type Rule = z.infer<typeof rule>

/** What is wrong with a rule, or worth a second look, and where. */
export const ruleFinding = z.object({
  pointer: z.string().describe('JSON pointer (RFC 6901) into what was checked.'),
  line: z.int().nullable().describe('Line in the text, from 1; null where no text was checked.'),
  column: z.int().nullable(),
  message: z.string(),
})
export type RuleFinding = z.infer<typeof ruleFinding>

export const ruleCheck = z.object({
  ok: z.boolean(),
  faults: z.array(ruleFinding).describe('It cannot be saved or run with these.'),
  hints: z.array(ruleFinding).describe('It runs, but perhaps not as meant.'),
  reads: z.array(z.string()).describe('Paths that it reads.'),
  features: z.array(z.string()),
  lists: z.array(z.string()),
  rules: z.array(z.string()),
  nodes: z.int(),
})
export type RuleCheck = z.infer<typeof ruleCheck>

/** How the values of a list are compared. */
export const listMatch = z.enum(['exact', 'ignore_case'])
export type ListMatch = z.infer<typeof listMatch>

export const listContent = z.strictObject({
  key: listKey,
  name: lineOfText(120),
  why: textBlock(4_000),
  match: listMatch.default('exact'),
})
export type ListContent = z.infer<typeof listContent>

export const valueList = z.object({
  key: z.string(),
  name: z.string(),
  why: z.string(),
  match: listMatch,
  values: z.int().describe('That have not expired.'),
  changed_at: timestamp,
  read_by: z.array(z.string()).describe('Rules that read it and are not retired.'),
})
export type ValueList = z.infer<typeof valueList>

/** A value to put on a list. */
export const newListValue = z.strictObject({
  value: lineOfText(256),
  reason: lineOfText(500).describe('Why it is on the list.'),
  expires_at: requestTime
    .nullable()
    .default(null)
    .describe('An activity from then on does not find it; null: it stays.'),
})
export type NewListValue = z.infer<typeof newListValue>

export const listValue = z.object({
  id: uid,
  value: z.string(),
  reason: z.string(),
  expires_at: timestamp.nullable(),
  added_at: timestamp,
  added_by: z.string().nullable(),
})
export type ListValue = z.infer<typeof listValue>

/** Rules and lists as a file: what `export` writes and `import` and `fieldseal rules check` read. */
export const ruleSet = z.strictObject({
  format: z.literal('fieldseal-rules'),
  version: z.literal(1),
  rules: z.array(ruleContent).max(ruleLimits.setRules),
  lists: z
    .array(z.strictObject({ ...listContent.shape, values: z.array(newListValue).max(10_000).default([]) }))
    .max(ruleLimits.lists)
    .default([]),
})
export type RuleSet = z.infer<typeof ruleSet>

/** What a rule would have done with past activities. */
export const dryRunRule = z.object({
  key: z.string(),
  hits: z.int(),
  alerts_a_day: z.number().describe('Hits over the days between the first and the last activity that was looked at.'),
  labelled_hits: z.int().describe('Hits whose activity is known to be fraud or not.'),
  fraud_hits: z.int(),
  precision: z.number().nullable().describe('`fraud_hits / labelled_hits`; null without labelled hits.'),
  recall: z.number().nullable().describe('`fraud_hits / frauds`; null where no activity is known to be fraud.'),
  value_hit: z.number().describe('Sum of the amounts of its hits, in the base currency.'),
  value_no_rate: z
    .int()
    .describe('Hits whose amount is not in that sum, because its currency has no rate to the base.'),
  overlap: z
    .array(
      z.object({
        rule: z.string(),
        both: z.int(),
        share: z.number().describe('Of its hits, those that the other rule has too.'),
      }),
    )
    .describe('With live rules and the other rules of this run; the largest first, ten at most.'),
  only_here: z.int().describe('Hits that no live rule has.'),
  examples: z
    .array(
      z.object({
        transaction_id: z.string(),
        at: timestamp,
        amount: z.number().nullable(),
        is_fraud: z.boolean().nullable(),
        reason: z.string(),
      }),
    )
    .describe('Spread over the time looked at; twenty at most.'),
  faults: z.int(),
  fault: z.string().nullable().describe('The first of them.'),
})
export type DryRunRule = z.infer<typeof dryRunRule>

/** What a rule of a dry run reads as it is now, and not as it was at the time of each activity. */
export const dryRunAsOfNow = ['model', 'lists', 'merges', 'undated_links'] as const

export const dryRun = z.object({
  id: uid,
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  done: z.int().describe('Activities looked at so far.'),
  total: z.int(),
  from: timestamp.nullable().describe('The first activity looked at.'),
  to: timestamp.nullable(),
  days: z.number(),
  frauds: z.int().describe('Activities known to be fraud.'),
  labelled: z.int(),
  model: z
    .object({ name: z.string(), version: z.string() })
    .nullable()
    .describe('The model whose score the rules read; null where none of them reads it, or none is in force.'),
  as_of_now: z
    .array(z.enum(dryRunAsOfNow))
    .describe(
      'What they read as it is now; all else is as it was just before each activity. `model`: the model in force now scores, from the features of then. `lists`: lists of today. `merges`: nodes of the network that are one by now count as one from the beginning. ' +
        '`undated_links`: links of ownership and of lists without a date count from the beginning.',
    ),
  rules: z.array(dryRunRule),
  error: z.string().nullable(),
})
export type DryRun = z.infer<typeof dryRun>

/** What kind of value an operator takes or gives, for an editor. */
export const valueKind = z.enum([
  'any',
  'truth',
  'number',
  'text',
  'time',
  'array',
  'list_key',
  'rule_key',
  'zone',
  'pattern',
  'feature',
  'unit',
  'logic',
])

export const operatorEntry = z.object({
  name: z.string(),
  group: z.enum([
    'data',
    'logic',
    'comparison',
    'number',
    'text',
    'list',
    'time',
    'place',
    'likeness',
    'array',
    'history',
    'rules',
  ]),
  standard: z.boolean().describe('Whether it is an operator of JsonLogic itself.'),
  arguments: z.array(
    z.object({
      name: z.string(),
      kind: valueKind,
      optional: z.boolean(),
      literal: z.boolean().describe('It must stand in the rule as it is.'),
    }),
  ),
  more: z.boolean().describe('Whether the last argument may come again.'),
  gives: valueKind,
  summary: z.string(),
  example: z.json(),
})
export type OperatorEntry = z.infer<typeof operatorEntry>

export const fieldEntry = z.object({
  path: z.string(),
  kind: valueKind,
  summary: z.string(),
  optional: z.boolean().describe('Whether it can be missing.'),
  open: z.boolean().describe('Whether any name may follow, as under `metadata.`.'),
})
export type FieldEntry = z.infer<typeof fieldEntry>

export const ruleVocabulary = z.object({
  operators: z.array(operatorEntry),
  fields: z.array(fieldEntry),
  features: z.array(z.object({ name: z.string(), summary: z.string() })),
  lists: z.array(z.object({ key: z.string(), name: z.string() })),
  rules: z.array(z.object({ key: z.string(), name: z.string(), state: ruleState })),
  event_types: z.array(z.string()).describe('That rules name; others are taken too.'),
  limits: z.record(z.string(), z.int()),
})
export type RuleVocabulary = z.infer<typeof ruleVocabulary>
