import type { Env } from '../../platform/env.ts'
import type { Scheduler } from '../../platform/scheduler.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import { startDispatcher } from '../webhooks/dispatcher.ts'
import type { AllowedNetwork } from '../webhooks/network.ts'
import { createPost, systemResolve } from '../webhooks/post.ts'
import { findTarget } from '../webhooks/target.ts'
import { createMayRead } from './may-read.ts'
import { createEventReaders, defaultStreamLimits } from './readers.ts'
import type { EventReaders, StreamLimits } from './readers.ts'
import { createTickets } from './tickets.ts'
import type { Tickets } from './tickets.ts'

/** A receiver is waited for this long. */
const postTimeoutMs = 15_000

/** How often old events are looked for. */
const thinOutMs = 3_600_000

export interface EventServiceOptions {
  readonly scheduler: Scheduler
  readonly version: string
  readonly allowed: readonly AllowedNetwork[]
  readonly stream: Partial<StreamLimits> | undefined
  /** Whether the device is locked for want of contact with its hub: then nobody reads. */
  readonly isLocked: () => boolean
}

/** The running side of events: who reads them, who is posted to, what is kept. */
export interface EventService {
  readonly readers: EventReaders
  readonly tickets: Tickets
  /** There may be something to deliver. */
  wakeDeliveries(): void
  /**
   * What is wrong with a webhook's address as things are now; null where nothing is. An unknown host is none: the
   * device may be offline.
   */
  addressFault(url: string): Promise<string | null>
  close(): Promise<void>
}

const keepThin = (
  { events, env }: Pick<Workspace, 'events'> & { readonly env: Pick<Env, 'clock' | 'log'> },
  scheduler: Scheduler,
): (() => Promise<void>) => {
  let running: Promise<void> = Promise.resolve()
  let cancel: () => void = () => undefined
  let isClosed = false
  const thinOut = async (): Promise<void> => {
    try {
      const deleted = await events.thinOut(env.clock.nowMs())
      if (deleted.ok && deleted.value > 0) env.log.info({ events: deleted.value }, 'old events were deleted')
    } catch (error) {
      env.log.error({ err: error }, 'old events could not be deleted')
    }
  }
  const run = (): void => {
    running = thinOut().finally(() => {
      if (!isClosed) cancel = scheduler.after(thinOutMs, run)
    })
  }
  run()
  return async () => {
    isClosed = true
    cancel()
    await running
  }
}

/** Starts what serves the events of a workspace. */
export const startEventService = (
  workspace: Workspace,
  { scheduler, version, allowed, stream, isLocked }: EventServiceOptions,
): EventService => {
  const { env, events, webhooks, access } = workspace
  const readers = createEventReaders({
    events,
    access,
    env,
    scheduler,
    limits: { ...defaultStreamLimits, ...stream },
    isLocked,
    mayRead: createMayRead(workspace),
  })
  const dispatcher = startDispatcher({
    store: webhooks,
    post: createPost({ allowed, timeoutMs: postTimeoutMs }),
    env,
    scheduler,
    version,
  })
  const offNews = events.onNews(() => dispatcher.wake())
  const endThinning = keepThin(workspace, scheduler)
  return {
    readers,
    tickets: createTickets(env),
    wakeDeliveries: () => workspace.asking.forItself(() => dispatcher.wake()),
    addressFault: async (url) => {
      const target = await findTarget(url, systemResolve, allowed)
      return target.ok || target.error.kind === 'unknown_host' ? null : target.error.message
    },
    close: async () => {
      offNews()
      readers.close()
      await Promise.all([dispatcher.close(), endThinning()])
    },
  }
}
