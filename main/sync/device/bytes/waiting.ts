import type { Clock } from '../../../platform/clock.ts'
import type { Scheduler } from '../../../platform/scheduler.ts'

/** Waits some milliseconds, or until the signal ends: then it resolves at once. */
export const waitFor = (scheduler: Scheduler, ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const cancel = scheduler.after(ms, () => {
      signal.removeEventListener('abort', leave)
      resolve()
    })
    const leave = (): void => {
      cancel()
      resolve()
    }
    signal.addEventListener('abort', leave, { once: true })
  })

/** Lets bytes pass no faster than a number of them a second (Y-29). */
export interface Pace {
  /** How many bytes go at once. */
  chunkBytes(): number
  /** Resolves when so many more may pass. */
  pass(bytes: number, signal: AbortSignal): Promise<void>
}

const chunkMost = 65_536
const chunkLeast = 1_024

/** @param cap bytes a second; null: as many as go */
export const createPace = (clock: Pick<Clock, 'monoMs'>, scheduler: Scheduler, cap: () => number | null): Pace => {
  let freeAtMs = 0
  return {
    chunkBytes: () => {
      const limit = cap()
      return limit === null ? chunkMost : Math.min(chunkMost, Math.max(chunkLeast, Math.floor(limit / 4)))
    },
    pass: async (bytes, signal) => {
      const limit = cap()
      if (limit === null) return
      const nowMs = clock.monoMs()
      freeAtMs = Math.max(freeAtMs, nowMs) + (bytes / limit) * 1_000
      if (freeAtMs > nowMs) await waitFor(scheduler, freeAtMs - nowMs, signal)
    },
  }
}
