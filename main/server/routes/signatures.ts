import { fieldRefused } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { AnswerOf, QueryOf } from '../../../shared/api/operation.ts'
import { webhookSignatures } from '../../../shared/api/v4-events.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import { answer } from '../http/answers.ts'
import { route } from '../http/call.ts'
import type { Call, Route } from '../http/call.ts'
import { signWebhook, toleranceSeconds, verifyWebhook } from '../webhooks/signature.ts'
import type { ReceivedMessage, SignatureFault } from '../webhooks/signature.ts'

type Answer = AnswerOf<typeof webhookSignatures>['data']
type Query = QueryOf<typeof webhookSignatures>

const scheme: NonNullable<Answer['scheme']> = {
  name: 'Standard Webhooks',
  version: 'v1',
  algorithm: 'HMAC-SHA256',
  signed_content: '{webhook-id}.{webhook-timestamp}.{body}',
  headers: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
  tolerance_seconds: toleranceSeconds,
  specification: 'https://www.standardwebhooks.com',
}

/**
 * A message to try a receiver's code with; its secret is published in the scheme's own examples and signs nothing here.
 */
const exampleSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const examplePayload = '{"test": 2432232314}'

const example = (): NonNullable<Answer['example']> => ({
  secret: exampleSecret,
  headers: {
    ...signWebhook(
      [Buffer.from(exampleSecret.slice('whsec_'.length), 'base64')],
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      1_614_265_330,
      examplePayload,
    ),
  },
  payload: examplePayload,
})

const faultMessages: Readonly<Record<SignatureFault | 'no_secret', string>> = {
  malformed_signature: 'The signature header holds no signature of the form v1,<base64 of 32 bytes>.',
  malformed_timestamp: 'The timestamp is not a whole number of Unix seconds.',
  timestamp_too_old:
    'The signature is right, but its timestamp lies further back than the tolerance: it may be a replay.',
  timestamp_too_new:
    'The signature is right, but its timestamp lies further ahead than the tolerance: a clock is wrong.',
  no_matching_signature:
    'No secret in force signed this id, timestamp and payload. The payload must be the body as it came, to the byte.',
  no_secret: 'This workspace has no webhook, so that nothing can be signed by it.',
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/u

const payloadOf = ({ payload, payload_base64: encoded }: Query): Result<Uint8Array | undefined, Refusal> => {
  if (payload !== undefined && encoded !== undefined)
    return fail(fieldRefused('query.payload_base64', 'stands beside payload: give one of them'))
  if (encoded === undefined) return ok(payload === undefined ? undefined : Buffer.from(payload, 'utf8'))
  return base64.test(encoded)
    ? ok(Buffer.from(encoded, 'base64'))
    : fail(fieldRefused('query.payload_base64', 'must be base64'))
}

const valueOf = (
  call: Call<typeof webhookSignatures>,
  name: 'webhook_id' | 'webhook_timestamp' | 'webhook_signature',
): string | undefined => {
  const header = call.request.headers[name.replace('_', '-')]
  return call.query[name] ?? (typeof header === 'string' ? header : undefined)
}

/** The message that a request asks about; null where it asks about none. */
const messageOf = (call: Call<typeof webhookSignatures>): Result<ReceivedMessage | null, Refusal> => {
  const body = payloadOf(call.query)
  if (!body.ok) return body
  const id = valueOf(call, 'webhook_id')
  const timestamp = valueOf(call, 'webhook_timestamp')
  const signature = valueOf(call, 'webhook_signature')
  if (id === undefined && timestamp === undefined && signature === undefined && body.value === undefined)
    return ok(null)
  const missing = Object.entries({
    webhook_id: id,
    webhook_timestamp: timestamp,
    webhook_signature: signature,
    payload: body.value,
  }).find(([, value]) => value === undefined)
  if (id === undefined || timestamp === undefined || signature === undefined || body.value === undefined)
    return fail(fieldRefused(`query.${missing?.[0] ?? ''}`, 'is required with the other parts of a message'))
  return ok({ id, timestamp, signature, body: body.value })
}

/** `GET /v4/webhooks/signatures`. */
export const signatureRoutes = ({ env, webhooks }: Workspace): readonly Route[] => {
  const said = (status: string): { status: string; timestamp: string } => ({
    status,
    timestamp: toTimestamp(env.clock.nowMs()),
  })

  const judge = (message: ReceivedMessage, tolerance: number): Answer => {
    const keys = webhooks
      .list()
      .flatMap(({ id }) => webhooks.secretsOf(id).map((secret) => ({ ...secret, endpointId: id })))
    const { signedBy, fault } = verifyWebhook(keys, message, Math.floor(env.clock.nowMs() / 1_000), tolerance)
    const signer = signedBy === null ? {} : { signed_by: { endpoint_id: signedBy.endpointId, secret_id: signedBy.id } }
    const reason = fault === 'no_matching_signature' && keys.length === 0 ? 'no_secret' : fault
    return reason === null
      ? { ...said('valid'), valid: true, ...signer }
      : { ...said('invalid'), valid: false, reason, message: faultMessages[reason], ...signer }
  }

  return [
    route(webhookSignatures, (call) => {
      const message = messageOf(call)
      if (!message.ok) return message
      if (message.value !== null) return answer(judge(message.value, call.query.tolerance_seconds))
      const endpoints = webhooks
        .list()
        .map(({ id, state, types, secrets }) => ({ id, state, types, secret_ids: secrets.map((secret) => secret.id) }))
      return answer({ ...said('ready'), scheme, endpoints, example: example() })
    }),
  ]
}
