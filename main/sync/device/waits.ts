import { jitteredMs } from '../../platform/backoff.ts'

/** Waits, in milliseconds (Y-29). */
export const waits = {
  /** The first wait after a failure is at most this; each further one twice as long, up to `longest`. */
  first: 1_000,
  longest: 300_000,
  shortest: 50,
  /** A hub that asks for a longer pause is asked again after this. */
  retryAfterMost: 3_600_000,
  /** Between rounds that nothing asked for: a hint may be lost. */
  idle: 60_000,
  /** A round begins this long after the last local write, and at most `debounceMost` after the first. */
  debounce: 250,
  debounceMost: 2_000,
  /** A session is renewed this long before its end. */
  sessionMargin: 30_000,
} as const

/** Y-29: full jitter, doubling, never earlier than the hub asked for. */
export const backoffMs = (failures: number, roll: number, retryAfterMs = 0): number =>
  Math.max(waits.shortest, jitteredMs(waits, failures, roll), Math.min(retryAfterMs, waits.retryAfterMost))
