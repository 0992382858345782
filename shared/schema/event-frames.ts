import { z } from 'zod'
import { streamedEvent } from './events.ts'
import { timestamp } from './text.ts'

/** The subprotocol that a client may name; a service that knows another version answers with that one, or with none. */
export const eventProtocol = 'fieldseal.events.v1'

/** What the service sends over `GET /v4/events/ws`, one JSON object a text message. */
export const eventFrame = z.discriminatedUnion('frame', [
  z
    .object({
      frame: z.literal('hello'),
      stream: z.string().describe('Names the stream. Under another name ids mean other events: forget the cursor.'),
      cursor: z.int().describe('The id after which events follow.'),
      newest: z.int(),
      oldest: z.int().nullable().describe('The oldest event that is kept; null: none is.'),
      missed: z
        .boolean()
        .describe(
          'Whether events after the given cursor are no longer kept, or it is of another stream. Read what they reported from the API.',
        ),
      heartbeat_seconds: z.number(),
    })
    .describe('First of all, once.'),
  z.object({ frame: z.literal('event'), ...streamedEvent.shape }).describe('An event, in the order of ids, each once.'),
  z
    .object({
      frame: z.literal('heartbeat'),
      cursor: z.int().describe('Everything up to here was sent, or was filtered out: resume after it.'),
      timestamp,
    })
    .describe('Every `heartbeat_seconds`.'),
  z.object({ frame: z.literal('pong'), cursor: z.int() }).describe('The answer to `{"frame":"ping"}`.'),
])
export type EventFrame = z.infer<typeof eventFrame>

const [hello, event, heartbeat] = eventFrame.options

/** What `data` of a server-sent event is, as JSON: the frame of the same name, without `frame`. */
export const sentData = z.union([
  event.omit({ frame: true }),
  hello.omit({ frame: true }),
  heartbeat.omit({ frame: true }),
])

/** One of the server-sent events of `GET /v4/events/stream`. */
export const sentEvent = z.strictObject({
  id: z.string().regex(/^\d+$/).describe('The cursor: a browser sends it as `Last-Event-ID` when it connects again.'),
  event: z
    .enum(['message', 'hello', 'heartbeat'])
    .optional()
    .describe('Where it is not said it is `message` (WHATWG HTML, section 9.2): an event of the list.'),
  data: z.string().describe('One JSON object.'),
})

/** What a client may send: for those that cannot send a ping of the protocol. */
export const clientFrame = z.strictObject({ frame: z.literal('ping') })

/** Why the service closes a WebSocket. */
export const closeCodes = {
  1001: 'The service is stopping or reopens its folder. Connect again and resume.',
  1009: 'A message of the client was longer than 1,024 bytes.',
  4400: 'The client sent what is no frame.',
  4401: 'The credential was revoked, or its session ended.',
  4408: 'The client read too slowly, or did not answer pings. Connect again and resume; nothing is lost while it is kept.',
} as const
