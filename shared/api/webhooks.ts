import { z } from 'zod'
import { requestTime } from '../schema/request-time.ts'
import { idText, integerText, lineOfText } from '../schema/text.ts'
import {
  deliveryState,
  webhook,
  webhookDelivery,
  webhookDeliveryDetail,
  webhookId,
  webhookInput,
  webhookSecretId,
  webhookStates,
} from '../schema/webhooks.ts'
import { defineOperation, envelope, pageEnvelope } from './operation.ts'

const tag = 'Webhooks'
const admins = ['admin'] as const
const one = z.strictObject({ webhook_id: webhookId })
const oneDelivery = one.extend({ delivery_id: idText })

const withSecret = z.object({ webhook, secret: z.string().describe('`whsec_` and base64; shown this once.') })

export const listWebhooks = defineOperation({
  id: 'listWebhooks',
  method: 'GET',
  path: '/v1/webhooks',
  tag,
  summary: 'List webhooks',
  description: 'The addresses to which this service posts events, oldest first.',
  access: admins,
  answer: envelope(z.array(webhook)),
})

export const createWebhook = defineOperation({
  id: 'createWebhook',
  method: 'POST',
  path: '/v1/webhooks',
  retry: 'key',
  tag,
  summary: 'Create webhook',
  description:
    'From now on every event of the names given is posted to the address, signed by the Standard Webhooks scheme. The answer holds its first secret, this once. The address is `https` and public, unless the operator of the service allowed its network.',
  access: admins,
  status: 201,
  body: webhookInput,
  answer: envelope(withSecret),
  refusals: ['unknown_reference'],
})

export const readWebhook = defineOperation({
  id: 'readWebhook',
  method: 'GET',
  path: '/v1/webhooks/{webhook_id}',
  tag,
  summary: 'Read webhook',
  description: 'One webhook and how its deliveries stand.',
  access: admins,
  params: one,
  answer: envelope(webhook),
  refusals: ['not_found'],
})

export const changeWebhook = defineOperation({
  id: 'changeWebhook',
  method: 'PATCH',
  path: '/v1/webhooks/{webhook_id}',
  tag,
  summary: 'Change webhook',
  description:
    'Changes address, description or names, or switches it on or off. Switched on again, it goes on with the events since it was switched off, as far as they are kept; `skip: true` begins with the next one instead. Switched off, nothing is tried.',
  access: admins,
  params: one,
  body: z
    .strictObject({
      ...webhookInput.partial().shape,
      description: webhookInput.shape.description.removeDefault().optional(),
      types: webhookInput.shape.types.removeDefault().optional(),
      state: z.enum(webhookStates).optional(),
      skip: z.literal(true).optional(),
    })
    .refine((body) => Object.keys(body).some((name) => name !== 'skip'), { error: 'give at least one field' }),
  answer: envelope(webhook),
  refusals: ['not_found'],
})

export const removeWebhook = defineOperation({
  id: 'removeWebhook',
  method: 'DELETE',
  path: '/v1/webhooks/{webhook_id}',
  tag,
  summary: 'Remove webhook',
  description: 'Nothing is posted any more. Its secrets and its delivery log are gone; that it was there stays sealed.',
  access: admins,
  params: one,
  answer: envelope(z.object({ removed: z.literal(true) })),
  refusals: ['not_found'],
})

export const addWebhookSecret = defineOperation({
  id: 'addWebhookSecret',
  method: 'POST',
  path: '/v1/webhooks/{webhook_id}/secrets',
  retry: 'key',
  tag,
  summary: 'Add webhook secret',
  description:
    'Begins a rotation: a second secret signs beside the first until that one is retired. The answer holds it, this once. There are two at most.',
  access: admins,
  status: 201,
  params: one,
  answer: envelope(withSecret),
  refusals: ['not_found', 'already_done'],
})

export const retireWebhookSecret = defineOperation({
  id: 'retireWebhookSecret',
  method: 'DELETE',
  path: '/v1/webhooks/{webhook_id}/secrets/{secret_id}',
  tag,
  summary: 'Retire webhook secret',
  description: 'Ends a rotation: the secret signs no more. The last one cannot be retired.',
  access: admins,
  params: one.extend({ secret_id: webhookSecretId }),
  answer: envelope(webhook),
  refusals: ['not_found', 'unknown_reference'],
})

export const testWebhook = defineOperation({
  id: 'testWebhook',
  method: 'POST',
  path: '/v1/webhooks/{webhook_id}/test',
  retry: 'key',
  tag,
  summary: 'Test webhook',
  description: 'Tells a `test.event`, and delivers it to this webhook whatever names it takes.',
  access: admins,
  params: one,
  answer: envelope(webhookDelivery),
  refusals: ['not_found', 'unknown_reference'],
})

export const listWebhookDeliveries = defineOperation({
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/v1/webhooks/{webhook_id}/deliveries',
  tag,
  summary: 'List deliveries',
  description: 'The delivery log of a webhook, newest event first, with the last try of each.',
  access: admins,
  params: one,
  query: z.strictObject({
    state: deliveryState.optional(),
    page: integerText({ min: 1, max: 1_000_000 }).default(1),
    size: integerText({ min: 1, max: 100 }).default(20),
  }),
  answer: pageEnvelope(webhookDelivery),
  refusals: ['not_found'],
})

export const readWebhookDelivery = defineOperation({
  id: 'readWebhookDelivery',
  method: 'GET',
  path: '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}',
  tag,
  summary: 'Read delivery',
  description: 'One delivery with every try, and the body that is posted.',
  access: admins,
  params: oneDelivery,
  answer: envelope(webhookDeliveryDetail),
  refusals: ['not_found'],
})

export const replayWebhookDelivery = defineOperation({
  id: 'replayWebhookDelivery',
  method: 'POST',
  path: '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/replay',
  retry: 'key',
  tag,
  summary: 'Replay delivery',
  description: 'Posts it again at once, under the same `webhook-id`, whether or not it arrived.',
  access: admins,
  params: oneDelivery,
  answer: envelope(webhookDelivery),
  refusals: ['not_found', 'unknown_reference', 'already_done'],
})

export const replayWebhook = defineOperation({
  id: 'replayWebhook',
  method: 'POST',
  path: '/v1/webhooks/{webhook_id}/replay',
  retry: 'key',
  tag,
  summary: 'Replay since',
  description:
    'Posts again the webhook’s events since a time: those that failed (`failed`), or all (`all`), also those from before the webhook was made, as far as they are kept. At most 10,000 at once.',
  access: admins,
  params: one,
  body: z.strictObject({
    since: requestTime.describe('When the events were reported here.'),
    what: z.enum(['failed', 'all']).default('failed'),
  }),
  answer: envelope(z.object({ replayed: z.int() })),
  refusals: ['not_found', 'unknown_reference'],
})

/** A note that a test event carries. */
export const testNote = lineOfText(200)
