import { z } from 'zod'
import { activity, entityKinds, recommendedAction, riskLevel, riskLevels } from '../schema/activity.ts'
import { listText } from '../schema/list-text.ts'
import { inOrder, requestTime } from '../schema/request-time.ts'
import { negativeMeanings } from '../schema/money.ts'
import { integerId, integerText, lineOfText, timestamp, uid } from '../schema/text.ts'
import { defineOperation, envelope } from './operation.ts'
import { importProblem } from './workspace.ts'

const tag = 'Transactions'
const writers = ['investigator', 'supervisor', 'admin'] as const

/** Most activities of one request. */
export const transactionBatchMax = 1_000

const noRate = 'Of those taken, with an amount in a currency that has no rate to the base at its time: the amount is counted nowhere, and features of it are unknown.'
const baseCurrency = z.string().nullable().describe('The currency in which amounts are counted; null: none had one yet.')

const negatives = 'Of those taken, with a negative amount: refunds and reversals. Where most are, the sign stands for the direction, and payments are taken for refunds.'

/** What became of one activity of a batch. */
export const takenTransaction = z.object({
  transaction_id: z.string(),
  outcome: z
    .enum(['taken', 'labelled', 'already_there', 'conflict'])
    .describe('`labelled`: the activity was there without a label, and the one that came now is kept. `conflict`: the id was there with other content; nothing was changed, and `conflicting` names the fields that differ.'),
  conflicting: z.array(z.string()).optional(),
  score: z.number().describe('0 to 1. Of a conflict: what was said of the activity that is kept.'),
  risk_level: riskLevel,
  recommended_action: recommendedAction,
  signals: z.array(z.string()),
  late: z.boolean().describe('It lay more than a day behind what was counted before it: it was judged without windows, so rules and the model saw less of it.'),
})
export type TakenTransaction = z.infer<typeof takenTransaction>

export const takeTransactions = defineOperation({
  id: 'takeTransactions',
  method: 'POST',
  path: '/v1/transactions',
  retry: 'again',
  tag,
  summary: 'Take activities in',
  description:
    'Takes one activity, or a batch of up to 1,000 as `transactions`, scores each in the order given and answers what came of it. The transaction id makes it idempotent: the same content again answers as `already_there`, or `labelled` where it brings the first label of an activity, ' +
    'other content under an id that is taken is refused and changes nothing: one alone with 409, in a batch as `conflict` of that item. A batch with an activity that is not valid is refused whole.',
  access: writers,
  bodyLimit: 8_388_608,
  ownBody: true,
  body: z.union([z.strictObject({ transactions: z.array(activity).min(1).max(transactionBatchMax) }), activity]),
  answer: envelope(z.object({ taken: z.int(), labelled: z.int(), already_there: z.int(), conflicts: z.int(), negatives: z.int().describe(negatives), no_rate: z.int().describe(noRate), base_currency: baseCurrency, results: z.array(takenTransaction) })),
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

const reason = z.object({ signal: z.string(), text: z.string(), share: z.number().describe('Of the whole risk, 0 to 1.'), source: z.enum(['rule', 'model']) })

const hit = z.object({ rule: z.string(), version: z.int(), name: z.string(), signal: z.string(), weight: z.number(), action: recommendedAction, reason: z.string(), shadow: z.boolean() })

/** One activity with everything that is known of it. */
export const transactionDetail = transactionItem.extend({
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  metadata: z.record(z.string(), z.json()).nullable(),
  received_at: timestamp,
  import_id: uid.nullable().describe('The import that it came with.'),
  assessment: z
    .object({ reasons: z.array(reason), hits: z.array(hit), model: z.object({ name: z.string(), version: z.string(), score: z.number() }).nullable() })
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
  risk_level: listText(z.enum(riskLevels), riskLevels.length).optional().describe('One or several, separated by commas.'),
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
    'so that a filter which nearly nothing passes neither waits nor holds others up: a page may hold fewer than `size`, even none, while `next` says that there is more.',
  access: 'signed_in',
  query: inOrder(transactionFilters.extend({
    cursor: z.string().regex(/^[0-9]{1,16}$/, 'must be a cursor of an earlier answer').optional(),
    size: integerText({ min: 1, max: 500 }).default(50),
  })),
  answer: z.object({
    success: z.literal(true),
    data: z.array(transactionItem),
    next: z.string().nullable(),
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
  description: 'Everything that is known of one activity, with its assessment and the reasons for it. `id` is the institution’s own transaction id.',
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
  description: 'Records what a person found: fraud or not. It is sealed in the workspace’s chain, takes the place of what an import said, and is known to features from now on.',
  access: writers,
  params: transactionParams,
  body: z.strictObject({ is_fraud: z.boolean(), notes: lineOfText(2_000).optional() }),
  answer: envelope(transactionDetail),
  refusals: ['not_found', 'already_done'],
})

/** Widths of the buckets of a timeline. */
export const timelineBuckets = ['hour', 'day', 'week'] as const

const money = z.object({ currency: z.string().nullable(), count: z.int(), total: z.number(), mean: z.number(), max: z.number() })

/** Said of `total` in buckets and of related entities. */
const totals = z
  .object({ currency: z.string().nullable(), no_rate: z.int().describe('Activities whose amount is in no total, because its currency has no rate to the base.') })
  .describe('In what the totals of `timeline` and `related` are: in the currency of all amounts where it is one, else in the base currency, each by the rate at its time.')

const counterparty = z.object({ kind: z.enum(entityKinds), id: z.string(), count: z.int(), total: z.number(), last_at: timestamp })

const bucket = z.object({ at: timestamp, count: z.int(), total: z.number(), risky: z.int().describe('Of high or critical risk.'), fraud: z.int() })

/** A customer or an account as its page shows it. */
export const entityProfile = z.object({
  kind: z.enum(entityKinds),
  id: z.string(),
  activities: z.int().describe('Looked at: the newest 20,000 at most.'),
  complete: z.boolean().describe('Whether these are all of them.'),
  first_at: timestamp,
  last_at: timestamp,
  amounts: z.array(money).describe('By currency.'),
  totals,
  base_currency: baseCurrency,
  risk: z.record(riskLevel, z.int()),
  fraud: z.int().describe('Labelled as fraud.'),
  genuine: z.int().describe('Labelled as genuine.'),
  alerts: z.int().describe('Alerts that name it.'),
  profile: z.record(z.string(), z.json()).nullable().describe('What is usual for it, as rules read it, with amounts in the base currency; null where nothing is known.'),
  timeline: z.object({ bucket: z.enum(timelineBuckets), buckets: z.array(bucket).describe('Those in which something happened, oldest first.') }),
  related: z.array(counterparty).describe('The entities that it deals with most, 50 at most.'),
  channels: z.array(z.object({ channel: z.string().nullable(), count: z.int() })),
  countries: z.array(z.object({ country: z.string().nullable(), count: z.int() })),
})
export type EntityProfile = z.infer<typeof entityProfile>

const profileQuery = inOrder(z.strictObject({
  from: requestTime.optional(),
  to: requestTime.optional(),
  bucket: z.enum(timelineBuckets).default('day'),
}))

const entityParams = z.strictObject({ id: lineOfText(128) })

export const readCustomer = defineOperation({
  id: 'readCustomer',
  method: 'GET',
  path: '/v1/customers/{id}',
  tag,
  summary: 'Read customer',
  description: 'What a customer’s activities say of it: sums, risk, a timeline in buckets, whom it deals with, and what is usual for it. `from` and `to` narrow all of it but the profile.',
  access: 'signed_in',
  params: entityParams,
  query: profileQuery,
  answer: envelope(entityProfile),
  refusals: ['not_found'],
})

export const readAccount = defineOperation({
  id: 'readAccount',
  method: 'GET',
  path: '/v1/accounts/{id}',
  tag,
  summary: 'Read account',
  description: 'The same of an account.',
  access: 'signed_in',
  params: entityParams,
  query: profileQuery,
  answer: envelope(entityProfile),
  refusals: ['not_found'],
})

/** Fields of an activity that an import can fill from a column or a member; several columns can go to `metadata`, under their own names. */
export const transactionFields = [
  'transaction_id',
  'event_type',
  'at',
  'time_of_day',
  'amount',
  'debit',
  'credit',
  'direction',
  'currency',
  'customer_id',
  'account_id',
  'counterparty_id',
  'device_id',
  'ip',
  'terminal_id',
  'channel',
  'country',
  'latitude',
  'longitude',
  'metadata',
  'is_fraud',
] as const
export const transactionField = z.enum(transactionFields)
export type TransactionField = z.infer<typeof transactionField>

/** Field by column index as text; null leaves the column out. */
export const transactionMapping = z
  .record(z.string().regex(/^\d{1,3}$/), transactionField)
  .describe('Field by column index (0-based). `transaction_id` and `at` are required; every field but `metadata` is filled from one column. `time_of_day` stands beside an `at` that is a date alone: the two are read as one time. `debit` and `credit` are the columns of money out and money in and stand in the place of `amount`; `direction` stands beside an `amount` and says which way it went: `metadata.direction` of the activity is `in` or `out` then. Several columns of one name stand numbered in the metadata (note, note_2). Columns that are not named are left out.')
export type TransactionMapping = z.infer<typeof transactionMapping>

export const transactionImport = z.object({
  id: uid,
  state: z.enum(['staged', 'running', 'done', 'failed', 'cancelled']),
  file_name: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  format: z.enum(['csv', 'json_lines']),
  compressed: z.boolean().describe('gzip'),
  encoding: z.string(),
  delimiter: z.string().nullable(),
  columns: z.array(z.string()).describe('Of JSON lines the names of the members, in the order in which they first occur.'),
  sample: z.array(z.array(z.string())).describe('Up to 20 rows as they are.'),
  guess: transactionMapping,
  rows: z.int(),
  dry_run: z.boolean(),
  created: z.int().describe('Activities taken (dry run: that would be).'),
  already_there: z.int(),
  duplicates: z.int().describe('Rows that say again what an earlier row of the file says.'),
  rejected: z.int(),
  frauds: z.int().describe('Of those taken (dry run: that would be), labelled as fraud in the file.'),
  late: z.int().describe('Of those taken (dry run: that would be), more than a day behind the latest activity before them: nothing is known of their windows, so rules and the model see less of them.'),
  late_by_order: z.int().describe('Of the late ones, those that are late by the order of the file alone: sorted by time, oldest first, they would have windows.'),
  negatives: z.int().describe(`${negatives} Dry run: that would be.`),
  directions: z.object({ in: z.int(), out: z.int() }).describe('Of those taken (dry run: that would be), how many say in `metadata.direction` that money came in, and that it went out.'),
  no_rate: z.int().describe(`${noRate} Dry run: that would be.`),
  base_currency: baseCurrency,
  labelled: z.int().describe('Of those that were there already, or came twice: how many the file gave their first label (dry run: would give).'),
  labelled_frauds: z.int().describe('Of these, labelled as fraud.'),
  risk: z.record(riskLevel, z.int()).describe('Of those taken; a dry run scores nothing, so that all are 0.'),
  seconds: z.number().describe('That the run has taken so far.'),
  problems: z.array(importProblem).describe('The first 200; the rest in the rejects file.'),
  error: z.string().nullable(),
})
export type TransactionImport = z.infer<typeof transactionImport>

const importTag = 'Import'
const importParams = z.strictObject({ id: uid })

export const stageTransactions = defineOperation({
  id: 'stageTransactions',
  method: 'POST',
  path: '/v1/transaction-imports',
  retry: 'anew',
  tag: importTag,
  summary: 'Stage a file of activities',
  description:
    'Takes a file of up to 16 GiB as CSV (comma, semicolon, tab or pipe) or JSON lines, plain or as gzip; which it is is found from its bytes. Answers its columns with a guess of what they are. Nothing is taken yet.',
  access: writers,
  status: 201,
  bodyKind: 'file',
  bodyLimit: 17_179_869_184,
  query: z.strictObject({ file_name: lineOfText(255) }),
  body: z.string(),
  answer: envelope(transactionImport),
  refusals: ['unsupported_media_type', 'payload_too_large'],
})

export const runTransactions = defineOperation({
  id: 'runTransactions',
  method: 'POST',
  path: '/v1/transaction-imports/{id}/run',
  retry: 'key',
  tag: importTag,
  summary: 'Run an import of activities',
  description:
    'Takes and scores an activity a row, in chunks, so that others can work meanwhile. Rows that cannot be taken go to the rejects file with line and reason. Running it again, also after a crash, takes nothing twice. ' +
    'With `dry_run` it reads the whole file, says what would become of each row, and takes and scores nothing; the file stays staged and can be run. One import runs at a time.',
  access: writers,
  status: 202,
  params: importParams,
  body: z.strictObject({
    mapping: transactionMapping,
    time_zone: z.string().max(60).default('UTC').describe('IANA zone of times that carry no offset.'),
    currency: z.string().regex(/^[A-Z]{3}$/, 'must be three capital letters (ISO 4217)').optional().describe('Of rows that name none.'),
    event_type: lineOfText(64).default('transaction').describe('Of rows that name none.'),
    negative: z.enum(negativeMeanings).default('refund').describe('What a minus before an amount means. `refund`: a refund or a reversal; the amount stays negative. `out`: that money went out; the amount is taken without it, with its direction, and a positive one of a column without another direction came in.'),
    dry_run: z.boolean().default(false),
  }),
  answer: envelope(transactionImport),
  refusals: ['not_found', 'unknown_reference', 'in_progress'],
})

export const readTransactionImport = defineOperation({
  id: 'readTransactionImport',
  method: 'GET',
  path: '/v1/transaction-imports/{id}',
  tag: importTag,
  summary: 'Follow an import of activities',
  description: 'State, counts and problems.',
  access: 'signed_in',
  params: importParams,
  answer: envelope(transactionImport),
  refusals: ['not_found'],
})

export const readTransactionRejects = defineOperation({
  id: 'readTransactionRejects',
  method: 'GET',
  path: '/v1/transaction-imports/{id}/rejects',
  tag: importTag,
  summary: 'Rejected activities as CSV',
  description: 'The rejected rows as they were, with `line` and `reason` in front. Of JSON lines as JSON lines (application/x-ndjson), with `rejected_line` and `rejected_reason` as the first members. An import leaves these columns aside, so that the rows can be mended and sent again.',
  access: 'signed_in',
  params: importParams,
  answers: 'csv',
  answer: z.string(),
  refusals: ['not_found'],
})

export const discardTransactions = defineOperation({
  id: 'discardTransactions',
  method: 'DELETE',
  path: '/v1/transaction-imports/{id}',
  tag: importTag,
  summary: 'Discard a staged import of activities',
  description: 'Deletes the staged file; a running import stops after the chunk at hand. Activities that were taken stay.',
  access: writers,
  params: importParams,
  answer: envelope(z.object({ discarded: z.literal(true) })),
  refusals: ['not_found'],
})
