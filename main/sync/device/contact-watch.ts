import { contactLockOf } from '../../domain/access/contact-lock.ts'
import type { ContactLock, ContactTimes } from '../../domain/access/contact-lock.ts'
import { hourMs, minuteMs } from '../../../shared/text/days.ts'
import type { Log } from '../../platform/log.ts'
import type { Scheduler } from '../../platform/scheduler.ts'
import type { DeviceSettings } from './workspace.ts'

export interface ContactWatchParts {
  readonly settings: Pick<DeviceSettings, 'contactTimes' | 'keepContactTimes'>
  /** What time it is at the hub, by the last comparison of the clocks and what has passed since. */
  readonly hubNowMs: () => number
  /** What policy says; 0: never. */
  readonly lockAfterDays: () => number
  readonly scheduler: Scheduler
  readonly log: Pick<Log, 'warn' | 'error'>
}

/** Keeps when the hub was last heard, and what that means (Y-102). */
export interface ContactWatch {
  readonly lock: () => ContactLock | null
  /** The hub has answered and told its time: that is the time of the last contact. */
  readonly contacted: () => Promise<void>
  /** The hub’s word of this time of its own was carried here. */
  readonly carried: (atMs: number) => Promise<void>
  /** Resolves when nothing is under way any more. */
  readonly close: () => Promise<void>
}

/** Of a folder that never locks. */
export const neverLocks: ContactWatch = {
  lock: () => null,
  contacted: () => Promise.resolve(),
  carried: () => Promise.resolve(),
  close: () => Promise.resolve(),
}

/** Within this a later contact says the same. */
const sameMs = minuteMs
/** How often it is noted what time it has become. */
const noteMs = hourMs

/**
 * Watches from now on. Every hour it is noted what time it is at the hub: a clock that is turned back while the computer
 * is off takes none of that away.
 */
export const watchContact = ({
  settings,
  hubNowMs,
  lockAfterDays,
  scheduler,
  log,
}: ContactWatchParts): ContactWatch => {
  const keep = async (times: ContactTimes): Promise<void> => {
    const kept = await settings.keepContactTimes(times)
    if (!kept.ok) log.warn({ code: kept.error.code }, 'the time of the last contact could not be kept')
  }
  let ended = false
  let noting: Promise<void> = Promise.resolve()
  let cancel = (): void => undefined
  const note = async (): Promise<void> => {
    const times = lockAfterDays() > 0 ? settings.contactTimes() : null
    const nowMs = hubNowMs()
    if (times !== null && nowMs > times.latestMs) await keep({ ...times, latestMs: nowMs })
  }
  const run = (): void => {
    noting = note()
      .catch((error: unknown) => log.error({ err: error }, 'what time it has become could not be noted'))
      .finally(() => {
        if (!ended) cancel = scheduler.after(noteMs, run)
      })
  }
  run()
  return {
    lock: () => {
      const afterDays = lockAfterDays()
      // Asked at every request, and most institutions set nothing.
      return afterDays === 0 ? null : contactLockOf(afterDays, settings.contactTimes(), hubNowMs())
    },
    contacted: async () => {
      const nowMs = hubNowMs()
      const times = settings.contactTimes()
      // What was noted of a time that has not come is undone: the hub itself has told it now.
      if (times !== null && Math.abs(nowMs - times.contactMs) < sameMs && times.latestMs <= nowMs) return
      await keep({ contactMs: nowMs, latestMs: nowMs })
    },
    carried: async (atMs) => {
      const times = settings.contactTimes()
      if (times !== null && atMs <= times.contactMs) return
      await keep({ contactMs: atMs, latestMs: Math.max(atMs, times?.latestMs ?? atMs) })
    },
    close: async () => {
      ended = true
      cancel()
      await noting
    },
  }
}
