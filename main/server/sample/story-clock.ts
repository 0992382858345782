import type { Clock } from '../../platform/clock.ts'

/** A clock that tells the time of the story. It only goes forward, as a device's clocks do. */
export interface StoryClock extends Clock {
  /** Moves on to a time (milliseconds since the epoch); an earlier one leaves it where it is. */
  advanceTo(ms: number): void
}

/**
 * Makes a clock that starts at a time.
 *
 * @param bootId a boot of its own: the story's monotonic clock has nothing to do with this machine's
 */
export const createStoryClock = (startMs: number, bootId: string): StoryClock => {
  let current = startMs
  return {
    nowMs: () => current,
    monoMs: () => current - startMs,
    upMs: () => current - startMs,
    bootId,
    advanceTo(ms) {
      current = Math.max(current, ms)
    },
  }
}
