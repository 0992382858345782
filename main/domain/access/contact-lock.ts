import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { dayMs } from '../../../shared/text/days.ts'

/** Times of the hub, in Unix milliseconds, as a device knows them. */
export interface ContactTimes {
  /** When the hub was last heard. */
  readonly contactMs: number
  /** The latest time of the hub that this device has known to have come; it never goes back but by a contact. */
  readonly latestMs: number
}

/** How a device stands with the days that policy lets it go without its hub (docs/spec/sync.md, Y-102). */
export interface ContactLock {
  readonly afterDays: number
  readonly contactMs: number
  /** When it locks, or did, by the time of the hub. */
  readonly locksAtMs: number
  readonly locked: boolean
  /** Whether its person is to be told that it will lock soon. */
  readonly warns: boolean
}

/** So long before it locks a person is told, but for no more than half of the time that there is. */
const warnMs = 3 * dayMs

/**
 * Y-102: whether a device is locked for want of contact with its hub.
 *
 * @param afterDays what policy says; 0: never
 * @param times null: the hub was never heard, or never told its time
 * @param hubNowMs what time it is at the hub, by what this device can tell now
 * @returns null where nothing is ever locked
 */
export const contactLockOf = (afterDays: number, times: ContactTimes | null, hubNowMs: number): ContactLock | null => {
  if (afterDays <= 0 || times === null) return null
  const { contactMs } = times
  const nowMs = Math.max(hubNowMs, times.latestMs)
  const locksAtMs = contactMs + afterDays * dayMs
  const locked = nowMs >= locksAtMs
  const warnsFromMs = locksAtMs - Math.min(warnMs, (afterDays * dayMs) / 2)
  return { afterDays, contactMs, locksAtMs, locked, warns: !locked && nowMs >= warnsFromMs }
}

const daysOf = (count: number): string => `${count} ${count === 1 ? 'day' : 'days'}`

/** What a person or a program is told whom a locked device refuses: what happened, what is safe, what to do. */
export const lockedRefusal = ({ afterDays, contactMs }: Pick<ContactLock, 'afterDays' | 'contactMs'>): Refusal =>
  refusal(
    'device_locked',
    `This device has not reached its hub since ${new Date(contactMs).toISOString()}, for more than the ${daysOf(afterDays)} that policy allows, and is locked. Nothing was done, and nothing is lost: what was sealed here stays, and what was never sent is sent at the next contact. Let it reach the hub and sync, or import a file that the hub’s administrator wrote for it; then it opens by itself.`,
  )
