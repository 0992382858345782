import { z } from 'zod'
import { streamedEvent } from '../schema/events.ts'
import { integerText, lineOfText, timestamp } from '../schema/text.ts'
import { eventTicket } from './events.ts'
import { defineOperation, envelope } from './operation.ts'

const workspaceField = z
  .string()
  .max(100)
  .optional()
  .describe('The workspace; it may also stand in the header X-Workspace-Id.')
const answered = { status: z.string().describe('What this answer is, for example `ready`.'), timestamp }

const cursor = integerText({ min: 0, max: Number.MAX_SAFE_INTEGER })

/** What a reader of the stream may choose. */
export const streamChoice = z.strictObject({
  workspace_id: workspaceField,
  after: cursor
    .optional()
    .describe(
      'Resume: the id of the last event that was seen. `Last-Event-ID` says the same, and wins. Without either the stream begins with the next event; 0: with the oldest that is kept.',
    ),
  stream: z
    .string()
    .regex(/^[0-9a-f]{32}$/, 'must be the name of a stream, as the hello says it')
    .optional()
    .describe(
      'The stream that the cursor is of, as the hello named it: of another one it is not resumed, and `missed` is true.',
    ),
  types: lineOfText(4_000)
    .optional()
    .describe('Names of events, separated by commas; `case.*` stands for all that begin so. Absent: all.'),
  ticket: z
    .string()
    .regex(/^evt_[A-Za-z0-9_-]{43}$/, 'must be a ticket')
    .optional()
    .describe('Instead of the API key; see `POST /v1/events/tickets`.'),
})

export const eventSocket = defineOperation({
  id: 'eventSocket',
  method: 'GET',
  path: '/v4/events/ws',
  tag: 'Events',
  summary: 'WebSocket stream',
  description:
    'With `Upgrade: websocket` it opens the stream of events (docs/detection/events.md): a hello, then events with ids and heartbeats, each one JSON object a message. `after` or `Last-Event-ID` resumes. As a plain request it answers how to connect, and where the stream stands.',
  access: 'v4:read',
  query: streamChoice,
  answer: envelope(
    z.object({
      ...answered,
      connect: z.object({ path: z.string(), protocol: z.string(), ticket_path: z.string(), sse_path: z.string() }),
      stream: z.string(),
      newest: z.int(),
      oldest: z.int().nullable(),
      clients: z.int(),
      clients_max: z.int(),
      types: z.array(z.object({ type: z.string(), meaning: z.string() })),
    }),
  ),
  refusals: ['workspace_mismatch'],
})

export const eventStats = defineOperation({
  id: 'eventStats',
  method: 'GET',
  path: '/v4/events/stats',
  tag: 'Events',
  summary: 'Event stream stats',
  description:
    'How many events there were, by name and by hour, over the last `hours`; who reads, how far behind they are; and how deliveries to webhooks stand.',
  access: 'v4:read',
  query: z.strictObject({ workspace_id: workspaceField, hours: integerText({ min: 1, max: 720 }).default(24) }),
  answer: envelope(
    z.object({
      ...answered,
      stream: z.string(),
      newest: z.int(),
      oldest: z.int().nullable(),
      kept: z.int(),
      retention: z.object({ days: z.int(), events: z.int() }),
      since: timestamp,
      events: z.int().describe('Since then.'),
      by_type: z.array(z.object({ type: z.string(), events: z.int() })),
      by_hour: z.array(z.object({ hour: timestamp, events: z.int() })).describe('Hours without events are left out.'),
      clients: z.object({
        websocket: z.int(),
        sse: z.int(),
        max: z.int(),
        furthest_behind: z.int().describe('Events that the slowest reader has not got yet.'),
        dropped: z.int().describe('Readers that were too slow, since the service started.'),
      }),
      webhooks: z.object({
        active: z.int(),
        disabled: z.int(),
        pending: z.int(),
        delivered: z.int(),
        failed: z.int(),
        oldest_pending_seconds: z.int().nullable(),
      }),
    }),
  ),
  refusals: ['workspace_mismatch'],
})

export const testEvent = defineOperation({
  id: 'testEvent',
  method: 'GET',
  path: '/v4/events/test',
  retry: 'key',
  tag: 'Events',
  summary: 'Inject test event',
  description:
    'Writes a `test.event` into the stream, as durable as any other: every reader and every webhook that takes the name gets it. It needs the scope `v4:write`, for it writes.',
  access: 'v4:write',
  query: z.strictObject({ workspace_id: workspaceField, note: lineOfText(200).optional() }),
  answer: envelope(z.object({ ...answered, event: streamedEvent })),
  refusals: ['workspace_mismatch', 'storage_full'],
})

export const createEventTicketByKey = defineOperation({
  id: 'createEventTicketByKey',
  method: 'POST',
  path: '/v4/events/tickets',
  retry: 'anew',
  tag: 'Events',
  summary: 'Create ticket for the stream by key',
  description: 'The same as `POST /v1/events/tickets`, for the holder of an API key who hands it to a browser.',
  access: 'v4:read',
  status: 201,
  body: z.strictObject({ workspace_id: workspaceField }),
  query: z.strictObject({ workspace_id: workspaceField }),
  answer: eventTicket,
  refusals: ['workspace_mismatch'],
})

export const webhookSignatures = defineOperation({
  id: 'webhookSignatures',
  method: 'GET',
  path: '/v4/webhooks/signatures',
  tag: 'Webhooks',
  summary: 'Signature verification',
  description:
    'With the workspace alone it answers the scheme, the header names, the ids of the secrets in force, and an example with its secret. With `webhook_id`, `webhook_timestamp`, `webhook_signature` and `payload` (or the headers of those names, as they came) it says whether a secret of this workspace signed it, and if not, why.',
  access: 'v4:read',
  query: z.strictObject({
    workspace_id: workspaceField,
    webhook_id: z.string().max(300).optional().describe('The header `webhook-id` of the message.'),
    webhook_timestamp: z.string().max(40).optional().describe('The header `webhook-timestamp`: Unix seconds.'),
    webhook_signature: z.string().max(2_000).optional().describe('The header `webhook-signature`.'),
    payload: z.string().max(8_000).optional().describe('The body as it came, to the byte.'),
    payload_base64: z
      .string()
      .max(12_000)
      .optional()
      .describe('The same in base64, where it is no text or white space might be lost.'),
    tolerance_seconds: integerText({ min: 0, max: 31_536_000 })
      .default(300)
      .describe('How far the timestamp may be from now.'),
  }),
  answer: envelope(
    z.object({
      ...answered,
      valid: z.boolean().optional(),
      reason: z
        .enum([
          'malformed_signature',
          'malformed_timestamp',
          'timestamp_too_old',
          'timestamp_too_new',
          'no_matching_signature',
          'no_secret',
        ])
        .optional()
        .describe('Why it is not valid.'),
      message: z.string().optional(),
      signed_by: z.object({ endpoint_id: z.string(), secret_id: z.string() }).optional(),
      scheme: z
        .object({
          name: z.string(),
          version: z.string(),
          algorithm: z.string(),
          signed_content: z.string(),
          headers: z.array(z.string()),
          tolerance_seconds: z.int(),
          specification: z.string(),
        })
        .optional(),
      endpoints: z
        .array(
          z.object({ id: z.string(), state: z.string(), types: z.array(z.string()), secret_ids: z.array(z.string()) }),
        )
        .optional(),
      example: z
        .object({ secret: z.string(), headers: z.record(z.string(), z.string()), payload: z.string() })
        .optional(),
    }),
  ),
  refusals: ['workspace_mismatch'],
})
