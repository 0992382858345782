import { z } from 'zod'
import { eventType } from './events.ts'
import { lineOfText, timestamp } from './text.ts'

export const webhookId = z.string().regex(/^wh_[a-z2-7]{12}$/, 'must be the id of a webhook')
export const webhookSecretId = z.string().regex(/^whs_[a-z2-7]{12}$/, 'must be the id of a secret')

/** At most this many secrets sign at once: the old one and the new one, while a receiver changes over. */
export const secretsAtOnce = 2

/** At most this many webhooks. */
export const webhooksMax = 50

/**
 * When a failed delivery is tried again, in seconds after the try before; then it has failed. Each is moved by up to a
 * fifth at random.
 */
export const retryDelays = [5, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const

/** A webhook to which nothing could be delivered for this long is switched off. */
export const failingDaysMax = 5

const scheme = /^https?:\/\//u

/** Checked further where it is used: what it resolves to must be a public address. */
export const webhookUrl = lineOfText(2_000).refine(
  (text) =>
    scheme.test(text) &&
    URL.canParse(text) &&
    new URL(text).username === '' &&
    new URL(text).password === '' &&
    new URL(text).hash === '',
  'must be an https address without user, password or fragment',
)

export const webhookStates = ['active', 'disabled'] as const

export const webhook = z.object({
  id: webhookId,
  url: z.string(),
  description: z.string(),
  types: z.array(z.string()).describe('Names of events; empty: all.'),
  state: z.enum(webhookStates),
  disabled_reason: z
    .enum(['person', 'gone', 'failing'])
    .nullable()
    .describe('`gone`: the receiver answered 410. `failing`: nothing could be delivered for days.'),
  disabled_at: timestamp.nullable(),
  created_at: timestamp,
  changed_at: timestamp,
  failing_since: timestamp.nullable(),
  secrets: z
    .array(z.object({ id: webhookSecretId, created_at: timestamp }))
    .describe('The secrets in force, the newest first; they themselves are shown once, when made.'),
  deliveries: z.object({ pending: z.int(), delivered: z.int(), failed: z.int() }).describe('Of those that are kept.'),
})
export type Webhook = z.infer<typeof webhook>

export const webhookInput = z.strictObject({
  url: webhookUrl,
  description: z.union([lineOfText(200), z.literal('')]).default(''),
  types: z.array(eventType).max(200).default([]).describe('Names of events; empty: all.'),
})

export const deliveryStates = ['pending', 'delivered', 'failed', 'cancelled'] as const
export const deliveryState = z.enum(deliveryStates)

export const webhookAttempt = z.object({
  n: z.int(),
  at: timestamp,
  took_ms: z.int(),
  status: z.int().nullable().describe('HTTP status; null where no answer came.'),
  error: z.string().nullable(),
  answer: z.string().nullable().describe('The beginning of the answer’s body. It is the receiver’s: show it as text.'),
})

export const webhookDelivery = z.object({
  id: z.int(),
  event_id: z.int(),
  type: z.string(),
  message_id: z.string().describe('The header `webhook-id`: the same on every try of this delivery.'),
  state: deliveryState,
  attempts: z.int(),
  next_at: timestamp.nullable(),
  created_at: timestamp,
  settled_at: timestamp.nullable(),
  last: webhookAttempt.nullable(),
})
export type WebhookDelivery = z.infer<typeof webhookDelivery>

export const webhookDeliveryDetail = webhookDelivery.extend({
  tries: z.array(webhookAttempt),
  body: z.string().nullable().describe('What is posted, byte for byte; null where the event is no longer kept.'),
})
