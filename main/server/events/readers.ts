import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Env } from '../../platform/env.ts'
import type { Scheduler } from '../../platform/scheduler.ts'
import type { AccessStore } from '../../storage/access/access-store.ts'
import type { EventStore } from '../../storage/events/event-store.ts'
import { createAdmits } from '../auth/holder.ts'
import type { Admits, Holder } from '../auth/holder.ts'
import type { ReadableEvent } from './may-read.ts'
import type { Wanted } from './choice.ts'
import { createFeed } from './feed.ts'
import type { Beginning, Outlet, Subscription } from './feed.ts'

/** What bounds the readers of the stream. */
export interface StreamLimits {
  /** Readers at once. */
  readonly clientsMax: number
  readonly heartbeatMs: number
  /** Bytes on their way to one reader. */
  readonly pendingMax: number
  /** How long a reader that takes nothing is waited for. */
  readonly slowMs: number
}

export const defaultStreamLimits: StreamLimits = {
  clientsMax: 2_000,
  heartbeatMs: 20_000,
  pendingMax: 262_144,
  slowMs: 30_000,
}

/** Why a reader is ended. */
export type Ending = 'stopping' | 'revoked' | 'too_slow'

/** A reader's connection, whatever it speaks. */
export interface ReaderConnection extends Pick<Outlet, 'event' | 'pending'> {
  readonly kind: 'websocket' | 'sse'
  hello(beginning: Beginning, heartbeatSeconds: number): void
  /** A sign of life; false where the other side has given none for too long. */
  heartbeat(cursor: number): boolean
  end(why: Ending): void
}

/** A reader that may begin: what it asked for was checked. */
export interface Opening {
  readonly holder: Holder
  readonly after: number | undefined
  /** The stream that `after` is of, where the client says it. */
  readonly stream: string | undefined
  readonly wanted: Wanted
}

/** All who read the stream. */
export interface EventReaders {
  readonly admits: Admits
  /** Refuses where there are too many. */
  room(): Result<void, Refusal>
  /** Begins a reader; answers what its connection tells of it. */
  open(opening: Opening, connection: ReaderConnection): Pick<Subscription, 'cursor' | 'drained' | 'end'>
  counts(): {
    readonly websocket: number
    readonly sse: number
    readonly max: number
    readonly furthestBehind: number
    readonly dropped: number
  }
  close(): void
}

export interface ReadersParts {
  readonly events: EventStore
  readonly access: Pick<AccessStore, 'keyIsLive' | 'userByUid' | 'hasEnded' | 'windowLocks' | 'onSignInsEnded'>
  readonly env: Pick<Env, 'log'>
  readonly scheduler: Scheduler
  readonly limits: StreamLimits
  /** Whether nobody may read for now. */
  readonly isLocked: () => boolean
  /** Whether a reader may know what an event tells of, asked as it is sent. */
  readonly mayRead: (holder: Holder, event: ReadableEvent) => boolean
}

const full = refusal(
  'unavailable',
  'The event stream has as many readers as the service allows. Try again in a moment.',
)

/** Makes the keeper of readers. */
export const createEventReaders = ({
  events,
  access,
  env,
  scheduler,
  limits,
  isLocked,
  mayRead,
}: ReadersParts): EventReaders => {
  const feed = createFeed({ store: events, scheduler, pendingMax: limits.pendingMax, slowMs: limits.slowMs })
  const open = new Map<ReaderConnection, { readonly subscription: Subscription; readonly holder: Holder }>()
  let dropped = 0

  const admits = createAdmits(access)

  const end = (connection: ReaderConnection, why: Ending): void => {
    open.get(connection)?.subscription.end()
    open.delete(connection)
    if (why === 'too_slow') dropped += 1
    connection.end(why)
  }

  const offEnded = access.onSignInsEnded(() => {
    for (const [connection, { holder }] of open) if (!admits(holder)) end(connection, 'revoked')
  })

  let cancelBeat: () => void = () => undefined
  const beat = (): void => {
    for (const [connection, { subscription, holder }] of open) {
      if (isLocked() || !admits(holder)) end(connection, 'revoked')
      else if (!connection.heartbeat(subscription.cursor())) end(connection, 'too_slow')
    }
    cancelBeat = scheduler.after(limits.heartbeatMs, beat)
  }
  cancelBeat = scheduler.after(limits.heartbeatMs, beat)

  return {
    admits,
    room: () => (open.size >= limits.clientsMax ? fail(full) : ok(undefined)),
    open: ({ holder, after, stream, wanted }, connection) => {
      const beginning = feed.beginning(after, stream)
      connection.hello(beginning, limits.heartbeatMs / 1_000)
      const subscription = feed.subscribe(beginning.cursor, wanted, {
        event: (id, json) => connection.event(id, json),
        mayRead: (event) => mayRead(holder, event),
        pending: () => connection.pending(),
        tooSlow: () => {
          env.log.warn({ kind: connection.kind }, 'a reader of the event stream was too slow and was ended')
          end(connection, 'too_slow')
        },
      })
      open.set(connection, { subscription, holder })
      return {
        ...subscription,
        end: () => {
          subscription.end()
          open.delete(connection)
        },
      }
    },
    counts: () => {
      const kinds = [...open.keys()].map(({ kind }) => kind)
      const websocket = kinds.filter((kind) => kind === 'websocket').length
      return {
        websocket,
        sse: kinds.length - websocket,
        max: limits.clientsMax,
        furthestBehind: feed.furthestBehind(),
        dropped,
      }
    },
    close: () => {
      cancelBeat()
      offEnded()
      feed.close()
      for (const connection of [...open.keys()]) end(connection, 'stopping')
    },
  }
}
