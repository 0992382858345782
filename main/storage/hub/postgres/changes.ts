import pg from 'pg'
import type { Client } from 'pg'
import type { Log } from '../../../platform/log.ts'
import type { Scheduler } from '../../../platform/scheduler.ts'
import { connectionConfig } from './connections.ts'
import { channel } from './transactions.ts'

const retryFirstMs = 250
const retryMostMs = 30_000

/** Tells listeners that something was written: at once by this process, and as PostgreSQL notifies by others. */
export interface PostgresChanges {
  listen(listener: () => void): () => void
  /** This process has written. */
  tell(): void
  close(): Promise<void>
}

/**
 * Listens on a connection of its own, and connects again when that is lost; what was written meanwhile is told as one
 * change.
 *
 * @param instance the name by which this process knows its own notifications
 */
export const createPostgresChanges = (
  databaseUrl: string,
  instance: string,
  scheduler: Scheduler,
  log: Log,
): PostgresChanges => {
  const listeners = new Set<() => void>()
  let client: Client | null = null
  let cancel: (() => void) | null = null
  let wait = retryFirstMs
  let isClosed = false

  const callAll = (): void => {
    for (const listener of listeners) listener()
  }

  const again = (lost: Client): void => {
    if (client !== lost) return
    client = null
    if (isClosed) return
    cancel = scheduler.after(wait, connect)
    wait = Math.min(wait * 2, retryMostMs)
  }

  const listenOn = async (next: Client): Promise<void> => {
    await next.connect()
    await next.query(`listen ${channel}`)
    wait = retryFirstMs
    callAll()
  }

  function connect(): void {
    const next = new pg.Client(connectionConfig(databaseUrl))
    client = next
    next.on('notification', ({ payload }) => {
      if (payload !== instance) callAll()
    })
    next.on('error', (error) =>
      log.warn({ err: error }, 'the hub does not hear of what its other processes write; it connects again'),
    )
    next.on('end', () => again(next))
    listenOn(next).catch((error: unknown) => {
      log.warn({ err: error }, 'the hub cannot listen to what its other processes write; it tries again')
      next.end().catch(() => undefined)
      again(next)
    })
  }

  return {
    listen: (listener) => {
      // Each gets an entry of its own, so that one who listens twice ends one of them.
      const own = (): void => listener()
      listeners.add(own)
      if (client === null && cancel === null && !isClosed) connect()
      return () => listeners.delete(own)
    },
    tell: callAll,
    close: async () => {
      isClosed = true
      listeners.clear()
      cancel?.()
      await client?.end().catch(() => undefined)
    },
  }
}
