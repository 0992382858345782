import { z } from 'zod'
import { activity, recommendedAction, riskLevel, riskLevels } from '../schema/activity.ts'
import { listText } from '../schema/list-text.ts'
import { orderedRange, requestTime } from '../schema/request-time.ts'
import { integerId, integerText, lineOfText, skipText, timestamp, uid } from '../schema/text.ts'
import { defineOperation, envelope } from './operation.ts'

const tag = 'Transactions'
/** Who takes activities in and labels them. */
export const activityWriters = ['investigator', 'supervisor', 'admin'] as const

/** Most activities of one request. */
export const transactionBatchMax = 1_000

/** Said of counts of activities whose amount counts nowhere. */
export const noRate =
  'Of those taken, with an amount in a currency that has no rate to the base at its time: the amount is counted nowhere, and features of it are unknown.'
export const baseCurrency = z
  .string()
  .nullable()
  .describe('The currency in which amounts are counted; null: none had one yet.')

/** Said of counts of negative amounts. */
export const negatives =
  'Of those taken, with a negative amount: refunds and reversals. Where most are, the sign stands for the direction, and payments are taken for refunds.'

/** What became of one activity of a batch. */
export const takenTransaction = z.object({
  transaction_id: z.string(),
  outcome: z
    .enum(['taken', 'labelled', 'already_there', 'conflict'])
    .describe(
      '`labelled`: the activity was there without a label, and the one that came now is kept. `conflict`: the id was there with other content; nothing was changed, and `conflicting` names the fields that differ.',
    ),
  conflicting: z.array(z.string()).optional(),
  score: z.number().describe('0 to 1. Of a conflict: what was said of the activity that is kept.'),
  risk_level: riskLevel,
  recommended_action: recommendedAction,
  signals: z.array(z.string()),
  late: z
    .boolean()
    .describe(
      'It lay more than a day behind what was counted before it: it was judged without windows, so rules and the model saw less of it.',
    ),
})
export type TakenTransaction = z.infer<typeof takenTransaction>

export const takeTransactions = defineOperation({
  id: 'takeTransactions',
  method: 'POST',
  path: '/v1/transactions',
  retry: 'again',
  tag,
  summary: 'Import activities',
  description:
    'Imports one activity, or a batch of up to 1,000 as `transactions`, scores each in the given order and answers the results. The transaction id makes it idempotent: the same content again answers `already_there`, or `labelled` if it brings the first label of an activity, ' +
    'other content under an existing id is refused and changes nothing: one alone with 409, in a batch as `conflict` of that item. A batch with an invalid activity is refused whole.',
  access: activityWriters,
  bodyLimit: 8_388_608,
  ownBody: true,
  body: z.union([z.strictObject({ transactions: z.array(activity).min(1).max(transactionBatchMax) }), activity]),
  answer: envelope(
    z.object({
      taken: z.int(),
      labelled: z.int(),
      already_there: z.int(),
      conflicts: z.int(),
      negatives: z.int().describe(negatives),
      no_rate: z.int().describe(noRate),
      base_currency: baseCurrency,
      results: z.array(takenTransaction),
    }),
  ),
  refusals: ['transaction_conflict', 'time_ahead'],
})

const label = z.object({
  is_fraud: z.boolean(),
  known_at: timestamp.describe('From when on features know of it.'),
  by: z.enum(['import', 'person']),
  user_id: integerId.nullable().describe('Who found it; null where it came with the activity.'),
})

/** An activity as lists show it. */
export const transactionItem = z.object({
  transaction_id: z.string(),
  event_type: z.string(),
  at: timestamp,
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  customer_id: z.string().nullable(),
  account_id: z.string().nullable(),
  counterparty_id: z.string().nullable(),
  device_id: z.string().nullable(),
  ip: z.string().nullable(),
  terminal_id: z.string().nullable(),
  channel: z.string().nullable(),
  country: z.string().nullable(),
  score: z.number(),
  risk_level: riskLevel,
  recommended_action: recommendedAction,
  signals: z.array(z.string()).describe('Of activities whose risk is not low.'),
  label: label.nullable(),
})
export type TransactionItem = z.infer<typeof transactionItem>

const reason = z.object({
  signal: z.string(),
  text: z.string(),
  share: z.number().describe('Of the whole risk, 0 to 1.'),
  source: z.enum(['rule', 'model']),
})

const hit = z.object({
  rule: z.string(),
  version: z.int(),
  name: z.string(),
  signal: z.string(),
  weight: z.number(),
  action: recommendedAction,
  reason: z.string(),
  shadow: z.boolean(),
})

/** One activity with everything that is known of it. */
export const transactionDetail = transactionItem.extend({
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  metadata: z.record(z.string(), z.json()).nullable(),
  received_at: timestamp,
  import_id: uid.nullable().describe('The import that it came with.'),
  source: z
    .object({
      line: z.int().describe('The line of the file, or the row of the sheet, in which it begins.'),
      evidence: z
        .object({ case_id: integerId, evidence_id: integerId, name: z.string() })
        .nullable()
        .describe('The piece of evidence that was read; null: a file that was sent.'),
    })
    .nullable()
    .describe('Its place in what was imported; null if it came in no file, or from an earlier release.'),
  assessment: z
    .object({
      reasons: z.array(reason),
      hits: z.array(hit),
      model: z.object({ name: z.string(), version: z.string(), score: z.number() }).nullable(),
    })
    .nullable()
    .describe('Why the risk is what it is; null where it is low.'),
})
export type TransactionDetail = z.infer<typeof transactionDetail>

const entity = lineOfText(128).optional()

const amountText = z
  .string()
  .regex(/^-?\d{1,11}(?:\.\d{1,4})?$/, 'must be an amount with up to four decimals')
  .transform(Number)

/** What narrows a list of activities. */
export const transactionFilters = z.strictObject({
  from: requestTime.optional().describe('Not before.'),
  to: requestTime.optional().describe('Before.'),
  customer_id: entity,
  account_id: entity,
  counterparty_id: entity,
  device_id: entity,
  ip: entity,
  terminal_id: entity,
  event_type: lineOfText(64).optional(),
  risk_level: listText(z.enum(riskLevels), riskLevels.length)
    .optional()
    .describe('One or several, separated by commas.'),
  label: z.enum(['fraud', 'genuine', 'none']).optional(),
  min_amount: amountText.optional(),
  max_amount: amountText.optional(),
  q: lineOfText(128).optional().describe('A whole identifier: of a transaction, or of any entity.'),
})
export type TransactionFilters = z.infer<typeof transactionFilters>

export const listTransactions = defineOperation({
  id: 'listTransactions',
  method: 'GET',
  path: '/v1/transactions',
  tag,
  summary: 'List activities',
  description:
    'Newest first by the time at which they happened. `next` is the cursor of the page after this one, null at the end. One request looks at a bounded number of activities, ' +
    'so that a filter which nearly nothing passes neither waits nor holds others up: a page may hold fewer than `size`, even none, and pass over fewer than `skip`, while `next` says that there is more.',
  access: 'signed_in',
  query: orderedRange(
    transactionFilters.extend({
      cursor: z
        .string()
        .regex(/^[0-9]{1,16}$/, 'must be a cursor of an earlier answer')
        .optional(),
      skip: skipText.optional(),
      size: integerText({ min: 1, max: 500 }).default(50),
    }),
  ),
  answer: z.object({
    success: z.literal(true),
    data: z.array(transactionItem),
    next: z.string().nullable(),
    skipped: z.int().optional().describe('Where `skip` was asked for: how many activities were passed over.'),
    searched_to: timestamp.nullable().describe('The time down to which this request has looked; null at the end.'),
    total: z.int().nullable().describe('Of all activities, where nothing narrows the list.'),
  }),
})

const transactionParams = z.strictObject({ id: lineOfText(128) })

export const readTransaction = defineOperation({
  id: 'readTransaction',
  method: 'GET',
  path: '/v1/transactions/{id}',
  tag,
  summary: 'Read activity',
  description:
    'Everything that is known of one activity, with its assessment and the reasons for it. `id` is the institution’s own transaction id.',
  access: 'signed_in',
  params: transactionParams,
  answer: envelope(transactionDetail),
  refusals: ['not_found'],
})

export const labelTransaction = defineOperation({
  id: 'labelTransaction',
  method: 'PUT',
  path: '/v1/transactions/{id}/label',
  tag,
  summary: 'Label activity',
  description:
    'Records what a person found: fraud or not. It is sealed in the workspace’s chain, takes the place of what an import said, and is known to features from now on.',
  access: activityWriters,
  params: transactionParams,
  body: z.strictObject({ is_fraud: z.boolean(), notes: lineOfText(2_000).optional() }),
  answer: envelope(transactionDetail),
  refusals: ['not_found', 'already_done'],
})
