import { z } from 'zod'
import { entityKinds, riskLevel } from '../schema/activity.ts'
import { orderedRange, requestTime } from '../schema/request-time.ts'
import { lineOfText, timestamp } from '../schema/text.ts'
import { defineOperation, envelope } from './operation.ts'
import { baseCurrency } from './transactions.ts'

const tag = 'Transactions'

/** Widths of the buckets of a timeline. */
export const timelineBuckets = ['hour', 'day', 'week'] as const

const money = z.object({
  currency: z.string().nullable(),
  count: z.int(),
  total: z.number(),
  mean: z.number(),
  max: z.number(),
})

/** Said of `total` in buckets and of related entities. */
const totals = z
  .object({
    currency: z.string().nullable(),
    no_rate: z.int().describe('Activities whose amount is in no total, because its currency has no rate to the base.'),
  })
  .describe(
    'In what the totals of `timeline` and `related` are: in the currency of all amounts where it is one, else in the base currency, each by the rate at its time.',
  )

const counterparty = z.object({
  kind: z.enum(entityKinds),
  id: z.string(),
  count: z.int(),
  total: z.number(),
  last_at: timestamp,
})

const bucket = z.object({
  at: timestamp,
  count: z.int(),
  total: z.number(),
  risky: z.int().describe('Of high or critical risk.'),
  fraud: z.int(),
})

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
  profile: z
    .record(z.string(), z.json())
    .nullable()
    .describe(
      'What is usual for it, as rules read it, with amounts in the base currency; null where nothing is known.',
    ),
  timeline: z.object({
    bucket: z.enum(timelineBuckets),
    buckets: z.array(bucket).describe('Those in which something happened, oldest first.'),
  }),
  related: z.array(counterparty).describe('The most frequent counterparts, 50 at most.'),
  channels: z.array(z.object({ channel: z.string().nullable(), count: z.int() })),
  countries: z.array(z.object({ country: z.string().nullable(), count: z.int() })),
})
export type EntityProfile = z.infer<typeof entityProfile>

const profileQuery = orderedRange(
  z.strictObject({
    from: requestTime.optional(),
    to: requestTime.optional(),
    bucket: z.enum(timelineBuckets).default('day'),
  }),
)

const entityParams = z.strictObject({ id: lineOfText(128) })

export const readCustomer = defineOperation({
  id: 'readCustomer',
  method: 'GET',
  path: '/v1/customers/{id}',
  tag,
  summary: 'Read customer',
  description:
    'What a customer’s activities show: sums, risk, a timeline in buckets, counterparties, and what is usual. `from` and `to` narrow all of it except the profile.',
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
