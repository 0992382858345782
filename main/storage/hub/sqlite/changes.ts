import type { Log } from '../../../platform/log.ts'
import type { Scheduler } from '../../../platform/scheduler.ts'
import type { Connection } from '../../sqlite/connection.ts'

/** How often a listening process asks whether another one has written. */
const askEveryMs = 500

/** Tells listeners that something was written: at once by this process, and soon by others. */
export interface SqliteChanges {
  listen(listener: () => void): () => void
  /** This process has written. */
  tell(): void
  close(): void
}

/**
 * Watches a database for commits.
 *
 * @param open a reading connection of its own: SQLite counts the commits of all others for it
 */
export const createSqliteChanges = (open: () => Connection, scheduler: Scheduler, log: Log): SqliteChanges => {
  const listeners = new Set<() => void>()
  let watcher: Connection | null = null
  let seen: unknown = null
  let cancel: (() => void) | null = null

  const version = (): unknown => (watcher ??= open()).pragma('data_version', { simple: true })

  const callAll = (): void => {
    for (const listener of listeners) listener()
  }

  const ask = (): void => {
    cancel = scheduler.after(askEveryMs, ask)
    try {
      const now = version()
      if (now === seen) return
      seen = now
      callAll()
    } catch (error) {
      log.warn({ err: error }, 'the store of the hub could not be asked for changes')
    }
  }

  const stop = (): void => {
    cancel?.()
    cancel = null
  }

  return {
    listen: (listener) => {
      // Each gets an entry of its own, so that one who listens twice ends one of them.
      const own = (): void => listener()
      listeners.add(own)
      if (cancel === null) {
        seen = version()
        cancel = scheduler.after(askEveryMs, ask)
      }
      return () => {
        listeners.delete(own)
        if (listeners.size === 0) stop()
      }
    },
    tell: () => {
      if (listeners.size === 0) return
      seen = version()
      callAll()
    },
    close: () => {
      listeners.clear()
      stop()
      watcher?.close()
      watcher = null
    },
  }
}
