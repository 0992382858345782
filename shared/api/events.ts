import { z } from 'zod'
import { timestamp } from '../schema/text.ts'
import { defineOperation, envelope } from './operation.ts'

export const eventTicket = envelope(
  z.object({
    ticket: z.string().describe('For `?ticket=`: good once, and for `expires_in` seconds.'),
    expires_in: z.int(),
    expires_at: timestamp,
  }),
)

export const createEventTicket = defineOperation({
  id: 'createEventTicket',
  method: 'POST',
  path: '/v1/events/tickets',
  retry: 'anew',
  tag: 'Events',
  summary: 'Create ticket for the stream',
  description:
    'A ticket opens `GET /v4/events/ws` or `GET /v4/events/stream` where no header can be sent, as in a browser. It is valid once and for half a minute, so an address in a log opens nothing.',
  access: 'signed_in',
  status: 201,
  answer: eventTicket,
})
