import { createEventTicket } from '../../../shared/api/events.ts'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { AnswerOf } from '../../../shared/api/operation.ts'
import { createEventTicketByKey, eventSocket, eventStats, testEvent } from '../../../shared/api/v4-events.ts'
import { eventProtocol } from '../../../shared/schema/event-frames.ts'
import { eventCatalogue, eventTypes } from '../../../shared/schema/events.ts'
import { fail } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { hourMs } from '../../../shared/text/days.ts'
import { keptEvents } from '../../storage/events/event-store.ts'
import { idsAfter } from '../../storage/events/id-runs.ts'
import { keptMs } from '../../storage/events/write-events.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import { holderOf } from '../auth/holder.ts'
import type { Holder } from '../auth/holder.ts'
import { wantedIn } from '../events/choice.ts'
import type { EventService } from '../events/event-service.ts'
import { ticketSeconds } from '../events/tickets.ts'
import { answer } from '../http/answers.ts'
import { route } from '../http/call.ts'
import type { Route, SocketHandler } from '../http/call.ts'

type Ticket = AnswerOf<typeof createEventTicket>

const tooManyTickets = refusal('rate_limited', 'Too many tickets are waiting to be used. Try again in a moment.')

/** The stream of events, but for the streaming itself. */
export const eventRoutes = (
  { env, events, webhooks }: Workspace,
  { readers, tickets }: EventService,
  socket: SocketHandler,
): readonly Route[] => {
  const said = (status: string): { status: string; timestamp: string } => ({
    status,
    timestamp: toTimestamp(env.clock.nowMs()),
  })

  const ticketFor = (holder: Holder): Result<Ticket, Refusal> => {
    const ticket = tickets.give(holder)
    if (ticket === null) return fail(tooManyTickets)
    return answer({
      ticket,
      expires_in: ticketSeconds,
      expires_at: toTimestamp(env.clock.nowMs() + ticketSeconds * 1_000),
    })
  }

  const statsSince = (sinceMs: number): AnswerOf<typeof eventStats>['data'] => {
    const { stream, newest, oldest, runs } = events.bounds()
    const { byType, byHour } = events.counts(sinceMs)
    const { websocket, sse, max, furthestBehind, dropped } = readers.counts()
    const { oldestPendingMs, ...totals } = webhooks.totals()
    return {
      ...said('ok'),
      stream,
      newest,
      oldest,
      kept: oldest === null ? 0 : idsAfter(runs, oldest - 1),
      retention: { days: keptMs / (24 * hourMs), events: keptEvents },
      since: toTimestamp(sinceMs),
      events: byType.reduce((sum, { events: count }) => sum + count, 0),
      by_type: [...byType],
      by_hour: byHour.map(({ hour, events: count }) => ({ hour: toTimestamp(hour), events: count })),
      clients: { websocket, sse, max, furthest_behind: furthestBehind, dropped },
      webhooks: {
        ...totals,
        oldest_pending_seconds:
          oldestPendingMs === null ? null : Math.max(0, Math.floor((env.clock.nowMs() - oldestPendingMs) / 1_000)),
      },
    }
  }

  return [
    route(createEventTicket, ({ caller }) => ticketFor(holderOf(caller))),
    route(createEventTicketByKey, ({ caller }) => ticketFor(holderOf(caller))),
    route(
      eventSocket,
      ({ query }) => {
        const wanted = wantedIn(query.types)
        if (!wanted.ok) return wanted
        const { stream, newest, oldest } = events.bounds()
        const { websocket, sse, max } = readers.counts()
        return answer({
          ...said('ready'),
          connect: {
            path: '/v4/events/ws',
            protocol: eventProtocol,
            ticket_path: '/v4/events/tickets',
            sse_path: '/v4/events/stream',
          },
          stream,
          newest,
          oldest,
          clients: websocket + sse,
          clients_max: max,
          types: eventTypes.map((type) => ({ type, meaning: eventCatalogue[type].meaning })),
        })
      },
      socket,
    ),
    // Counts are kept by the hour, so the first hour is counted whole.
    route(eventStats, ({ query }) =>
      answer(statsSince((Math.floor(env.clock.nowMs() / hourMs) - query.hours + 1) * hourMs)),
    ),
    route(testEvent, async ({ query, caller }) => {
      const told = await events.injectTest(caller, query.note ?? 'A test event.')
      return told.ok ? answer({ ...said('sent'), event: told.value }) : told
    }),
  ]
}
