import { retryDelays } from '../../../shared/schema/webhooks.ts'
import { rollOf } from '../../platform/random.ts'
import type { Random } from '../../platform/random.ts'

/** No receiver is waited for longer than this, whatever it asks for. */
const retryAfterMax = 86_400_000

/**
 * How long to wait after a try that failed, in milliseconds: the delays grow from seconds to a day, each moved by up to
 * a fifth at random, so that what failed together does not come back together.
 *
 * @param tries how many there were, this one included
 * @returns null where there is to be no more
 */
export const delayAfter = (tries: number, random: Pick<Random, 'bytes'>): number | null => {
  const seconds = retryDelays[tries - 1]
  return seconds === undefined ? null : Math.round(seconds * 1_000 * (0.8 + 0.4 * rollOf(random)))
}

/**
 * The wait that a Retry-After asks for (RFC 9110 section 10.2.3: seconds, or a date), at most a day; null where it says
 * nothing that can be read.
 */
export const retryAfterMs = (header: string | null, nowMs: number): number | null => {
  if (header === null) return null
  const text = header.trim()
  const ms = /^[0-9]{1,9}$/u.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs
  return Number.isNaN(ms) || ms < 0 ? null : Math.min(ms, retryAfterMax)
}
