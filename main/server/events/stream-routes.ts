import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { streamChoice } from '../../../shared/api/v4-events.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Scheduler } from '../../platform/scheduler.ts'
import { holderOf } from '../auth/holder.ts'
import type { Holder } from '../auth/holder.ts'
import { prefixes } from '../http/addresses.ts'
import type { Admission } from '../http/admission.ts'
import { challenged } from '../http/admission.ts'
import type { SocketHandler } from '../http/call.ts'
import { callerOf } from '../http/caller.ts'
import { parseQueryString } from '../http/query-text.ts'
import { RefusalError } from '../http/refusals.ts'
import { validatePart } from '../http/validation.ts'
import type { V4Guard } from '../v4/guard.ts'
import { cursorOf, wantedIn } from './choice.ts'
import type { EventService } from './event-service.ts'
import { serveEventSource } from './event-source.ts'
import type { Opening } from './readers.ts'
import { serveWebSocket } from './websocket.ts'

/** Addresses of this file, for the table of methods. */
export const streamAddresses = [
  { path: '/v4/events/stream', methods: ['GET'] },
  { path: '/v1/events/stream', methods: ['GET'] },
] as const

/** Addresses that take `Upgrade: websocket`. */
export const socketAddresses: ReadonlySet<string> = new Set(prefixes.map((prefix) => `${prefix}/v4/events/ws`))

export interface StreamRouteParts {
  readonly service: EventService
  readonly admission: Admission
  readonly guard: V4Guard
  readonly scheduler: Scheduler
  readonly nowMs: () => number
}

const badTicket = refusal('unauthenticated', 'This ticket was used already, has expired, or does not exist.')

const must = <T>(result: Result<T, Refusal>): T => {
  if (result.ok) return result.value
  throw new RefusalError(result.error)
}

const choiceOf = (request: FastifyRequest) =>
  must(validatePart('query', streamChoice, must(parseQueryString((request.query as { text?: string }).text ?? ''))))

type Choice = ReturnType<typeof choiceOf>

/** How a request for the stream is admitted, and what it asks for. */
const createOpenings = ({ service, admission, guard }: StreamRouteParts) => {
  const byTicket = (
    request: FastifyRequest,
    reply: FastifyReply,
    ticket: string,
    { workspace_id: named }: Choice,
  ): Holder => {
    admission.outer(request, reply, false)
    if (named !== undefined || request.headers['x-workspace-id'] !== undefined) guard.checkWorkspace(request)
    const holder = service.tickets.take(ticket)
    if (holder !== null && service.readers.admits(holder)) {
      admission.unlocked()
      return holder
    }
    admission.perAddress(request, reply)
    throw new RefusalError(challenged(badTicket, reply))
  }

  const byKey = (request: FastifyRequest, reply: FastifyReply): Holder => {
    guard.admit(request, reply, 'v4:read')
    guard.checkWorkspace(request)
    return holderOf(callerOf(request))
  }

  const opening = (request: FastifyRequest, reply: FastifyReply, holderOf: (choice: Choice) => Holder): Opening => {
    const room = service.readers.room()
    if (!room.ok) void reply.header('retry-after', 5)
    must(room)
    const choice = choiceOf(request)
    const after = must(cursorOf(request.headers['last-event-id'], choice.after))
    const wanted = must(wantedIn(choice.types))
    // Last, so that a request with a fault does not use its ticket up.
    return { after, stream: choice.stream, wanted, holder: holderOf(choice) }
  }

  return {
    ofKeyOrTicket: (request: FastifyRequest, reply: FastifyReply): Opening => {
      admission.outer(request, reply, false)
      return opening(request, reply, (choice) =>
        choice.ticket === undefined || request.headers.authorization !== undefined
          ? byKey(request, reply)
          : byTicket(request, reply, choice.ticket, choice),
      )
    },
    ofUser: (request: FastifyRequest, reply: FastifyReply): Opening =>
      opening(request, reply, () => holderOf(callerOf(request))),
  }
}

/** What `GET /v4/events/ws` does with an upgrade. */
export const createSocketHandler = (parts: StreamRouteParts): SocketHandler => {
  const openings = createOpenings(parts)
  const admitted = new WeakMap<FastifyRequest, Opening>()
  return {
    admit: (request, reply) => void admitted.set(request, openings.ofKeyOrTicket(request, reply)),
    serve: (socket, request) => {
      const opening = admitted.get(request)
      if (opening === undefined) throw new Error('a WebSocket was opened that nobody admitted')
      serveWebSocket(socket, opening, parts.service.readers, parts)
    },
  }
}

/** Registers the stream as server-sent events: for API keys and tickets, and for whoever is signed in. */
export const registerStreamRoutes = (app: FastifyInstance, parts: StreamRouteParts): void => {
  const { admission } = parts
  const openings = createOpenings(parts)
  const serve = (request: FastifyRequest, reply: FastifyReply, opening: Opening): void => {
    reply.hijack()
    serveEventSource(reply.raw, request.id, opening, parts.service.readers, parts)
  }
  for (const prefix of prefixes) {
    app.get(`${prefix}/v4/events/stream`, { exposeHeadRoute: false }, (request, reply) =>
      serve(request, reply, openings.ofKeyOrTicket(request, reply)),
    )
    app.get(
      `${prefix}/v1/events/stream`,
      {
        exposeHeadRoute: false,
        onRequest: async (request, reply) => {
          admission.outer(request, reply, false)
          await admission.signedIn(request, reply, 'signed_in')
          admission.unlocked()
        },
      },
      (request, reply) => serve(request, reply, openings.ofUser(request, reply)),
    )
  }
}
