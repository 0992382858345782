import { z } from 'zod'
import { requestTimeMs } from './request-time.ts'
import { lineOfText, plainUtcMs, toTimestamp } from './text.ts'

/** Longest identifier of a customer, account, device, terminal or transaction, in UTF-16 units. */
export const activityIdMax = 128

/** An identifier of the institution's own systems; numbers are taken as their digits. */
export const activityId = z.union([
  lineOfText(activityIdMax),
  z.int().min(0).max(Number.MAX_SAFE_INTEGER).transform(String),
])

/** Amounts carry at most four decimals and are counted exactly, in ten-thousandths. */
export const amountScale = 10_000

/** Activities lie between these, in milliseconds since the epoch: from 1970 on, before 2200. */
export const activityTimeLimits = { from: 0, before: Date.UTC(2200, 0, 1) } as const

/** An activity's time is told to the second at least. */
const toTheSecond = /T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-])/u

/** Milliseconds of an ISO 8601 time with an offset; NaN where it is none that exists or lies outside the limits. */
export const activityTime = (text: string): number => {
  const plain = plainUtcMs(text)
  if (plain >= activityTimeLimits.from && plain < activityTimeLimits.before) return plain
  const ms = toTheSecond.test(text) ? requestTimeMs(text) : Number.NaN
  return ms >= activityTimeLimits.from && ms < activityTimeLimits.before ? ms : Number.NaN
}

const time = z
  .string()
  .max(40)
  .refine((text) => !Number.isNaN(activityTime(text)), {
    error: 'must be an ISO 8601 time with its UTC offset, from 1970 to 2199',
    abort: true,
  })
  .transform((text) => toTimestamp(activityTime(text)))

/** Longest metadata, in UTF-16 units of its JSON text. */
export const metadataMax = 16_384

const amount = z
  .number()
  .min(-1e11)
  .max(1e11)
  .refine(
    (value) => Math.abs(Math.round(value * amountScale) / amountScale - value) < 1e-9 * Math.max(1, Math.abs(value)),
    'has more than four decimals',
  )

/** The fields of an activity that name an entity; each has windows of features of its own. */
export const entityKinds = ['customer', 'account', 'counterparty', 'device', 'ip', 'terminal'] as const
export type EntityKind = (typeof entityKinds)[number]

const entityFields = {
  customer: 'customer_id',
  account: 'account_id',
  counterparty: 'counterparty_id',
  device: 'device_id',
  ip: 'ip',
  terminal: 'terminal_id',
} as const satisfies Readonly<Record<EntityKind, string>>

const id = activityId.optional()

/** One activity as the institution tells of it: a payment, a transfer, a login, the opening of an account. */
export const activity = z.strictObject({
  transaction_id: activityId.describe('The institution’s own identifier; the same one again is the same activity.'),
  event_type: lineOfText(64)
    .default('transaction')
    .describe('For example `transaction`, `card_payment`, `transfer`, `login`, `account_opening`.'),
  at: time.describe('When it happened, ISO 8601 with its UTC offset. Kept to the millisecond, answered in UTC.'),
  amount: amount
    .optional()
    .describe(
      'The amount in units of the currency, up to four decimals, positive in either direction. Negative: a refund or reversal, which features and rules do not treat as a payment.',
    ),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/u, 'must be three capital letters (ISO 4217)')
    .optional(),
  customer_id: id,
  account_id: id,
  counterparty_id: id,
  device_id: id,
  ip: lineOfText(45).optional(),
  terminal_id: id,
  channel: lineOfText(64).optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/u, 'must be two capital letters (ISO 3166-1)')
    .optional(),
  latitude: z.number().min(-90).max(90).optional(),
  longitude: z.number().min(-180).max(180).optional(),
  metadata: z
    .record(z.string().max(128), z.json())
    .refine((value) => JSON.stringify(value).length <= metadataMax, `is longer than ${metadataMax} characters of JSON`)
    .optional()
    .describe(
      'Whatever else is known; rules can read it. `direction`, where it is `in` or `out`, says which way the money went, seen from the account or customer; the network draws the transfer by it.',
    ),
  is_fraud: z
    .boolean()
    .optional()
    .describe('What the institution knows of it afterwards. It reaches features only after the label delay.'),
})
export type Activity = z.infer<typeof activity>

/** The entity that an activity names of a kind; undefined where it names none. */
export const entityOf = (event: Activity, kind: EntityKind): string | undefined => event[entityFields[kind]]

export const riskLevels = ['low', 'medium', 'high', 'critical'] as const
export const riskLevel = z.enum(riskLevels)
export type RiskLevel = z.infer<typeof riskLevel>

/** From the mildest to the strictest. */
export const recommendedActions = ['allow', 'review', 'challenge', 'block'] as const
export const recommendedAction = z.enum(recommendedActions)
export type RecommendedAction = z.infer<typeof recommendedAction>
