/** Failed sign-ins of one name or one address. */
interface Failures {
  count: number
  lastMs: number
}

/** How many failures pass freely, and how the wait grows after them. */
export interface ThrottleRules {
  readonly free: number
  readonly firstWaitMs: number
  readonly longestWaitMs: number
  /** Failures older than this are forgotten. */
  readonly forgetMs: number
}

export const nameRules: ThrottleRules = { free: 5, firstWaitMs: 2_000, longestWaitMs: 300_000, forgetMs: 900_000 }
/** Several people can share an address, so it may fail more often. */
export const addressRules: ThrottleRules = { free: 30, firstWaitMs: 2_000, longestWaitMs: 300_000, forgetMs: 900_000 }

const maxKept = 10_000

/** Slows down guessing: after some failures each further attempt waits twice as long as the one before. */
export interface Throttle {
  /** Milliseconds until the next attempt may be made; 0: now. */
  waitMs(key: string, nowMs: number): number
  failed(key: string, nowMs: number): void
  /** Takes back that an attempt failed; those before it stay. */
  spared(key: string): void
  succeeded(key: string): void
}

/** Makes a throttle; times are of a monotonic clock. It keeps nothing but counts, in memory, at most 10,000. */
export const createThrottle = (rules: ThrottleRules): Throttle => {
  const failures = new Map<string, Failures>()

  const current = (key: string, nowMs: number): Failures | undefined => {
    const found = failures.get(key)
    if (found === undefined || nowMs - found.lastMs <= rules.forgetMs) return found
    failures.delete(key)
    return undefined
  }

  return {
    waitMs(key, nowMs) {
      const found = current(key, nowMs)
      if (found === undefined || found.count < rules.free) return 0
      const wait = Math.min(rules.longestWaitMs, rules.firstWaitMs * 2 ** (found.count - rules.free))
      return Math.max(0, found.lastMs + wait - nowMs)
    },
    failed(key, nowMs) {
      const found = current(key, nowMs)
      if (found === undefined && failures.size >= maxKept) {
        const oldest = failures.keys().next().value
        if (oldest !== undefined) failures.delete(oldest)
      }
      failures.delete(key)
      failures.set(key, { count: (found?.count ?? 0) + 1, lastMs: nowMs })
    },
    spared(key) {
      const found = failures.get(key)
      if (found === undefined) return
      found.count -= 1
      if (found.count === 0) failures.delete(key)
    },
    succeeded(key) {
      failures.delete(key)
    },
  }
}
